"""Games of agents that are not compiled, played ply by ply from Python, and the same games with all their plies kept.

Deals and streams are those of `baselines.games`: where both agents are compiled, both paths play the same games.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from baselines.agent import Agent, CompiledAgent
from baselines.games import (
    CRASH,
    DEALS,
    GAME_RESULT,
    ILLEGAL,
    NUM_STREAMS,
    A,
    B,
    IllegalChoiceError,
    begin_game,
    forfeit,
    illegal_choice,
    note_end,
    note_start,
)
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.game import GAME_OVER, mover, new_states, step
from durak_env.information import InformationSet
from durak_env.legality import action_id, illegal_action
from durak_env.prng import STREAM
from durak_env.rules import Rules


class PythonGame:
    """One game of a match, played from Python.

    Attributes:
        start: STATE record after the deal.
        plies: (seat, action id) of every ply so far.
        result: GAME_RESULT record.
    """

    def __init__(self, agents: Sequence[Agent], names: Sequence[str], rules: Rules, roots: Any, game: int) -> None:
        self.rules = rules
        self.plies: list[tuple[int, int]] = []
        self.result = np.zeros(1, GAME_RESULT)[0]
        self._agents, self._names, self._number = agents, names, game
        self._streams = np.zeros(NUM_STREAMS, STREAM)
        self._state = new_states(rules)[0]
        begin_game(self._state, *(self._streams[stream] for stream in (A, B, DEALS)), roots, game)
        note_start(self.result, self._state, game)
        self._generators = [np.random.default_rng(int(self._streams[agent].word)) for agent in (A, B)]
        self.start = self._state.copy()

    def play(self, open_world: bool, forfeits: bool = False) -> None:
        """Play to the end. With ``forfeits`` whoever chooses what is not legal, or raises an exception, loses.

        Raises:
            ValueError: an agent chose an action that is not legal.
        """
        try:
            self._play(open_world)
        except Exception as error:
            if not forfeits:
                raise
            forfeit(self.result, self._state, ILLEGAL if isinstance(error, IllegalChoiceError) else CRASH)

    def _play(self, open_world: bool) -> None:
        state = self._state
        while state.phase != GAME_OVER:
            legal = int(state.legal)
            forced = legal & (legal - 1) == 0
            self._step(legal.bit_length() - 1 if forced else self._choice(open_world))
        note_end(self.result, state)

    def _step(self, slot: int) -> None:
        self.plies.append((int(mover(self._state)), int(actions_of_slots(self.rules)[slot])))
        step(self._state, slot)

    def _choice(self, open_world: bool) -> int:
        seat = int(mover(self._state))
        agent = seat ^ int(self.result.seat)
        info = InformationSet.of(self._state, self.rules, seat, open_world, self.plies)
        began = time.perf_counter()
        action = self._ask(agent, info)
        self.result.seconds[agent] += time.perf_counter() - began
        self.result.choices[agent] += 1
        return self._slot(agent, info, action)

    def _ask(self, agent: int, info: InformationSet) -> Any:
        chosen = self._agents[agent]
        if isinstance(chosen, CompiledAgent):
            return chosen.act_from(info, self._streams[agent])
        return chosen.act(info, self._generators[agent])

    def _slot(self, agent: int, info: InformationSet, action: Any) -> int:
        try:
            number = action_id(action, self.rules)
        except ValueError as error:
            raise illegal_choice(self._names[agent], self._number, error) from None
        slot = int(slots_of_actions(self.rules)[number])
        if not int(info.record.legal) >> slot & 1:
            raise illegal_choice(self._names[agent], self._number, illegal_action(info, number))
        return slot
