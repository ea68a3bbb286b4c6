"""Measures an agent's mistakes in endgames: the exact loss of its choices in games that it really plays.

With an empty talon both seats know all cards, so `baselines.durak.endgames.solver` gives the value of each action under
best play: 1 for a win, 0 for a draw, -1 for a loss. The regret of a choice is the best value minus that of the chosen
action, 0 to 2. Unlike a score, it is exact and does not depend on the opponent's strength; but it covers only choices
after the last draw, and only the positions that the agent reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.endgames.solver import endgame_memory, move_values
from cardkit.agents import Agent
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.statistics.intervals import Interval, clustered_interval
from durak_env.rules import RulesLike

NODES = 500_000
TABLE_BITS = 18
WORST = 2
"""The largest regret: a won game lost."""


@dataclass(frozen=True, eq=False)
class Regret:
    """An agent's regret in the endgames of a match.

    Attributes:
        games: number of games.
        losses: regret of each judged choice, in the order of the games; int64 array.
        pairs: number of the mirrored pair of each of these choices.
        open: whether the actions of each of these choices differ in value, bool array.
        unsolved: number of choices left out because the search took too long.
    """

    games: int
    losses: np.ndarray
    pairs: np.ndarray
    open: np.ndarray
    unsolved: int

    @property
    def choices(self) -> int:
        """The number of choices judged."""
        return len(self.losses)

    @property
    def decisive(self) -> int:
        """The number of choices between actions of different values."""
        return int(np.count_nonzero(self.open))

    @property
    def where_it_matters(self) -> Regret:
        """The regret of the choices among actions that differ in worth."""
        some = self.open
        return Regret(self.games, self.losses[some], self.pairs[some], some[some], self.unsolved)

    @property
    def mistakes(self) -> int:
        """The number of choices with a regret."""
        return int(np.count_nonzero(self.losses))

    @property
    def mean(self) -> float:
        """The mean regret per choice; NaN without a judged choice."""
        return float(np.mean(self.losses)) if self.choices else float("nan")

    @property
    def a_game(self) -> float:
        """The mean regret per game, summed over its choices."""
        return float(np.sum(self.losses)) / self.games

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Find the interval of `mean`; choices of the same mirrored pair may depend on each other."""
        sizes = np.bincount(self.pairs)
        points = np.bincount(self.pairs, self.losses / WORST)[sizes > 0]
        low, high = clustered_interval(points, sizes[sizes > 0], confidence, alike=True)
        return WORST * low, WORST * high


def endgame_regret(
    agent: Agent | str,
    opponent: Agent | str,
    games: int = 1000,
    seed: int = 0,
    rules: RulesLike = None,
    nodes: int = NODES,
    progress: Callable[[int], None] | None = None,
    forfeits: bool = False,
) -> Regret:
    """Play a match in the closed world and judge the agent's choices at an empty talon.

    Args:
        agent: the agent to judge.
        opponent: its opponent; the games are those of `play_match`.
        games, seed, rules, progress, forfeits: as for `baselines.durak.arena.match.play_match`.
        nodes: positions to search at most per choice; choices that need more are left out.

    Raises:
        ValueError: as in `play_match`.
    """
    judge = _Judge(nodes)
    play_match(
        agent, opponent, games=games, seed=seed, rules=rules, progress=progress, on_game=judge, forfeits=forfeits
    )
    return judge.regret(games)


def recorded_regret(match: MatchResult, nodes: int = NODES) -> Regret:
    """Judge the first agent's choices at an empty talon in the recorded games of a match; see `endgame_regret`."""
    assert match.records is not None
    judge, seats = _Judge(nodes), match.results["seating"][:, 0]
    records = [record for text in match.records for record in match.game.tell.read_records(text)]
    for number, (record, seat) in enumerate(zip(records, seats, strict=True)):
        plies = ((ply.before, ply.seat, match.game.read_action(ply.before, ply.action)) for ply in record.replay())
        judge.judge(plies, int(seat), number // 2)
    return judge.regret(match.games)


class _Judge:
    """A judge that watches games and records the regrets of the first agent's choices."""

    def __init__(self, nodes: int) -> None:
        self.losses: list[int] = []
        self.pairs: list[int] = []
        self.open: list[bool] = []
        self.unsolved = 0
        self._memory = endgame_memory(nodes, TABLE_BITS)

    def __call__(self, game: PythonGame) -> None:
        self.judge(game.replay(), int(game.result.seating[0]), game.number // 2)

    def judge(self, plies: Iterable[tuple[Any, int, int]], judged: int, pair: int) -> None:
        """Judge the plies of a seat, each given as the state before it, its seat and its slot."""
        for state, seat, slot in plies:
            has_choice = int(state.legal).bit_count() > 1
            if state.talon_size == 0 and seat == judged and has_choice:
                self._judge_choice(state, slot, pair)

    def regret(self, games: int) -> Regret:
        """Return the regret of all choices judged so far, in so many games."""
        losses, pairs = np.array(self.losses, np.int64), np.array(self.pairs, np.int64)
        return Regret(games, losses, pairs, np.array(self.open, bool), self.unsolved)

    def _judge_choice(self, state: Any, chosen: int, pair: int) -> None:
        values = move_values(state, self._memory)
        if not values:
            self.unsolved += 1
            return
        best, worst = max(values.values()), min(values.values())
        self.losses.append(best - values[chosen])
        self.pairs.append(pair)
        self.open.append(worst < best)
