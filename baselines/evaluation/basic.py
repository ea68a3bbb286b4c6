"""Values of positions where a search stops: basic features, or the outcome of a greedy playout.

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.3.1 and 4.3.2. Values are for the seat to move. A win ``ply``
plies below the root is worth ``WIN - ply``, so shorter wins are worth more.
"""

from __future__ import annotations

from typing import Any

from baselines.evaluation.playout import play_out_greedily
from baselines.evaluation.tactics import below_in_suit, single_rank, weaknesses
from cardkit.compiled.bits import ONE, ZERO, lowest
from cardkit.compiled.jit import jit
from durak_env.cards import count, suit_lane
from durak_env.game import DEFENCE, mover, returns

WIN = 10_000
"""Larger than any basic value; the hand sizes of an endgame could exceed the thesis' 1000."""
ENDGAME_CARD = 15
SINGLE_WEAKNESS = 500


@jit
def basic_value(state: Any) -> Any:
    """Hand values if both hands have equal sizes, hand sizes, and a single weakness, for the seat to move."""
    seat = mover(state)
    mine, theirs = state.hands[seat], state.hands[1 - seat]
    more = count(theirs) - count(mine)
    value = hand_value(mine, state) - hand_value(theirs, state) if more == 0 else 0
    if state.talon_size > 0:
        return value + more
    return value + ENDGAME_CARD * more + SINGLE_WEAKNESS * has_single_weakness(state, mine, theirs)


@jit
def hand_value(hand: Any, state: Any) -> Any:
    """The sum of the ranks of a hand; each trump counts the deck's number of ranks more."""
    ranks = count(state.deck & suit_lane(lowest(state.deck)))
    value = count(hand & state.trumps) * ranks
    while hand != ZERO:
        value += lowest(hand) & 15
        hand &= hand - ONE
    return value


@jit
def has_single_weakness(state: Any, mine: Any, theirs: Any) -> Any:
    """Whether the attacker is to move, the other hand has no trump, and exactly one of the mover's ranks is weak."""
    if state.phase == DEFENCE or theirs & state.trumps != ZERO:
        return False
    return single_rank(weaknesses(mine, mine & below_in_suit(theirs)))


@jit
def playout_value(state: Any, ply: Any, stream: Any) -> Any:
    """The outcome for the seat to move if greedy finishes the game for both; plays the state to its end."""
    seat = mover(state)
    play_out_greedily(state, stream, 0.0)
    return final_value(state, seat, ply)


@jit
def final_value(state: Any, seat: Any, ply: Any) -> Any:
    """The outcome of a finished game for a seat, reached or foreseen ``ply`` plies below the root."""
    return returns(state, seat) * (WIN - ply)
