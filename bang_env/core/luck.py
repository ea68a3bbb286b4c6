"""Draw!: a card turned up for luck; and the events, slots beyond the actions for what chance shows with a ply."""

from __future__ import annotations

import numpy as np

from bang_env.cards import BLAST, HEART, LUCK_OF, NO_CARD, NUM_KINDS, OTHER, RED
from bang_env.characters import LUCKY
from bang_env.core.card_sets import Card
from bang_env.core.deck import put_on_pile, turn_up
from bang_env.core.records import State
from bang_env.core.seats import is_
from bang_env.rules import NUM_ACTIONS
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import NO_EVENT, Seat, Slot

LUCK_SHOWN = NUM_ACTIONS  # and two more: HEART, BLAST, OTHER
KIND_THROWN = LUCK_SHOWN + 3  # of the card that cat_balou takes from a hand; a slot a kind
COLOUR_SHOWN = KIND_THROWN + NUM_KINDS  # of Black Jack's second card: black, red


@jit
def event_after(state: State, slot: Slot) -> Slot:
    """Return the code of the event that chance has shown to all with the last ply: the last one, if there were more."""
    return np.int64(state.event) if state.event > 0 else NO_EVENT


@jit
def luck(state: State, seat: Seat, wanted: Number) -> Number:
    """Turn up a card for a seat, Lucky Duke the better of two.

    The better one is a heart if that is wanted, else one that does not blast.

    Returns HEART, BLAST or OTHER; without a card OTHER. The cards go onto the pile.
    """
    first = turn_up(state)
    second = turn_up(state) if is_(state, seat, LUCKY) else NO_CARD
    found = luck_of(first)
    if second != NO_CARD and is_better(luck_of(second), found, wanted):
        found = luck_of(second)
    if first != NO_CARD:
        put_on_pile(state, first)
    if second != NO_CARD:
        put_on_pile(state, second)
    state.event = LUCK_SHOWN + found
    return found


@jit_inline
def luck_of(card: Card) -> Number:
    """Return the luck of a card; OTHER if there is none."""
    return np.int64(LUCK_OF[card]) if card != NO_CARD else OTHER


@jit_inline
def is_better(second: Number, first: Number, wanted: Number) -> bool:
    """Return whether the second card is better than the first."""
    if wanted == HEART:
        return second == HEART and first != HEART
    return first == BLAST and second != BLAST


@jit_inline
def show_colour(state: State, card: Card) -> bool:
    """Show Black Jack's card; return whether it is red."""
    state.event = COLOUR_SHOWN + RED[card]
    return RED[card] > 0
