"""Chance during play: reshuffles and blind takes. What is fed comes first, then the state's stream; all is logged.

An entry that does not fit, or that is lacking where there is no stream either, is recorded by its number in ``misfit``,
with what is ``due`` and what was ``refused``, and chance goes on. Who feeds checks ``misfit``; see
`bang_env.bang.Bang.check_chance`.
"""

from __future__ import annotations

import numpy as np

from bang_env.cards import NUM_CARDS
from bang_env.core.card_sets import Card, Sets, has_card, random_card
from bang_env.core.records import LIST, NOTHING_GIVEN, State
from bang_env.core.tracking import pile_becomes_deck
from cardkit.compiled.bits import ONE, ZERO, Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below, next_word
from cardkit.compiled.protocol import Stream


@jit_inline
def is_fed(state: State) -> bool:
    """Return whether the next entry is fed."""
    return state.given_used < state.given_length


@jit_inline
def note(state: State, number: Number) -> None:
    """Log an outcome of chance."""
    if state.tracked:
        state.given[state.given_used] = number
        state.given_used += 1


@jit
def refuse(state: State, due: Number) -> None:
    """Note that the entry that is due does not fit, and feed no more."""
    state.misfit, state.due, state.refused = state.entries, due, state.given[state.given_used]
    state.given_length = state.given_used


@jit_inline
def note_lack(state: State, due: Number) -> None:
    """Note the entry that is due if it is neither fed nor to be drawn: a word of 0 is no stream."""
    if state.word == ZERO and not is_fed(state) and state.misfit == 0:
        state.misfit, state.due, state.refused = state.entries, due, NOTHING_GIVEN


@jit
def blind_card(state: State, sets: Sets, place: Number) -> Card:
    """Take a card blindly from a set."""
    state.entries += 1
    if is_fed(state):
        card = np.int64(state.given[state.given_used])
        if card >= NUM_CARDS or not has_card(sets, place, card):
            refuse(state, place)
    note_lack(state, place)
    card = np.int64(state.given[state.given_used]) if is_fed(state) else random_card(sets, place, state)
    note(state, card)
    return card


@jit
def shuffle_pile(state: State) -> None:
    """Make the pile the deck, which is empty."""
    pile_becomes_deck(state)
    state.entries += 1
    state.reshuffles += 1
    size = np.int64(state.pile_size)
    if is_fed(state) and not fits_pile(state, size):
        refuse(state, LIST + size)
    note_lack(state, LIST + size)
    if is_fed(state):
        for place in range(size):
            state.deck[size - 1 - place] = state.given[state.given_used + 1 + place]
    else:
        shuffle_into_deck(state, size)
    note(state, LIST + size)
    for place in range(size):
        note(state, state.deck[size - 1 - place])
        state.pile[place] = 0
    state.deck_size = size
    state.pile_size = 0


@jit
def shuffle_into_deck(state: State, size: Number) -> None:
    """Shuffle the pile into the deck."""
    for place in range(size):
        other = below(state, place + 1)
        state.deck[place] = state.deck[other]
        state.deck[other] = state.pile[place]


@jit
def fits_pile(state: State, size: Number) -> bool:
    """Return whether the entry that is fed lists each card of the pile once."""
    used = np.int64(state.given_used)
    if np.int64(state.given[used]) != LIST + size or used + 1 + size > np.int64(state.given_length):
        return False
    low, high = ZERO, ZERO
    for place in range(size):
        card = np.int64(state.pile[place])
        low |= ONE << np.uint64(card) if card < 64 else ZERO
        high |= ONE << np.uint64(card - 64) if card >= 64 else ZERO
    for place in range(size):
        card = np.int64(state.given[used + 1 + place])
        here = ONE << np.uint64(card & 63)
        if card >= NUM_CARDS or (low if card < 64 else high) & here == ZERO:
            return False
        low &= ~here if card < 64 else ~ZERO
        high &= ~here if card >= 64 else ~ZERO
    return True


@jit
def reseed(state: State, stream: Stream) -> None:
    """Let chance go on from another stream."""
    state.word = next_word(stream)


@jit
def feed(start: State, state: State) -> None:
    """Feed to a start the outcomes of chance since."""
    for place in range(np.int64(state.given_used)):
        start.given[place] = state.given[place]
    start.given_length = state.given_used
    start.given_used = 0
