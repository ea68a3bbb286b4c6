"""A search of Oh Hell! as an agent that can explain its choices, by reading the memory that the search leaves."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from baselines.oh_hell.search.memory import LAYOUT
from cardkit.compiled.call import players
from cardkit.compiled.protocol import Stream
from cardkit.search.findings import Finding, expected_slots, finding, growing_agents
from oh_hell_env.actions import BID, PLAY, actions_of_slots, slot_of
from oh_hell_env.compiled_agents import CompiledAgent
from oh_hell_env.information import InformationSet


class Analysis(NamedTuple):
    """The result of a search.

    Attributes:
        chosen: id of the action that the agent chooses.
        found: by action id, what the search has found out: the chosen one first, then by value. A value is the share of
            the way from the fewest points that the round can bring to the most.
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


class SearchAgent(CompiledAgent):
    """A compiled agent whose memory is laid out by `baselines.oh_hell.search.memory`, with one tree a choice."""

    def growing(self) -> list[SearchAgent]:
        """Agents that search as this one does, each four times as long as the one before; this one is the last."""
        return growing_agents(LAYOUT, self)

    def analyse_from(self, info: InformationSet, stream: Stream) -> Analysis:
        """What the search thinks of its legal actions, with the randomness of a STREAM record."""
        players([self], [self.memory], info.record.dtype)  # compiles the choice before time is measured
        began = time.perf_counter()
        chosen = self.act_from(info, stream)
        seconds = time.perf_counter() - began
        search, rules = LAYOUT.search(self.memory), info.rules
        found = {action: finding(search, slot_of(action, rules)) for action in info.legal_actions}
        order = sorted(found, key=lambda one: (one != chosen, -(found[one].value or 0.0)))
        line = (chosen, *_actions(info, expected_slots(LAYOUT, self.memory, slot_of(chosen, rules))))
        ordered = {action: found[action] for action in order}
        return Analysis(chosen, ordered, line, int(search.simulations), int(search.deepest), seconds)


def _actions(info: InformationSet, slots: list[int]) -> list[int]:
    """The action ids of the slots after the next ply: bids as long as seats have to bid, then cards."""
    ids = actions_of_slots(info.rules)
    bids = int(np.sum(np.array(info.bids) < 0)) - 1
    return [int(ids[BID if place < bids else PLAY, slot]) for place, slot in enumerate(slots)]
