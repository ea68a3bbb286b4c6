"""The deal of each round: hands, trumps, the turned card, and who bids first.

A deal takes the deck in order: the hand of seat 0, that of seat 1 and so on, then the turned card, then the cards that
nobody sees. A random deal draws no more of them than the round needs.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Number, bit, nth_bit, popcount
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.prng import STEP, below, mix, next_word, share
from cardkit.compiled.protocol import Stream
from cardkit.playing_cards import MAX_CARDS, SUITS, Cards, mask_of, suit_lane
from cardkit.rules.recorded import fill_rules
from oh_hell_env.cards import NO_CARD, NO_SUIT, NOT_BID
from oh_hell_env.core.bidding import after, ask_for_bid
from oh_hell_env.core.records import BID, MOST_TRICKS, PAYMENTS, SIZE_MASK, SUIT_PLACE, State, seats_of, state_dtype
from oh_hell_env.core.tricks import clear_table
from oh_hell_env.rules import NO_TRUMPS, TRUMPS, Rules

ROTATION, TURN_UP, RANDOM = range(len(TRUMPS))


@jit
def deal_random(state: State, stream: Stream) -> None:
    """Deal a new game of the state's rules. Its stream, which deals all rounds, follows from the stream given."""
    state.word = next_word(stream)
    state.given = 0
    begin(state)


@jit
def begin(state: State) -> None:
    """Deal the first round of a game whose stream or given deal is set."""
    state.round_number = 0
    state.plies = 0
    for seat in range(seats_of(state)):
        state.scores[seat] = 0
        state.made[seat] = 0
    state.dealer = state.first_dealer
    deal_round(state)


@jit
def deal_round(state: State) -> None:
    """Deal the round ``state.round_number``, and ask for the first bid."""
    entry = np.int64(state.plan[state.round_number])
    state.hand_size = entry & SIZE_MASK
    if state.given:
        deal_given(state)
    else:
        deal_hands(state)
    if state.trump_rule == ROTATION:
        set_trump(state, entry >> SUIT_PLACE)
    clear_round(state)
    first = after(state, np.int64(state.dealer))
    state.leader = first
    state.leaders[0] = first
    state.phase = BID
    ask_for_bid(state, first)


@jit_inline
def clear_round(state: State) -> None:
    """Forget the round before."""
    for seat in range(seats_of(state)):
        state.played_by[seat] = ZERO
        state.bids[seat] = NOT_BID
        state.won[seat] = 0
        state.voids[seat] = 0
    for place in range(MAX_CARDS):
        state.order[place] = 0
    for trick in range(MOST_TRICKS + 1):
        state.leaders[trick] = 0
    state.played = 0
    state.tricks = 0
    clear_table(state)


@jit_inline
def set_trump(state: State, suit: Number) -> None:
    """Make a suit trumps; NO_SUIT for none."""
    state.trump = suit
    state.trumps = suit_lane(16 * suit) if suit != NO_SUIT else ZERO


@jit_inline
def draw(state: State, cards: Cards, number: Number) -> Cards:
    """Draw ``number`` random cards of a set by the state's own stream."""
    size = popcount(cards)
    if 2 * number <= size:
        return draw_few(state, cards, number)
    return cards & ~draw_few(state, cards, size - number)


@jit_wrapping
def draw_few(state: State, cards: Cards, number: Number) -> Cards:
    """Draw a few cards of a set one by one; the stream is advanced in a local, not in memory."""
    rest = cards
    size = popcount(cards)
    word = state.word
    for left in range(size, size - number, -1):
        word += STEP
        rest ^= bit(nth_bit(rest, share(mix(word), left)))
    state.word = word
    return cards & ~rest


@jit
def deal_hands(state: State) -> None:
    """Deal from the state's stream: the hands, the turned card or the trump suit."""
    rest = state.deck
    for seat in range(seats_of(state)):
        hand = draw(state, rest, np.int64(state.hand_size))
        state.hands[seat] = hand
        rest &= ~hand
    state.turned = NO_CARD
    if state.trump_rule == TURN_UP:
        turn_up(state, nth_bit(rest, below(state, popcount(rest))) if rest != ZERO else NO_CARD)
    elif state.trump_rule == RANDOM:
        set_trump(state, below(state, np.int64(state.num_suits)))


@jit_inline
def turn_up(state: State, card: Number) -> None:
    """Let a card name trumps; NO_CARD for none."""
    state.turned = card
    set_trump(state, card >> 4 if card != NO_CARD else NO_SUIT)


@jit
def deal_given(state: State) -> None:
    """Deal the round as it is given."""
    place = np.int64(state.round_number) * MAX_CARDS
    size, rest = np.int64(state.hand_size), popcount(state.deck)
    for seat in range(seats_of(state)):
        hand = ZERO
        for _ in range(size):
            hand |= bit(state.given_decks[place])
            place += 1
        state.hands[seat] = hand
        rest -= size
    state.turned = NO_CARD
    if state.trump_rule == TURN_UP:
        turn_up(state, np.int64(state.given_decks[place]) if rest > 0 else NO_CARD)
    elif state.trump_rule == RANDOM:
        set_trump(state, np.int64(state.given_trumps[state.round_number]))


def new_states(rules: Rules, count: int = 1, payment: str = PAYMENTS[0]) -> np.ndarray:
    """Make ``count`` STATE records that hold the rules and no deal yet."""
    states = np.zeros(count, state_dtype(rules))
    schedule, rotation = rules.schedule, rules.rotation
    suits = [NO_SUIT if letter == NO_TRUMPS else SUITS.index(letter) for letter in rotation]
    states["deck"] = mask_of(rules.deck)
    states["plan"][:, : len(schedule)] = [
        size | suits[number % len(suits)] << SUIT_PLACE for number, size in enumerate(schedule)
    ]
    states["rounds"] = len(schedule)
    states["least"], states["most"] = rules.points_range
    states["first_dealer"] = rules.dealer
    fill_rules(states, rules)
    states["payment"] = PAYMENTS.index(payment)
    return states
