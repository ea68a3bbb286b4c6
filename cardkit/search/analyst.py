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
from cardkit.notation.search_tree import Cut, SearchTree
from cardkit.search.findings import expected_slots, finding, growing_agents, tree_of
from cardkit.search.memory import Search, SearchMemory


class CompiledAnalyst(CompiledAgent, ABC, Generic[K]):
    """A compiled agent that can explain its choices."""

    def analyse(self, info: K, rng: np.random.Generator) -> Analysis:
        """Judge the legal actions; with the same ``rng`` the analysis chooses the action that `act` chooses."""
        return self.analyse_from(info, streams_from(rng)[0])

    def analyse_from(self, info: K, stream: Stream, cut: Cut | None = None) -> Analysis:
        """Choose with the randomness of a stream, and explain the choice as `analyse` does.

        Args:
            info: of the seat to move.
            stream: all chance of the choice, a STREAM record.
            cut: which part of the search's tree the analysis has; None: none.
        """
        players([self], [self.memory], info.record.dtype)  # compiles the choice before time is measured
        again = stream.copy()
        began = time.perf_counter()
        chosen = self.act_from(info, stream)
        seconds = time.perf_counter() - began
        tree = None if cut is None else self.tree(info, self.memory, cut)
        return replace(self.explain(info, chosen, self.memory, again, {}), seconds=seconds, tree=tree)

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

    @abstractmethod
    def tree(self, info: K, memory: np.ndarray, cut: Cut) -> SearchTree | None:
        """So much of the tree that a choice left in memory; None if it searched nothing."""


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

    def actions_along(self, info: K, slots: Sequence[int]) -> Sequence[int | None]:
        """Return the action ids of the slots of plies from the root on, None for an event of chance.

        They end where slots no longer tell them: by default after the first, whose slot is its id.
        """
        return slots[:1]

    def finding_of(self, search: Search, slot: int) -> Finding:
        """Return the finding of a search about the action in a slot."""
        return finding(search, slot)

    def growing(self) -> list[Self]:
        """Make agents that search as this one does, each four times as long as the one before; this one is the last."""
        return growing_agents(self.layout, self)

    def explain(self, info: K, chosen: int, memory: np.ndarray, stream: Stream, known: Mapping[int, float]) -> Analysis:
        """Return values, visits and intervals of all legal actions, and the line most visited after the chosen one."""
        search = self.layout.search(memory)
        found = {action: self._found(search, self.slot_of(info, action), known) for action in info.legal_actions}
        slot = self.slot_of(info, chosen)
        expected = self.actions_along(info, (slot, *expected_slots(self.layout, memory, slot)))
        line = (chosen, *(action for action in expected[1:] if action is not None))
        positions, depth = int(search.simulations), int(search.deepest)
        return Analysis.of(chosen, found, line, positions, depth, lambda action: self.text_of(info, action))

    def _found(self, search: Search, slot: int, known: Mapping[int, float]) -> Finding:
        """Return the finding of a search about the action in a slot; its known score if it has not tried it."""
        found = self.finding_of(search, slot)
        return found._replace(value=known.get(slot)) if found.value is None else found

    def tree(self, info: K, memory: np.ndarray, cut: Cut) -> SearchTree | None:
        """So much of the last tree that a choice grew in memory; None if it grew none."""
        if self.layout.search(memory).simulations == 0:
            return None

        def texts(slots: Sequence[int]) -> list[str | None]:
            return [one if one is None else self.text_of(info, one) for one in self.actions_along(info, slots)]

        return tree_of(self.layout, info.record.dtype, memory, cut, texts)
