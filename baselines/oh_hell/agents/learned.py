"""learned: the networks of the package, trained to imitate a search, one a schedule."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from baselines.oh_hell.agents.policy import TrainedAgent, memory_of
from baselines.oh_hell.learning.policy_file import FORMAT
from baselines.oh_hell.search.guidance import network_in
from cardkit.agents import compiled_choice
from cardkit.compiled.blocks import Block
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import record
from cardkit.learning.policy_network import best_slot
from oh_hell_env.core.records import Info
from oh_hell_env.rules import MOST_IN_HAND

DATA = Path(__file__).parents[1] / "learning" / "data"
LEVEL, FALLING = DATA / "13x13.safetensors", DATA / "13-to-1.safetensors"
"""Trained on 13 rounds of 13 cards, and on rounds of 13, 12, ..., 1 cards."""

HEAD = record([("level_at", np.int64), ("falling_at", np.int64)])
"""The beginnings of the memories of the two networks, in bytes."""

_BLOCK = Block(("head", HEAD, 1))
_head_at = _BLOCK.reader("head")


def learned() -> TrainedAgent:
    """Play by two networks trained to imitate a search: one for rounds of 13 cards, one for smaller. For four seats."""
    networks = {"level": FORMAT.load(LEVEL), "falling": FORMAT.load(FALLING)}
    parts = {name: memory_of(network) for name, network in networks.items()}
    block = _BLOCK.followed_by(*((name, part.dtype, len(part)) for name, part in parts.items()))
    memory = block.new()
    block.tell_places(block.view(memory, "head")[0])
    for name, part in parts.items():
        block.view(memory, name)[:] = part
    return TrainedAgent(choose_learned, memory, *(network.rules for network in networks.values()))


@compiled_choice
def choose_learned(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the legal action with the highest logit of the network for the size of the hands.

    Rounds do not depend on each other, and full hands are all that the network of the level schedule has learnt from.
    """
    address = address_of(memory)
    head = _head_at(address)
    network = address + (head.level_at if info.hand_size == MOST_IN_HAND else head.falling_at)
    return best_slot(network_in(network, 0), network, info)
