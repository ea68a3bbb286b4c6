"""Learned agents: a saved policy network, played in compiled code without the library that trained it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from baselines.agents.exact import keeping_actions
from baselines.agents.protocol import CompiledAgent, compiled_choice
from baselines.endgames.solver import endgame_memory
from baselines.networks.forward import HEAD, NETWORK, first_suit, logits_of, network_memory, place_of
from baselines.networks.network_file import PolicyNetwork, load_policy
from cardkit.checks import chosen
from cardkit.compiled.bits import ONE, ZERO, lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import next_word
from durak_env.information import INFO

CHAMPION = Path(__file__).parents[1] / "networks" / "data" / "champion.safetensors"
ENDGAMES = {"policy": False, "exact": True}
_INFO_BYTES = INFO.itemsize


def policy(path: str, temperature: float = 0.0, endgame: str = "policy") -> CompiledAgent:
    """A saved policy network: its most probable action; drawn from its probabilities at temperature 1."""
    return network_agent(load_policy(str(path)), temperature, endgame)  # a file's name may be a number


def champion(temperature: float = 0.0, endgame: str = "policy") -> CompiledAgent:
    """The policy network that comes with the package, which has learnt from a search; for the standard rules."""
    return policy(str(CHAMPION), temperature, endgame)


def network_agent(network: PolicyNetwork, temperature: float = 0.0, endgame: str = "policy") -> CompiledAgent:
    """The agent that plays a network.

    Args:
        network: for the rules of the games that it will play; in others it raises ValueError.
        temperature: 0 for the most probable action; else what the logits are divided by before an action is drawn.
        endgame: once the talon is empty, ``exact`` leaves only actions that keep the value of the endgame to the
            policy, if it can be solved quickly; ``policy`` leaves it all.

    Raises:
        ValueError: a temperature below 0, no such ``endgame``, or more than `MAX_LAYERS` layers.
    """
    if isinstance(temperature, bool) or not isinstance(temperature, (int, float)) or not 0 <= temperature < math.inf:
        raise ValueError(f"temperature is a number from 0 on (default 0), not {temperature!r}")
    memory = network_memory(network, temperature)
    if not chosen("endgame", endgame, ENDGAMES, "policy"):
        return CompiledAgent(choose_by_network, memory)
    return CompiledAgent(choose_by_network_exactly, _with_endgames(memory))


def _with_endgames(memory: np.ndarray) -> np.ndarray:
    """The memory of a network with an INFO and that of exact endgames behind it."""
    memory = np.concatenate([memory, np.zeros(-len(memory) % INFO.alignment, np.uint8)])
    memory[:HEAD].view(NETWORK)[0].endgame_at = len(memory)
    return np.concatenate([memory, np.zeros(_INFO_BYTES, np.uint8), endgame_memory(cards=0)])


@compiled_choice
def choose_by_network(info: Any, stream: Any, memory: Any) -> Any:
    """The legal action of the highest logit; with a temperature one drawn by the softmax of the logits over it."""
    head = memory[:HEAD].view(NETWORK)[0]
    return best_slot(info, stream, head, first_suit(info), logits_of(info, memory))


@compiled_choice
def choose_by_network_exactly(info: Any, stream: Any, memory: Any) -> Any:
    """The same among the actions that keep the value of the endgame."""
    head = memory[:HEAD].view(NETWORK)[0]
    behind = head.endgame_at + _INFO_BYTES
    infos = memory[head.endgame_at : behind].view(INFO)
    infos[0] = info
    infos[0].legal = keeping_actions(info, memory[behind:])
    return best_slot(infos[0], stream, head, first_suit(info), logits_of(info, memory))


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
