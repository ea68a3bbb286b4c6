"""A search with one tree a choice that can explain it, by reading the memory that the search leaves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

from cardkit.agents import CompiledAgent
from cardkit.compiled.call import players
from cardkit.compiled.protocol import Stream
from cardkit.search.findings import Finding, expected_slots, finding, growing_agents
from cardkit.search.memory import SearchMemory


class Analysis(NamedTuple):
    """The result of a search.

    Attributes:
        chosen: id of the action that the agent chooses.
        found: by action id, what the search has found out: the chosen one first, then by value. A value is the share of
            the way from the least that the seat can get to the most.
        line: ids of the actions that the agent expects, ``chosen`` first.
        positions: simulations.
        depth: plies of the longest line.
        seconds: how long it took.
    """

    chosen: int
    found: dict[int, Finding]
    line: tuple[int, ...]
    positions: int
    depth: int
    seconds: float


class SearchAnalyst(CompiledAgent):
    """A compiled agent of a game's searches; a game whose slots are no action ids says what actions they are.

    Attributes:
        layout: of its memory.
    """

    layout: ClassVar[SearchMemory]

    def slot_of(self, info: Any, action: int) -> int:
        """The slot of a legal action."""
        return action

    def actions_after(self, info: Any, slots: Sequence[int]) -> Sequence[int]:
        """The action ids of the slots of the plies that follow the next one; none where slots do not tell them."""
        return ()

    def growing(self) -> list[Self]:
        """Agents that search as this one does, each four times as long as the one before; this one is the last."""
        return growing_agents(self.layout, self)

    def analyse_from(self, info: Any, stream: Stream) -> Analysis:
        """What the search thinks of its legal actions, with the randomness of a STREAM record."""
        players([self], [self.memory], info.record.dtype)  # compiles the choice before time is measured
        began = time.perf_counter()
        chosen = self.act_from(info, stream)
        seconds = time.perf_counter() - began
        search = self.layout.search(self.memory)
        found = {action: finding(search, self.slot_of(info, action)) for action in info.legal_actions}
        order = sorted(found, key=lambda one: (one != chosen, -(found[one].value or 0.0)))
        expected = expected_slots(self.layout, self.memory, self.slot_of(info, chosen))
        line = (chosen, *self.actions_after(info, expected))
        ordered = {action: found[action] for action in order}
        return Analysis(chosen, ordered, line, int(search.simulations), int(search.deepest), seconds)
