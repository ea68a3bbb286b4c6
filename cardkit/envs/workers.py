"""The workers of a batch: for each thread a work space and its own memory of the opponents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numba
import numpy as np
from numba import types

from cardkit.agents import CompiledAgent
from cardkit.compiled.blocks import copied
from cardkit.compiled.call import PLAYER, players
from cardkit.compiled.dispatchers import compile_for_callers, folder_of, is_kept
from cardkit.compiled.game_functions import rules_to_compile
from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.protocol import write_observation
from cardkit.encoding import Encoding
from cardkit.envs import batch_step as batch
from cardkit.envs.batch_arrays import GAME, ActionTables, BatchArrays, View, new_workspace
from cardkit.envs.threads import ThreadTeam, Worker
from cardkit.game import Game
from cardkit.processes.side_by_side import side_by_side


class Workers:
    """One worker a thread, each with a share of the games.

    A worker holds addresses, of the batch's arrays and of the opponents' memories. So a copy of the batch needs workers
    of its own, and so do new arrays and other opponents.

    Args:
        game: of all rows.
        encoding: of the observations.
        arrays, tables: of the batch, which keeps them alive.
        opponents: by their numbers in the games; empty if none plays in compiled loops.
        num_threads: threads that share the games, at most one a game; one with the JIT off.

    Attributes:
        work, players: the caller's own work space and opponents, for all games; see `cardkit.envs.batch_step`.
    """

    def __init__(
        self,
        game: Game,
        encoding: Encoding,
        arrays: BatchArrays,
        tables: ActionTables,
        opponents: Sequence[CompiledAgent],
        num_threads: int,
    ) -> None:
        num_games, info = len(arrays.games), game.new_info().dtype
        count = 1 if JIT_OFF else min(num_threads, num_games)
        _compile_ahead(arrays.states.dtype, info, encoding.writer.dtype)
        self._memories = [[copied(agent.memory) for agent in opponents] for _ in range(count)]  # players hold addresses
        workers = [
            Worker(
                work=new_workspace(arrays, tables, game, encoding),
                players=players(opponents, memories, info) if opponents else np.zeros(1, PLAYER),
            )
            for memories in self._memories
        ]
        self.work, self.players = workers[0]
        self._all = np.arange(num_games)
        self._team = ThreadTeam(workers, num_games) if count > 1 else None

    def step(self, actions: np.ndarray, view: View, finals: View) -> int:
        """Run `cardkit.envs.batch_step.step_rows` on all games."""
        if self._team is None:
            return batch.step_rows(self.work, self.players, self._all, actions, view.addresses, finals.addresses)
        return self._team.step(actions, view.addresses, finals.addresses)

    def close(self) -> None:
        """Stop the threads; the caller's worker stays."""
        if self._team is not None:
            self._team.close()
            self._team = None


def _compile_ahead(state: np.dtype[Any], info: np.dtype[Any], writer: np.dtype[Any]) -> None:
    """Compile on all processors what the loops call, unless games have been stepped on this machine before."""
    loops = batch.step_rows, batch.begin_rows
    if JIT_OFF or folder_of(batch.step_rows) is None or any(map(is_kept, loops)):
        return
    records = [numba.from_dtype(dtype) for dtype in (writer, info, GAME)]
    written = partial(compile_for_callers, write_observation, *records, types.int64, types.int64)
    side_by_side([written, *rules_to_compile(state, info)])
