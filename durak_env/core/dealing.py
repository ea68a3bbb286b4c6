"""The deal, the only source of chance in a game: shuffle, hands, trump suit, first attacker."""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Number, lowest, without_lowest
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.prng import STEP, below, mix, share, streams_from
from cardkit.compiled.protocol import Seat, Stream
from cardkit.compiled.records import where_field
from cardkit.playing_cards import Suit, mask_of, suit_lane
from cardkit.rules.recorded import fill_rules
from durak_env.cards import bit, lowest_rank_card
from durak_env.core.records import ATTACK, NO_CARD, NO_SEAT, NO_SUIT, NO_TRUMP, State, state_dtype
from durak_env.core.seating import seat_from, seats_of
from durak_env.rules import Rules


@jit
def deal_random(state: State, stream: Stream) -> None:
    """Deal the state's rules anew: shuffle, hands, trump suit, first attacker, all from the stream."""
    num_cards = shuffle_deck(state, stream)
    suit = state.talon[below(stream, num_cards)] // 16  # used only if no card lies face up
    deal_deck(state, num_cards, suit)
    anyone = below(stream, seats_of(state))
    attacker = first_attacker(state)
    begin(state, anyone if attacker == NO_SEAT else attacker)


@jit
def begin(state: State, attacker: Seat) -> None:
    """Give the first attack of a dealt game to a seat."""
    note_first_trumps(state)
    seat_from(state, np.int64(attacker))
    state.legal = state.hands[attacker]


@jit_wrapping
def shuffle_deck(state: State, stream: Stream) -> int:
    """Lay the whole deck into the talon in random order; return the number of cards.

    The stream is advanced in a local, not in memory, which takes half the time.
    """
    size = 0
    rest = state.deck
    word = stream.word
    while rest != ZERO:
        word += STEP
        place = share(mix(word), size + 1)
        state.talon[size] = state.talon[place]
        state.talon[place] = lowest(rest)
        rest = without_lowest(rest)
        size += 1
    stream.word = word
    return size


@jit
def deal_deck(state: State, num_cards: int, suit: Suit) -> None:
    """Deal the deck, which lies in the talon; without a trump card, ``suit`` is the trump suit."""
    state.discard = ZERO
    state.attacks = ZERO
    state.defences = ZERO
    for place in range(state.table_size):
        state.table[place] = 0
    state.table_size = 0
    state.bouts = 0
    state.plies = 0
    state.phase = ATTACK
    clear_history(state)
    seats, full_hand = seats_of(state), np.int64(state.hand_size)
    has_talon = num_cards > seats * full_hand
    top = num_cards
    for seat in range(seats):
        state.known[seat] = ZERO
        size = full_hand if has_talon else num_cards // seats + np.int64(seat < num_cards % seats)
        take_hand(state, seat, top, size)
        top -= size
    state.talon_size = top
    state.trump_card = NO_CARD
    state.trump_suit = NO_SUIT
    state.trumps = ZERO
    if state.include_trumps:
        if has_talon:
            state.trump_card = state.talon[0]
            suit = np.int64(state.talon[0]) // 16
        state.trump_suit = suit
        state.trumps = suit_lane(16 * suit)


def _clear_history(state: State) -> None:
    state.idle = 0
    state.shown = 0
    for seat in range(seats_of(state)):
        state.out_bout[seat] = 0


def _nothing(state: State) -> None:
    pass


clear_history = where_field("out_bout", _clear_history, _nothing)
"""Reset the count of idle bouts, the seats that went out, and those that have shown a trump."""


def _note_first_trumps(state: State) -> None:
    state.first_trumps[0] = first_trump(state, 0)
    state.first_trumps[1] = first_trump(state, 1)


@jit_inline
def first_trump(state: State, seat: Seat) -> Number:
    """Find the slot of the lowest trump in a hand; NO_TRUMP, which is higher than any, if it has none."""
    trumps = state.hands[seat] & state.trumps
    return NO_TRUMP if trumps == ZERO else lowest(trumps)


note_first_trumps = where_field("first_trumps", _note_first_trumps, _nothing)
"""Record the lowest trump of each first hand, which its seat recalls."""


@jit
def take_hand(state: State, seat: Seat, top: int, size: int) -> None:
    """Give a seat the ``size`` cards below ``top`` of the talon."""
    hand = ZERO
    for place in range(top - size, top):
        hand |= bit(state.talon[place])
        state.talon[place] = 0
    state.hands[seat] = hand


@jit
def first_attacker(state: State) -> Seat:
    """Find the seat that holds the lowest trump; NO_SEAT if no hand has a trump."""
    dealt = ZERO
    for seat in range(seats_of(state)):
        dealt |= state.hands[seat]
    trumps = dealt & state.trumps
    found = NO_SEAT
    if trumps != ZERO:
        lowest_trump = bit(lowest_rank_card(trumps))
        for seat in range(seats_of(state)):
            if state.hands[seat] & lowest_trump != ZERO:
                found = seat
    return found


def new_states(rules: Rules, count: int = 1) -> np.ndarray:
    """Make ``count`` STATE records that hold the rules and no deal yet."""
    states = np.zeros(count, state_dtype(rules))
    states["deck"] = mask_of(rules.deck)
    fill_rules(states, rules)
    if not rules.is_plain:
        seats = range(rules.num_players)
        states["rivals"] = [sum(1 << one for one in seats if (one - seat) % rules.teams) for seat in seats]
        states["idle_limit"] = 2 * rules.num_cards if rules.num_players > 2 or rules.transfer else 0
    return states


def deal(rules: Rules, rng: np.random.Generator) -> State:
    """Deal a STATE record at random."""
    state = new_states(rules)[0]
    deal_random(state, streams_from(rng)[0])
    return state
