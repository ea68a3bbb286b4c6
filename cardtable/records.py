"""Tasks of worker processes: recorded games, matches and tournaments."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from cardkit.arena.faults import MOST_FAILURES
from cardkit.arena.lineups import ROTATIONS, circular_orders
from cardkit.arena.match import MatchPlay
from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.arena.store import Store, StoredMatch, variants_in
from cardkit.arena.tournament_result import TournamentResult
from cardkit.game import Game
from cardkit.reading import read_text
from cardkit.report.tournament_tables import Standings
from cardkit.specs.strangers import is_harmless
from cardkit.statistics.ratings import Ratings
from cardtable.view import Json, Recorded, View

MOST_CHARACTERS = 50_000_000
"""The longest file of records that is read."""
MOST_GAMES = 1000
"""Games of a text that are listed."""
_NO_TABLES: Json = {"agents": [], "ratings": None, "strengths": None, "crosstable": [], "failed": []}


def games_of(view: View, text: str) -> list[Recorded]:
    """Read the games of a text.

    Raises:
        ValueError: there are none, or they break the format or the rules.
    """
    records = view.variant({}, view.seats[0], False).tell.read_records(text)
    if not records:
        raise ValueError("the text holds no games")
    return [view.recorded(record) for record in records]


def read_games(view: View, text: str | None, file: Path | None) -> tuple[list[Recorded], list[Json]]:
    """Read the games of a text or a file, and list the first `MOST_GAMES`.

    Raises:
        ValueError: there are none, or they break the format or the rules.
        OSError: the file cannot be read.
    """
    if text is None:
        assert file is not None
        text = read_text(file, MOST_CHARACTERS, errors="replace")
    games = games_of(view, text)
    return games, [_listed(number, game) for number, game in enumerate(games[:MOST_GAMES], 1)]


def check_file(view: View, file: Path, is_store: bool) -> None:
    """Raise ValueError unless a file is a tournament's store, or begins with the record of a game.

    Args:
        is_store: whether it is to be a store.

    Raises:
        OSError: the file cannot be read.
    """
    if is_store:
        variants_in(file)
        return
    text = read_text(file, MOST_CHARACTERS, errors="replace")
    try:
        games_of(view, _first_record(text))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error


def _first_record(text: str) -> str:
    """Cut a text where a second line begins with the same word as the first that is no comment."""
    first = re.search(r"^[ \t]*([^\s#]\S*)", text, re.MULTILINE)
    if first is None:
        return text
    second = re.compile(rf"^[ \t]*{re.escape(first[1])}(?!\S)", re.MULTILINE).search(text, first.end())
    return text if second is None else text[: second.start()]


def _listed(number: int, recorded: Recorded) -> Json:
    line = recorded.line()
    return {
        "number": number,
        "players": list(recorded.players),
        "plies": len(line),
        "returns": line.returns(),
        "variant": str(recorded.game),
    }


@lru_cache(4)
def _match_play(game: Game, agents: tuple[str, ...], seed: int, match: str) -> MatchPlay:
    return MatchPlay(game, agents, seed, forfeits=True)


def play_span(
    game: Game, agents: tuple[str, ...], seed: int, match: str, first: int, count: int
) -> tuple[bytes, list[str | None]]:
    """Play some games of a match; return their result rows as bytes, and the first fault of each agent in them.

    Args:
        game, agents, seed: of the match.
        match: tells it from others that are alike, which have agents of their own.
        first, count: of its games, none of which is asked for twice.

    Raises:
        ValueError: an agent cannot be made, or does not play this.
    """
    played = _match_play(game, agents, seed, match)(first, count)
    return played.results.tobytes(), [None if fault is None else fault.text for fault in played.faults]


def standing(view: View, file: Path, variant: str | None) -> Json:
    """Describe the content of a tournament's store: its matches, crosstable and ratings.

    Args:
        view: of the game.
        file: the store.
        variant: the variant to show; None for the one with the most matches.

    Raises:
        ValueError: the file holds no store of this game.
    """
    variants = variants_in(file)
    if not variants:
        return {"variant": None, "variants": [], "matches": []} | _NO_TABLES
    game = view.named(variants[0] if variant is None else variant)
    with Store(file, game) as store:
        matches = store.matches()
        results = {match: _in_order(*found, game.places) for match, found in store.news().items()}
    lined = {
        match: MatchResult(game, matches[match].names, matches[match].seed, rows, (None,) * game.places)
        for match, rows in results.items()
    }
    told: Json = {"variant": str(game), "variants": variants} | _NO_TABLES
    told["matches"] = [_match(number, lined.get(number), matches[number]) for number in sorted(matches)]
    return told | (_tables(_alike(lined, matches)) if lined else {})


def tournament_game(
    view: View, file: Path, own: Sequence[str], variant: str | None, match: int, number: int
) -> Recorded:
    """Return a game of a tournament: as it was recorded, or played again.

    A store may come from a stranger: of the agents that it names, those that would run foreign code are not made.

    Args:
        view, variant: of the game.
        file: the store.
        own: specs of agents that may be made in any case.
        match, number: of the game.

    Raises:
        ValueError: there is no such game, or it was not recorded and its agents are not to be made.
    """
    game = view.named(variants_in(file)[0] if variant is None else variant)
    with Store(file, game) as store:
        matches = store.matches()
        if match not in matches or not store.holds(match, number):
            raise ValueError(f"the store has no game {number} of match {match}")
        text = store.record(match, number)
    if text is None:
        names, seed, seatings = matches[match]
        for name in names:
            if name not in own and not is_harmless(name, view.agents):
                raise ValueError(
                    f"the store has no record of this game, and to play it again, {name!r} would run code that the "
                    f"store names; if you trust it, start the table with --agent {shlex.quote(name)}"
                )
        text = MatchPlay(game, names, seed, forfeits=True, seatings=seatings).play_one(number).record_text()
        return view.recorded(game.tell.read_records(text)[0])
    return view.recorded(game.tell.read_records(text)[number % game.places])


def _in_order(deals: np.ndarray, rows: np.ndarray, seats: int) -> np.ndarray:
    return rows.reshape(-1, seats)[np.argsort(deals)].reshape(-1)


def _alike(results: dict[int, MatchResult], matches: dict[int, StoredMatch]) -> dict[int, MatchResult]:
    """Select the matches that one table may show: if some went through orders of seats, drop those of one rotation."""
    if all(matches[number].seatings == ROTATIONS for number in results):
        return results
    return {
        number: result
        for number, result in results.items()
        if matches[number].seatings != ROTATIONS or len(circular_orders(result.names)) == 1
    }


def _match(number: int, result: MatchResult | None, match: StoredMatch) -> Json:
    told: Json = {
        "match": number,
        "agents": list(match.names),
        "seed": str(match.seed),
        "seatings": match.seatings,
        "games": 0,
        "score": None,
        "interval": None,
    }
    if result is None:
        return told
    return told | {"games": result.games, "score": result.score, "interval": result.interval()}


def _tables(matches: dict[int, MatchResult]) -> Json:
    names = tuple(sorted({name for match in matches.values() for name in match.names}))
    lineups = [tuple(names.index(name) for name in match.names) for match in matches.values()]
    result = TournamentResult(names, lineups, tuple(matches.values()))
    standings = Standings(result, CONFIDENCE) if _is_connected(result) else None
    order = sorted(range(len(names)), key=lambda agent: -result.mean_scores[agent])
    if standings is not None:
        order = standings.order
    return {
        "agents": [names[agent] for agent in order],
        "ratings": None if standings is None else [_rating(result, standings.ratings, agent) for agent in order],
        "strengths": None if standings is None else _strengths(standings),
        "crosstable": [[_compared(result, agent, other) for other in order] for agent in order],
        "failed": [
            {"agent": one.name, "failed": one.lost, "games": one.games}
            for one in result.fault_reports
            if one.exceeds(MOST_FAILURES)
        ],
    }


def _is_connected(result: TournamentResult) -> bool:
    """Return whether the games so far connect all agents, without which there are no ratings."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    pairs = np.array(list(result.comparisons)).reshape(-1, 2)
    met = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(result.names),) * 2)
    return connected_components(met)[0] == 1


def _rating(result: TournamentResult, ratings: Ratings, agent: int) -> Json:
    interval = [_finite(ratings.low[agent]), _finite(ratings.high[agent])]
    score = _finite(result.mean_scores[agent])
    return {"agent": result.names[agent], "elo": _finite(ratings.elo[agent]), "interval": interval, "score": score}


def _strengths(standings: Standings) -> list[Json] | None:
    """Return ratings and returns of whole games, as the command shows them; None with two seats."""
    result, strengths = standings.result, standings.strengths
    if strengths is None:
        return None
    returns = result.returns(standings.confidence)
    return [
        {
            "agent": result.names[agent],
            "strength": _finite(strengths.elo[agent]),
            "interval": [_finite(strengths.low[agent]), _finite(strengths.high[agent])],
            "return": _finite(returns[agent].value),
            "return_interval": list(returns[agent].interval),
        }
        for agent in standings.order
    ]


def _compared(result: TournamentResult, agent: int, other: int) -> Json | None:
    comparison = None if agent == other else result.comparison(agent, other)
    return None if comparison is None else {"score": comparison.score, "interval": comparison.interval()}


def _finite(value: Any) -> float | None:
    return float(value) if np.isfinite(value) else None
