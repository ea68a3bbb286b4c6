"""champion-search: a search guided by a policy, a critic and a belief, those of the package or your own."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from baselines.durak.agents.heedful import HeedfulAgent, as_told
from baselines.durak.agents.policy import policy
from baselines.durak.evaluation.playout import quiet_scale
from baselines.durak.networks.champions import BELIEF, LATEST, generation_of
from baselines.durak.networks.forward import network_memory
from baselines.durak.networks.network_file import BeliefNetwork, CriticNetwork, load_belief, load_critic
from baselines.durak.search import guidance as guidance  # binds the networks to the search
from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.beliefs import BELIEVED_INFO, believe, believed_in
from baselines.durak.search.known_opponent import KnowingSearch, parts_for
from baselines.durak.search.memory import leaf_in, search_in, search_memory
from cardkit.agents import compiled_agent, compiled_choice
from cardkit.checks import real, whole
from cardkit.compiled.bits import ZERO, is_single, lowest
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Info, Slot, Stream
from cardkit.search.memory import VISITS, begin_move
from cardkit.search.puct import search_with_priors
from cardkit.search.tree import end_search
from durak_env.compiled_agents import CompiledAgent
from durak_env.durak import Durak

SIMULATIONS = 1000
OWN, NONE = "own", "none"


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
    evidence: str = "no",
    opponent: str | None = None,
    generation: int = LATEST,
    belief: str = NONE,
) -> CompiledAgent | HeedfulAgent:
    """The champion's networks guide an information set search: PUCT with the policy's priors, leaves by the critic.

    Args:
        simulations: of a move, 1..100,000,000.
        c: weight of exploration, 0..100.
        mix: share of uniform probabilities mixed into the network's, 0..1, so that every action is explored.
        patience: visits of a node before the network is asked about it, 1..1,000,000; until then it is a leaf.
        noise: probability that a ply of a greedy playout is random, 0..1; used without a critic.
        path: a policy file to use instead of the champion's. Games by other rules than its own raise ValueError.
        critic: a critic file; ``own``: the champion's with the champion, none with another policy; ``none``: greedy
            playouts instead.
        ms: milliseconds per move, 0.001..1,000,000, instead of ``simulations``; moves then depend on the machine.
        endgame: once the talon is empty, ``exact`` gives the search only the actions that keep the value of the
            endgame, if it can be solved quickly; ``search`` gives it all.
        evidence: ``yes`` draws the hidden cards from the worlds in which the whole game could have gone as it did, in
            games of two seats without transfers or first_discard_limit. Such games are played from Python.
        opponent: spec of a compiled agent, such as greedy: the opponent's plies in the tree are its choices. The
            search then is a response to that agent, and plays well against no other.
        generation: of the champion whose networks guide the search.
        belief: a belief file; ``own``: the champion's, which says where hidden cards are likely to lie; ``none``: all
            determinizations are equally likely. Not together with ``evidence`` or ``opponent``.

    Raises:
        ValueError: a parameter is out of range, a file is of another kind, the opponent is not compiled, the networks
            were trained on different rules, or ``belief`` meets ``evidence`` or ``opponent``.
    """
    known = None if opponent is None else compiled_agent("opponent", str(opponent), Durak.AGENTS)
    champion = generation_of(generation)
    guide = policy(str(champion.policy) if path is None else path)
    judge = _critic(critic, path, champion.critic)
    hands = _belief(belief, evidence, opponent)
    _check_alike(guide, known, judge, hands)
    simulations = whole("simulations", simulations, 1, 100_000_000, SIMULATIONS)
    memory = search_memory(
        simulations,
        ms,
        {
            "policy": guide.memory,
            **({} if judge is None else {"critic": network_memory(judge)}),
            **({} if hands is None else {"belief": network_memory(hands), "believed": np.zeros(1, BELIEVED_INFO)}),
            **parts_for(known),
        },
        limit=simulations,
        c=real("c", c, 0, 100, 1.4),
        mix=real("mix", mix, 0, 1, 0.25),
        patience=whole("patience", patience, 1, 1_000_000, 8),
        scale=quiet_scale(real("noise", noise, 0, 1, 0.1)),
        choice=VISITS,
    )
    choice = choose_with_priors if hands is None else choose_with_belief
    agent = SearchAgent(choice, memory) if known is None else KnowingSearch(choice, memory, known)
    agent.trained_on = guide.trained_on
    return as_told(agent, endgame, evidence)


def _critic(critic: str, path: str | None, own: Path) -> CriticNetwork | None:
    if critic == NONE or (critic == OWN and path is not None):
        return None
    return load_critic(own if critic == OWN else str(critic))


def _belief(belief: str, evidence: str, opponent: str | None) -> BeliefNetwork | None:
    if belief == NONE:
        return None
    for name, given in (("evidence=yes", evidence == "yes"), ("opponent", opponent is not None)):
        if given:
            raise ValueError(f"belief={belief} and {name} exclude each other")
    return load_belief(BELIEF if belief == OWN else str(belief))


def _check_alike(
    guide: CompiledAgent, known: CompiledAgent | None, judge: CriticNetwork | None, hands: BeliefNetwork | None
) -> None:
    rules = guide.trained_on[0]
    opponent = known.trained_on if known else ()
    critic, belief = ((one.rules,) if one else () for one in (judge, hands))
    for name, others in (("opponent", opponent), ("critic", critic), ("belief", belief)):
        if others and not any(one.plays_like(rules) for one in others):
            raise ValueError(f"the {name} was trained on other rules than the policy: {others[0]}, not {rules}")


@compiled_choice
def choose_with_priors(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """The action that the search visits most."""
    address = address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    if is_single(info.legal):
        return lowest(info.legal)
    search_with_priors(search, info, leaf_in(info, address), stream)
    return end_search(search)


@compiled_choice
def choose_with_belief(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """The action that the search visits most, in determinizations drawn by the belief."""
    if info.unseen == ZERO or is_single(info.legal):
        return choose_with_priors(info, stream, memory)
    address = address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    believed = believed_in(address + search.believed_at, 0)
    believe(info, address + search.belief_at, believed)
    search_with_priors(search, believed, leaf_in(info, address), stream)
    return end_search(search)
