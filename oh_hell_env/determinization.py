"""Deals of the cards that a seat has not seen, uniform among those in which no seat holds a suit that it has shown to
lack.

Only seats with such voids need care. The others, and the undealt cards, get what is left of a shuffle. For several
seats with voids, one after the other: draw how many cards of each suit it gets, weighted by the number of ways to
choose them times the ways to serve all seats after it. Which cards these are is then any choice. Suits that all later
seats may hold alike are counted as one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Number, bit, lowest, popcount, without_lowest
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below, next_word
from cardkit.compiled.protocol import Info, Seat, State, Stream
from cardkit.playing_cards import Cards
from oh_hell_env.cards import NO_CARD
from oh_hell_env.core.dealing import draw, turn_up
from oh_hell_env.game import TURN_UP, legal_actions, seats_of, set_trump
from oh_hell_env.knowledge import copy_public, has_turned_card, hides_trumps


@jit
def determinize_into(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` a state drawn uniformly from those consistent with ``info``."""
    copy_public(info, state)
    state.given = 0
    state.word = next_word(stream)
    rest = info.unseen
    for seat in range(seats_of(info)):
        missing = np.int64(info.hand_sizes[seat]) - popcount(info.hands[seat])
        hand = draw(state, rest, missing)
        state.hands[seat] = info.hands[seat] | hand
        rest &= ~hand
    if hides_trumps(info) and not info.open_world:
        draw_trumps(state, rest)
    state.legal = legal_actions(state)


@jit_inline
def draw_trumps(state: State, undealt: Cards) -> None:
    """Draw the trumps that nobody knows yet."""
    if state.trump_rule != TURN_UP:
        set_trump(state, below(state, np.int64(state.num_suits)))
    elif has_turned_card(state):
        turn_up(state, lowest(draw(state, undealt, 1)))
    else:
        turn_up(state, NO_CARD)
