"""Compiled agents that can explain their choices, by reading the memory that a choice leaves."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Generic, Self

import numpy as np

from cardkit.agents import CompiledAgent
from cardkit.compiled.call import players
from cardkit.compiled.prng import Stream, streams_from
from cardkit.known import K
from cardkit.notation.analysis import Analysis, Finding
from cardkit.search.findings import expected_slots, finding, growing_agents
from cardkit.search.memory import Search, SearchMemory


class CompiledAnalyst(CompiledAgent, ABC, Generic[K]):
    """A compiled agent that can explain its choices."""

    def analyse(self, info: K, rng: np.random.Generator) -> Analysis:
        """Judge the legal actions; with the same ``rng`` the analysis chooses the action that `act` chooses."""
        return self.analyse_from(info, streams_from(rng)[0])

    def analyse_from(self, info: K, stream: Stream) -> Analysis:
        """Judge the legal actions with the randomness of a STREAM record; see `analyse`."""
        players([self], [self.memory], info.record.dtype)  # compiles the choice before time is measured
        again = stream.copy()
        began = time.perf_counter()
        chosen = self.act_from(info, stream)
        seconds = time.perf_counter() - began
        return replace(self.explain(info, chosen, self.memory, again, {}), seconds=seconds)

    @abstractmethod
    def explain(self, info: K, chosen: int, memory: np.ndarray, stream: Stream, known: Mapping[int, float]) -> Analysis:
        """Read the analysis that a choice left in memory; the caller fills in the time.

        Args:
            info: what the seat knows.
            chosen: the id of the chosen action.
            memory: as the choice left it.
            stream: STREAM record as it was before the choice.
            known: by slot, the scores of actions that are known without a search.
        """


class SearchAnalyst(CompiledAnalyst[K]):
    """A compiled agent of a game's searches; a game whose slots are no action ids says what actions they are.

    Attributes:
        layout: of its memory.
    """

    layout: ClassVar[SearchMemory]

    @abstractmethod
    def text_of(self, info: K, action: int) -> str:
        """Put an action id in words."""

    def slot_of(self, info: K, action: int) -> int:
        """Return the slot of a legal action."""
        return action

    def actions_after(self, info: K, slots: Sequence[int]) -> Sequence[int]:
        """Return the action ids of the slots of plies that follow the next one; none where slots do not tell them."""
        return ()

    def growing(self) -> list[Self]:
        """Make agents that search as this one does, each four times as long as the one before; this one is the last."""
        return growing_agents(self.layout, self)

    def explain(self, info: K, chosen: int, memory: np.ndarray, stream: Stream, known: Mapping[int, float]) -> Analysis:
        """Return values, visits and intervals of all legal actions, and the line most visited after the chosen one."""
        search = self.layout.search(memory)
        found = {action: _finding(search, self.slot_of(info, action), known) for action in info.legal_actions}
        expected = expected_slots(self.layout, memory, self.slot_of(info, chosen))
        line = (chosen, *self.actions_after(info, expected))
        positions, depth = int(search.simulations), int(search.deepest)
        return Analysis.of(chosen, found, line, positions, depth, lambda action: self.text_of(info, action))


def _finding(search: Search, slot: int, known: Mapping[int, float]) -> Finding:
    """Return a search's finding about the action in a slot; its known score if it has not tried it."""
    found = finding(search, slot)
    return found._replace(value=known.get(slot)) if found.value is None else found
