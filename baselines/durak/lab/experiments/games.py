"""Chapters 2 and 3: the first mover, the length of games (figures 2.1 and 3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from baselines.durak.arena import match_result
from baselines.durak.arena.match import play_match
from baselines.durak.lab.duels import PAIR, outcomes_of, play
from baselines.durak.lab.experiments.branching import THESIS_GAMES, Branching
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, all_of, more, same, shared_among, within
from cardkit.lab.estimates import (
    MARGIN,
    Estimate,
    by_deal,
    error_of_printed,
    in_deals,
    margin_at,
    mean,
    off_by,
    ratio,
    share,
    share_of_deals,
    won,
)
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from durak_env.cards import TAKE_SLOT


class FirstMoves(NamedTuple):
    """An agent that plays itself.

    Attributes:
        spec: of the agent.
        games: that we play.
        thesis: how many of its 100 games the first mover won in the thesis.
        ahead: whether the thesis calls that an advantage.
    """

    spec: str
    games: int
    thesis: int
    ahead: bool


_FIRST_MOVERS = {
    "random": FirstMoves("random", 100_000, 48, False),
    "greedy": FirstMoves("greedy", 100_000, 44, False),
    "minimax": FirstMoves("minimax:depth=4,eval=playout", 20_000, 53, True),
    "mcts": FirstMoves("mcts:limit=50,c=1.41,simulation=greedy", 20_000, 53, True),
}


Edges = dict[str, tuple[Estimate, Estimate]]
"""The excess over one half of each agent's share as first attacker: tested alone, and together with the others.

Draws weigh on the shares of all games, which the thesis' picture shows: whether to attack first is an advantage, only
those of the decided games tell.
"""


class FirstMover:
    """The advantage of attacking first, as in figure 2.1."""

    name = "figure-2.1"
    title = "Games won by the first attacker"

    def run(self, scale: Scale) -> Finding:
        """Play each agent against itself."""
        rows, cells, words, played = [], [], [], 0
        pictured: Edges = {}
        edges: Edges = {}
        for name, one in _FIRST_MOVERS.items():
            games, seed = scale.games(one.games, 400), scale.seed_of(self.name, name)
            result = play(scale, one.spec, one.spec, games, seed, open_world=True)
            of_all, of_decided = first_movers(result)
            played += result.games
            all_shared, decided_shared = first_movers(result, shared_among(len(_FIRST_MOVERS)))
            pictured[name] = of_all.shifted(-0.5), all_shared.shifted(-0.5)
            edges[name] = of_decided.shifted(-0.5), decided_shared.shifted(-0.5)
            rows.append((name, f"{result.games:,}", of_all.percent(), of_decided.percent(), f"{one.thesis} of 100"))
            apart = of_all.less(share(one.thesis, 100))
            cells.append(
                Verdict(
                    f"{name}: the first attacker wins {one.thesis} of 100 games",
                    same(apart, margin_at(of_all.value)),
                    f"{of_all.value:.1%} of all games here, {apart.points()}",
                    risk=CELL_RISK,
                )
            )
            words.append(_first_move_matters(name, one.ahead, edges[name][0]))
        return Finding(
            "Each agent against itself, open world",
            played,
            ("agent", "games", "won by the first attacker, of all games", "of the decided", "thesis"),
            tuple(rows),
            (*cells, *words, hovers(pictured, edges)),
            answers=(f"attacking first is an advantage for {_shown_ahead(edges)}",),
            notes=(
                "the thesis finds an advantage for minimax and MCTS, and concludes in the same section that making the "
                "first move does not have a significant impact",
            ),
        )


def first_movers(result: MatchResult, confidence: float = CONFIDENCE) -> tuple[Estimate, Estimate]:
    """Estimate the first attacker's share of all games, and of the decided ones."""
    outcome = outcomes_of(result)
    a_began = in_deals(result.results["seating"][:, 0] == result.results["first_attacker"], PAIR)
    hits, decided = by_deal((outcome != 0) & ((outcome == 1) == a_began)), by_deal(outcome != 0)
    return share_of_deals(hits, np.full(len(hits), float(PAIR)), confidence), share_of_deals(hits, decided, confidence)


def _first_move_matters(name: str, ahead: bool, edge: Estimate) -> Verdict:
    shown = f"{edge.points()} above half of the decided games"
    if ahead:
        return Verdict(f"{name}: the first attacker has an advantage", more(edge), shown, risk=SIDE_RISK)
    return Verdict(f"{name}: the first attacker has no advantage", same(edge), shown, risk=CELL_RISK)


def hovers(pictured: Edges, edges: Edges) -> Verdict:
    """Judge whether all shares of all games, which the thesis pictures, are within the margin of one half.

    Nobody wins a drawn game, so draws lower these shares whoever moves first. The verdict therefore shows the shares of
    the decided games too.
    """
    answers = [(within(alone, -MARGIN, MARGIN), within(shared, -MARGIN, MARGIN)) for alone, shared in pictured.values()]
    return Verdict(
        "the first attacker's share of all games hovers around 50 %, within 5 points",
        all_of(answers),
        f"furthest away for {_furthest(pictured)}, of the decided games for {_furthest(edges)}; tested together with "
        "the others",
        risk=SIDE_RISK,
    )


def _furthest(edges: Edges) -> str:
    name = max(edges, key=lambda name: abs(edges[name][0].value))
    return f"{name}, {edges[name][1].points()}"


def _shown_ahead(edges: Edges) -> str:
    ahead = [f"{name} ({shared.points()})" for name, (_, shared) in edges.items() if shared.low > 0]
    return f"{', '.join(ahead) or 'none'}; for the others none is shown, all four tested together"


_ONE_MORE = ", one bout more"


class Lengths(NamedTuple):
    """The figures of section 2.7: bouts of a game, plies of a bout, plies of a game."""

    bouts: float
    plies_a_bout: float
    plies: float


_PRINTED = {"greedy": Lengths(8.3, 5.3, 44.0), "random": Lengths(24.0, 2.9, 68.0)}
_AGAIN = {
    "greedy": "the thesis' program, run again, prints 12.7 bouts and 48.3 plies; we know no way to those of its text",
    "random": "the thesis' program, run again, prints 24.0 bouts and 69.2 plies",
}


class Duration:
    """Section 2.7: how long games last, in our plies and in those that the thesis' program counts."""

    name = "section-2.7"
    title = "Bouts and plies of a game"

    def run(self, scale: Scale) -> Finding:
        """Play greedy and random games."""
        games = scale.games(4000, 200)
        rows, verdicts, lengths = [], [], {}
        for name, thesis in _PRINTED.items():
            seed = scale.seed_of(self.name, name)
            scale.progress(f"{self.name}: {name} v itself")
            found = scale.kept.measured(
                f"{self.name}: {name}, {games} games, seed {seed}",
                lambda name=name, seed=seed: _lengths(name, games, seed),
            )
            bouts, plies, takes = found.T.astype(float)
            lengths[name] = in_deals(plies, PAIR).mean(axis=1)
            ways = {"": (bouts, plies), " as the program": (bouts + 1, plies - takes)}
            rows += [_lengths_row(name + note, *way, thesis) for note, way in ways.items()]
            verdicts += _lengths_verdicts(name, *ways[" as the program"], thesis, _AGAIN[name])
        longer = mean(lengths["random"]).less(mean(lengths["greedy"]))
        return Finding(
            f"{games:,} games of each agent against itself; the thesis' program counts {_PROGRAM_COUNTS}",
            2 * games,
            ("agent", "bouts", "plies a bout", "plies", "thesis: bouts", "plies a bout", "plies"),
            tuple(rows),
            (Verdict("random games last longer", more(longer), f"{longer.plain()} plies", risk=SIDE_RISK), *verdicts),
        )


_PROGRAM_COUNTS = "one bout too many, and no takes among the plies; the verdicts compare with games counted so"


def _lengths(name: str, games: int, seed: int) -> np.ndarray:
    """Count for each game the bouts, the plies, and the takes among these."""
    found: list[tuple[int, int, int]] = []

    def look(game: PythonGame) -> None:
        takes = sum(slot == TAKE_SLOT for _, _, slot in game.replay())
        found.append((int(game.result["bouts"]), len(game.plies), takes))

    play_match(name, name, games=games, seed=seed, on_game=look)
    return np.array(found)


def _lengths_row(name: str, bouts: np.ndarray, plies: np.ndarray, thesis: Lengths) -> tuple[str, ...]:
    ours = bouts.mean(), plies.sum() / bouts.sum(), plies.mean()
    return (name, *(f"{each:.1f}" for each in ours), *(f"{each:.1f}" for each in thesis))


def _lengths_verdicts(
    name: str, bouts: np.ndarray, plies: np.ndarray, thesis: Lengths, reason: str
) -> Iterator[Verdict]:
    games = np.ones(len(bouts))
    counted = (bouts, games), (plies, bouts), (plies, games)
    for what, (sums, sizes), printed in zip(("bouts", "plies a bout", "plies"), counted, thesis, strict=True):
        mine = ratio(by_deal(in_deals(sums, PAIR)), by_deal(in_deals(sizes, PAIR)))
        off = off_by(mine, error_of_printed(sums, sizes, THESIS_GAMES), printed)
        shown = f"{mine.value:.1f} here, {off.relative()}"
        yield Verdict(f"{name} games have {printed:.1f} {what}", same(off), shown, reason, CELL_RISK)


class MatchStatistics:
    """Figure 3.5: the statistics of a match."""

    name = "figure-3.5"
    title = "Greedy against random, open world"

    def run(self, scale: Scale) -> Finding:
        """Play the match that the thesis shows."""
        games = scale.games(100_000, 1000)
        result = play(scale, "greedy", "random", games, scale.seed_of(self.name), open_world=True)
        outcome = outcomes_of(result)
        shares = {"won by greedy": won(outcome), "won by random": won(-outcome), "drawn": won(1 - abs(outcome))}
        each_game = result.results["bouts"].astype(float)
        bouts = ratio(by_deal(in_deals(each_game, PAIR)), np.full(games // PAIR, float(PAIR)))
        rows = (
            *(
                (f"{what}, of all games", ours.percent(), f"{thesis / 10:.1f} %")
                for (what, ours), thesis in zip(shares.items(), _OF_THOUSAND, strict=True)
            ),
            ("bouts a game", bouts.plain(), "17.1"),
            (f"bouts a game{_ONE_MORE}", f"{bouts.value + 1:.1f}", "17.1"),
            ("plies a bout", f"{match_result.MatchResult.of(result).plies_per_bout:.1f}", "3.1"),
        )
        theirs = error_of_printed(each_game, np.ones(games), THESIS_GAMES)
        more_bouts = off_by(bouts.shifted(1), theirs, 17.1)
        return Finding(
            f"{games:,} games, open world",
            games,
            ("", "here", "thesis"),
            rows,
            (
                *(
                    _of_thousand(what, ours, won)
                    for (what, ours), won in zip(shares.items(), _OF_THOUSAND, strict=True)
                ),
                Verdict(
                    "17.1 bouts a game, counting one too many as the program does",
                    same(more_bouts),
                    f"{bouts.value + 1:.1f} here, {more_bouts.relative()}",
                    risk=CELL_RISK,
                ),
            ),
            notes=(
                "the thesis' figure prints greedy's 91.3 % of all games beside the interval of its decided games",
                "its 3.1 plies a bout leave out takes and count a bout too many, as those of section-2.7 do",
            ),
        )


_OF_THOUSAND = 913, 79, 8
"""Games of 1,000 that greedy won, that random won, and that were drawn."""


def _of_thousand(what: str, ours: Estimate, games: int) -> Verdict:
    apart = ours.less(share(games, 1000))
    answer = same(apart, margin_at(ours.value))
    return Verdict(f"{games} of 1,000 games are {what}", answer, apart.points(), risk=CELL_RISK)


GAMES: tuple[Any, ...] = (FirstMover(), Branching(), Duration(), MatchStatistics())
