"""Searches of Oh Hell! as agents that can explain their choices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from baselines.oh_hell.search.memory import LAYOUT
from cardkit.search.analyst import SearchAnalyst
from oh_hell_env.actions import BID, PLAY, actions_of_slots, slot_of, texts_of_actions
from oh_hell_env.compiled_agents import CompiledAgent
from oh_hell_env.information import InformationSet


class TreeAgent(SearchAnalyst, CompiledAgent):
    """A compiled agent whose memory is laid out by `baselines.oh_hell.search.memory`.

    A value is the share of the way from the fewest points that the round can bring to the most.
    """

    layout = LAYOUT

    def text_of(self, info: InformationSet, action: int) -> str:
        """Write a bid or a card."""
        return texts_of_actions(info.rules)[action]

    def slot_of(self, info: InformationSet, action: int) -> int:
        """Return the slot of a bid or a card."""
        return slot_of(action, info.rules)

    def actions_along(self, info: InformationSet, slots: Sequence[int]) -> list[int]:
        """Bids as long as seats have to bid, then cards."""
        ids = actions_of_slots(info.rules)
        bids = int(np.sum(np.array(info.bids) < 0))
        return [int(ids[BID if place < bids else PLAY, slot]) for place, slot in enumerate(slots)]


class SearchAgent(TreeAgent):
    """A search with one tree a choice."""
