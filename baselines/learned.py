"""Learned agents: a saved policy network, played in compiled code without the library that trained it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from baselines.agent import CompiledAgent, compiled_choice
from baselines.network import HEAD, NETWORK, first_suit, logits_of, network_memory, place_of
from baselines.policy_file import PolicyNetwork, load_policy
from durak_env.bits import ONE, ZERO, lowest
from durak_env.jit import jit
from durak_env.prng import next_word

CHAMPION = Path(__file__).with_name("champion.safetensors")


def policy(path: str, temperature: float = 0.0) -> CompiledAgent:
    """A saved policy network: its most probable action; drawn from its probabilities at temperature 1."""
    return network_agent(load_policy(str(path)), temperature)  # a file's name may be a number


def champion(temperature: float = 0.0) -> CompiledAgent:
    """The policy network that comes with the package, which has learnt from a search; for the standard rules."""
    return policy(str(CHAMPION), temperature)


def network_agent(network: PolicyNetwork, temperature: float = 0.0) -> CompiledAgent:
    """The agent that plays a network.

    Args:
        network: for the rules of the games that it will play; in others it raises ValueError.
        temperature: 0 for the most probable action; else what the logits are divided by before an action is drawn.

    Raises:
        ValueError: a temperature below 0, or more than `MAX_LAYERS` layers.
    """
    if isinstance(temperature, bool) or not isinstance(temperature, (int, float)) or not 0 <= temperature < math.inf:
        raise ValueError(f"temperature is a number from 0 on (default 0), not {temperature!r}")
    return CompiledAgent(choose_by_network, network_memory(network, temperature))


@compiled_choice
def choose_by_network(info: Any, stream: Any, memory: Any) -> Any:
    """The legal action of the highest logit; with a temperature one drawn by the softmax of the logits over it."""
    head = memory[:HEAD].view(NETWORK)[0]
    return best_slot(info, stream, head, first_suit(info), logits_of(info, memory))


@jit
def fill_probabilities(info: Any, memory: Any, probabilities: Any) -> None:
    """What the network of a policy's ``memory`` says of an INFO record, the softmax of the logits over what is legal.

    Args:
        info: INFO of the seat to move.
        memory: of `network_agent`'s agent, or a copy.
        probabilities: float64 array of shape (64,), by slot; what is not legal keeps its entry.
    """
    head, suit, logits = memory[:HEAD].view(NETWORK)[0], first_suit(info), logits_of(info, memory)
    highest = -np.inf
    left = info.legal
    while left != ZERO:
        slot = lowest(left)
        left &= left - ONE
        logit = np.float64(logits[place_of(slot, info.deck, head.ranks, suit, head.widths[head.layers])])
        probabilities[slot] = logit
        highest = max(highest, logit)
    total = 0.0
    left = info.legal
    while left != ZERO:
        probabilities[lowest(left)] = np.exp(probabilities[lowest(left)] - highest)
        total += probabilities[lowest(left)]
        left &= left - ONE
    left = info.legal
    while left != ZERO:
        probabilities[lowest(left)] /= total
        left &= left - ONE


@jit
def best_slot(info: Any, stream: Any, head: Any, suit: Any, logits: Any) -> Any:
    """The legal slot of the highest logit, of equal ones the first; with a temperature after adding Gumbel noise."""
    best, best_slot = -np.inf, np.int64(-1)
    left = info.legal
    while left != ZERO:
        slot = lowest(left)
        left &= left - ONE
        value = np.float64(logits[place_of(slot, info.deck, head.ranks, suit, head.widths[head.layers])])
        if head.temperature > 0:
            value = value / head.temperature + gumbel(stream)
        if best_slot < 0 or value > best:
            best, best_slot = value, slot
    return best_slot


@jit
def gumbel(stream: Any) -> Any:
    """A standard Gumbel variable: the largest of logits plus such noise is a draw from their softmax."""
    uniform = (np.float64(next_word(stream) >> np.uint64(11)) + 0.5) * 2.0**-53
    return -np.log(-np.log(uniform))
