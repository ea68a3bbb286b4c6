"""Playouts: finish a game at random or as greedy, starting from the full truth that a search works on.

Searches spend most of their time in greedy playouts. From the start of a bout they therefore carry the plain game in a
few numbers (two hands, the talon's size, the randomness) and write nothing to the state until the game is over. For
more seats they carry a bout that way, and leave its end to the rules. Games with transfers are played ply by ply.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Bits, Number, lowest, nth_bit, random_bit
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.memory import Address, record_reader, stack_words
from cardkit.compiled.prng import STEP, mix, next_word, share
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import record, where_field
from cardkit.playing_cards import Cards
from durak_env.agents.tactics import greedy_slot, lowest_card
from durak_env.cards import DONE_BIT, DONE_SLOT, TAKE_BIT, TAKE_SLOT, bit, count, rank_lanes
from durak_env.core.asking import limit, throwers
from durak_env.core.bout_end import end_bout
from durak_env.core.play import beats, step
from durak_env.core.records import ATTACK, GAME_OVER, State
from durak_env.core.seating import defender_of, is_decided, seats_of

_ALL = ~ZERO
_11 = np.uint64(11)
_2_STEPS = np.uint64(2 * int(STEP) % 2**64)
talon_at = record_reader(record([("cards", np.uint64)]))
NEVER = 1.0  # impossible as the scale of a noise


@jit
def uniform_slot(state: State, stream: Stream) -> Slot:
    """Draw the slot of a random legal action."""
    return random_bit(state.legal, stream)


@jit
def play_out_randomly(state: State, stream: Stream) -> None:
    """Play a STATE to its end in place with random legal actions."""
    while state.phase != GAME_OVER:
        step(state, uniform_slot(state, stream))


@jit
def play_out_greedily(state: State, stream: Stream, noise: float) -> None:
    """Play a STATE to its end: each ply is greedy's, or a random one with probability ``noise``.

    Afterwards only the fields ``phase``, ``legal``, ``hands``, ``talon_size`` and, if there is one, ``out_bout`` are
    those of the finished game.
    """
    play_out_noisily(state, stream, quiet_scale(noise))


@jit_inline
def play_out_noisily(state: State, stream: Stream, scale: float) -> None:
    """Play a STATE greedily to its end, given the ``quiet_scale`` of the noise; see `play_out_greedily`."""
    quiet = quiet_plies(next_word(stream), scale)
    while state.phase != GAME_OVER and not (state.phase == ATTACK and goes_by_bouts(state)):
        quiet -= 1
        if quiet < 0:
            slot, stream.word, quiet = noisy_slot(state.legal, stream.word, scale)
        else:
            slot = greedy_slot(state)
        step(state, slot)
    if state.phase == ATTACK:
        play_bouts(state, stream, quiet, scale)


@jit_inline
def _without_transfers(state: State) -> bool:
    return state.transfer == 0


@jit_inline
def _always(state: State) -> bool:
    return True


goes_by_bouts = where_field("transfer", _without_transfers, _always)
"""Return whether `play_bouts` can play the game."""


@jit
def quiet_scale(noise: float) -> float:
    """Compute a factor that turns the log of a uniform number into the plies before the next noisy one."""
    return np.float64(NEVER if noise <= 0 else 0.0 if noise >= 1 else 1.0 / np.log1p(-noise))


@jit
def quiet_plies(word: Bits, scale: float) -> Number:
    """Draw the number of greedy plies before the next random one; every ply is random with the same probability."""
    if scale == NEVER:
        return 1 << 60
    # `elementary.log` would cost a fifth of a search. The last bit decides one draw of 10^14.
    return np.int64(np.log((np.float64(word >> _11) + 0.5) * 2.0**-53) * scale)


@jit_inline
def _play_bouts_of_two(state: State, stream: Stream, quiet: int, scale: float) -> None:
    seat = np.int64(state.attacker)
    mine, theirs = state.hands[seat], state.hands[1 - seat]
    talon_size, word = np.int64(state.talon_size), stream.word
    talons = stack_words()
    list_talons(state, talons)
    while True:
        mine, theirs, taken, word, quiet = play_bout(mine, theirs, talon_size, state, word, quiet, scale)
        if talon_size > 0:
            mine, talon_size = fill_up(mine, talon_size, state, talons)
            theirs, talon_size = fill_up(theirs, talon_size, state, talons)
        if talon_size == 0 and (mine == ZERO or theirs == ZERO):
            break
        if not taken:
            mine, theirs = theirs, mine
            seat = 1 - seat
    stream.word = word
    state.hands[seat] = mine
    state.hands[1 - seat] = theirs
    state.attacker = seat  # of the last bout; it tells who is the fool if both hands are empty
    state.talon_size = 0
    state.phase = GAME_OVER
    state.legal = ZERO


@jit_inline
def list_talons(state: State, talons: Address) -> None:
    """Write a list to an address: for each size that the talon will have, the cards that are then in it, as a set.

    A draw is then the difference of two sets. A loop over its cards would be of a length that no processor foresees.
    """
    cards, size = ZERO, np.int64(state.talon_size)
    for place in range(size):
        talon_at(talons, place).cards = cards
        cards |= bit(state.talon[place])
    talon_at(talons, size).cards = cards


@jit_inline
def fill_up(hand: Cards, talon_size: int, state: State, talons: Address) -> tuple[Cards, int]:
    """Return a hand and the talon's size after the draw."""
    left = max(talon_size - max(np.int64(state.hand_size) - count(hand), 0), 0)
    return hand | (talon_at(talons, talon_size).cards ^ talon_at(talons, left).cards), left


@jit_inline
def play_bout(
    mine: Cards, theirs: Cards, talon_size: int, state: State, word: Bits, quiet: int, scale: float
) -> tuple[Cards, Cards, bool, Bits, int]:
    """Play a bout; return attacker's and defender's hands, whether it was taken, and the remaining randomness."""
    trumps, most = state.trumps, np.int64(state.max_attack_cards)
    willing = ~trumps if talon_size > 0 else _ALL  # cards that greedy would throw in
    attacks, table, ranks = 0, ZERO, ZERO
    legal, wanted = mine, mine
    while True:
        quiet -= 1
        if quiet < 0:
            slot, word, quiet = noisy_slot(legal, word, scale)
        else:
            slot = greedy_of(wanted, DONE_SLOT, trumps)
        if slot == DONE_SLOT:
            return mine, theirs, False, word, quiet
        mine ^= bit(slot)
        table |= bit(slot)
        ranks |= rank_lanes(slot)
        attacks += 1
        answers = theirs & beats(slot, trumps)
        quiet -= 1
        if quiet < 0:
            slot, word, quiet = noisy_slot(answers | TAKE_BIT, word, scale)
        else:
            slot = greedy_answer(answers, trumps)
        if slot == TAKE_SLOT:
            break
        theirs ^= bit(slot)
        table |= bit(slot)
        ranks |= rank_lanes(slot)
        if theirs == ZERO or (talon_size == 0 and mine == ZERO):
            return mine, theirs, False, word, quiet
        cards = mine & ranks if attacks < most else ZERO
        legal, wanted = cards | DONE_BIT, cards & willing
    room = min(count(theirs) - 1, most - attacks)
    while room > 0 and mine & ranks != ZERO:
        quiet -= 1
        if quiet < 0:
            slot, word, quiet = noisy_slot(mine & ranks | DONE_BIT, word, scale)
        else:
            slot = greedy_of(mine & ranks & willing, DONE_SLOT, trumps)
        if slot == DONE_SLOT:
            break
        mine ^= bit(slot)
        table |= bit(slot)
        room -= 1
    return mine, theirs | table, True, word, quiet


# --- more than two seats ---------------------------------------------------------------------------------------------


@jit_inline
def _play_bouts_of_many(state: State, stream: Stream, quiet: int, scale: float) -> None:
    word = stream.word
    while state.phase == ATTACK:
        state.bouts += 1
        taken, word, quiet = play_bout_of_many(state, word, quiet, scale)
        end_bout(state, taken)
    stream.word = word


play_bouts = where_field("defender", _play_bouts_of_many, _play_bouts_of_two)
"""Play from the start of a bout to the end of the game."""


@jit_inline
def play_bout_of_many(state: State, word: Bits, quiet: int, scale: float) -> tuple[bool, Bits, int]:
    """Play a bout up to its end, which is left to the rules; return whether it was taken, and the randomness left.

    All cards of the table then lie in ``attacks``, where `end_bout` finds them.
    """
    attacker, defender = np.int64(state.attacker), defender_of(state)
    trumps, most = state.trumps, limit(state)
    willing = ~trumps if state.talon_size > 0 else _ALL  # cards that greedy would throw in
    seats, place, attacks, ranks = seats_of(state), 0, 0, ZERO
    quiet -= 1
    if quiet < 0:
        slot, word, quiet = noisy_slot(state.hands[attacker], word, scale)
    else:
        slot = lowest_card(state.hands[attacker], trumps)
    while True:
        thrower = attacker + place if attacker + place < seats else attacker + place - seats
        state.hands[thrower] ^= bit(slot)
        state.attacks |= bit(slot)
        ranks |= rank_lanes(slot)
        attacks += 1
        answers = state.hands[defender] & beats(slot, trumps)
        quiet -= 1
        if quiet < 0:
            slot, word, quiet = noisy_slot(answers | TAKE_BIT, word, scale)
        else:
            slot = greedy_answer(answers, trumps)
        if slot == TAKE_SLOT:
            break
        left = state.hands[defender] ^ bit(slot)
        state.hands[defender] = left
        state.attacks |= bit(slot)
        ranks |= rank_lanes(slot)
        if left == ZERO or attacks >= most:
            return False, word, quiet
        if state.talon_size == 0 and state.hands[thrower] == ZERO and is_decided(state):
            return False, word, quiet
        place, slot, word, quiet = thrown_in(state, 0, ranks, willing, word, quiet, scale)
        if place == seats:
            return False, word, quiet
    room, place = min(count(state.hands[defender]) - 1, most - attacks), 0
    while room > 0:
        place, slot, word, quiet = thrown_in(state, place, ranks, willing, word, quiet, scale)
        if place == seats:
            break
        thrower = attacker + place if attacker + place < seats else attacker + place - seats
        state.hands[thrower] ^= bit(slot)
        state.attacks |= bit(slot)
        room -= 1
    return True, word, quiet


@jit_inline
def thrown_in(
    state: State, first: int, ranks: Cards, willing: Cards, word: Bits, quiet: int, scale: float
) -> tuple[int, Slot, Bits, int]:
    """Find the next throw-in: its thrower, its card, and the remaining randomness.

    The thrower is given in places from the attacker on; the number of seats stands for none.

    The throwers are asked from the ``first`` place on, if they have a choice.
    """
    attacker, seats, asked = np.int64(state.attacker), seats_of(state), throwers(state)
    for place in range(first, seats):
        seat = attacker + place if attacker + place < seats else attacker + place - seats
        cards = state.hands[seat] & ranks
        if cards == ZERO or asked & bit(seat) == ZERO:
            continue
        quiet -= 1
        if quiet < 0:
            slot, word, quiet = noisy_slot(cards | DONE_BIT, word, scale)
        else:
            slot = greedy_of(cards & willing, DONE_SLOT, state.trumps)
        if slot != DONE_SLOT:
            return place, slot, word, quiet
    return seats, np.int64(DONE_SLOT), word, quiet


# --- a ply -----------------------------------------------------------------------------------------------------------


@jit_inline
def greedy_of(wanted: Cards, null: Slot, trumps: Cards) -> Slot:
    """Return the slot of the lowest of the ``wanted`` cards; ``null`` if there are none."""
    return null if wanted == ZERO else lowest_card(wanted, trumps)


@jit_inline
def greedy_answer(answers: Cards, trumps: Cards) -> Slot:
    """Return the slot of the lowest of the ``answers`` to a card, or TAKE_SLOT; trumps come last.

    Those that are no trumps are of one suit, so the lowest of them is the first: the ranks need not be compared.
    """
    plain = answers & ~trumps
    return TAKE_SLOT if answers == ZERO else lowest(answers if plain == ZERO else plain)


@jit_wrapping
def noisy_slot(legal: Bits, word: Bits, scale: float) -> tuple[Slot, Bits, int]:
    """Draw the slot of a random ply; return also the remaining word, and the plies before the next random one."""
    slot = nth_bit(legal, share(mix(word + STEP), count(legal)))
    word += _2_STEPS
    return slot, word, quiet_plies(mix(word), scale)
