"""Agents that play a saved policy network, in compiled code and without the library that trained it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from baselines.durak.agents.exact import with_endgames
from baselines.durak.networks.champions import LATEST, OTHER_RULES, generation_of
from baselines.durak.networks.forward import logits_of, network_in, network_memory, places_of
from baselines.durak.networks.network_file import PolicyNetwork, load_policy
from cardkit.agents import compiled_choice
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.elementary import log
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import next_word
from cardkit.compiled.protocol import Actions, Slot, Stream
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.play import legal_actions
from durak_env.core.records import Info
from durak_env.knowledge import info_dtype


def policy(path: str, temperature: float = 0.0, endgame: str = "policy") -> CompiledAgent:
    """Play the most probable action of a saved policy network; at temperature 1 draw one from its probabilities.

    Args:
        path: the network's file. Games by other rules than those of its training raise ValueError.
        temperature: 0 plays the most probable action; else the logits are divided by it before an action is drawn.
        endgame: once the talon is empty, ``exact`` gives the policy only the actions that keep the value of the
            endgame, if it can be solved quickly; ``policy`` gives it all.

    Raises:
        ValueError: the file is not a policy file, or what `network_agent` refuses.
    """
    file = Path(str(path))  # a file name may be a number
    return network_agent(load_policy(file), temperature, endgame, file=file)


def champion(temperature: float = 0.0, endgame: str | None = None, generation: int | None = None) -> CompiledAgent:
    """Play by the package's networks: standard rules with two to six seats; with two also 52 cards, or transfers.

    Searches taught them. Self-play trained the third generation and the network for transfers further, a league the
    fourth, PPO against greedy the one for three to six seats.

    Args:
        temperature: as for ``policy``.
        endgame: as for ``policy``; by default ``exact``, and ``policy`` in the first generation. With transfers no
            endgame can be solved, so the policy plays it.
        generation: of the network for two seats and 36 cards: 1; 2, which has learnt from a search that 1 guides; 3
            and 4, each trained further by PPO. By default 2; other rules, which a generation refuses, have another
            network.

    Raises:
        ValueError: an unknown generation, or what `network_agent` refuses.
    """
    return champion_of(generation, LATEST, temperature, endgame)


def champion_of(
    generation: int | None, default: int, temperature: float = 0.0, endgame: str | None = None
) -> CompiledAgent:
    """Make the champion of a generation; without one that of the default, with networks for other rules.

    Raises:
        ValueError: as `champion`.
    """
    chosen = generation_of(generation, default)
    others = [] if generation is not None else [load_policy(path) for path in OTHER_RULES]
    endgame = chosen.endgame if endgame is None else endgame
    return network_agent(load_policy(chosen.policy), temperature, endgame, *others, file=chosen.policy)


def network_agent(
    network: PolicyNetwork,
    temperature: float = 0.0,
    endgame: str = "policy",
    *others: PolicyNetwork,
    file: Path | None = None,
) -> CompiledAgent:
    """Make the agent that plays a network.

    Args:
        network: trained on the rules of the games to play; rules that no network knows raise ValueError.
        temperature: 0 plays the most probable action; else the logits are divided by it before an action is drawn.
        endgame: once the talon is empty, ``exact`` gives the policy only the actions that keep the value of the
            endgame, if it can be solved quickly; ``policy`` gives it all.
        others: networks that play games by other rules.
        file: of the network, for the agent's ``policy_file``.

    Raises:
        ValueError: a temperature below 0, an unknown ``endgame``, or more than `MAX_LAYERS` layers.
    """
    if isinstance(temperature, bool) or not isinstance(temperature, (int, float)) or not 0 <= temperature < math.inf:
        raise ValueError(f"temperature must be a finite number of at least 0 (default 0), got {temperature!r}")
    agent = CompiledAgent(choose_by_network, network_memory(network, temperature, *others))
    agent.trained_on = tuple(rules for one in (network, *others) for rules in one.tables)
    agent.policy_file = file
    agent.info_dtypes = tuple(dict.fromkeys(map(info_dtype, agent.trained_on)))
    return with_endgames(agent, endgame, otherwise="policy")


@compiled_choice
def choose_by_network(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the legal action with the highest logit, the first of equals; a temperature adds Gumbel noise first."""
    address, left = address_of(memory), info.legal
    info.legal = all_legal(info)
    logits, places = logits_of(info, address), places_of(info, address)
    info.legal = left
    temperature, best, best_slot = network_in(address).temperature, -np.inf, np.int64(-1)
    while left != ZERO:
        slot = lowest(left)
        left = without_lowest(left)
        value = np.float64(logits[places[slot]])
        if temperature > 0:
            value = value / temperature + gumbel(stream)
        if best_slot < 0 or value > best:
            best, best_slot = value, slot
    return best_slot


@jit
def all_legal(info: Info) -> Actions:
    """Return all actions that the rules allow the seat to move, as the network saw them in training.

    An exact agent removes some from ``info.legal``, but only without a talon, when all hands are known.
    """
    return legal_actions(info) if info.talon_size == 0 and info.unseen == ZERO else info.legal


@jit
def gumbel(stream: Stream) -> float:
    """Draw a standard Gumbel variable: the index of the largest logit plus such noise is a draw from their softmax."""
    uniform = (np.float64(next_word(stream) >> np.uint64(11)) + 0.5) * 2.0**-53
    return -log(-log(uniform))
