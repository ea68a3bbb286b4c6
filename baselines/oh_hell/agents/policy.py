"""Agents that play a saved policy network of Oh Hell!, or search with it, without the library that trained it."""

from __future__ import annotations

import numpy as np

from baselines.oh_hell.evaluation.playout import PLAYOUTS
from baselines.oh_hell.learning.policy_file import FORMAT
from baselines.oh_hell.search.agent import SearchAgent
from baselines.oh_hell.search.guidance import NETWORK, keep_scores, network_in
from baselines.oh_hell.search.memory import LAYOUT, leaf_in, search_in
from baselines.oh_hell.search.rounds import search_round
from cardkit.agents import compiled_choice
from cardkit.checks import real, whole
from cardkit.compiled.bits import is_single, lowest
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.learning.policies import trained_agent
from cardkit.learning.policies.policy_file import PolicyNetwork
from cardkit.learning.policy_network import best_slot, network_memory
from cardkit.search.memory import VISITS, begin_move
from cardkit.search.puct import search_with_priors
from cardkit.search.tree import end_search
from oh_hell_env.core.records import Info
from oh_hell_env.knowledge import INFOS
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

SIMULATIONS = 1000


class TrainedAgent(trained_agent.TrainedAgent):
    """An agent that plays by the rules alone that its networks were trained on, however they are spelled."""

    INFOS, COMMAND = INFOS, "oh-hell train"

    def knows(self, rules: Rules) -> bool:
        """Return whether a network was trained on these rules."""
        return rules in self.trained_on or rules.spelled_out in [one.spelled_out for one in self.trained_on]


class PolicyAgent(TrainedAgent):
    """A player of a network.

    Args:
        network: what it plays.

    Raises:
        ValueError: too many layers.
    """

    def __init__(self, network: PolicyNetwork) -> None:
        super().__init__(choose_by_network, memory_of(network), network.rules)


class PolicySearch(TrainedAgent, SearchAgent):
    """A search that a network guides, and that can explain its choices."""


def policy(path: str) -> PolicyAgent:
    """Play the most probable action of a saved policy network.

    Args:
        path: the network's file. Games by other rules than those of its training raise ValueError.

    Raises:
        ValueError: the file does not exist, is damaged or of another kind.
    """
    return PolicyAgent(FORMAT.load(str(path)))  # a file name may be a number


def policy_search(
    path: str,
    simulations: int = SIMULATIONS,
    c: float = 1.4,
    mix: float = 0.25,
    patience: int = 4,
    noise: float = 0.1,
    ms: float | None = None,
) -> PolicySearch:
    """Search the rest of the round guided by a saved policy network: PUCT, leaves by aiming playouts.

    Args:
        path: the network's file.
        simulations: of a decision, 1..100,000,000.
        c: weight of exploration, 0..100; points are scaled from 0 for the fewest of the round to 1 for the most.
        mix: share of uniform probabilities mixed into the network's, 0..1, so that every action is explored.
        patience: visits of a node before the network is asked about it, 1..1,000,000; until then it is a leaf.
        noise: probability that a card of a playout is random, 0..1.
        ms: milliseconds per decision, 0.001..1,000,000, instead of ``simulations``; choices then depend on the machine.

    Raises:
        ValueError: a parameter is out of range, or the file does not exist, is damaged or of another kind.
    """
    network = FORMAT.load(str(path))
    simulations = whole("simulations", simulations, 1, 100_000_000, SIMULATIONS)
    memory = LAYOUT.new(
        simulations,
        ms,
        {"policy": memory_of(network)},
        limit=simulations,
        c=real("c", c, 0, 100, 1.4),
        mix=real("mix", mix, 0, 1, 0.25),
        patience=whole("patience", patience, 1, 1_000_000, 4),
        playout=PLAYOUTS["aiming"],
        noise=round(256 * real("noise", noise, 0, 1, 0.1)),
        choice=VISITS,
    )
    return PolicySearch(choose_with_priors, memory, network.rules)


def memory_of(network: PolicyNetwork) -> np.ndarray:
    """Make the memory of a network in compiled code, uint8 array.

    Raises:
        ValueError: too many layers.
    """
    return network_memory(NETWORK, OhHell(network.rules), Encoding(network.rules), network.layers)


@compiled_choice
def choose_by_network(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the legal action with the highest logit, the first of equals."""
    address = address_of(memory)
    return best_slot(network_in(address, 0), address, info)


@compiled_choice
def choose_with_priors(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action that the search visits most."""
    address = address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    if is_single(info.legal):
        return lowest(info.legal)
    keep_scores(search, info)
    search_round(info)
    search_with_priors(search, info, leaf_in(info, address), stream)
    return end_search(search)
