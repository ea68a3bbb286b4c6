"""Playouts: the random or greedy finish of a game, from the full truth that a search works on."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.heuristic import greedy_card
from durak_env.bits import ZERO, lowest, nth_bit
from durak_env.cards import DONE_BIT, TAKE_BIT, count
from durak_env.game import GAME_OVER, step
from durak_env.jit import jit
from durak_env.prng import below, chance

_NULLS = np.uint64(TAKE_BIT | DONE_BIT)


@jit
def greedy_slot(state: Any) -> Any:
    """The slot that greedy plays in a STATE (or with an INFO) that is not over."""
    cards = state.legal & ~_NULLS
    return lowest(state.legal) if cards == ZERO else greedy_card(state, cards)


@jit
def uniform_slot(state: Any, stream: Any) -> Any:
    """The slot of a uniform legal action."""
    return nth_bit(state.legal, below(stream, count(state.legal)))


@jit
def play_out_greedily(state: Any, stream: Any, noise: Any) -> None:
    """Play a STATE to its end in place: each ply is greedy's, or with probability ``noise`` a uniform one."""
    while state.phase != GAME_OVER:
        step(state, uniform_slot(state, stream) if noise > 0 and chance(stream, noise) else greedy_slot(state))


@jit
def play_out_randomly(state: Any, stream: Any) -> None:
    """Play a STATE to its end in place with uniform legal actions."""
    while state.phase != GAME_OVER:
        step(state, uniform_slot(state, stream))
