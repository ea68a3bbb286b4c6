"""MCTS: UCT on the state where it is known, else on determinizations that vote (perfect information Monte Carlo).

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.4 and 4.5. As there, the action with the best mean is chosen, and
``c`` stands before the root of 2 ln N / n.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.agent import CompiledAgent, compiled_choice
from baselines.clock import ticks, ticks_in
from baselines.parameters import chosen, real, whole
from baselines.uct import (
    CHOICES,
    LEAF_AT,
    NO_LIMIT,
    NODES_AT,
    PLAYOUTS,
    ROOT_AT,
    favourite,
    search_at,
    search_memory,
    search_state,
    state_at,
)
from durak_env.bits import ONE, ZERO, address_of, lowest
from durak_env.cards import DONE_BIT, TAKE_BIT
from durak_env.information import determinize_into
from durak_env.jit import jit

_NULLS = np.uint64(TAKE_BIT | DONE_BIT)


def mcts(
    limit: int = 800,
    c: float = 1.0,
    simulation: str = "greedy",
    samples: int = 30,
    choice: str = "mean",
    ms: float | None = None,
) -> CompiledAgent:
    """UCT; where cards are hidden, a UCT for each of some determinizations, and the majority decides.

    Args:
        limit: simulations of a search, 1..10,000,000.
        c: weight of exploration, 0..100.
        simulation: playouts are ``greedy`` or ``random``.
        samples: determinizations in the closed world, 1..10,000. Once nothing is hidden there is one search with
            ``limit * samples`` simulations.
        choice: the action with the best ``mean`` or the most ``visits``.
        ms: milliseconds a move, 0.001..1,000,000, instead of ``limit``; moves then depend on the machine.

    Raises:
        ValueError: a parameter is out of its range.
    """
    limit = whole("limit", limit, 1, 10_000_000, 800)
    samples = whole("samples", samples, 1, 10_000, 30)
    memory = search_memory(
        NO_LIMIT if ms is not None else limit * samples,
        limit=NO_LIMIT if ms is not None else limit,
        samples=samples,
        c=real("c", c, 0, 100, 1.0),
        playout=chosen("simulation", simulation, PLAYOUTS, "greedy"),
        choice=chosen("choice", choice, CHOICES, "mean"),
        ticks=0 if ms is None else ticks_in(real("ms", ms, 0.001, 1e6, None)),
    )
    return CompiledAgent(choose_mcts, memory)


@compiled_choice
def choose_mcts(info: Any, stream: Any, memory: Any) -> Any:
    """The action that the search likes best, or that most of the searches do."""
    address = address_of(memory)
    search, root, leaf = search_at(address, 0), state_at(address + ROOT_AT, 0), state_at(address + LEAF_AT, 0)
    search.nodes = address + NODES_AT
    if info.unseen == ZERO:
        determinize_into(info, stream, root)
        limit = search.limit
        if not info.open_world and search.ticks == 0:
            limit *= search.samples
        deadline = ticks() + search.ticks if search.ticks > 0 else 0
        search_state(search, root, leaf, stream, limit, deadline)
        return favourite(search)
    take_votes(search, info, root, leaf, stream)
    return most_votes(search, info.legal)


@jit
def take_votes(search: Any, info: Any, root: Any, leaf: Any, stream: Any) -> None:
    """Search each of the determinizations, and count for each action how many of the searches like it best."""
    for slot in range(64):
        search.votes[slot] = 0
    began = ticks()
    for sample in range(search.samples):
        determinize_into(info, stream, root)
        deadline = began + search.ticks * (sample + 1) // search.samples if search.ticks > 0 else 0
        search_state(search, root, leaf, stream, search.limit, deadline)
        search.votes[favourite(search)] += 1


@jit
def most_votes(search: Any, legal: Any) -> Any:
    """The slot with the most votes; a null needs more than any card, and of cards the first wins a tie."""
    best, best_slot = -1, 0
    for actions in (legal & ~_NULLS, legal & _NULLS):
        rest = actions
        while rest != ZERO:
            slot = lowest(rest)
            if np.int64(search.votes[slot]) > best:
                best, best_slot = np.int64(search.votes[slot]), slot
            rest &= rest - ONE
    return best_slot
