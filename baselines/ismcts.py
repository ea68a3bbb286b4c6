"""ISMCTS: one tree over what the seat to move can tell apart, and a new determinization for each simulation.

Of a node's children only those are compared that the determinization allows, and the exploration term counts how often
each was allowed. Nodes are told apart by plies alone: one stands for all the cards that may have been drawn on the way.

Source: P. I. Cowling, E. J. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2012), the single-observer variant.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.agent import compiled_choice
from baselines.clock import ticks_in
from baselines.exact_choice import endgame_choice, without_mistakes
from baselines.parameters import chosen, real, whole
from baselines.playout import quiet_scale
from baselines.search_agent import SearchAgent
from baselines.uct import (
    CHOICES,
    LEAF_AT,
    LONGEST_PATH,
    NO_LIMIT,
    NO_NODE,
    NODES_AT,
    PLAYOUTS,
    SIMULATIONS_A_LOOK,
    add_child,
    back_up,
    begin_move,
    deadline_of,
    end_search,
    is_over,
    log_of,
    node_at,
    note,
    plant,
    play_out,
    search_at,
    search_memory,
    state_at,
)
from durak_env.bits import ONE, ZERO, address_of, lowest, nth_bit
from durak_env.cards import TAKE_SLOT, bit, count
from durak_env.game import ATTACK, GAME_OVER, mover, returns, step
from durak_env.information import determinize_into
from durak_env.jit import jit
from durak_env.prng import below

BOUT_ENDED = 16  # no card has this slot: the ply that an attacker without cards to add does not get after a take


def ismcts(
    simulations: int = 5000,
    c: float = 0.7,
    playout: str = "greedy",
    noise: float = 0.1,
    choice: str = "visits",
    ms: float | None = None,
    endgame: str = "search",
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
    simulations = NO_LIMIT if ms is not None else whole("simulations", simulations, 1, 100_000_000, 5000)
    memory = search_memory(
        simulations,
        endgame_choice(endgame),
        limit=simulations,
        c=real("c", c, 0, 100, 0.7),
        scale=quiet_scale(real("noise", noise, 0, 1, 0.1)),
        playout=chosen("playout", playout, PLAYOUTS, "greedy"),
        choice=chosen("choice", choice, CHOICES, "visits"),
        ticks=0 if ms is None else ticks_in(real("ms", ms, 0.001, 1e6, None)),
    )
    return SearchAgent(choose_ismcts if endgame == "search" else choose_ismcts_exactly, memory)


@compiled_choice
def choose_ismcts(info: Any, stream: Any, memory: Any) -> Any:
    """The action that the search likes best."""
    address = address_of(memory)
    search, leaf = search_at(address, 0), state_at(address + LEAF_AT, 0)
    search.nodes = address + NODES_AT
    begin_move(search)
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
    done = 0
    while done < search.limit:
        determinize_into(info, stream, leaf)
        leaf.legal = info.legal
        depth = descend(search, leaf, stream)
        play_out(search, leaf, stream)
        back_up(search, depth, returns(leaf, 0))
        done += 1
        if done % SIMULATIONS_A_LOOK == 0 and is_over(deadline):
            break


@jit
def descend(search: Any, state: Any, stream: Any) -> Any:
    """Walk down from the root, playing on ``state``, to a node that is new or over; returns the depth of the path."""
    number, depth = 0, 0
    note(search, 0, 0, 0)
    while state.phase != GAME_OVER and depth < LONGEST_PATH - 2:
        node = node_at(search.nodes, number)
        untried = state.legal & ~node.tried
        number = most_promising(search, node, state.legal)
        if untried != ZERO:
            number = add_child(search, node, nth_bit(untried, below(stream, count(untried))))
            if number == NO_NODE:
                return depth
        depth += 1
        note(search, depth, number, mover(state))
        slot = np.int64(node_at(search.nodes, number).slot)
        step(state, slot)
        if untried != ZERO:
            return depth
        if slot == TAKE_SLOT and state.phase == ATTACK:
            number = bout_ended(search, node_at(search.nodes, number))
            if number == NO_NODE:
                return depth
            depth += 1
            note(search, depth, number, mover(state))
    return depth


@jit
def bout_ended(search: Any, node: Any) -> Any:
    """The number of the child of a take upon which the attacker had no card to add; NO_NODE if there is no room."""
    if node.tried & bit(BOUT_ENDED) == ZERO:
        return add_child(search, node, BOUT_ENDED)
    return child_of(node, BOUT_ENDED)


@jit
def child_of(node: Any, slot: Any) -> Any:
    """The number of a child that is there."""
    return np.int64(node.first) + count(node.tried & (bit(slot) - ONE))


@jit
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
