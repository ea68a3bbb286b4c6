"""Minimax: alpha-beta search where everything is known, else the vote of searches of samples of what may be hidden.

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.3 and 4.5.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.agent import CompiledAgent, compiled_choice
from baselines.alpha_beta import MAX_DEPTH, SEARCH, next_action, search_root
from baselines.parameters import chosen, whole
from durak_env.bits import ZERO
from durak_env.cards import bit
from durak_env.information import determinize_into
from durak_env.jit import jit

EVALUATIONS = {"playout": True, "basic": False}
ORDERS = {"greedy": True, "deck": False}


def minimax(
    depth: int = 9,
    eval: str = "playout",
    samples: int = 20,
    order: str = "greedy",
    pruning: bool = True,
    caching: bool = True,
) -> CompiledAgent:
    """Alpha-beta search; where cards are hidden, one for each of some determinizations, and the majority decides.

    Args:
        depth: plies searched, 1..64.
        eval: positions at that depth are judged by a greedy ``playout`` or by ``basic`` features.
        samples: determinizations where cards are hidden, 1..10,000.
        order: which of equal actions is played, ``greedy``'s choice or the first in the ``deck``.
        pruning: whether branches that cannot matter are left out; the move is the same.
        caching: whether a search remembers the positions it met; the move is the same.

    Raises:
        ValueError: a parameter is out of its range.
    """
    memory = np.zeros(1, SEARCH)
    search = memory[0]
    search.depth = whole("depth", depth, 1, MAX_DEPTH, 9)
    search.playout = chosen("eval", eval, EVALUATIONS, "playout")
    search.samples = whole("samples", samples, 1, 10_000, 20)
    search.as_greedy = chosen("order", order, ORDERS, "greedy")
    search.pruning = _switch("pruning", pruning)
    search.caching = _switch("caching", caching)
    return CompiledAgent(choose_minimax, memory.view(np.uint8))


@compiled_choice
def choose_minimax(info: Any, stream: Any, memory: Any) -> Any:
    """The best action of one search where nothing is hidden, else the one that most samples' searches find best."""
    search = memory.view(SEARCH)[0]
    search.nodes = 0
    search.deepest = 0
    root = search.path[0]
    if info.unseen == ZERO:
        determinize_into(info, stream, root.state)
        search_root(search)
        return np.int64(root.action)
    for slot in range(64):
        search.votes[slot] = 0
    for _ in range(search.samples):
        determinize_into(info, stream, root.state)
        search_root(search)
        search.votes[root.action] += 1
    return elected(search, root.state)


@jit
def elected(search: Any, root: Any) -> Any:
    """The slot with the most votes; of equals the first in the order of search."""
    left = root.legal
    best = next_action(root, left, search.as_greedy)
    while left != ZERO:
        action = next_action(root, left, search.as_greedy)
        left &= ~bit(action)
        if search.votes[action] > search.votes[best]:
            best = action
    return best


def _switch(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} is True or False (default True), not {value!r}")
    return bool(value)
