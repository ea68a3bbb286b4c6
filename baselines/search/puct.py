"""PUCT over information sets: the tree of ISMCTS, guided by a policy that says which actions to explore.

A node is a leaf, where simulations end, until it has been visited a few times; then the policy predicts what the seat
to move would play, given that seat's view of the current determinization. It is asked again when a determinization
allows actions that no earlier one did. At the opponent's nodes the policy sees only what the opponent may know, so the
opponent cannot exploit the sampled hidden cards, as it can in plain ISMCTS.

A critic, which sees both hands of the determinization, gives the value of a leaf; without one, a playout does.

The search may know its opponent, a compiled agent. Then the opponent's plies in the tree are those that the agent
chooses, given what it would know in the determinization, and only the own plies are searched: a response to that agent.

Behind the nodes its memory holds a PRIORS record, an INFO for what a seat knows in the tree, the networks, and a PLAYER
record and the memory of the known opponent.

Sources: C. D. Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and Artificial Intelligence 61
(2011); D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550 (2017); and for the tree
`cardkit.search.ismcts`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.networks.critic import worth
from baselines.networks.probabilities import fill_probabilities
from cardkit.compiled.bits import ZERO, is_single, lowest, without_lowest
from cardkit.compiled.call import PLAYER, ask
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, record_reader
from cardkit.compiled.protocol import Actions, Info, Search, State, Stream, determinize, is_legal
from cardkit.compiled.records import record
from cardkit.search.memory import LONGEST_PATH, Node, node_at
from cardkit.search.tree import (
    NO_NODE,
    add_child,
    back_up,
    child_of,
    deadline_of,
    finish,
    follow,
    is_over,
    note,
    past_event,
    plant,
)
from durak_env.cards import bit, count
from durak_env.game import GAME_OVER, mover, returns, step
from durak_env.information import INFO, observe

PRIORS = record([("probabilities", np.float64, 64)])
"""The policy's latest probabilities, by slot."""

EVEN = 0.5  # the value of an action if nothing is known of it or its siblings
ONE_PRIOR = 65535.0  # probability 1 in a node
NEW_SHARE = 0.25  # weight of the policy's new probabilities in the running mean

_priors_at, _info_at, _player_at = record_reader(PRIORS), record_reader(INFO), record_reader(PLAYER)


@jit
def search_with_priors(search: Search, info: Info, leaf: State, memory: Address, stream: Stream) -> None:
    """Grow a new tree for an INFO record until the simulations or the time are used up; at least one simulation.

    ``memory`` is the address of the search's memory.
    """
    priors, view = _priors_at(memory + search.priors_at, 0), _info_at(memory + search.view_at, 0)
    policy, critic = memory + search.policy_at, memory + search.critic_at
    player = _player_at(memory + search.player_at, 0)
    if search.player_at != 0:
        player.memory = memory + search.opponent_at
    deadline = deadline_of(search)
    plant(search)
    for done in range(search.limit):
        if is_over(deadline, done):
            break
        determinize(info, stream, leaf)
        leaf.legal = info.legal
        depth = descend(search, leaf, mover(leaf), priors, view, policy, player, stream)
        if search.critic_at == 0:
            finish(search, leaf, depth, stream)
        else:
            expected = expected_return(leaf, view, critic)
            search.scores[0] = 0.5 + 0.5 * expected
            search.scores[1] = 0.5 - 0.5 * expected
            back_up(search, depth)


@jit_inline
def expected_return(state: State, view: Info, critic: Address) -> float:
    """The return of seat 0 in a leaf after its forced plies: the result, or a critic's estimate.

    Args:
        state: STATE record, which is played on.
        view: INFO record to overwrite.
        critic: address of the memory of the critic's network.
    """
    while state.phase != GAME_OVER and is_single(state.legal):
        step(state, lowest(state.legal))
    return np.float64(returns(state, 0)) if state.phase == GAME_OVER else worth(state, view, critic)


@jit_inline
def descend(
    search: Search, state: State, seat: int, priors: Any, view: Info, policy: Address, player: Any, stream: Stream
) -> int:
    """Walk down from the root, playing on ``state``, to a leaf or the end of the game; returns the path's depth.

    ``priors`` (PRIORS) and ``view`` (INFO) are records to overwrite; ``policy`` is the address of the memory of
    a network's agent; ``player`` (PLAYER) is the known opponent of ``seat``, if there is one.
    """
    number, depth = 0, 0
    note(search, 0, 0, 0)
    while number != NO_NODE and state.phase != GAME_OVER and depth < LONGEST_PATH - 2:
        node = node_at(search.nodes, number)
        known = search.player_at != 0 and mover(state) != seat
        if not known and state.legal & ~node.tried != ZERO:
            forced = is_single(state.legal)
            if depth > 0 and node.visits < search.patience and not forced:
                return depth
            if not expand(search, node, state, forced, priors, view, policy):
                return depth
        number = (
            answer(search, node, state, view, player, stream) if known else most_promising(search, node, state.legal)
        )
        if number == NO_NODE:
            return depth
        depth += 1
        follow(search, state, depth, number)
        if node_at(search.nodes, number).visits == 0:
            return depth
        number, depth = past_event(search, state, depth, number)
    return depth


@jit
def expand(search: Search, node: Node, state: State, forced: bool, priors: Any, view: Info, policy: Address) -> bool:
    """Give a node children with priors for all legal actions of ``state``; returns whether there was room.

    The other arguments are those of `descend`; ``forced`` means that a single action is legal, which needs no policy.
    """
    if forced:
        priors.probabilities[lowest(state.legal)] = 1.0
    else:
        observe(state, mover(state), False, view)
        fill_probabilities(view, policy, priors.probabilities)
    even = 1.0 / count(state.legal)
    left = state.legal
    while left != ZERO:
        slot = lowest(left)
        left = without_lowest(left)
        prior = ONE_PRIOR * ((1 - search.mix) * priors.probabilities[slot] + search.mix * even)
        if node.tried & bit(slot) != ZERO:
            child = node_at(search.nodes, child_of(node, slot))
            child.prior = np.uint16((1 - NEW_SHARE) * np.float64(child.prior) + NEW_SHARE * prior)
            continue
        number = add_child(search, node, slot)
        if number == NO_NODE:
            return False
        node_at(search.nodes, number).prior = np.uint16(prior)
    return True


@jit
def answer(search: Search, node: Node, state: State, view: Info, player: Any, stream: Stream) -> int:
    """The child for the ply of a known opponent, who is to move; NO_NODE if there is no room for it."""
    slot = lowest(state.legal)
    if not is_single(state.legal):
        observe(state, mover(state), False, view)
        slot = np.int64(ask(player, view, stream))
        if not is_legal(state, slot):
            raise ValueError("the known opponent of the search chooses an illegal action")
    return child_of(node, slot) if node.tried & bit(slot) != ZERO else add_child(search, node, slot)


@jit_inline
def most_promising(search: Search, node: Node, legal: Actions) -> int:
    """The ``legal`` child with the highest value plus exploration term; an unvisited one has its siblings' value."""
    points, visits, priors = 0.0, 0.0, 0.0
    rest = legal
    while rest != ZERO:
        child = node_at(search.nodes, child_of(node, lowest(rest)))
        points += child.points
        visits += np.float64(child.visits)
        priors += np.float64(child.prior)
        rest = without_lowest(rest)
    urgency = points / visits if visits > 0 else EVEN
    weight = search.c * np.sqrt(visits + 1) / max(priors, 1.0)
    best, best_number = -1.0, NO_NODE
    rest = legal
    while rest != ZERO:
        number = child_of(node, lowest(rest))
        child = node_at(search.nodes, number)
        own = np.float64(child.visits)
        value = child.points / own if own > 0 else urgency
        bound = value + weight * np.float64(child.prior) / (1 + own)
        if bound > best:
            best, best_number = bound, number
        rest = without_lowest(rest)
    return best_number
