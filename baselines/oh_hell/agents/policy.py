"""An agent that plays a saved policy network of Oh Hell!, in compiled code and without the library that trained it."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.oh_hell.learning.policy_file import PolicyNetwork, load_policy
from cardkit.agents import compiled_choice
from cardkit.compiled.bits import lowest, without_lowest
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of, array_at
from cardkit.compiled.protocol import Info, Slot, Stream
from cardkit.compiled.records import record
from cardkit.encoding import PAST
from cardkit.learning.forward import LAYER_FIELDS, factors_of, flat, outputs_of, rows_of, with_layers
from oh_hell_env.compiled_agents import CompiledAgent
from oh_hell_env.knowledge import INFOS
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.observation.pieces import WRITER
from oh_hell_env.observation.writer import write_with
from oh_hell_env.rules import Rules

NETWORK = record(
    [
        ("entries", np.int64),  # of an observation
        ("actions", np.int64),
        *LAYER_FIELDS,
        ("observation_at", np.int64),  # offset in the memory of an observation, float32,
        ("mask_at", np.int64),  # and of an action mask, int8
    ]
)
"""The head of a network's memory: its shape, and the offsets of the parts whose length depends on it."""

_HEAD = Block(("network", NETWORK, 1), ("writer", WRITER, 1), ("past", PAST, 1))
_network_in, _writer_in, _past_in = map(_HEAD.reader, ("network", "writer", "past"))


class PolicyAgent(CompiledAgent):
    """Plays a network, by the rules that it was trained on.

    Args:
        network: what it plays.

    Raises:
        ValueError: too many layers.
    """

    def __init__(self, network: PolicyNetwork) -> None:
        super().__init__(choose_by_network, network_memory(network))
        self.info_dtypes = (INFOS[network.rules.num_players],)
        self.trained_on = network.rules

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Refuse rules that the network was not trained on.

        Raises:
            ValueError: these are others.
        """
        if rules != self.trained_on:
            raise ValueError(f"it was trained on other rules than the game's: {self.trained_on}, not {rules}")

    def act_from(self, info: Any, stream: Stream) -> int:
        """`CompiledAgent.act_from`, in games by the rules that the network was trained on.

        Raises:
            ValueError: these are others.
        """
        self.prepare(info.rules, open_world=False)
        return super().act_from(info, stream)


def policy(path: str) -> PolicyAgent:
    """A saved policy network: its most probable action.

    Raises:
        ValueError: the file does not exist, is damaged or of another kind.
    """
    return PolicyAgent(load_policy(str(path)))  # a file name may be a number


def network_memory(network: PolicyNetwork) -> np.ndarray:
    """The memory of an agent that plays a network, uint8 array.

    Raises:
        ValueError: too many layers.
    """
    encoding, head = Encoding(network.rules), np.zeros(1, NETWORK)
    head["entries"], head["actions"] = encoding.size, network.rules.num_actions
    block = with_layers(_HEAD, head, network.layers).followed_by(
        ("observation", np.dtype(np.float32), encoding.size), ("mask", np.dtype(np.int8), network.rules.num_actions)
    )
    memory = block.new()
    block.view(memory, "network")[:] = head
    block.view(memory, "writer")[:] = encoding.writer
    block.view(memory, "weights")[:] = flat(network.layers)
    block.tell_places(block.view(memory, "network")[0])
    return memory


@compiled_choice
def choose_by_network(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """The legal action with the highest logit, the first of equals."""
    address = address_of(memory)
    head = _network_in(address)
    write_with(_writer_in(address), info, _past_in(address), address + head.observation_at, address + head.mask_at)
    observation = array_at(address + head.observation_at, (head.entries,), np.float32)
    mask = array_at(address + head.mask_at, (head.actions,), np.int8)
    rows, factors = rows_of(head, address), factors_of(head, address)
    terms = list_entries(mask, head.entries, rows, factors, list_entries(observation, 0, rows, factors, 0))
    logits = outputs_of(head, address, terms)
    best, best_slot = -np.inf, np.int64(-1)
    left = info.legal
    for action in range(head.actions):
        if mask[action] != 0:  # legal slots have the order of their action ids
            slot = lowest(left)
            left = without_lowest(left)
            if best_slot < 0 or logits[action] > best:
                best, best_slot = np.float64(logits[action]), slot
    return best_slot


@jit
def list_entries(entries: np.ndarray, start: int, rows: np.ndarray, factors: np.ndarray, terms: int) -> int:
    """List entries that are not 0, numbered from ``start``, after ``terms`` others; returns how many there are."""
    for place in range(len(entries)):
        if entries[place] != 0:
            rows[terms], factors[terms] = start + place, np.float32(entries[place])
            terms += 1
    return terms
