"""Heist: five seats in three parties that the deal draws, with chance during play.

One seat is the sheriff, whom all know, one his deputy, two are outlaws, one is a renegade. Each holds three of 24
cards, and plays one and draws one in each of four rounds. When the deck is empty, chance shuffles the pile. The law,
the outlaws and the renegade count the values of their cards per seat. The party with the most wins; if two have as
much, all lose. Who leaves puts his cards on the pile, and plays no more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.arena.result_rows import counted_seat
from cardkit.compiled import protocol
from cardkit.compiled.bits import ZERO, bit, random_bit
from cardkit.compiled.game_functions import implement_game
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below
from cardkit.compiled.protocol import Seat, Slot, Stream
from cardkit.compiled.records import FIELD, block_copier, record
from tests.support.lots import feed, log_fields, lot, reseed

SEATS, CARDS, HAND, ROUNDS, PARTIES = 5, 24, 3, 4, 3
LAW, OUTLAWS, RENEGADE, UNKNOWN = range(4)
ROLES = (LAW, LAW, OUTLAWS, OUTLAWS, RENEGADE)
MOST_PLIES, MOST_CHANCE = SEATS * ROUNDS, 64
ALL_CARDS = np.uint64(2**CARDS - 1)
OPEN = [
    ("legal", np.uint64),
    ("hands", np.uint64, SEATS),
    ("pile", np.uint64),
    ("roles", np.int64, SEATS),
    ("values", np.int64, SEATS),
    *((name, np.int64) for name in ("sheriff", "plies", "deck_size", "gone")),
]
HIDDEN = [
    ("deck", np.uint8, CARDS),
    *log_fields(MOST_CHANCE),
]
STATE = record([*OPEN, *HIDDEN], "heist")
INFO = record([*OPEN, ("seat", np.int64)], "heist")
copy_open, copy_state = block_copier(OPEN), block_copier([*OPEN, *HIDDEN])


class State(protocol.State):
    hands = pile = roles = values = sheriff = plies = deck_size = gone = deck = given = fed = used = word = FIELD


class Info(State, protocol.Info):
    pass


@jit
def deal(state: State, stream: Stream) -> None:
    """Draw the parties, then the deck."""
    state.values[:], state.hands[:], state.pile, state.plies = 0, ZERO, ZERO, 0
    state.fed, state.used, state.gone = 0, 0, 0
    for seat in range(SEATS):
        place = below(stream, seat + 1)
        state.roles[seat] = state.roles[place]
        state.roles[place] = ROLES[seat]
    state.sheriff = 0
    while state.roles[state.sheriff] != LAW:
        state.sheriff += 1
    hand_out(state, ALL_CARDS, stream)


@jit
def hand_out(state: State, cards: Any, stream: Stream) -> None:
    """Fill up all hands from these cards; the others are the deck."""
    for seat in range(SEATS):
        if state.hands[seat] == ZERO and not is_gone(state, seat):
            for _ in range(HAND):
                card = bit(random_bit(cards, stream))
                state.hands[seat] |= card
                cards ^= card
    state.deck_size = 0
    while cards != ZERO:
        state.deck[state.deck_size] = random_bit(cards, stream)
        cards ^= bit(state.deck[state.deck_size])
        state.deck_size += 1
    reseed(state, stream)
    state.legal = state.hands[mover(state)]


@jit
def take(state: State, seat: Seat) -> None:
    """Draw a card; the pile becomes the deck when it is empty."""
    state.deck_size -= 1
    state.hands[seat] |= bit(state.deck[state.deck_size])
    if state.deck_size == 0:
        while state.pile != ZERO:
            card = lot(state, state.pile)
            state.pile ^= bit(card)
            state.deck[state.deck_size] = card
            state.deck_size += 1


@jit_inline
def is_gone(state: State, seat: Seat) -> bool:
    """Return whether a seat was withdrawn."""
    return state.gone >> seat & 1 != 0


@jit_inline
def mover(state: State) -> Seat:
    """Return the seat to play: all play in turn."""
    return state.plies % SEATS


@jit_inline
def party(state: State, seat: Seat) -> Any:
    """Return the seat's party as dealt."""
    return state.roles[seat]


@jit
def step(state: State, slot: Slot) -> None:
    """Play a card and draw one."""
    seat = mover(state)
    state.hands[seat] ^= bit(slot)
    state.values[seat] += slot
    take(state, seat)
    state.pile |= bit(slot)
    go_on(state)


@jit
def go_on(state: State) -> None:
    """Ask the next seat that is still there; nobody once the rounds are over."""
    state.plies += 1
    while state.plies < MOST_PLIES and is_gone(state, mover(state)):
        state.plies += 1
    state.legal = ZERO if state.plies == MOST_PLIES else state.hands[mover(state)]


@jit
def withdraw(state: State, seat: Seat) -> None:
    """Put the seat's cards on the pile, and skip it from now on."""
    state.pile |= state.hands[seat]
    state.hands[seat] = ZERO
    state.gone |= 1 << seat
    go_on(state)


@jit
def returns(state: State, seat: Seat) -> float:
    """Return 1 for the seats of the party with the most, -1 for others; all lose a draw."""
    if state.plies < MOST_PLIES:
        return 0.0
    totals = np.zeros(PARTIES, np.int64)
    for one in range(SEATS):
        totals[state.roles[one]] += state.values[one] * (2 if state.roles[one] == RENEGADE else 1)
    best = totals.max()
    alone = (totals == best).sum() == 1
    return 1.0 if alone and totals[state.roles[seat]] == best else -1.0


@jit
def score(state: State, seat: Seat) -> float:
    """Return 1 if the seat's party wins, else 0."""
    return 1.0 if returns(state, seat) > 0 else 0.0


@jit
def count(state: State, result: Any) -> None:
    """Write the plies, the lots, and the role of each agent's seat, with parties of each seat."""
    result.plies, result.lots = state.plies, state.used
    for entry in range(SEATS):
        result.role[entry] = state.roles[counted_seat(result, entry)]


@jit
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write all but the hands and the roles of the others; the sheriff's is open."""
    copy_open(state, info)
    info.seat = seat
    for other in range(SEATS):
        if other != seat and not open_world:
            info.hands[other] = ZERO
            if other != state.sheriff:
                info.roles[other] = UNKNOWN
    if mover(state) != seat:
        info.legal = ZERO


@jit
def determinize(info: Info, stream: Stream, state: State) -> None:
    """Deal the hidden cards and roles anew."""
    copy_open(info, state)
    left = np.array(ROLES)
    for seat in range(SEATS):
        if state.roles[seat] != UNKNOWN:
            left[np.argmax(left == state.roles[seat])] = UNKNOWN
    for seat in range(SEATS):
        while state.roles[seat] == UNKNOWN:
            place = below(stream, SEATS)
            state.roles[seat], left[place] = left[place], UNKNOWN
    state.fed, state.used = 0, 0
    cards = ALL_CARDS & ~state.pile
    for seat in range(SEATS):
        cards &= ~state.hands[seat]
    hand_out(state, cards, stream)
    state.legal = state.hands[mover(state)]


implement_game(
    [STATE],
    [INFO],
    deal=deal,
    mover=mover,
    step=step,
    returns=returns,
    score=score,
    count=count,
    copy_state=copy_state,
    observe=observe,
    determinize=determinize,
    party=party,
    reseed=reseed,
    feed=feed,
    withdraw=withdraw,
)
