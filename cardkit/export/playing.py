"""Plays spans of games of compiled agents, and hands over their choices block by block."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from cardkit.agents import CompiledAgent, Maker, name_of
from cardkit.arena.compiled_games import illegal_choice, roots_of
from cardkit.arena.lineups import ORDERS, SeatingPlan
from cardkit.arena.result_rows import Row, new_results, place_of, places_of_desks
from cardkit.compiled.blocks import copied
from cardkit.compiled.call import players
from cardkit.compiled.protocol import State, mover
from cardkit.encoding import Encoding
from cardkit.export.filling import LEGAL, Rows, fill_rows, new_rows
from cardkit.game import Game
from cardkit.game_check import check_tables
from cardkit.learning.labels.positions import work_space
from cardkit.processes.stopping import Stop
from cardkit.processes.workers import Pace
from cardkit.wording import quoted

BLOCK_ROWS = 1 << 17
"""Rows of a block at most: 45 MB with rows of 340 bytes. Each worker holds one."""
BLOCK_SECONDS = 60
"""A block takes little longer, so that a run that is killed loses little."""


class RowPlay:
    """The play of a match's games for their rows: those of `cardkit.arena.match.play_match` with this seed.

    Args:
        game: what is played.
        encoding: of the observations, without past plies.
        agents: specs, one for each place in the lineup.
        seed: of deals and agents.

    Attributes:
        stop: set it to abandon the games in progress.

    Raises:
        ValueError: an agent is unknown, cannot play this, or is not compiled.
    """

    def __init__(self, game: Game, encoding: Encoding, agents: Sequence[str], seed: int) -> None:
        check_tables(game)
        self.game, self._encoding = game, encoding
        self._names = [name_of(agent) for agent in agents]
        self._agents = [_compiled(agent, game) for agent in agents]
        self._roots, self._plan = roots_of(seed, game.seats), SeatingPlan(self._names, seed, ORDERS)
        self._ids = np.asarray(game.action_ids)
        self.stop = Stop()

    @property
    def games_a_deal(self) -> int:
        """The number of neighbouring games that share a deal."""
        return self._plan.games_a_deal

    def compile(self) -> None:
        """Compile the loop that plays games now, in this thread, where Ctrl-C can interrupt it."""
        for _ in self.blocks(0, 0):
            pass

    def blocks(self, first: int, count: int, progress: Callable[[int], object] = int) -> Iterator[tuple[int, Rows]]:
        """Play the games numbered from ``first``; yield, block by block, how many were played and their rows.

        The next block overwrites the arrays. Blocks end after `BLOCK_SECONDS`, or with `BLOCK_ROWS` rows.

        Args:
            progress: called now and then with the number of games played since the last call.

        Raises:
            ValueError: an agent chose an illegal action.
            StoppedError: the games were stopped.
        """
        most = self.game.most_plies
        rows, work = new_rows(self._encoding, max(BLOCK_ROWS, most)), work_space(self.game, self._encoding)
        memories = [[copied(agent.memory) for agent in self._at_desks] for _ in range(self.games_a_deal)]
        records = np.array([players(self._at_desks, some, work.infos.dtype) for some in memories])
        pace, done, begun, filled, ends = Pace(1), 0, 0, 0, time.monotonic() + BLOCK_SECONDS
        while True:
            results, began = new_results(self.game, min(pace.size, count - done)), time.perf_counter()
            results["seating"] = self._plan.seats(first + done, len(results))
            played, filled, slot = fill_rows(
                *(work, records, self._roots, self._ids, first + done, most, self.game.open_world),
                *(self.stop.address, results, rows, filled),
            )
            self.stop.check()
            if slot != LEGAL:
                raise self._illegal(first + done + played, results[int(played)], work.states[0], slot)
            done += played
            progress(played)
            if played:
                pace.learn(played, time.perf_counter() - began)
            if played < len(results) or done == count or time.monotonic() > ends:
                yield done - begun, rows.first(filled)
                begun, filled, ends = done, 0, time.monotonic() + BLOCK_SECONDS
            if done == count:
                return

    def _illegal(self, number: int, result: Row, state: State, slot: int) -> ValueError:
        culprit = self._names[int(place_of(result, int(mover(state))))]
        return illegal_choice(culprit, number, self.game.illegal_slot(state, slot))

    @property
    def _at_desks(self) -> list[CompiledAgent]:
        return [self._agents[place] for place in places_of_desks(self.game)]


def _compiled(spec: Any, game: Game) -> CompiledAgent:
    agent = Maker(spec, game, f"agent {quoted(name_of(spec))}").compiled
    if agent is None:
        raise ValueError(
            f"agent {quoted(name_of(spec))} is not compiled, and only games of compiled agents are exported"
        )
    return agent
