"""Knowledge of a seat: the one place that decides it.

An INFO record is a state without what its seat does not know. Agents, observations, masks and pages see nothing else
of a game.

==================  ===========================================================================================
known               closed world
==================  ===========================================================================================
roles               the Sheriff's, the own one, those of the dead
own hand            whole
other hands, deck   their sizes, and ``may``: the cards that may be there
cards looked at     by Kit Carlson, to himself; also the card that he has put back, until it is drawn
all else            characters, lives, tables, the pile in order, the emporio, who is asked for what, attacks
legal actions       of the seat itself, when it is to move
==================  ===========================================================================================

In the open world all seats know all roles, all hands, the deck in order and the cards looked at. Nobody knows what
chance will give. Who watches, NOBODY, has no role, hand or character, and ``may`` is empty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.characters import KIT, SHERIFF, UNKNOWN
from bang_env.core.card_sets import add_card, clear_set
from bang_env.core.records import STATES, Info, State, owned_fields, public_fields, seats_of
from bang_env.core.tracking import is_looking, place_in
from bang_env.game import mover
from bang_env.rules import Rules
from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import NOBODY, Seat
from cardkit.compiled.records import Field, clear_spare, record, spare_after, tail_copier
from cardkit.compiled.slots import legal_of, no_slots, put_legal


def info_fields(seats: int) -> list[Field]:
    """List the fields of the record of one seat's knowledge.

    ``hands``, ``deck`` and ``looked`` hold what is known, zeros otherwise; a role that is not known is UNKNOWN.
    """
    owned = owned_fields(seats)
    size = np.dtype([*owned, ("seat", np.int8), ("open_world", np.uint8)]).itemsize
    return [
        ("may", np.uint64, 2 * (seats + 1)),  # a set of cards for each hand, then the deck
        *owned,
        ("seat", np.int8),  # the seat that knows this; NOBODY: spectators
        ("open_world", np.uint8),
        *spare_after(size),
        *public_fields(seats),
    ]


INFOS = {seats: record(info_fields(seats), "bang") for seats in STATES}
"""All that one seat knows, by the number of seats. Fields shared with STATE mean the same, without what is hidden."""

copy_public = tail_copier("emporio")


def info_dtype(rules: Rules) -> np.dtype[Any]:
    """Return the dtype of the records of a seat's knowledge in a game by these rules."""
    return INFOS[rules.num_players]


@jit
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write into ``info`` the knowledge that ``seat`` has of ``state``, and leave nothing of its old content.

    Compiled agents get the record by pointer and may write into it. The next agent never sees what they wrote.
    """
    copy_public(state, info)
    clear_spare(info)
    info.seat = seat
    info.open_world = open_world
    if mover(state) == seat:
        put_legal(info, legal_of(state))
    else:
        put_legal(info, no_slots(legal_of(state)))
    for one in range(seats_of(state)):
        knows_all = open_world or one == seat
        info.roles[one] = state.roles[one] if knows_all or state.dead[one] or state.roles[one] == SHERIFF else UNKNOWN
        clear_set(info.hands, one)
        if knows_all:
            info.hands[2 * one], info.hands[2 * one + 1] = state.hands[2 * one], state.hands[2 * one + 1]
    show_deck(state, seat, open_world, info)
    if open_world:
        show_places(state, info)
    elif seat == NOBODY:
        for word in range(len(info.may)):
            info.may[word] = ZERO
    else:
        first = 2 * place_in(state, seat, 0)
        for word in range(len(info.may)):
            info.may[word] = state.may[first + word]


@jit
def show_deck(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Show the deck in the open world, the cards looked at to who looks, the top to who has put it there."""
    size = np.int64(state.deck_size) if open_world else 0
    for place in range(len(info.deck)):
        info.deck[place] = state.deck[place] if place < size else 0
    sees = open_world or (seat != NOBODY and is_looking(state) == seat)
    for place in range(len(info.looked)):
        info.looked[place] = state.looked[place] if sees else 0
    is_kit = seat != NOBODY and state.characters[seat] == KIT
    info.known_top = state.known_top if is_kit and not open_world else 0


@jit
def show_places(state: State, info: Info) -> None:
    """Show where each card is, in the open world; those looked at are in no set."""
    deck = seats_of(state)
    for word in range(2 * deck):
        info.may[word] = state.hands[word]
    clear_set(info.may, deck)
    for place in range(np.int64(state.deck_size)):
        add_card(info.may, deck, np.int64(state.deck[place]))


@jit
def observe_first(states: np.ndarray, seat: Seat, open_world: bool, infos: np.ndarray) -> None:
    """Observe the first of the states, into the first of the records; see `observe`."""
    observe(states[0], seat, open_world, infos[0])
