"""champion-search: a search guided by a policy, a critic and a belief, those of the package or your own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from baselines.durak.agents.heedful import BY_OPPONENT, NO, HeedfulAgent, as_told
from baselines.durak.agents.policy import champion_of, policy
from baselines.durak.evaluation.playout import quiet_scale
from baselines.durak.networks.champions import BELIEF, SEARCHED, generation_of
from baselines.durak.networks.forward import network_in, network_memory, same_rules
from baselines.durak.networks.network_file import BeliefNetwork, CriticNetwork, load_belief, load_critic
from baselines.durak.search import guidance as guidance  # binds the networks to the search
from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.beliefs import BELIEVED_INFO, believe, believed_in
from baselines.durak.search.known_opponent import KnowingSearch, parts_for
from baselines.durak.search.memory import leaf_in, search_in, search_memory
from cardkit.agents import compiled_agent, compiled_choice
from cardkit.checks import real, whole
from cardkit.compiled.bits import ZERO, is_single, lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import where_field
from cardkit.search.memory import VISITS, begin_move
from cardkit.search.puct import search_with_priors
from cardkit.search.tree import end_search
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import Info
from durak_env.durak import Durak
from durak_env.knowledge import info_dtype
from durak_env.rules import PLAIN_ALONE, Rules

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
    generation: int | None = None,
    belief: str = OWN,
) -> CompiledAgent | HeedfulAgent:
    """Search guided by the champion's networks: PUCT with the policy's priors, a critic or playouts at leaves.

    It plays the games that the champion plays, unless an option leaves fewer.

    Args:
        simulations: of a choice, 1..100,000,000.
        c: weight of exploration, 0..100.
        mix: share of uniform probabilities mixed into the network's, 0..1, so that every action is explored.
        patience: visits of a node before the network is asked about it, 1..1,000,000; until then it is a leaf.
        noise: probability that a ply of a greedy playout is random, 0..1; used where no critic judges.
        path: a policy file to use instead of the champion's. Games by other rules than its own raise ValueError.
        critic: a critic file, which limits it to the file's rules; ``own``: the champion's, with the champion and by
            the standard rules with two seats, else none; ``none``: greedy playouts instead.
        ms: milliseconds per move, 0.001..1,000,000, instead of ``simulations``; moves then depend on the machine. What
            ``evidence=opponent`` takes to ask the opponent about each ply is not counted.
        endgame: once the talon is empty, ``exact`` gives the search only the actions that keep the value of the
            endgame, if it can be solved quickly; ``search`` gives it all.
        evidence: ``yes`` draws the hidden cards from the worlds in which the whole game could have gone as it did, in
            games of two seats without transfers or first_discard_limit; ``opponent``: and in which ``opponent``, whose
            choices must not vary, would have played as it did. Such games are played ply by ply, from Python.
        opponent: a compiled agent, such as ``greedy`` or ``(minimax:depth=2,samples=5)``, whose choices are the
            opponent's plies in the tree. The search then is a response to that agent, and plays well against no
            other, in games of two seats without transfers or first_discard_limit.
        generation: of the champion whose network guides the search, as for ``champion``, but by default 3; one that
            is named refuses games by other rules than its own.
        belief: the network that says where hidden cards are likely to lie. ``own``: the champion's, used with the
            champion's policy by the standard rules with two seats, unless ``evidence`` or ``opponent`` is given;
            ``none``: all determinizations are equally likely; or a file, which limits it to the file's rules.

    Raises:
        ValueError: a parameter is out of range, a file or the opponent is of another kind, options do not go together,
            or a network does not know the rules of another one or of the game.
    """
    known = None if opponent is None else compiled_agent("opponent", str(opponent), Durak.AGENTS)
    guide = _guide(path, generation)
    judge = _critic(critic, path, generation_of(generation, SEARCHED).critic)
    hands = _belief(belief, path, evidence, opponent)
    bound = {
        f"critic={critic}": None if judge is None or critic == OWN else (judge.rules,),
        f"belief={belief}": None if hands is None or belief == OWN else (hands.rules,),
        f"opponent={opponent}": None if known is None else known.trained_on,
    }
    simulations = whole("simulations", simulations, 1, 100_000_000, SIMULATIONS)
    memory = search_memory(
        simulations,
        ms,
        _networks(guide, judge, hands) | parts_for(known),
        limit=simulations,
        c=real("c", c, 0, 100, 1.4),
        mix=real("mix", mix, 0, 1, 0.25),
        patience=whole("patience", patience, 1, 1_000_000, 8),
        scale=quiet_scale(real("noise", noise, 0, 1, 0.1)),
        choice=VISITS,
    )
    choice = choose_with_priors if hands is None else choose_with_belief
    agent = SearchAgent(choice, memory) if known is None else KnowingSearch(choice, memory, known)
    (agent.trained_on, agent.subject), agent.policy_file = _games_of(guide, bound), guide.policy_file
    agent.info_dtypes = tuple(dict.fromkeys(map(info_dtype, agent.trained_on)))
    return as_told(agent, endgame, evidence, BY_OPPONENT)


def _guide(path: str | None, generation: int | None) -> CompiledAgent:
    if path is None:
        return champion_of(generation, SEARCHED, endgame="policy")
    if generation is not None:
        raise ValueError("path and generation exclude each other: each names the policy")
    return policy(path)


def _critic(critic: str, path: str | None, own: Path) -> CriticNetwork | None:
    if critic == NONE or (critic == OWN and path is not None):
        return None
    return load_critic(own if critic == OWN else str(critic))


def _belief(belief: str, path: str | None, evidence: str, opponent: str | None) -> BeliefNetwork | None:
    instead = "opponent" if opponent is not None else None
    if evidence != NO:
        instead = f"evidence={evidence}"
    if belief == NONE or (belief == OWN and (path is not None or instead is not None)):
        return None
    if instead is not None:
        raise ValueError(f"belief={belief} and {instead} exclude each other")
    return load_belief(BELIEF if belief == OWN else str(belief))


def _networks(guide: CompiledAgent, judge: CriticNetwork | None, hands: BeliefNetwork | None) -> dict[str, np.ndarray]:
    """Return the networks that the search asks, by their names in its memory."""
    parts = {"policy": guide.memory}
    if judge is not None:
        parts["critic"] = network_memory(judge)
    if hands is not None:
        parts |= {"belief": network_memory(hands), "believed": np.zeros(1, BELIEVED_INFO)}
    return parts


def _games_of(guide: CompiledAgent, bound: Mapping[str, Sequence[Rules] | None]) -> tuple[tuple[Rules, ...], str]:
    """Return the rules that the guide and all that is bound to the plain game know, and who refuses others.

    Args:
        guide: whose network gives the priors.
        bound: the rules of what else a search has, by its option: none if it is bound to none, None without it.
    """
    games, subject = guide.trained_on, guide.subject
    for option, known in bound.items():
        if known is None:
            continue
        subject = f"a search with {option}"
        shared = [one for one in games if one.is_plain and (not known or any(map(one.plays_like, known)))]
        if not shared:
            raise ValueError(_unlike(option, known, games[0]))
        games = tuple(shared)
    return games, subject


def _unlike(option: str, known: Sequence[Rules], policy_s: Rules) -> str:
    if not known:
        return f"{option} plays {PLAIN_ALONE}; the policy's are {policy_s}"
    return f"the {option.partition('=')[0]} was trained on other rules than the policy: {known[0]}, not {policy_s}"


@compiled_choice
def choose_with_priors(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action that the search visits most."""
    address = address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    if is_single(info.legal):
        return lowest(info.legal)
    search_with_priors(search, info, leaf_in(info, address), stream)
    return end_search(search)


@jit
def _choose_as_believed(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    address = address_of(memory)
    search = search_in(info, address)
    known = same_rules(info, network_in(address + search.belief_at))
    if info.unseen == ZERO or is_single(info.legal) or not known:
        return choose_with_priors(info, stream, memory)
    begin_move(search, address)
    believed = believed_in(address + search.believed_at, 0)
    believe(info, address + search.belief_at, believed)
    search_with_priors(search, believed, leaf_in(info, address), stream)
    return end_search(search)


_as_it_believes = where_field("rivals", choose_with_priors, _choose_as_believed)  # no belief knows larger tables


@compiled_choice
def choose_with_belief(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action that the search visits most, by the belief's rules in determinizations that it draws."""
    return _as_it_believes(info, stream, memory)
