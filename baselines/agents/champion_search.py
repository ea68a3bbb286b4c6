"""champion-search: a search led by the networks that come with the package, a policy and a critic, or by your own."""

from __future__ import annotations

import numpy as np

from baselines.agents.exact import with_endgames
from baselines.agents.policy import CHAMPION, policy
from baselines.agents.protocol import CompiledAgent, compiled_choice
from baselines.evaluation.playout import quiet_scale
from baselines.networks.critic import CHAMPION_CRITIC
from baselines.networks.forward import network_memory
from baselines.networks.network_file import load_critic
from baselines.search.agent import SearchAgent
from baselines.search.memory import leaf_in, search_in, search_memory
from baselines.search.puct import PRIORS, search_with_priors
from cardkit.checks import real, whole
from cardkit.compiled.bits import is_single, lowest
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Info, Slot, Stream
from cardkit.search.memory import VISITS, begin_move
from cardkit.search.tree import end_search
from durak_env.information import INFO

SIMULATIONS = 10_000
OWN, NO_CRITIC = "own", "none"


def champion_search(
    simulations: int = SIMULATIONS,
    c: float = 1.4,
    mix: float = 0.25,
    patience: int = 8,
    noise: float = 0.1,
    path: str | None = None,
    critic: str = OWN,
    ms: float | None = None,
    endgame: str = "exact",
) -> CompiledAgent:
    """The champion's networks lead an information set search: PUCT by the policy's priors, leaves by the critic.

    Args:
        simulations: of a move, 1..100,000,000.
        c: weight of exploration, 0..100.
        mix: share of the even probabilities in the network's, 0..1, so that every action is looked at.
        patience: visits of a node before the network is asked about it, 1..1,000,000; below that it is a leaf.
        noise: probability with which a ply of a greedy playout is a random one, 0..1; without a critic.
        path: of a policy's file, instead of the champion's. In games by other rules than its own it raises ValueError.
        critic: a critic's file; ``own``: the champion's with the champion, none with another policy; ``none``: greedy
            playouts instead.
        ms: milliseconds a move, 0.001..1,000,000, instead of ``simulations``; moves then depend on the machine.
        endgame: once the talon is empty, ``exact`` leaves only actions that keep the value of the endgame to the
            search, if it can be solved quickly; ``search`` leaves it all.

    Raises:
        ValueError: a parameter is out of its range, or a file holds no policy, or no critic.
    """
    simulations = whole("simulations", simulations, 1, 100_000_000, SIMULATIONS)
    memory = search_memory(
        simulations,
        ms,
        {
            "priors": np.zeros(1, PRIORS),
            "view": np.zeros(1, INFO),
            "policy": policy(str(CHAMPION) if path is None else path).memory,
            **_critic(critic, path),
        },
        limit=simulations,
        c=real("c", c, 0, 100, 1.4),
        mix=real("mix", mix, 0, 1, 0.25),
        patience=whole("patience", patience, 1, 1_000_000, 8),
        scale=quiet_scale(real("noise", noise, 0, 1, 0.1)),
        choice=VISITS,
    )
    return with_endgames(SearchAgent(choose_with_priors, memory), endgame, default="exact")


def _critic(critic: str, path: str | None) -> dict[str, np.ndarray]:
    if critic == NO_CRITIC or (critic == OWN and path is not None):
        return {}
    return {"critic": network_memory(load_critic(CHAMPION_CRITIC if critic == OWN else str(critic)))}


@compiled_choice
def choose_with_priors(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """The action that the search visits most."""
    address = address_of(memory)
    search = search_in(address)
    begin_move(search, address)
    if is_single(info.legal):
        return lowest(info.legal)
    search_with_priors(search, info, leaf_in(address), address, stream)
    return end_search(search)
