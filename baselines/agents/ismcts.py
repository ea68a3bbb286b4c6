"""ISMCTS: one tree over what the seat to move can tell apart, and a new determinization for each simulation.

Of a node's children only those are compared that the determinization allows, and the exploration term counts how often
each was allowed. Nodes are told apart by plies alone: one stands for all the cards that may have been drawn on the way.

Source: P. I. Cowling, E. J. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2012), the single-observer variant.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.agents.exact import endgame_choice, without_mistakes
from baselines.agents.protocol import compiled_choice
from baselines.evaluation.playout import quiet_scale
from baselines.search.agent import SearchAgent
from baselines.search.memory import (
    CHOICES,
    LEAF_AT,
    LONGEST_PATH,
    PLAYOUTS,
    begin_move,
    node_at,
    search_at,
    search_memory,
    state_at,
)
from baselines.search.tree import (
    NO_NODE,
    add_child,
    child_of,
    deadline_of,
    end_search,
    finish,
    follow,
    is_over,
    log_of,
    note,
    past_bout,
    plant,
)
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import ONE, ZERO, lowest, nth_bit
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import below
from durak_env.cards import count
from durak_env.game import GAME_OVER
from durak_env.information import determinize_into


def ismcts(
    simulations: int = 5000,
    c: float = 0.7,
    playout: str = "greedy",
    noise: float = 0.1,
    choice: str = "visits",
    ms: float | None = None,
    endgame: str = "exact",
) -> SearchAgent:
    """Information set MCTS: one search tree for all the ways in which the hidden cards may lie.

    Args:
        simulations: of a move, 1..100,000,000.
        c: weight of exploration, 0..100.
        playout: ``greedy`` or ``random``.
        noise: probability with which a ply of a greedy playout is a random one, 0..1.
        choice: the action with the most ``visits`` or the best ``mean``.
        ms: milliseconds a move, 0.001..1,000,000, instead of ``simulations``; moves then depend on the machine.
        endgame: once the talon is empty, ``exact`` leaves only actions that keep the value of the endgame to the
            search, if it can be solved quickly; ``search`` leaves it all.

    Raises:
        ValueError: a parameter is out of its range.
    """
    simulations = whole("simulations", simulations, 1, 100_000_000, 5000)
    memory = search_memory(
        simulations,
        endgame_choice(endgame, "exact"),
        ms,
        limit=simulations,
        c=real("c", c, 0, 100, 0.7),
        scale=quiet_scale(real("noise", noise, 0, 1, 0.1)),
        playout=chosen("playout", playout, PLAYOUTS, "greedy"),
        choice=chosen("choice", choice, CHOICES, "visits"),
    )
    return SearchAgent(choose_ismcts if endgame == "search" else choose_ismcts_exactly, memory)


@compiled_choice
def choose_ismcts(info: Any, stream: Any, memory: Any) -> Any:
    """The action that the search likes best."""
    address = address_of(memory)
    search, leaf = search_at(address, 0), state_at(address + LEAF_AT, 0)
    begin_move(search, address)
    if info.legal & (info.legal - ONE) == ZERO:
        return lowest(info.legal)
    search_information_set(search, info, leaf, stream)
    return end_search(search)


@compiled_choice
def choose_ismcts_exactly(info: Any, stream: Any, memory: Any) -> Any:
    """The same among the actions that keep the value of the endgame."""
    return choose_ismcts(without_mistakes(info, memory), stream, memory)


@jit
def search_information_set(search: Any, info: Any, leaf: Any, stream: Any) -> None:
    """Grow a fresh tree for an INFO record until the simulations or the time are used up, by at least one."""
    deadline = deadline_of(search)
    plant(search)
    for done in range(search.limit):
        if is_over(deadline, done):
            break
        determinize_into(info, stream, leaf)
        leaf.legal = info.legal
        finish(search, leaf, descend(search, leaf, stream), stream)


@jit
def descend(search: Any, state: Any, stream: Any) -> Any:
    """Walk down from the root, playing on ``state``, to a node that is new or over; returns the depth of the path."""
    number, depth = 0, 0
    note(search, 0, 0, 0)
    while number != NO_NODE and state.phase != GAME_OVER and depth < LONGEST_PATH - 2:
        node = node_at(search.nodes, number)
        untried = state.legal & ~node.tried
        number = most_promising(search, node, state.legal)
        if untried != ZERO:
            number = add_child(search, node, nth_bit(untried, below(stream, count(untried))))
            if number == NO_NODE:
                return depth
        depth += 1
        follow(search, state, depth, number)
        if untried != ZERO:
            return depth
        number, depth = past_bout(search, state, depth, number)
    return depth


@jit_inline
def most_promising(search: Any, node: Any, legal: Any) -> Any:
    """The child with the highest upper confidence bound among the ``legal`` ones, all available once more."""
    best, best_number = -1.0, NO_NODE
    rest = node.tried & legal
    while rest != ZERO:
        number = child_of(node, lowest(rest))
        child = node_at(search.nodes, number)
        child.available += 1
        share = 1.0 / np.float64(child.visits)
        bound = child.points * share + search.c * np.sqrt(log_of(child.available) * share)
        if bound > best:
            best, best_number = bound, number
        rest &= rest - ONE
    return best_number
