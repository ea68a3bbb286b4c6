"""The course of a turn: rounds, dinamite, prigione, phase 1, discards, and Sid Ketchum's payments."""

from __future__ import annotations

import numpy as np

from bang_env.actions import BACK_FIRST, DISCARD_FIRST, FROM_DECK, FROM_HAND, FROM_PILE
from bang_env.cards import BLAST, DINAMITE_PLACE, HEART, NO_CARD, OTHER, PRIGIONE_PLACE
from bang_env.characters import BLACK_JACK, JESSE, KIT, PEDRO
from bang_env.core.card_sets import first_of_kind
from bang_env.core.chance import blind_card
from bang_env.core.damage import hit, live_on
from bang_env.core.deaths import bury, end_game
from bang_env.core.deck import (
    discard,
    draw,
    enter_hand,
    hand_over,
    lay,
    on_table,
    pick_up,
    put_in_hand,
    put_on_pile,
    refill,
    take_from_pile,
    top_of_deck,
    turn_up,
)
from bang_env.core.luck import luck, show_colour
from bang_env.core.plays import heal
from bang_env.core.records import (
    BY_DINAMITE,
    BY_NOTHING,
    DISCARDING,
    DRAWING,
    DYING,
    MOST_LOOKED,
    NO_WINNER,
    NOBODY,
    PAYING,
    PLAYING,
    PUTTING_BACK,
    State,
)
from bang_env.core.seats import is_, left_of, seat_after
from bang_env.core.tracking import card_is_back, card_looked_at, card_moves, deck_in, place_empties
from bang_env.core.work import ASK, BEGIN, DRAW, JAIL, NEXT, PLAY_ON, STOP, ask
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import constants, jit, jit_inline
from cardkit.compiled.protocol import Seat, Slot

THREE_LIVES = constants((3,))[0]


@jit
def begin_turn(state: State) -> Number:
    """Begin the turn of the seat ``turn``: a round with the Sheriff's, then its dinamite."""
    seat = np.int64(state.turn)
    if seat == np.int64(state.sheriff):
        if state.rounds == state.max_rounds:
            return end_game(state, NO_WINNER)
        state.rounds += 1
    state.turns += 1
    state.shots, state.drew_late = 0, 0
    if on_table(state, seat, DINAMITE_PLACE) == NO_CARD:
        return JAIL
    blasts = luck(state, seat, OTHER) == BLAST
    card = pick_up(state, seat, DINAMITE_PLACE)
    if not blasts:
        lay(state, left_of(state, seat), DINAMITE_PLACE, card)
        return JAIL
    put_on_pile(state, card)
    state.cause, state.source = BY_DINAMITE, NOBODY
    return hit(state, seat, THREE_LIVES, NOBODY)


@jit
def look_at_jail(state: State) -> Number:
    """Let a jailed seat turn up a card: it needs a heart for its turn."""
    seat = np.int64(state.turn)
    if on_table(state, seat, PRIGIONE_PLACE) == NO_CARD:
        return DRAW
    is_free = luck(state, seat, HEART) == HEART
    put_on_pile(state, pick_up(state, seat, PRIGIONE_PLACE))
    if is_free:
        return DRAW
    return NEXT if state.jail_skips else ask(state, DISCARDING, seat)


@jit
def pass_turn(state: State) -> Number:
    """Pass the turn to the next living seat."""
    state.turn = left_of(state, np.int64(state.turn))
    return BEGIN


@jit
def end_card(state: State) -> Number:
    """End a card: bury those that have fallen; the turn goes on, or the next one begins."""
    cause = np.int64(state.cause)
    state.cause, state.source, state.target, state.blamed, state.loss = BY_NOTHING, NOBODY, NOBODY, NOBODY, 0
    if bury(state):
        return STOP
    if state.dead[state.turn]:
        return NEXT
    return JAIL if cause == BY_DINAMITE else PLAY_ON


@jit_inline
def play_on(state: State) -> Number:
    """Go on with phase 2."""
    return ask(state, PLAYING, np.int64(state.turn))


# --- phase 1 ---------------------------------------------------------------------------------------------------------


@jit
def draw_phase(state: State) -> Number:
    """Draw two cards, each character in its way."""
    seat = np.int64(state.turn)
    if is_(state, seat, JESSE) or is_(state, seat, PEDRO):
        return ask(state, DRAWING, seat)
    if is_(state, seat, KIT):
        return look(state, seat)
    draw(state, seat)
    if is_(state, seat, BLACK_JACK):
        draw_openly(state, seat)
    else:
        draw(state, seat)
    return PLAY_ON


@jit
def draw_openly(state: State, seat: Seat) -> None:
    """Show Black Jack's second card; after a red one he draws a third, unseen."""
    card = turn_up(state)
    if card != NO_CARD:
        enter_hand(state, seat, card)
        if show_colour(state, card):
            draw(state, seat)


@jit
def draw_first(state: State, slot: Slot) -> Number:
    """Take the first card where Jesse Jones or Pedro Ramirez has chosen, the second from the deck."""
    seat = np.int64(state.mover)
    if slot == FROM_DECK:
        draw(state, seat)
    elif slot == FROM_PILE:
        enter_hand(state, seat, take_from_pile(state))
    else:
        other = seat_after(state, seat, slot - FROM_HAND + 1)
        hand_over(state, other, seat, blind_card(state, state.hands, other))
    draw(state, seat)
    return PLAY_ON


@jit
def look(state: State, seat: Seat) -> Number:
    """Let Kit Carlson look at three cards; if there are fewer he takes them all."""
    for _ in range(MOST_LOOKED):
        card = top_of_deck(state)
        if card != NO_CARD:
            card_looked_at(state, card)
            state.looked[state.looked_size] = card
            state.looked_size += 1
            refill(state)
    if state.looked_size == MOST_LOOKED:
        return ask(state, PUTTING_BACK, seat)
    take_looked(state, seat, np.int64(MOST_LOOKED))
    return PLAY_ON


@jit
def put_back(state: State, slot: Slot) -> Number:
    """Put one of Kit Carlson's cards back onto the deck, and give him the others."""
    take_looked(state, np.int64(state.mover), slot - BACK_FIRST)
    return PLAY_ON


@jit
def take_looked(state: State, seat: Seat, back: Number) -> None:
    """Put the cards looked at into the hand, save the one of this number."""
    size = np.int64(state.looked_size)
    for number in range(size):
        if number != back:
            card_moves(state, np.int64(state.looked[number]), deck_in(state), seat, NOBODY)
            put_in_hand(state, seat, np.int64(state.looked[number]))
    if back < size:
        lay_back(state, back)
    stop_looking(state)


@jit
def lay_back(state: State, number: Number) -> None:
    """Lay the card of a number that Kit Carlson looks at back onto the deck."""
    card = np.int64(state.looked[number])
    state.deck[state.deck_size] = card
    state.deck_size += 1
    card_is_back(state, card)
    state.known_top = card + 1


@jit
def lay_all_back(state: State) -> None:
    """Lay all cards that Kit Carlson looks at back as they lay."""
    for number in range(np.int64(state.looked_size)):
        lay_back(state, np.int64(state.looked_size) - 1 - number)
    stop_looking(state)


@jit
def stop_looking(state: State) -> None:
    """Stop looking at cards."""
    for number in range(len(state.looked)):
        state.looked[number] = 0
    state.looked_size = 0
    if state.deck_size == 0:
        place_empties(state, deck_in(state))


# --- phases 2 and 3 --------------------------------------------------------------------------------------------------


@jit
def discard_one(state: State, slot: Slot) -> Number:
    """Discard a card, which ends phase 2."""
    seat = np.int64(state.mover)
    discard(state, seat, first_of_kind(state.hands, seat, slot - DISCARD_FIRST))
    state.discarded = 1
    return ask(state, DISCARDING, seat)


@jit
def begin_payment(state: State) -> Number:
    """Begin Sid Ketchum's payment: he owes two cards for a life."""
    state.paying_from, state.payments = state.phase, 2
    return ask(state, PAYING, np.int64(state.mover))


@jit
def pay(state: State, slot: Slot) -> Number:
    """Pay a card of Sid Ketchum's; the second one brings the life."""
    seat, phase = np.int64(state.mover), np.int64(state.paying_from)
    discard(state, seat, first_of_kind(state.hands, seat, slot - DISCARD_FIRST))
    state.payments -= 1
    if state.payments > 0:
        return ASK
    state.paying_from = 0
    if phase == DYING:
        return live_on(state, seat)
    heal(state, seat)
    return ask(state, phase, seat)
