"""The opponents' numbers in the games of a batch, while the pool that they are drawn from changes."""

from __future__ import annotations

import numpy as np

from cardkit.agents import CompiledAgent
from cardkit.envs.batch_arrays import BatchArrays
from cardkit.envs.opponents import LineUp, Opponent, OpponentPool


class Roster:
    """The opponents by their numbers in the games.

    Those of a pool come first, then removed ones that still play. Those of a line-up are numbered by place. Infos have
    other numbers, which stay those of an opponent for good; those of a line-up share one.

    Args:
        given: the opponents; None in self-play.
        arrays: of the batch; the roster writes into its settings how opponents are drawn.

    Attributes:
        opponents: by their numbers.
    """

    def __init__(self, given: OpponentPool | LineUp | None, arrays: BatchArrays) -> None:
        self._pool = given if isinstance(given, OpponentPool) else None
        self._games, self._setting = arrays.games, arrays.setting
        self._take(() if given is None else given.opponents)
        if isinstance(given, LineUp):
            self._setting[0].by_place = True
            self._told = self._told[:1]
        self._draw_from_pool()

    @property
    def is_one(self) -> bool:
        """True if the infos of all games have the same opponent, or none."""
        return len(self._told) < 2

    @property
    def all_compiled(self) -> bool:
        """True if all opponents can play inside compiled loops."""
        return all(isinstance(one.agent, CompiledAgent) for one in self.opponents)

    def told(self, numbers: np.ndarray) -> np.ndarray:
        """Return the numbers in infos of the opponents with these numbers: int64."""
        return self._told.take(numbers.astype(np.intp))

    def to_move(self, rows: np.ndarray) -> np.ndarray:
        """Return the numbers of the opponents that play the seats to move in the rows.

        See `cardkit.envs.batch_step.opponent_at`.
        """
        games = self._games[rows]
        if not self._setting[0].by_place:
            return games["opponent"]
        seats = len(self.opponents) + 1
        return (games["to_move"].astype(np.int64) - games["seat"] - 1) % seats

    def is_behind(self) -> bool:
        """Return whether the pool has changed, or the last game against removed opponents has ended."""
        return self._pool is not None and (
            self._changes != self._pool.changes or (self._removed > 0 and self._removed_are_done())
        )

    def follow(self, begun: bool) -> bool:
        """Let new games draw from the current pool; a game in progress keeps its opponent.

        Args:
            begun: whether any game has begun.

        Returns:
            Whether the opponents have changed.
        """
        assert self._pool is not None
        pool, before = self._pool.opponents, self.opponents
        if before != pool:
            playing = [before[number] for number in np.unique(self._numbers)] if begun else []
            self._take((*pool, *(one for one in playing if one not in pool)))
            self._renumber(before)
        self._draw_from_pool()
        return self.opponents != before

    @property
    def _numbers(self) -> np.ndarray:
        """The number of each game's opponent."""
        return self._games["opponent"]

    def _removed_are_done(self) -> bool:
        return bool((self._numbers < len(self.opponents) - self._removed).all())

    def _take(self, opponents: tuple[Opponent, ...]) -> None:
        self.opponents = opponents
        self._told = np.array([one.number for one in opponents], np.int64)

    def _renumber(self, before: tuple[Opponent, ...]) -> None:
        """Give the games the new numbers of their opponents."""
        new = {one: number for number, one in enumerate(self.opponents)}
        self._numbers[:] = np.array([new.get(one, 0) for one in before])[self._numbers]

    def _draw_from_pool(self) -> None:
        if self._pool is None:
            return
        self._changes = self._pool.changes
        self._removed = len(self.opponents) - len(self._pool)
        setting = self._setting[0]
        setting.several |= len(self.opponents) > 1  # permanent: streams outlast an opponent that wrote to them
        setting.bounds[: len(self._pool)] = self._pool.bounds()
