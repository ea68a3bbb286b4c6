"""Alpha-beta in plain Python that counts the positions it meets, and three kinds of position table.

The search is that of `baselines.durak.evaluation.alpha_beta`, only much slower; the tables differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from baselines.durak.evaluation.alpha_beta import next_action
from baselines.durak.evaluation.basic import WIN, final_value, playout_value
from baselines.durak.evaluation.transpositions import POSITION, describe
from cardkit.compiled.prng import STREAM
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.seating import mover

INFINITY = WIN + 1


class PositionTable(Protocol):
    """A search's memory of the positions that it has met."""

    def find(self, state: Any, ply: int, alpha: int, beta: int) -> int | None:
        """Find the value of a position; None if it must be searched."""
        ...

    def store(self, state: Any, ply: int, value: int, alpha: int, beta: int, first: bool) -> None:
        """Store the value of the actions tried so far; ``first`` if only the first of several has been tried."""
        ...


class Nothing:
    """A table that remembers nothing."""

    def find(self, state: Any, ply: int, alpha: int, beta: int) -> int | None:
        return None

    def store(self, state: Any, ply: int, value: int, alpha: int, beta: int, first: bool) -> None:
        pass


class Bounds:
    """A table that remembers best values, with the bound that alpha-beta leaves open."""

    def __init__(self) -> None:
        self._kept: dict[bytes, tuple[int, int]] = {}  # the lowest and the highest possible value

    def find(self, state: Any, ply: int, alpha: int, beta: int) -> int | None:
        least, most = self._kept.get(_key(state, ply), (-INFINITY, INFINITY))
        return least if least == most or least >= beta else most if most <= alpha else None

    def store(self, state: Any, ply: int, value: int, alpha: int, beta: int, first: bool) -> None:
        if not first:
            self._kept[_key(state, ply)] = (
                -INFINITY if value <= alpha else value,
                INFINITY if value >= beta else value,
            )


class FirstValues:
    """A table that remembers the value of the first action tried, as the thesis' program does."""

    def __init__(self) -> None:
        self._kept: dict[tuple[bytes, int], int] = {}

    def find(self, state: Any, ply: int, alpha: int, beta: int) -> int | None:
        return self._kept.get((state.tobytes(), ply))

    def store(self, state: Any, ply: int, value: int, alpha: int, beta: int, first: bool) -> None:
        self._kept.setdefault((state.tobytes(), ply), value)


def _key(state: Any, ply: int) -> bytes:
    position = np.zeros(1, POSITION)[0]
    describe(state, ply, position)
    return position.tobytes()


class CountingSearch:
    """Alpha-beta with greedy playouts at full depth, in the thesis' order of actions.

    Attributes:
        positions: number of positions met.
        asked, found: positions looked up in the table, and those found there.
        wrong: positions found whose value differs from that of a search without a table.
    """

    def __init__(self, depth: int, table: PositionTable, check: bool = False) -> None:
        self.positions = self.asked = self.found = self.wrong = 0
        self._depth, self._table, self._check = depth, table, check
        self._unused = np.zeros(1, STREAM)[0]  # for playouts that draw nothing

    def choose(self, state: Any) -> int:
        """Return the slot of the best action; of several, the first."""
        values = {}
        best = -INFINITY
        for slot, child in _children(state):
            values[slot] = self._of_child(state, child, 0, best, INFINITY)
            best = max(best, values[slot])
        return max(values, key=values.__getitem__)

    def value(self, state: Any, ply: int, alpha: int, beta: int) -> int:
        """Compute the value of a position for the seat to move; exact between alpha and beta, otherwise a bound."""
        self.positions += 1
        if state.phase == GAME_OVER:
            return int(final_value(state, mover(state), ply))
        if ply == self._depth:
            return int(playout_value(state.copy(), ply, self._unused))
        self.asked += 1
        if (kept := self._table.find(state, ply, alpha, beta)) is not None:
            self.found += 1
            self.wrong += self._check and not self._is_right(kept, state, ply, alpha, beta)
            return kept
        best = -INFINITY
        for number, (_, child) in enumerate(_children(state)):
            best = max(best, self._of_child(state, child, ply, max(alpha, best), beta))
            if best >= beta:
                break
            if number == 0:
                self._table.store(state, ply, best, alpha, beta, first=True)
        self._table.store(state, ply, best, alpha, beta, first=False)
        return best

    def _of_child(self, state: Any, child: Any, ply: int, alpha: int, beta: int) -> int:
        if mover(child) == mover(state):
            return self.value(child, ply + 1, alpha, beta)
        return -self.value(child, ply + 1, -beta, -alpha)

    def _is_right(self, kept: int, state: Any, ply: int, alpha: int, beta: int) -> bool:
        true = CountingSearch(self._depth, Nothing()).value(state, ply, -INFINITY, INFINITY)
        return min(max(kept, alpha), beta) == min(max(true, alpha), beta)


def _children(state: Any) -> Iterator[tuple[int, Any]]:
    left = state.legal
    while left:
        slot = int(next_action(state, left, False))
        left &= ~(np.uint64(1) << np.uint64(slot))
        child = state.copy()
        step(child, slot)
        yield slot, child
