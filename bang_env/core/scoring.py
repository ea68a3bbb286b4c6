"""Returns, and the counts of a result row."""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.characters import TEAM_OF
from bang_env.core.records import OVER, State, seats_of
from cardkit.arena.result_rows import counted_seat
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat


@jit_inline
def party(state: State, seat: Seat) -> Number:
    """Return the team of a seat."""
    return np.int64(TEAM_OF[np.int64(state.roles[seat])])


@jit
def returns(state: State, seat: Seat) -> float:
    """Return 1 for the seats of the team that has won, -1 for all others; 0 while the game goes on."""
    if state.phase != OVER:
        return 0.0
    return 1.0 if party(state, seat) == np.int64(state.winner) else -1.0


@jit
def score(state: State, seat: Seat) -> float:
    """Return 1 if a seat's team has won, else 0."""
    return 1.0 if party(state, seat) == np.int64(state.winner) else 0.0


@jit_inline
def count(state: State, result: Any) -> None:
    """Write rounds, turns, plies, reshuffles; role and lives of each agent's seat, with parties of each seat."""
    result.rounds, result.turns, result.plies = state.rounds, state.turns, state.plies
    result.reshuffles = state.reshuffles
    for entry in range(seats_of(state)):
        seat = counted_seat(result, entry)
        result.role[entry] = state.roles[seat]
        result.lives[entry] = max(0, np.int64(state.lives[seat]))
