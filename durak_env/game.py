"""The rules of play on one record: deal, legal actions, step, returns.

A STATE is the full truth about a game. It is changed in place by compiled functions that take the record itself; a
batch of games is an array of STATE, a copy is one assignment, a snapshot is ``tobytes()``. All chance is in the deal.
Functions assume legal actions and never check; whoever faces a user checks first.

Actions are slots here (see `durak_env.cards`): a card's slot, TAKE_SLOT or DONE_SLOT. The rules are told in
``docs/durak.md``; the phases::

    ATTACK --card--> DEFENCE --beat--> THROW_IN --card--> DEFENCE
                        |                  +------DONE--> the bout is beaten off: the defender attacks
                        +---TAKE--> THROW_IN_AFTER_TAKE --card--> (the same)
                                           +------DONE--> the bout is taken: the attacker attacks again
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardkit.compiled.bits import ZERO, Number, lowest, without_lowest
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.prng import STEP, below, mix, share, streams_from
from cardkit.compiled.protocol import Actions, Seat, Slot, State, Stream
from cardkit.compiled.records import record
from durak_env.cards import (
    DONE_BIT,
    DONE_SLOT,
    MAX_CARDS,
    TAKE_BIT,
    TAKE_SLOT,
    Cards,
    Suit,
    bit,
    count,
    higher_in_suit,
    lowest_rank_card,
    mask_of,
    same_ranks,
    suit_lane,
)
from durak_env.rules import NO_LIMIT, Rules


class Phase(IntEnum):
    """What kind of ply is due."""

    ATTACK = 0
    DEFENCE = 1
    THROW_IN = 2
    THROW_IN_AFTER_TAKE = 3
    GAME_OVER = 4


ATTACK, DEFENCE, THROW_IN, THROW_IN_AFTER_TAKE, GAME_OVER = map(int, Phase)  # as compiled code takes them
PHASES = ("attack", "defence", "throw-in", "throw-in after take", "game over")
NO_SUIT = 4
NO_CARD = 0
NO_SEAT = 2

GOES_ON, BEATEN_OFF, TAKEN = range(3)  # what an action makes of the bout

OWNED_FIELDS = [
    ("legal", np.uint64),  # legal actions of the seat to move; empty once the game is over
    ("hands", np.uint64, 2),  # cards of each seat
    ("talon", np.uint8, MAX_CARDS),  # slots, the next card to draw at talon_size - 1, then zeros
]
"""What a seat knows in part at best."""

PUBLIC_FIELDS = [
    ("known", np.uint64, 2),  # cards of each hand that the other seat saw come into it
    ("deck", np.uint64),  # all cards of the deck
    ("attacks", np.uint64),  # attack cards of this bout
    ("defences", np.uint64),  # defence cards of this bout
    ("discard", np.uint64),
    ("trumps", np.uint64),  # all places of the trump suit; empty without trumps
    ("bouts", np.uint16),  # bouts begun
    ("plies", np.uint16),  # actions played
    ("table", np.uint8, MAX_CARDS),  # slots of this bout's cards in the order played, then zeros
    ("table_size", np.uint8),
    ("talon_size", np.uint8),
    ("trump_suit", np.uint8),  # 0..3; NO_SUIT without trumps
    ("trump_card", np.uint8),  # slot of the card that was dealt face up; NO_CARD without one
    ("attacker", np.uint8),  # seat
    ("phase", np.uint8),  # ATTACK .. GAME_OVER
    ("full_hand", np.uint8),  # the rules: cards a hand is filled up to
    ("max_attack_cards", np.uint8),  # attack cards of one bout at most; NO_LIMIT for none
    ("include_trumps", np.uint8),
]
"""What both seats know."""

STATE = record(OWNED_FIELDS + PUBLIC_FIELDS, "durak")
"""The full truth about a game."""


# --- the course of a game -------------------------------------------------------------------------------------------


@jit_inline
def mover(state: State) -> Seat:
    """The seat to move; meaningless once the game is over."""
    return np.int64(state.attacker) ^ np.int64(state.phase == DEFENCE)


@jit_inline
def beats(slot: Slot, trumps: Cards) -> Cards:
    """All cards that beat the card of ``slot``."""
    return higher_in_suit(slot) | (trumps & ~suit_lane(slot))


@jit
def legal_actions(state: State) -> Actions:
    """The set of legal actions of the seat to move; a state in play has it at hand as ``state.legal``."""
    if state.phase == ATTACK:
        return state.hands[state.attacker]
    if state.phase == DEFENCE:
        return answers(state)
    if state.phase == GAME_OVER:
        return ZERO
    return throw_ins(state) | DONE_BIT


@jit_inline
def answers(state: State) -> Actions:
    """What the defender may do about the last attack card."""
    last = state.table[state.table_size - 1]
    return (state.hands[1 - state.attacker] & beats(last, state.trumps)) | TAKE_BIT


@jit_inline
def throw_ins(state: State) -> Cards:
    """The cards that the attacker may add to the bout: ranks on the table, if there is room."""
    attacks = count(state.attacks)
    unbeaten = attacks - count(state.defences)
    if unbeaten >= count(state.hands[1 - state.attacker]) or attacks >= state.max_attack_cards:
        return ZERO
    return state.hands[state.attacker] & same_ranks(state.attacks | state.defences)


@jit
def step(state: State, action: Slot) -> None:
    """Play the legal action (a slot) of the seat to move, in place."""
    state.plies += 1
    if action == DONE_SLOT:
        bout = TAKEN if state.phase == THROW_IN_AFTER_TAKE else BEATEN_OFF
    elif action == TAKE_SLOT:
        bout = wait_for_throw_in(state)
    elif state.phase == DEFENCE:
        bout = defend(state, action)
    else:
        bout = attack(state, action)
    if bout != GOES_ON:
        end_bout(state, bout == TAKEN)


@jit_inline
def attack(state: State, card: Slot) -> int:
    """The attacker lays an attack card: the first of the bout, a throw-in, or one more for a defender who takes."""
    lay(state, np.int64(state.attacker), card)
    state.attacks |= bit(card)
    if state.phase == THROW_IN_AFTER_TAKE:
        return wait_for_throw_in(state)
    state.bouts += state.phase == ATTACK
    state.phase = DEFENCE
    state.legal = answers(state)
    return GOES_ON


@jit_inline
def defend(state: State, card: Slot) -> int:
    """The defender beats the last attack card."""
    lay(state, 1 - np.int64(state.attacker), card)
    state.defences |= bit(card)
    attacker_out = state.hands[state.attacker] == ZERO
    defender_out = state.hands[1 - state.attacker] == ZERO
    if state.talon_size == 0 and (attacker_out or defender_out):
        state.phase = GAME_OVER
        state.legal = ZERO
        return GOES_ON
    if defender_out:
        return BEATEN_OFF
    state.phase = THROW_IN
    state.legal = throw_ins(state) | DONE_BIT
    return GOES_ON


@jit_inline
def wait_for_throw_in(state: State) -> int:
    """The defender takes: the attacker has a ply if there is a card that he may add, else the bout ends."""
    cards = throw_ins(state)
    if cards == ZERO:
        return TAKEN
    state.phase = THROW_IN_AFTER_TAKE
    state.legal = cards | DONE_BIT
    return GOES_ON


@jit_inline
def lay(state: State, seat: Seat, card: Slot) -> None:
    """Move a card from a hand to the table."""
    left = ~bit(card)
    state.hands[seat] &= left
    state.known[seat] &= left
    state.table[state.table_size] = card
    state.table_size += 1


@jit_inline
def end_bout(state: State, taken: bool) -> None:
    """Clear the table, fill the hands up, pass the attack on, and see whether the game is over."""
    attacker = np.int64(state.attacker)
    defender = 1 - attacker
    cards = state.attacks | state.defences
    if taken:
        state.hands[defender] |= cards
        state.known[defender] |= cards
    else:
        state.discard |= cards
        state.attacker = defender
    state.attacks = ZERO
    state.defences = ZERO
    for place in range(MAX_CARDS):
        state.table[place] = 0
    state.table_size = 0
    if state.talon_size > 0:
        fill_up(state, attacker)
        fill_up(state, defender)
    over = state.talon_size == 0 and (state.hands[0] == ZERO or state.hands[1] == ZERO)
    state.phase = GAME_OVER if over else ATTACK
    state.legal = ZERO if over else state.hands[state.attacker]


@jit_inline
def fill_up(state: State, seat: Seat) -> None:
    """Draw from the talon until the hand is full or the talon empty."""
    hand = state.hands[seat]
    talon_size = np.int64(state.talon_size)
    left = max(0, talon_size - max(0, np.int64(state.full_hand) - count(hand)))
    for place in range(left, talon_size):
        hand |= bit(state.talon[place])
        state.talon[place] = 0
    state.hands[seat] = hand
    if left == 0 and state.trump_card != NO_CARD:  # the talon's last, which lay in sight of both
        state.known[seat] |= hand & bit(state.trump_card)
    state.talon_size = left


@jit
def returns(state: State, seat: Seat) -> Number:
    """The seat's return: 1 if it won, -1 if it is the fool, 0 for a draw and while the game is on."""
    if state.phase != GAME_OVER:
        return 0
    return np.int64(state.hands[seat] == ZERO) - np.int64(state.hands[1 - seat] == ZERO)


# --- the deal -------------------------------------------------------------------------------------------------------


@jit
def deal_random(state: State, stream: Stream) -> None:
    """Deal the state's rules anew: shuffle, hands, trump suit, first attacker, all from the stream."""
    num_cards = shuffle_deck(state, stream)
    suit = state.talon[below(stream, num_cards)] // 16  # counts where no card lies face up
    deal_deck(state, num_cards, suit)
    coin = below(stream, 2)
    attacker = first_attacker(state)
    begin(state, coin if attacker == NO_SEAT else attacker)


@jit
def begin(state: State, attacker: Seat) -> None:
    """Give the first attack of a dealt game to a seat."""
    state.attacker = attacker
    state.legal = state.hands[attacker]


@jit_wrapping
def shuffle_deck(state: State, stream: Stream) -> int:
    """Lay the whole deck into the talon in random order; returns the number of cards.

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
    """Deal a deck that lies in the talon, whole; ``suit`` is the trump suit where there is no trump card."""
    state.known[0] = ZERO
    state.known[1] = ZERO
    state.discard = ZERO
    state.attacks = ZERO
    state.defences = ZERO
    for place in range(state.table_size):
        state.table[place] = 0
    state.table_size = 0
    state.bouts = 0
    state.plies = 0
    state.phase = ATTACK
    full_hand = np.int64(state.full_hand)
    has_talon = num_cards > 2 * full_hand
    first = full_hand if has_talon else num_cards - num_cards // 2
    second = full_hand if has_talon else num_cards // 2
    take_hand(state, 0, num_cards, first)
    take_hand(state, 1, num_cards - first, second)
    state.talon_size = num_cards - first - second
    state.trump_card = NO_CARD
    state.trump_suit = NO_SUIT
    state.trumps = ZERO
    if state.include_trumps:
        if has_talon:
            state.trump_card = state.talon[0]
            suit = np.int64(state.talon[0]) // 16
        state.trump_suit = suit
        state.trumps = suit_lane(16 * suit)


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
    """The seat that holds the lowest trump; NO_SEAT if no hand has a trump."""
    trumps = (state.hands[0] | state.hands[1]) & state.trumps
    if trumps == ZERO:
        return NO_SEAT
    return np.int64((state.hands[1] & bit(lowest_rank_card(trumps))) != ZERO)


def new_states(rules: Rules, count: int = 1) -> np.ndarray:
    """Array of ``count`` STATE records that hold the rules and no deal yet."""
    states = np.zeros(count, STATE)
    states["deck"] = mask_of(rules.deck)
    states["full_hand"] = min(rules.hand_size, MAX_CARDS)
    states["max_attack_cards"] = NO_LIMIT if rules.max_attack_cards is None else min(rules.max_attack_cards, MAX_CARDS)
    states["include_trumps"] = rules.include_trumps
    return states


def deal(rules: Rules, rng: np.random.Generator) -> State:
    """A STATE record dealt at random; the one place where a game meets chance."""
    state = new_states(rules)[0]
    deal_random(state, streams_from(rng)[0])
    return state
