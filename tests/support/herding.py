"""Herding: a game of three seats that is in no way like Durak, for tests of the kit's promises to any game.

Each seat holds four of 60 cards, two more lie in the talon, the others beside it, face up. First each seat calls how
much a trick is to be worth (ids 0..39, of which a few are legal), then five tricks are played (ids 40..99 for the
cards). The highest card of a trick takes up to 25 points at once; seats 0 and 2 are a team and share. After a trick
seats draw; once the talon is empty, the cards out of play are shuffled by the state, which is a stream of its own. The
last card of a hand is forced.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.bits import ONE, ZERO, bit, lowest, popcount
from cardkit.compiled.game_functions import implement_game
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below, next_word
from cardkit.compiled.protocol import NOBODY, Seat, Slot, Stream
from cardkit.compiled.records import FIELD, block_copier, record

SEATS, CARDS, HAND, TALON, TRICKS, MOST_POINTS = 3, 60, 4, 2, 5, 25
CALLS, FIRST_CARD, NUM_ACTIONS = 40, 40, 100
MOST_PLIES = SEATS * (TRICKS + 1)
ALL_CARDS = np.uint64(2**CARDS - 1)

SHARED = [
    ("legal", np.uint64),
    ("hands", np.uint64, SEATS),
    ("played", np.uint64),  # cards out of play, until they are shuffled
    ("points", np.int64, SEATS),
    ("tricks", np.int64, SEATS),  # won by each seat
    ("calls", np.int64, SEATS),
    ("table", np.int64, SEATS),  # card of each seat in this trick, -1 for none
    *((name, np.int64) for name in ("plies", "leader", "talon_size")),
]
HIDDEN = [("talon", np.uint8, CARDS), ("word", np.uint64)]  # the word of a stream, for what chance does during play
STATE = record([*SHARED, *HIDDEN], "herding")
INFO = record([*SHARED, ("unseen", np.uint64), ("hand_sizes", np.int64, SEATS), ("seat", np.int64)], "herding")
copy_shared = block_copier(SHARED)
copy_state = block_copier([*SHARED, *HIDDEN])


class State(protocol.State):
    hands = played = points = tricks = calls = table = plies = leader = talon_size = talon = word = FIELD


class Info(State, protocol.Info):
    unseen = hand_sizes = FIELD


@jit
def deal(state: State, stream: Stream) -> None:
    """Deal a game, and start the state's own stream."""
    state.hands[:] = ZERO
    state.points[:] = 0
    state.tricks[:] = 0
    state.table[:] = -1
    state.calls[:] = 0
    state.played, state.plies, state.leader = ZERO, 0, 0
    state.word = next_word(stream)
    shuffle(state, ALL_CARDS, stream)
    for seat in range(SEATS):
        draw(state, seat, HAND)
    while state.talon_size > TALON:
        state.talon_size -= 1
        state.played |= bit(state.talon[state.talon_size])
    state.legal = legal_actions(state)


@jit
def shuffle(state: State, cards: np.uint64, stream: Stream) -> None:
    """Make a set of cards the talon, in random order."""
    state.talon_size = 0
    while cards != ZERO:
        place = below(stream, state.talon_size + 1)
        state.talon[state.talon_size] = state.talon[place]
        state.talon[place] = lowest(cards)
        cards &= cards - ONE
        state.talon_size += 1


@jit
def draw(state: State, seat: Seat, number: int) -> None:
    """Move cards from the talon into a hand; the cards played become the talon when it is empty."""
    for _ in range(number):
        if state.talon_size == 0:
            shuffle(state, state.played, state)
            state.played = ZERO
        state.talon_size -= 1
        state.hands[seat] |= bit(state.talon[state.talon_size])


@jit_inline
def mover(state: State) -> Seat:
    """Return the seat to play: seats call and play in turn, the winner of a trick first."""
    return (state.leader + state.plies) % SEATS


@jit
def legal_actions(state: State) -> np.uint64:
    """Return calls of 1 to 3 times five, then the cards in hand; empty once all tricks are played."""
    if state.plies < SEATS:
        return np.uint64(1 << 5 | 1 << 10 | 1 << 15)
    return ZERO if state.plies == MOST_PLIES else state.hands[mover(state)]


@jit
def step(state: State, slot: Slot) -> None:
    """Call, or play a card; the last of a trick pays its winner."""
    seat = mover(state)
    state.plies += 1
    if state.plies <= SEATS:
        state.calls[seat] = slot
    else:
        state.hands[seat] ^= bit(slot)
        state.table[seat] = slot
        if state.plies % SEATS == 0:
            end_trick(state)
    state.legal = legal_actions(state)


@jit
def end_trick(state: State) -> None:
    """Pay the highest card the call of its seat, and up to ten more by its rank."""
    best = 0
    for seat in range(SEATS):
        if state.table[seat] % 20 * 3 + state.table[seat] // 20 > state.table[best] % 20 * 3 + state.table[best] // 20:
            best = seat
    state.tricks[best] += 1
    state.points[best] += state.calls[best] + state.table[best] % 20 // 2
    for seat in range(SEATS):
        state.played |= bit(state.table[seat])
        state.table[seat] = -1
        left = TRICKS + 1 - state.plies // SEATS
        draw(state, seat, min(1, max(0, left - popcount(state.hands[seat]))))
    state.leader = best


@jit
def points_of(state: State, seat: Seat) -> float:
    """Pay a seat its points: seats 0 and 2 share what both have won."""
    return float(state.points[1]) if seat == 1 else 0.5 * (state.points[0] + state.points[2])


@jit
def score(state: State, seat: Seat) -> float:
    """Compute the points as a share of all that can be won."""
    return points_of(state, seat) / (MOST_POINTS * TRICKS)


@jit
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write all but the others' hands and the talon."""
    copy_shared(state, info)
    info.seat, info.unseen = seat, ALL_CARDS & ~state.played
    if seat != NOBODY:
        info.unseen &= ~state.hands[seat]
    for other in range(SEATS):
        info.hand_sizes[other] = popcount(state.hands[other])
        if other != seat:
            info.hands[other] = ZERO
        if state.table[other] >= 0:
            info.unseen &= ~bit(state.table[other])
    if mover(state) != seat:
        info.legal = ZERO


@jit
def determinize(info: Info, stream: Stream, state: State) -> None:
    """Deal the unseen cards to the other hands and the talon, and let chance be another."""
    copy_shared(info, state)
    shuffle(state, info.unseen, stream)
    for seat in range(SEATS):
        if seat != info.seat:
            draw(state, seat, info.hand_sizes[seat])
    state.word = next_word(stream)
    state.legal = legal_actions(state)


@jit
def count(state: State, result: Any) -> None:
    """Write the plies so far, and the tricks of each agent."""
    result.plies = state.plies
    for agent in range(SEATS):
        result.tricks[agent] = state.tricks[result.seating[agent]]


@jit_inline
def decision(state: State) -> int:
    """Return which decision is due: ids stand for calls, then for cards."""
    return 0 if state.plies < SEATS else 1


implement_game(
    [STATE],
    [INFO],
    deal=deal,
    mover=mover,
    step=step,
    returns=points_of,
    score=score,
    count=count,
    decision=decision,
    copy_state=copy_state,
    observe=observe,
    determinize=determinize,
)
