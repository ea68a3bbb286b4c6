"""Points of a round, and the returns of a game.

::

                        made             missed           t tricks, b bid, p points a trick
    standard            p*t + bonus      p*t
    exact               p*t + bonus      0
    penalty             p*t + bonus      -p*|t - b|

    returns  points     the score
             margin     the score less the mean of the others'
             win        (n/k - 1)/(n - 1) to each of k seats with the highest score, -1/(n-1) to all others; at the end
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat
from oh_hell_env.core.records import MARGIN, OVER, POINTS, WIN, State, seats_of
from oh_hell_env.rules import SCORINGS

STANDARD, EXACT, PENALTY = range(len(SCORINGS))


@jit_inline
def points_of(state: State, won: Number, bid: Number) -> Number:
    """Compute the points for a round in which a seat has won ``won`` tricks and bid ``bid``."""
    each = np.int64(state.points_per_trick)
    if won == bid:
        return each * won + np.int64(state.bonus)
    if state.scoring == STANDARD:
        return each * won
    return -each * abs(won - bid) if state.scoring == PENALTY else 0


@jit_inline
def score_round(state: State) -> None:
    """Add the points of the round that has been played to the scores."""
    for seat in range(seats_of(state)):
        won, bid = np.int64(state.won[seat]), np.int64(state.bids[seat])
        state.scores[seat] += points_of(state, won, bid)
        state.made[seat] += won == bid


@jit_inline
def margin(state: State, seat: Seat) -> float:
    """Compute a seat's score less the mean of the others'."""
    total = 0
    for other in range(seats_of(state)):
        total += np.int64(state.scores[other])
    mine, others = np.int64(state.scores[seat]), seats_of(state) - 1
    return np.float64(mine) - np.float64(total - mine) / np.float64(others)


@jit_inline
def share_of_first(state: State, seat: Seat) -> float:
    """Return 1/k for each of the k seats with the highest score, 0 for all others."""
    sharing = 0
    for other in range(seats_of(state)):
        if state.scores[other] > state.scores[seat]:
            return 0.0
        sharing += state.scores[other] == state.scores[seat]
    return 1.0 / np.float64(sharing)


@jit
def returns(state: State, seat: Seat) -> float:
    """Compute a seat's returns so far."""
    if state.payment == POINTS:
        return np.float64(state.scores[seat])
    if state.payment == MARGIN:
        return margin(state, seat)
    if state.phase != OVER:
        return 0.0
    seats = np.float64(seats_of(state))
    return (seats * share_of_first(state, seat) - 1.0) / (seats - 1.0)


@jit_inline
def score(state: State, seat: Seat) -> float:
    """Scale a seat's returns of a finished game: 0 for the least, 1 for the most that they can be."""
    if state.payment == WIN:
        return share_of_first(state, seat)
    least, most = np.float64(state.least), np.float64(state.most)
    if state.payment == POINTS:
        return (np.float64(state.scores[seat]) - least) / (most - least)
    return 0.5 + 0.5 * margin(state, seat) / (most - least)
