"""Agents that play a saved policy network of Bang!, without the library that trained it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bang_env.bang import Bang
from bang_env.compiled_agents import compiled_choice
from bang_env.core.records import Info
from bang_env.information import INFOS
from bang_env.observation.encoding import Encoding
from bang_env.observation.pieces import WRITER
from baselines.bang.learning.policy_file import FORMAT
from cardkit.compiled.memory import address_of, record_reader
from cardkit.compiled.protocol import Slot, Stream
from cardkit.learning.policies import trained_agent
from cardkit.learning.policies.policy_file import PolicyNetwork
from cardkit.learning.policy_network import best_slot, network_memory, network_record

NETWORK = network_record(WRITER)
"""The head of a network's memory."""

network_in = record_reader(NETWORK)
LEARNED = Path(__file__).parents[1] / "data" / "five.safetensors"
"""The network of `learned`."""


class TrainedAgent(trained_agent.TrainedAgent):
    """An agent that plays by the rules alone that its network was trained on."""

    INFOS, COMMAND = INFOS, "bang learn"


def learned() -> TrainedAgent:
    """Play by the network of the package, which has learnt by self-play; for five players and the standard rules."""
    return playing(FORMAT.load(LEARNED))


def policy(path: str) -> TrainedAgent:
    """Play the most probable action of a saved policy network.

    Args:
        path: the network's file. Games by other rules than those of its training raise ValueError.

    Raises:
        ValueError: the file does not exist, is damaged or of another kind.
    """
    return playing(FORMAT.load(str(path)))  # a file name may be a number


def playing(network: PolicyNetwork) -> TrainedAgent:
    """Make the agent that plays a network.

    Raises:
        ValueError: too many layers.
    """
    rules = network.rules
    memory = network_memory(NETWORK, Bang(rules), Encoding(rules), network.layers)
    return TrainedAgent(choose_by_network, memory, rules)


@compiled_choice
def choose_by_network(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the legal action with the highest logit, the first of equals."""
    address = address_of(memory)
    return best_slot(network_in(address, 0), address, info)
