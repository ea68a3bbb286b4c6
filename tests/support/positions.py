"""Positions of any game of the kit, somewhere in random games, and what may be hidden there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from cardkit.compiled.prng import streams_from
from cardkit.compiled.protocol import deal, determinize, mover, step
from cardkit.compiled.slots import as_int
from cardkit.game import Game


def positions(count: int, seed: int, games: Sequence[Game], plies: int = 70) -> Iterator[tuple[Any, Any, int]]:
    """Yield game, STATE and seat to move, with a choice, after up to ``plies`` random plies."""
    for game, state, seat in _positions(count, seed, tuple(games), plies):
        yield game, state.copy(), seat


@cache
def _positions(count: int, seed: int, games: tuple[Game, ...], plies: int) -> list[tuple[Game, Any, int]]:
    rng, found = np.random.default_rng(seed), list[tuple[Game, Any, int]]()
    while len(found) < count:
        game = games[len(found) % len(games)]
        state = game.new_states()[0]
        deal(state, streams_from(rng)[0])
        for _ in range(rng.integers(0, plies)):
            if legal_slots(state):
                step(state, rng.choice(legal_slots(state)))
        if len(legal_slots(state)) > 1:
            found.append((game, state, int(mover(state))))
    return found


def legal_slots(state: Any) -> list[int]:
    """Return the legal slots of the seat to move."""
    legal = as_int(state.legal)
    return [slot for slot in range(legal.bit_length()) if legal >> slot & 1]


def another(game: Game, info: Any, rng: np.random.Generator, known: Any = None) -> Any:
    """Draw a STATE from those consistent with a seat's knowledge.

    Args:
        known: a STATE whose knowledge it gets, of a game whose determinizations leave out what seats know.
    """
    state = game.new_states()[0]
    determinize(info.record.copy(), streams_from(rng)[0], state)
    for name in {"may", "tracked"} & set(state.dtype.names):
        state[name] = known[name]
    return state
