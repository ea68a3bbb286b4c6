"""Values of positions where a search stops: basic features, or the outcome of a greedy playout.

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.3.1 and 4.3.2. Values are for the seat to move. A win ``ply``
plies below the root is worth ``WIN - ply``, so shorter wins are worth more.
"""

from __future__ import annotations

from baselines.durak.evaluation.playout import play_out_greedily
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Seat, Stream
from cardkit.playing_cards import Cards, suit_lane
from durak_env.agents.tactics import badly_covered, below_in_suit, single_rank, weaknesses
from durak_env.cards import count
from durak_env.core.records import ATTACK, DEFENCE, State
from durak_env.core.results import returns
from durak_env.core.seating import mover

WIN = 10_000
"""Larger than any basic value; the hand sizes of an endgame could exceed the thesis' 1000."""
ENDGAME_CARD = 15
SINGLE_WEAKNESS = 500


@jit
def basic_value(state: State) -> int:
    """Add hand values if both hands have equal sizes, hand sizes, and a single weakness, for the seat to move."""
    seat = mover(state)
    mine, theirs = state.hands[seat], state.hands[1 - seat]
    more = count(theirs) - count(mine)
    value = hand_value(mine, state) - hand_value(theirs, state) if more == 0 else 0
    if state.talon_size > 0:
        return value + more
    return value + ENDGAME_CARD * more + SINGLE_WEAKNESS * has_single_weakness(state, mine, theirs)


@jit
def basic_value_of_all(state: State) -> int:
    """Compute `basic_value`, with as much for several weaknesses that the attacker can shed as for a single one."""
    seat = mover(state)
    mine, theirs = state.hands[seat], state.hands[1 - seat]
    return basic_value(state) + SINGLE_WEAKNESS * has_badly_covered(state, mine, theirs)


@jit
def hand_value(hand: Cards, state: State) -> int:
    """Sum the ranks of a hand; each trump counts the deck's number of ranks more."""
    ranks = count(state.deck & suit_lane(lowest(state.deck)))
    value = count(hand & state.trumps) * ranks
    while hand != ZERO:
        value += lowest(hand) & 15
        hand = without_lowest(hand)
    return value


@jit
def has_single_weakness(state: State, mine: Cards, theirs: Cards) -> bool:
    """Return whether the attacker moves, the other hand has no trump, and exactly one rank of the mover is weak."""
    if state.phase == DEFENCE or theirs & state.trumps != ZERO:
        return False
    return single_rank(weaknesses(mine, mine & below_in_suit(theirs)))


@jit
def has_badly_covered(state: State, mine: Cards, theirs: Cards) -> bool:
    """Return whether a bout begins, neither talon nor trumps help the other seat, and a weak card invites another.

    This is the position of figure 4.7, to which `durak_env.agents.heuristic.attack_at_several` has an answer.
    """
    if state.phase != ATTACK or state.talon_size > 0 or theirs & state.trumps != ZERO:
        return False
    return badly_covered(mine, theirs) != ZERO


@jit
def playout_value(state: State, ply: int, stream: Stream) -> int:
    """Return the outcome for the seat to move if greedy finishes the game for both; play the state to its end."""
    seat = mover(state)
    play_out_greedily(state, stream, 0.0)
    return final_value(state, seat, ply)


@jit
def final_value(state: State, seat: Seat, ply: int) -> int:
    """Return the outcome of a finished game for a seat, reached or foreseen ``ply`` plies below the root."""
    return returns(state, seat) * (WIN - ply)
