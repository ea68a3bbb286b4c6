"""Returns of a finished game for each seat.

::

                     fool                 the others             draw
    returns          -1                   1/(n-1)                0           n seats, each for itself
                     -1 each              1/(T-1) each           0           T teams
    by places        1 - 2(p-1)/(n-1) for place p of n; seats that share places have the mean of them

All sum to zero. Without ``draws`` the last bout's defender is the fool where nobody has cards left.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Number, bit, lowest
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import Seat
from cardkit.compiled.records import where_field
from durak_env.cards import count
from durak_env.core.records import GAME_OVER, State
from durak_env.core.seating import holders, rivals_of, seats_of

NEVER_OUT = 1 << 16  # later than any bout


def _result_at_table(state: State, seat: Seat) -> float:
    if state.by_places:
        return returns_by_place(state, seat)
    left = holders(state, ~ZERO)
    if left == ZERO:
        if state.draws:
            return 0.0
        left = bit(state.defender)
    others = rivals_of(state, lowest(left))
    if left & others != ZERO:  # the bouts went in circles
        return 0.0
    if others & bit(seat) == ZERO:
        return -1.0
    return np.float64(seats_of(state) - count(others)) / np.float64(count(others))


def _win_or_loss(state: State, seat: Seat) -> Number:
    result = np.int64(state.hands[seat] == ZERO) - np.int64(state.hands[1 - seat] == ZERO)
    if result == 0 and state.draws == 0:  # a beat ended the game within the bout, so its attacker is still named
        return 1 if seat == state.attacker else -1
    return result


_result = where_field("rivals", _result_at_table, _win_or_loss)


@jit_inline
def returns_by_place(state: State, seat: Seat) -> float:
    """Return a seat's returns by places: 1 for the first place, -1 for the last, the mean for shared places."""
    mine = out_after(state, seat)
    before, beside = 0, 0
    for other in range(seats_of(state)):
        theirs = out_after(state, other)
        before += np.int64(theirs < mine)
        beside += np.int64(theirs == mine)
    return 1.0 - np.float64(2 * before + beside - 1) / np.float64(seats_of(state) - 1)


@jit_inline
def out_after(state: State, seat: Seat) -> Number:
    """Return the bout with which a seat went out; NEVER_OUT if it is in."""
    bout = np.int64(state.out_bout[seat])
    return bout if bout > 0 else NEVER_OUT


@jit_inline
def returns(state: State, seat: Seat) -> Number:
    """Compute a seat's returns; 0 during the game. They are an integer in the plain game, else a float64."""
    if state.phase != GAME_OVER:
        return 0
    return _result(state, seat)


def _best_at_table(state: State) -> float:
    if state.by_places:
        return 1.0
    rivals = count(rivals_of(state, 0))
    return np.float64(seats_of(state) - rivals) / np.float64(rivals)


def _one(state: State) -> float:
    return 1.0


best_return = where_field("rivals", _best_at_table, _one)
"""The highest returns that a seat can get; the lowest are -1."""


@jit_inline
def score(state: State, seat: Seat) -> float:
    """Scale a seat's returns of a finished game: 0 for the worst, 1 for the best."""
    return (1.0 + np.float64(returns(state, seat))) / (1.0 + best_return(state))
