"""Learned agents: a saved policy network, played in compiled code without the library that trained it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from baselines.agents.exact import with_endgames
from baselines.agents.protocol import CompiledAgent, compiled_choice
from baselines.networks.forward import first_suit, logits_of, network_in, network_memory, place_of
from baselines.networks.network_file import PolicyNetwork, load_policy
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import next_word
from cardkit.compiled.protocol import Actions, Info, Slot, Stream
from durak_env.game import legal_actions

CHAMPION = Path(__file__).parents[1] / "networks" / "data" / "champion.safetensors"


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
    agent = CompiledAgent(choose_by_network, network_memory(network, temperature))
    return with_endgames(agent, endgame, otherwise="policy")


@compiled_choice
def choose_by_network(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """The legal action of the highest logit, of equal ones the first; with a temperature after adding Gumbel noise."""
    head, suit = network_in(address_of(memory)), first_suit(info)
    logits = logits_of(info, all_legal(info), address_of(memory))
    best, best_slot = -np.inf, np.int64(-1)
    left = info.legal
    while left != ZERO:
        slot = lowest(left)
        left = without_lowest(left)
        value = np.float64(logits[place_of(slot, info.deck, head.ranks, suit, head.widths[head.layers])])
        if head.temperature > 0:
            value = value / head.temperature + gumbel(stream)
        if best_slot < 0 or value > best:
            best, best_slot = value, slot
    return best_slot


@jit
def all_legal(info: Info) -> Actions:
    """What the rules allow the seat to move, which is what a network has learnt from.

    An exact agent leaves less in ``info.legal``. It does so without a talon, when both hands are known.
    """
    return legal_actions(info) if info.talon_size == 0 else info.legal


@jit
def gumbel(stream: Stream) -> float:
    """A standard Gumbel variable: the largest of logits plus such noise is a draw from their softmax."""
    uniform = (np.float64(next_word(stream) >> np.uint64(11)) + 0.5) * 2.0**-53
    return -np.log(-np.log(uniform))
