"""Playouts: finish a game at random or as greedy, starting from the full truth that a search works on.

Searches spend most of their time in greedy playouts. From the start of a bout they therefore carry the game in a few
numbers (two hands, the talon's size, the randomness) and write nothing to the state until the game is over.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.evaluation.tactics import NULLS, greedy_card, lowest_card
from cardkit.compiled.bits import ZERO, lowest, nth_bit
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.prng import STEP, below, mix, next_word, share
from durak_env.cards import DONE_BIT, DONE_SLOT, TAKE_BIT, TAKE_SLOT, bit, count, rank_lanes
from durak_env.game import ATTACK, GAME_OVER, beats, step

_ALL = ~ZERO
_11 = np.uint64(11)
_2_STEPS = np.uint64(2 * int(STEP) % 2**64)
NEVER = 1.0  # impossible as the scale of a noise


@jit_inline
def greedy_slot(state: Any) -> Any:
    """The slot that greedy plays in a STATE (or with an INFO) of an unfinished game."""
    cards = state.legal & ~NULLS
    return lowest(state.legal) if cards == ZERO else greedy_card(state, cards)


@jit
def uniform_slot(state: Any, stream: Any) -> Any:
    """The slot of a random legal action."""
    return nth_bit(state.legal, below(stream, count(state.legal)))


@jit
def play_out_randomly(state: Any, stream: Any) -> None:
    """Play a STATE to its end in place with random legal actions."""
    while state.phase != GAME_OVER:
        step(state, uniform_slot(state, stream))


@jit
def play_out_greedily(state: Any, stream: Any, noise: Any) -> None:
    """Play a STATE to its end: each ply is greedy's, or a random one with probability ``noise``.

    Afterwards only the fields ``phase``, ``legal``, ``hands`` and ``talon_size`` are those of the finished game.
    """
    play_out_noisily(state, stream, quiet_scale(noise))


@jit_inline
def play_out_noisily(state: Any, stream: Any, scale: Any) -> None:
    """`play_out_greedily`, given the ``quiet_scale`` of the noise."""
    quiet = quiet_plies(next_word(stream), scale)
    while state.phase != ATTACK and state.phase != GAME_OVER:
        quiet -= 1
        if quiet < 0:
            slot, stream.word, quiet = noisy_slot(state.legal, stream.word, scale)
        else:
            slot = greedy_slot(state)
        step(state, slot)
    if state.phase == ATTACK:
        play_bouts(state, stream, quiet, scale)
        state.phase = GAME_OVER
        state.legal = ZERO


@jit
def quiet_scale(noise: Any) -> Any:
    """A factor that turns the logarithm of a uniform number into the number of plies before the next noisy one."""
    return np.float64(NEVER if noise <= 0 else 0.0 if noise >= 1 else 1.0 / np.log1p(-noise))


@jit
def quiet_plies(word: Any, scale: Any) -> Any:
    """The number of greedy plies before the next random one; every ply is random with the same probability."""
    if scale == NEVER:
        return 1 << 60
    return np.int64(np.log((np.float64(word >> _11) + 0.5) * 2.0**-53) * scale)


@jit_inline
def play_bouts(state: Any, stream: Any, quiet: Any, scale: Any) -> None:
    """Play from the start of a bout to the end of the game."""
    seat = np.int64(state.attacker)
    mine, theirs = state.hands[seat], state.hands[1 - seat]
    talon_size = np.int64(state.talon_size)
    word = stream.word
    while True:
        mine, theirs, taken, word, quiet = play_bout(mine, theirs, talon_size, state, word, quiet, scale)
        if talon_size > 0:
            mine, talon_size = fill_up(mine, talon_size, state)
            theirs, talon_size = fill_up(theirs, talon_size, state)
        if talon_size == 0 and (mine == ZERO or theirs == ZERO):
            break
        if not taken:
            mine, theirs = theirs, mine
            seat = 1 - seat
    stream.word = word
    state.hands[seat] = mine
    state.hands[1 - seat] = theirs
    state.talon_size = 0


@jit_inline
def fill_up(hand: Any, talon_size: Any, state: Any) -> Any:
    """A hand and the talon's size after the draw."""
    left = max(talon_size - max(np.int64(state.full_hand) - count(hand), 0), 0)
    while talon_size > left:
        talon_size -= 1
        hand |= bit(state.talon[talon_size])
    return hand, talon_size


@jit_inline
def play_bout(mine: Any, theirs: Any, talon_size: Any, state: Any, word: Any, quiet: Any, scale: Any) -> Any:
    """Play a bout; returns attacker's and defender's hands, whether it was taken, and the remaining randomness."""
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
            slot = greedy_of(answers, TAKE_SLOT, trumps)
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


@jit_inline
def greedy_of(wanted: Any, null: Any, trumps: Any) -> Any:
    """The slot of the lowest of the ``wanted`` cards; ``null`` if there are none."""
    return null if wanted == ZERO else lowest_card(wanted, trumps)


@jit_wrapping
def noisy_slot(legal: Any, word: Any, scale: Any) -> Any:
    """The slot of a random ply, and the remaining randomness: the word, and the plies before the next random one."""
    slot = nth_bit(legal, share(mix(word + STEP), count(legal)))
    word += _2_STEPS
    return slot, word, quiet_plies(mix(word), scale)
