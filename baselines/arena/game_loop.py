"""Games of agents that are not compiled, played ply by ply from Python, and the same games with all their plies kept.

Deals and streams are those of `baselines.arena.compiled_games`: two compiled agents play the same games on both paths.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from baselines.agents.protocol import Agent, CompiledAgent
from baselines.arena.compiled_games import (
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
from baselines.arena.faults import Fault, asking_an_agent, crash_text, told
from baselines.search.analysis import Analysis, Analyst, CompiledAnalyst
from cardkit.compiled.prng import STREAM
from durak_env.action_errors import IllegalSlotError, action_id, illegal_action
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.game import GAME_OVER, mover, new_states, step
from durak_env.information import InformationSet
from durak_env.rules import Rules


class PythonGame:
    """One game of a match, played from Python.

    Attributes:
        start: STATE record after the deal.
        plies: (seat, action id) of every ply so far.
        result: GAME_RESULT record.
        fault: with which an agent lost it; None in a game that is played to its end.
        analyses: what agents thought before a ply, by its number from 1 on; kept if the game explains.
    """

    def __init__(
        self, agents: Sequence[Agent], names: Sequence[str], rules: Rules, roots: Any, game: int, explain: bool = False
    ) -> None:
        self.rules = rules
        self.analyses: dict[int, Analysis] = {}
        self._explain = explain
        self.plies: list[tuple[int, int]] = []
        self.result = np.zeros(1, GAME_RESULT)[0]
        self._agents, self._names, self._number = agents, names, game
        self._streams = [np.zeros(1, STREAM)[0] for _ in range(NUM_STREAMS)]  # no agent reaches another's from its own
        self._state = new_states(rules)[0]
        begin_game(self._state, *(self._streams[stream] for stream in (A, B, DEALS)), roots, game)
        note_start(self.result, self._state, game)
        self._generators = [np.random.default_rng(int(self._streams[agent].word)) for agent in (A, B)]
        self.start = self._state.copy()
        self.fault: Fault | None = None
        self._ended = False

    def play(self, open_world: bool, forfeits: bool = False) -> None:
        """Play to the end. With ``forfeits`` whoever chooses what is not legal, or raises an exception, loses.

        Raises:
            ValueError: an agent chose an action that is not legal.
        """
        while (choice := self.next_choice(open_world)) is not None:
            self.play_choice(*choice, forfeits)

    def next_choice(self, open_world: bool) -> tuple[int, InformationSet] | None:
        """Play the forced plies; the agent that has a choice then and what it knows, None where the game has ended."""
        state = self._state
        while not self._ended:
            legal = int(state.legal)
            if legal & (legal - 1):
                seat = int(mover(state))
                return seat ^ int(self.result.seat), InformationSet.of(state, self.rules, seat, open_world, self.plies)
            self._step(legal.bit_length() - 1)
        return None

    def play_choice(self, agent: int, info: InformationSet, forfeits: bool) -> None:
        """Ask the agent of a choice, and play its answer."""
        began = time.perf_counter()
        try:
            with asking_an_agent():
                action = self._ask(agent, info)
        except IllegalSlotError as error:  # of a compiled agent, which is checked where it is asked
            self._note_choice(agent, time.perf_counter() - began)
            self._lose(agent, self._illegal(agent, error), forfeits)
        except Exception as error:
            self._lose(agent, error, forfeits)
        else:
            self.answer(agent, action, time.perf_counter() - began, forfeits)

    def answer(self, agent: int, action: Any, seconds: float, forfeits: bool) -> None:
        """Play what the agent of a choice has answered in a time, if it is legal: that the game says, not the agent."""
        self._note_choice(agent, seconds)
        try:
            with asking_an_agent():
                slot = self._slot(agent, action)
        except Exception as error:  # an answer that is no number may raise anything when it is looked at
            self._lose(agent, error, forfeits)
        else:
            self._step(slot)

    def generator(self, agent: int) -> np.random.Generator:
        """The randomness of an agent that is not compiled."""
        return self._generators[agent]

    def _lose(self, agent: int, error: Exception, forfeits: bool) -> None:
        if not forfeits:
            raise error
        illegal = isinstance(error, IllegalChoiceError)
        forfeit(self.result, self._state, ILLEGAL if illegal else CRASH)
        text = told(str(error)) if illegal else self._crash_text(agent, error)
        self.fault = Fault(agent, self._number, text)
        self._ended = True

    def _crash_text(self, agent: int, error: Exception) -> str:
        return crash_text(self._names[agent], self._number, self._agents[agent], error)

    def _step(self, slot: int) -> None:
        state = self._state
        self.plies.append((int(mover(state)), int(actions_of_slots(self.rules)[slot])))
        step(state, slot)
        if state.phase == GAME_OVER:
            note_end(self.result, state)
            self._ended = True

    def _ask(self, agent: int, info: InformationSet) -> Any:
        chosen = self._agents[agent]
        if self._explain and isinstance(chosen, Analyst):
            analysis = self._analyse(chosen, agent, info)
            self.analyses[len(self.plies) + 1] = analysis
            return analysis.chosen
        if isinstance(chosen, CompiledAgent):
            return chosen.act_from(info, self._streams[agent])
        return chosen.act(info, self._generators[agent])

    def _analyse(self, analyst: Analyst, agent: int, info: InformationSet) -> Analysis:
        if isinstance(analyst, CompiledAnalyst):
            return analyst.analyse_from(info, self._streams[agent])
        return analyst.analyse(info, self._generators[agent])

    def _note_choice(self, agent: int, seconds: float) -> None:
        self.result.seconds[agent] += seconds
        self.result.choices[agent] += 1

    def _slot(self, agent: int, action: Any) -> int:
        try:
            number = action_id(action, self.rules)
        except ValueError as error:
            raise self._illegal(agent, error) from None
        slot = int(slots_of_actions(self.rules)[number])
        if not int(self._state.legal) >> slot & 1:
            info = InformationSet.of(self._state, self.rules, int(mover(self._state)))
            raise self._illegal(agent, illegal_action(info, number))
        return slot

    def _illegal(self, agent: int, error: ValueError) -> IllegalChoiceError:
        return illegal_choice(self._names[agent], self._number, error)
