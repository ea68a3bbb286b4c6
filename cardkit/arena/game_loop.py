"""Plays games ply by ply from Python: for agents that are not compiled, and where the plies are kept.

Deals and streams are those of `cardkit.arena.compiled_games`, so compiled agents play the same games on both paths.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from cardkit.agents import Agent, Analyst, CompiledAgent, asking_an_agent
from cardkit.arena.compiled_games import (
    CRASH,
    ILLEGAL,
    IllegalChoiceError,
    begin_game,
    illegal_choice,
    note_end,
    note_forfeit,
    note_start,
)
from cardkit.arena.faults import Fault, crash_text, told
from cardkit.arena.lineups import SeatingPlan
from cardkit.arena.result_rows import desk_in, new_results, place_of, stream_in
from cardkit.compiled.prng import STREAM
from cardkit.compiled.protocol import feed, mover, step
from cardkit.compiled.slots import first_slot, is_empty, is_lone, legal_of
from cardkit.game import Game, IllegalSlotError
from cardkit.known import Known
from cardkit.notation.analysis import Analysis
from cardkit.notation.search_tree import Cut
from cardkit.processes.crashes import mark_crash
from cardkit.search.analyst import CompiledAnalyst

Variant = TypeVar("Variant", bound=Game)


class PythonGame(Generic[Variant]):
    """One game of a match, played from Python.

    Attributes:
        variant: the game that is played.
        number: of this game in the match.
        start: STATE record after the deal.
        plies: (seat, action id) of every ply so far.
        agents: who play it, by desk: by place in the lineup, or, where the deal draws parties, by place and seat; see
            `cardkit.arena.result_rows`.
        result: its result row; see `cardkit.arena.result_rows.result_dtype`.
        fault: the fault that ended it; None in a game played to its end.
        ended: whether it is over.
        analyses: the agents' analyses by ply number, from 1; kept if ``explain``, with trees if it is a `Cut`.
    """

    def __init__(
        self,
        variant: Variant,
        agents: Sequence[Agent],
        names: Sequence[str],
        roots: np.ndarray,
        plan: SeatingPlan,
        number: int,
        explain: bool | Cut = False,
    ) -> None:
        self.variant, self.number = variant, number
        self.analyses: dict[int, Analysis] = {}
        self._explain, self._cut = bool(explain), explain if isinstance(explain, Cut) else None
        self.plies: list[tuple[int, int]] = []
        self.result = new_results(variant, 1)[0]
        self.agents, self._names = agents, names
        self.result.seating[:] = plan.seats(number, 1)[0]
        self._state = variant.new_states()[0]
        streams = np.zeros(variant.seats + 1, STREAM)
        begin_game(self._state, streams, roots, plan.games_a_deal, number)
        note_start(self.result, self._state)
        # Each agent gets a copy, so that none can reach another agent's stream or the deal's through its own.
        self._streams = [streams[agent : agent + 1].copy()[0] for agent in range(variant.seats)]
        self._generators = [np.random.default_rng(int(stream.word)) for stream in self._streams]
        self.start = self._state.copy()
        self.fault: Fault | None = None
        self.ended = False

    def play(self, forfeits: bool = False) -> None:
        """Play to the end. With ``forfeits`` an illegal action or an exception of an agent ends the game.

        Raises:
            ValueError: an agent chose an illegal action.
        """
        while (choice := self.next_choice()) is not None:
            self.play_choice(*choice, forfeits)

    def replay(self) -> Iterator[tuple[Any, int, int]]:
        """Yield before each ply the state, which the next iteration changes, the seat to move, and its slot."""
        state = self.start.copy()
        for seat, action in self.plies:
            slot = self.variant.read_action(state, action)
            yield state, seat, slot
            step(state, slot)

    def next_choice(self) -> tuple[int, Any] | None:
        """Play the forced plies; return the desk to choose next and what it knows, or None if the game has ended."""
        while self.play_forced():
            pass
        return self.choice()

    def play_forced(self) -> bool:
        """Play the next ply if it has a single legal action; return whether it had."""
        legal = legal_of(self._state)
        if self.ended or not is_lone(legal):
            return False
        self._step(first_slot(legal))
        return True

    def choice(self) -> tuple[int, Any] | None:
        """Return the desk to choose next and its information; None if the game has ended.

        The next ply must not be forced.
        """
        if self.ended:
            return None
        seat = int(mover(self._state))
        info = self.variant.information_set(self._state, seat, self.plies)
        return int(desk_in(self.result, place_of(self.result, seat), seat)), info

    def play_choice(self, desk: int, info: Known, forfeits: bool) -> None:
        """Ask the agent for its choice, and play it."""
        began = time.perf_counter()
        try:
            with asking_an_agent():
                action = self.ask(desk, info)
        except IllegalSlotError as error:  # a compiled agent's choice is checked inside `ask`
            self._note_choice(desk, time.perf_counter() - began)
            self.lose(desk, self._illegal(desk, error), forfeits)
        except Exception as error:
            mark_crash(error)
            self.lose(desk, error, forfeits)
        else:
            self.answer(desk, action, time.perf_counter() - began, forfeits)

    def answer(self, desk: int, action: Any, seconds: float, forfeits: bool) -> None:
        """Play the agent's answer, which took ``seconds``, if the game finds it legal."""
        self._note_choice(desk, seconds)
        try:
            with asking_an_agent():
                slot = self._slot(desk, action)
        except Exception as error:  # reading an answer that is not a number may raise anything
            self.lose(desk, error, forfeits)
        else:
            self._step(slot)

    @property
    def players(self) -> list[str]:
        """The names of the agents by seat."""
        return [str(self._names[place_of(self.result, seat)]) for seat in range(self.variant.seats)]

    @property
    def fed_start(self) -> Any:
        """The deal, fed with the outcomes of chance during play."""
        start = self.start.copy()
        feed(start, self._state)
        return start

    def record_text(self) -> str:
        """Return the game as text, with the outcomes of chance during play."""
        return self.variant.tell.record_text(self.fed_start, self.plies, self.players)

    def generator(self, desk: int) -> np.random.Generator:
        """Return the generator of a desk whose agent is not compiled."""
        return self._generators[self._stream(desk)]

    def _place(self, desk: int) -> int:
        return desk * len(self._names) // len(self.agents)

    def _stream(self, desk: int) -> int:
        return int(stream_in(self.result, self._place(desk), desk % self.variant.seats))

    def lose(self, desk: int, error: Exception, forfeits: bool) -> None:
        """End the game by the fault of the agent at a desk, or without ``forfeits`` raise it."""
        if not forfeits:
            raise error
        illegal = isinstance(error, IllegalChoiceError)
        seat, fault = int(mover(self._state)), ILLEGAL if illegal else CRASH
        note_forfeit(self.result, self.variant, self._state, seat, fault, self._names)
        text = told(str(error)) if illegal else self._crash_text(desk, error)
        self.fault = Fault(self._place(desk), self.number, text)
        self.ended = True

    def _crash_text(self, desk: int, error: Exception) -> str:
        return crash_text(self._names[self._place(desk)], self.number, self.agents[desk], error)

    def _step(self, slot: int) -> None:
        state = self._state
        self.plies.append((int(mover(state)), self.variant.action_of(state, slot)))
        step(state, slot)
        if is_empty(legal_of(state)):
            note_end(self.result, state)
            self.ended = True

    def ask(self, desk: int, info: Known) -> Any:
        """Return the answer of the agent at a desk, which may be illegal."""
        chosen = self.agents[desk]
        if self._explain and isinstance(chosen, Analyst):
            analysis = self._analyse(chosen, desk, info)
            self.analyses[len(self.plies) + 1] = analysis
            return analysis.chosen
        if isinstance(chosen, CompiledAgent):
            return chosen.act_from(info, self._streams[self._stream(desk)])
        return chosen.act(info, self.generator(desk))

    def _analyse(self, analyst: Analyst, desk: int, info: Known) -> Analysis:
        if isinstance(analyst, CompiledAnalyst):
            return analyst.analyse_from(info, self._streams[self._stream(desk)], self._cut)
        return analyst.analyse(info, self.generator(desk))

    def _note_choice(self, desk: int, seconds: float) -> None:
        self.result.seconds[self._place(desk)] += seconds
        self.result.choices[self._place(desk)] += 1

    def _slot(self, desk: int, action: Any) -> int:
        try:
            return self.variant.read_action(self._state, action)
        except ValueError as error:
            raise self._illegal(desk, error) from None

    def _illegal(self, desk: int, error: ValueError) -> IllegalChoiceError:
        return illegal_choice(self._names[self._place(desk)], self.number, error)
