"""PUCT over information sets: the tree of ISMCTS, guided by a policy that says which actions to explore.

A node is a leaf, where simulations end, until it has been visited a few times; then the policy predicts what the seat
to move would play, given that seat's view of the current determinization. It is asked again when a determinization
allows actions that no earlier one did. At the other seats' nodes the policy sees only what these may know, so they
cannot exploit the sampled hidden cards, as they can in plain ISMCTS.

A critic, which sees all hands of the determinization, gives the value of a leaf; without one, a playout does. A game
brings both: see `cardkit.compiled.protocol.fill_priors` and `evaluate`.

The search may know its opponent, a compiled agent. Then the opponent's plies in the tree are those that the agent
chooses, given what it would know in the determinization, and only the own plies are searched: a response to that agent.
Its PLAYER record and its memory stand behind the nodes.

Sources: C. D. Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and Artificial Intelligence 61
(2011); D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550 (2017); and for the tree
`cardkit.search.ismcts`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.call import PLAYER, Player, ask
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import record_reader
from cardkit.compiled.protocol import (
    Actions,
    Info,
    State,
    Stream,
    determinize,
    evaluate,
    fill_priors,
    is_legal,
    mover,
    observe,
)
from cardkit.compiled.records import Field
from cardkit.compiled.slot_code import WORD_SLOTS
from cardkit.compiled.slots import (
    first_slot,
    has,
    how_many,
    is_empty,
    is_lone,
    legal_of,
    minus,
    put_legal,
    without_first,
    words_of,
)
from cardkit.search.memory import LONGEST_PATH, Node, Search, node_at, tried_of
from cardkit.search.tree import (
    NO_NODE,
    add_child,
    append_to_path,
    back_up,
    child_of,
    deadline_of,
    finish,
    follow,
    is_over,
    past_event,
    start_tree,
)

EVEN = 0.5  # the value of an action if nothing is known of it or its siblings
ONE_PRIOR = 65535.0  # probability 1 in a node
NEW_SHARE = 0.25  # weight of the policy's new probabilities in the running mean

_player_at = record_reader(PLAYER)


def puct_fields(info: np.dtype[Any]) -> list[Field]:
    """List the fields of a SEARCH record that this search needs, given the INFO record of the game."""
    return [
        ("mix", np.float64),  # share of uniform probabilities in the priors
        ("patience", np.int64),  # visits of a node before the policy is asked about it
        ("player_at", np.int64),  # offset in the memory of the PLAYER record of a known opponent, 0 without one,
        ("opponent_at", np.int64),  # and of its memory
        ("priors", np.float64, WORD_SLOTS * words_of(info)),  # the policy's latest probabilities, by slot
        ("seen", info),  # what a seat in the tree knows
    ]


@jit
def search_with_priors(search: Search, info: Info, leaf: State, stream: Stream) -> None:
    """Grow a new tree for an INFO record until the simulations or the time are used up; at least one simulation."""
    player = _player_at(search.memory + search.player_at, 0)
    if search.player_at != 0:
        player.memory = search.memory + search.opponent_at
    deadline = deadline_of(search)
    start_tree(search)
    for done in range(search.limit):
        if is_over(deadline, done):
            break
        determinize(info, stream, leaf)
        put_legal(leaf, legal_of(info))
        depth = descend(search, leaf, mover(leaf), player, stream)
        if evaluate(search, leaf):
            back_up(search, depth)
        else:
            finish(search, leaf, depth, stream)


@jit_inline
def by_playout(search: Search, state: State) -> bool:
    """Leave the leaf to a playout: `evaluate` for searches without a critic."""
    return False


@jit_inline
def descend(search: Search, state: State, seat: int, player: Player, stream: Stream) -> int:
    """Walk down from the root, playing on ``state``, to a leaf or the end of the game; return the path's depth.

    ``player`` (PLAYER) is the known opponent of ``seat``, if there is one.
    """
    number, depth = 0, 0
    append_to_path(search, 0, 0, 0)
    while number != NO_NODE and not is_empty(legal_of(state)) and depth < LONGEST_PATH - 2:
        node = node_at(search, number)
        known = search.player_at != 0 and mover(state) != seat
        if not known and not is_empty(minus(legal_of(state), tried_of(node))):
            forced = is_lone(legal_of(state))
            if depth > 0 and node.visits < search.patience and not forced:
                return depth
            if not expand(search, node, state, forced):
                return depth
        number = answer(search, node, state, player, stream) if known else most_promising(search, node, legal_of(state))
        if number == NO_NODE:
            return depth
        depth += 1
        follow(search, state, depth, number)
        if node_at(search, number).visits == 0:
            return depth
        number, depth = past_event(search, state, depth, number)
    return depth


@jit
def expand(search: Search, node: Node, state: State, forced: bool) -> bool:
    """Give a node children with priors for all legal actions of ``state``; return whether there was room.

    ``forced`` means that a single action is legal, which needs no policy.
    """
    legal = legal_of(state)
    if forced:
        search.priors[first_slot(legal)] = 1.0
    else:
        observe(state, mover(state), False, search.seen)
        fill_priors(search, search.seen)
    even = 1.0 / how_many(legal)
    left = legal
    while not is_empty(left):
        slot = first_slot(left)
        left = without_first(left)
        prior = ONE_PRIOR * ((1 - search.mix) * search.priors[slot] + search.mix * even)
        if has(tried_of(node), slot):
            child = node_at(search, child_of(node, slot))
            child.prior = np.uint16((1 - NEW_SHARE) * np.float64(child.prior) + NEW_SHARE * prior)
            continue
        number = add_child(search, node, slot)
        if number == NO_NODE:
            return False
        node_at(search, number).prior = np.uint16(prior)
    return True


@jit
def answer(search: Search, node: Node, state: State, player: Player, stream: Stream) -> int:
    """Find the child for the ply of a known opponent, who is to move; NO_NODE if there is no room for it."""
    slot = first_slot(legal_of(state))
    if not is_lone(legal_of(state)):
        observe(state, mover(state), False, search.seen)
        slot = np.int64(ask(player, search.seen, stream))
        if not is_legal(state, slot):
            raise ValueError("the known opponent of the search chooses an illegal action")
    return child_of(node, slot) if has(tried_of(node), slot) else add_child(search, node, slot)


@jit_inline
def most_promising(search: Search, node: Node, legal: Actions) -> int:
    """Find the ``legal`` child of highest value plus exploration term; an unvisited one has its siblings' value."""
    points, visits, priors = 0.0, 0.0, 0.0
    rest = legal
    while not is_empty(rest):
        child = node_at(search, child_of(node, first_slot(rest)))
        points += child.points
        visits += np.float64(child.visits)
        priors += np.float64(child.prior)
        rest = without_first(rest)
    urgency = points / visits if visits > 0 else EVEN
    weight = search.c * np.sqrt(visits + 1) / max(priors, 1.0)
    best, best_number = -1.0, NO_NODE
    rest = legal
    while not is_empty(rest):
        number = child_of(node, first_slot(rest))
        child = node_at(search, number)
        own = np.float64(child.visits)
        value = child.points / own if own > 0 else urgency
        bound = value + weight * np.float64(child.prior) / (1 + own)
        if bound > best:
            best, best_number = bound, number
        rest = without_first(rest)
    return best_number
