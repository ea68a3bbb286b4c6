"""How much an agent gives away in endgames: the exact loss of its choices in the games that it really plays.

With an empty talon both seats know all cards, so `baselines.endgames.solver` says what each action is worth, 1 for a
win, 0 for a draw, -1 for a loss, if both seats play on at their best. The regret of a choice is the value of the best
action less that of the action chosen, 0 to 2. It is exact, unlike a score, which depends on who the opponent is; but it
knows only the choices after the last card is drawn, and only of the positions that the agent comes to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from baselines.agents.protocol import Agent
from baselines.arena.match import play_match
from baselines.arena.match_result import CONFIDENCE
from baselines.endgames.solver import endgame_memory, move_values
from cardkit.arena.game_loop import PythonGame
from cardkit.statistics.intervals import Interval, clustered_interval
from durak_env.rules import RulesLike

NODES = 500_000
TABLE_BITS = 18
WORST = 2
"""The largest regret: a won game lost."""


@dataclass(frozen=True, eq=False)
class Regret:
    """What an agent gave away in the endgames of a match.

    Attributes:
        games: played.
        losses: regret of each choice judged, in the order of the games; int64 array.
        pairs: number of the mirrored pair of each of these choices.
        decisive: how many of them had actions of different values.
        unsolved: choices left out, for which the search took too long.
    """

    games: int
    losses: np.ndarray
    pairs: np.ndarray
    decisive: int
    unsolved: int

    @property
    def choices(self) -> int:
        """Choices judged."""
        return len(self.losses)

    @property
    def mistakes(self) -> int:
        """Choices with a regret."""
        return int(np.count_nonzero(self.losses))

    @property
    def mean(self) -> float:
        """The mean regret of a choice; NaN where none was judged."""
        return float(np.mean(self.losses)) if self.choices else float("nan")

    @property
    def a_game(self) -> float:
        """The regret of a game's choices together, in the mean."""
        return float(np.sum(self.losses)) / self.games

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The interval of `mean`; choices of one mirrored pair may depend on each other."""
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
) -> Regret:
    """Play a match in the closed world, and judge the agent's choices at an empty talon.

    Args:
        agent: whose choices are judged.
        opponent: against whom it plays; the games are those of `play_match`.
        games, seed, rules, progress: as for `baselines.arena.match.play_match`.
        nodes: positions that may be searched to judge a choice; one that needs more is left out.

    Raises:
        ValueError: as `play_match` does.
    """
    judge = _Judge(nodes)
    play_match(agent, opponent, games, seed, rules=rules, progress=progress, on_game=judge)
    losses, pairs = np.array(judge.losses, np.int64), np.array(judge.pairs, np.int64)
    return Regret(games, losses, pairs, judge.decisive, judge.unsolved)


class _Judge:
    """Is shown games, and notes the regrets of the first agent's choices."""

    def __init__(self, nodes: int) -> None:
        self.losses: list[int] = []
        self.pairs: list[int] = []
        self.decisive = self.unsolved = self._games = 0
        self._memory = endgame_memory(nodes, TABLE_BITS)

    def __call__(self, game: PythonGame) -> None:
        for state, seat, slot in game.replay():
            has_choice = int(state.legal).bit_count() > 1
            if state.talon_size == 0 and seat == game.result.seating[0] and has_choice:
                self._note(state, slot)
        self._games += 1

    def _note(self, state: Any, chosen: int) -> None:
        values = move_values(state, self._memory)
        if not values:
            self.unsolved += 1
            return
        best, worst = max(values.values()), min(values.values())
        self.losses.append(best - values[chosen])
        self.pairs.append(self._games // 2)
        self.decisive += int(worst < best)
