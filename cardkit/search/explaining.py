"""A search as an agent that can explain its choices, by reading the memory that the search leaves."""

from __future__ import annotations

import time
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
        found: by action id, what the search has found out: the chosen one first, then by value. A value is the mean
            score, from 0 to 1.
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


class ExplainingAgent(CompiledAgent):
    """A compiled agent whose memory is laid out by ``LAYOUT``, with one tree a choice.

    A slot is an action's id, and no line is told, unless a game's subclass knows better.
    """

    LAYOUT: ClassVar[SearchMemory]

    def slot_of(self, info: Any, action: int) -> int:
        """The slot of a legal action."""
        return action

    def line_of(self, info: Any, slots: list[int]) -> list[int]:
        """The action ids of the slots after the chosen ply."""
        return []

    def growing(self) -> list[Self]:
        """Agents that search as this one does, each four times as long as the one before; this one is the last."""
        return growing_agents(self.LAYOUT, self)

    def analyse_from(self, info: Any, stream: Stream) -> Analysis:
        """What the search thinks of its legal actions, with the randomness of a STREAM record."""
        players([self], [self.memory], info.record.dtype)  # compiles the choice before time is measured
        began = time.perf_counter()
        chosen = self.act_from(info, stream)
        seconds = time.perf_counter() - began
        search = self.LAYOUT.search(self.memory)
        found = {action: finding(search, self.slot_of(info, action)) for action in info.legal_actions}
        order = sorted(found, key=lambda one: (one != chosen, -(found[one].value or 0.0)))
        expected = expected_slots(self.LAYOUT, self.memory, self.slot_of(info, chosen))
        line = (chosen, *self.line_of(info, expected))
        ordered = {action: found[action] for action in order}
        return Analysis(chosen, ordered, line, int(search.simulations), int(search.deepest), seconds)
