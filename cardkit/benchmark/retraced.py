"""Plays the recorded games of a result again, and asks the agents again.

Deals, chance, rules and seats follow from the seed; a record says only what was chosen. Quick opponents are asked for
all their choices again, searches and the agent for those of a share of the deals, drawn by the person who verifies.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

import numpy as np

from cardkit.agents import Analyst
from cardkit.arena.faults import first_faults
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.lineups import one_against_others
from cardkit.arena.match import MatchPlay
from cardkit.arena.match_result import MatchResult
from cardkit.arena.played import played_from_python
from cardkit.arena.result_rows import place_of
from cardkit.benchmark.track import Company, Progress, Track, company_name
from cardkit.known import Known
from cardkit.notation.records import RESULT, UNFINISHED
from cardkit.wording import quoted

TOGETHER = 256
"""Games between two reports of progress."""


class _Absent:
    """The agent whose code may not run here."""

    def act(self, info: Any, rng: np.random.Generator) -> int:
        """Refuse: nobody may ask it."""
        raise AssertionError


class Retraced:
    """The matches of a result, played again from its records.

    Args:
        track: the track.
        agent: the spec of the agent.
        lines: of the records, in the order in which the games were played.
        share: of the deals in which searches and the agent are asked again.
        rng: draws these deals.
        here: whether the agent may be asked.
        quick: whether it is asked in all deals.

    Attributes:
        games: how many games were played again.
        asked: how many choices each agent was asked for again, by its name.
        seconds: what the agent took for its own.
    """

    def __init__(
        self,
        track: Track,
        agent: str,
        lines: Iterable[str],
        share: float,
        rng: np.random.Generator,
        here: bool = True,
        quick: bool = False,
    ) -> None:
        self._track, self._agent, self._share, self._rng = track, agent, share, rng
        self._here, self._quick, self._records = here, quick, _records(lines)
        self.games, self.asked, self.seconds = 0, dict[str, int](), 0.0

    def play(self, company: Company, deals: int, seed: int, progress: Progress, recorded: bool = False) -> MatchResult:
        """Play a match again; see `cardkit.benchmark.track.Playing`.

        Raises:
            ValueError: a record is not of the game that the seed and the agents lead to.
        """
        game = self._track.game
        names = one_against_others([self._agent, *company], game.places)
        agents = names if self._here else [_Absent(), *names[1:]]
        play = MatchPlay(game, agents, seed, names, forfeits=True, seatings=self._track.seatings)
        together = play.plan.games_a_deal
        drawn = self._rng.permutation(deals) < max(1, round(self._share * deals))
        played, texts = list[PythonGame](), list[str]()
        for number in range(deals * together):
            text = next(self._records, "")
            played.append(self._retraced(play.begun(number), text, bool(drawn[number // together]), company))
            texts.append(text)
            if number % TOGETHER == 0:
                progress(number, deals * together)
        found = played_from_python(game, played)
        faults = first_faults(found.faults, game.places)
        texts = ["".join(texts[first : first + game.places]) for first in range(0, len(texts), game.places)]
        return MatchResult(
            *(game, tuple(names), seed, found.results, faults, None, self._track.seatings, together),
            texts if recorded else None,
        )

    @property
    def told(self) -> str:
        """The work done, in words."""
        asked = ", ".join(f"{count:,} of {name}" for name, count in self.asked.items())
        return f"deals, chance, legality and results of {self.games:,} games; choices: {asked or 'none'}"

    @property
    def pace(self) -> float:
        """The agent's mean time for a choice in seconds; NaN if it was not asked."""
        return self.seconds / self.asked[self._agent] if self._agent in self.asked else float("nan")

    def close(self) -> None:
        """Check that all records were read.

        Raises:
            ValueError: there are more.
        """
        if next(self._records, None) is not None:
            raise ValueError(f"the games go on after the {self.games:,} of the result")

    def _retraced(self, game: PythonGame, text: str, drawn: bool, company: Company) -> PythonGame:
        where = f"game {game.number} v {company_name(company)}"
        (record,) = _read(game, text, where)
        drawn |= text.rstrip().endswith(f"{RESULT} {UNFINISHED}")  # only the agent can show how it failed
        while (choice := game.next_choice()) is not None:
            desk, info = choice
            number = len(game.plies)
            told = record.plies[number] if number < len(record.plies) else None
            self._play(game, desk, info, told, drawn)
            played = game.plies[number][1] if number < len(game.plies) else None
            if played != told:
                said, found = (_words(one, info) for one in (told, played))
                raise ValueError(f"{where}, ply {number + 1}: {game.players[info.seat]} plays {found} here, not {said}")
        if differs := _first_difference(text, game.record_text()):
            raise ValueError(f"{where}: {differs}")
        self.games += 1
        return game

    def _play(self, game: PythonGame, desk: int, info: Known, told: int | None, drawn: bool) -> None:
        name = game.players[info.seat]
        if self._asks(game, desk, info.seat, drawn):
            self.asked[name] = self.asked.get(name, 0) + 1
            began = time.perf_counter()
            game.play_choice(desk, info, forfeits=True)
            self.seconds += (time.perf_counter() - began) * (name == self._agent)
        elif told is None:
            game.lose(desk, RuntimeError("as recorded"), forfeits=True)
        else:
            game.answer(desk, told, 0.0, forfeits=True)

    def _asks(self, game: PythonGame, desk: int, seat: int, drawn: bool) -> bool:
        if place_of(game.result, seat) == 0:
            return self._here and (drawn or self._quick)
        return drawn or not isinstance(game.agents[desk], Analyst)


def _records(lines: Iterable[str]) -> Iterator[str]:
    """Collect the lines of each record, which the result ends."""
    found: list[str] = []
    for line in lines:
        if found or line.strip():
            found.append(line)
        if line.startswith(f"{RESULT} "):
            yield "".join(found)
            found = []
    if found:
        yield "".join(found)


def _words(action: int | None, info: Known) -> str:
    return "nothing legal" if action is None else info.text_of(action, info.seat)


def _read(game: PythonGame, text: str, where: str) -> Any:
    if not text:
        raise ValueError(f"{where}: the games end before it")
    try:
        return game.variant.tell.read_records(text)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _first_difference(told: str, found: str) -> str:
    for said, right in zip_longest(told.splitlines(), found.splitlines(), fillvalue=""):
        if said.rstrip() != right:
            return f"a line is {quoted(right)} here, not {quoted(said.rstrip())}"
    return ""
