"""The deal: roles, characters, the deck, the first hands."""

from __future__ import annotations

import numpy as np

from bang_env.cards import ALL_HIGH, ALL_LOW, NUM_CARDS
from bang_env.characters import LIVES_OF, NUM_CHARACTERS, ROLES_IN_PLAY, SHERIFF
from bang_env.core.card_sets import clear_set, drop_card
from bang_env.core.deck import put_in_hand
from bang_env.core.records import BY_NOTHING, NO_WINNER, NOBODY, State, seats_of
from bang_env.core.tracking import forget_card, place_in
from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import below, next_word
from cardkit.compiled.protocol import Stream


@jit
def deal_random(state: State, stream: Stream) -> None:
    """Draw roles, characters and deck; chance during play follows from the stream, too."""
    state.word = next_word(stream)
    state.given_length = 0
    for seat in range(seats_of(state)):
        other = below(state, seat + 1)
        state.roles[seat] = state.roles[other]
        state.roles[other] = ROLES_IN_PLAY[seat]
    characters = np.arange(NUM_CHARACTERS)
    for seat in range(seats_of(state)):
        other = seat + below(state, NUM_CHARACTERS - seat)
        state.characters[seat] = characters[other]
        characters[other] = characters[seat]
    for place in range(NUM_CARDS):
        other = below(state, place + 1)
        state.deck[place] = state.deck[other]
        state.deck[other] = place
    set_up(state)


@jit
def set_up(state: State) -> None:
    """Set up a game whose roles, characters and deck are laid out. The turn of the Sheriff is still to begin."""
    clear(state)
    for seat in range(seats_of(state)):
        if state.roles[seat] == SHERIFF:
            state.sheriff = seat
        lives = LIVES_OF[np.int64(state.characters[seat])] + np.int64(state.roles[seat] == SHERIFF)
        state.lives[seat], state.most[seat] = lives, lives
        state.dead[seat], state.fell[seat], state.felled_by[seat] = 0, 0, 0
        state.hand_sizes[seat] = 0
        clear_set(state.hands, seat)
    state.turn = state.sheriff
    state.deck_size = NUM_CARDS
    for place in range(NUM_CARDS):
        state.dealt[place] = state.deck[NUM_CARDS - 1 - place]
    for seat in range(seats_of(state)):
        for _ in range(np.int64(state.lives[seat])):
            state.deck_size -= 1
            put_in_hand(state, seat, np.int64(state.deck[state.deck_size]))
    for seat in range(seats_of(state)):
        begin_tracking(state, seat)


@jit
def clear(state: State) -> None:
    """Forget the game before, save a misfit of its chance, which nobody may have seen yet."""
    state.given_used, state.entries, state.tracked = 0, 0, 1
    state.plies, state.turns, state.rounds, state.reshuffles, state.shots = 0, 0, 0, 0, 0
    state.known_top, state.looked_size, state.pile_size, state.falls = 0, 0, 0, 0
    state.cause, state.source, state.target, state.needed = BY_NOTHING, NOBODY, NOBODY, 0
    state.blamed, state.loss, state.paying_from, state.payments = NOBODY, 0, 0, 0
    state.drew_late, state.discarded, state.event, state.winner = 0, 0, 0, NO_WINNER
    state.emporio[0], state.emporio[1] = ZERO, ZERO
    for place in range(len(state.looked)):
        state.looked[place] = 0
    for place in range(len(state.attacks)):
        state.attacks[place] = 0
    for place in range(len(state.tables)):
        state.tables[place] = 0
    for place in range(NUM_CARDS):
        state.pile[place] = 0


@jit
def begin_tracking(state: State, seat: int) -> None:
    """Begin to track a seat's knowledge: its hand; any other card may be in any other hand and in the deck."""
    for place in range(seats_of(state) + 1):
        number = 2 * place_in(state, seat, place)
        state.may[number], state.may[number + 1] = ALL_LOW, ALL_HIGH
    for card in range(NUM_CARDS):
        if state.hands[2 * seat + (card >> 6)] >> np.uint64(card & 63) & np.uint64(1) != ZERO:
            forget_card(state, seat, card)
        else:
            drop_card(state.may, place_in(state, seat, seat), card)
    own = 2 * place_in(state, seat, seat)
    state.may[own], state.may[own + 1] = state.hands[2 * seat], state.hands[2 * seat + 1]
