"""Result rows of games, and what their type tells: who plays which seat, at which desk, with which stream.

By default each seat is a party, and the agent in a place of the lineup plays one seat. A game may draw parties instead.
Then the agent in a place plays a party, and has a desk for each seat: an object and a memory that serve no other seat
in a deal. So no seat learns what another seat of its party knows. Streams are then those of the seats.

The type of the row chooses the body of each function, so games without parties run the code that they would have alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from typing import Any, TypeVar

import numpy as np
from numba import types

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit_inline, overload
from cardkit.compiled.protocol import Seat, State, party
from cardkit.compiled.records import FIELD, Record, record
from cardkit.game import Game

F = TypeVar("F", bound=Callable[..., Any])


class Row(Record):
    """A result row; a game's counts are further fields."""

    seconds = returns = choices = seating = parties = fault = culprit = FIELD


@lru_cache
def result_dtype(
    seats: int, counts: tuple[str, ...], seat_counts: tuple[str, ...] = (), parties: int | None = None
) -> np.dtype[Any]:
    """Return the dtype of a match's result row, the record of a game. Agents are numbered as in the lineup.

    Where the deal draws ``parties``, agents have parties in place of seats.
    """
    agents = seats if parties is None else parties
    return record(
        [
            ("seconds", np.float64, agents),  # each agent's time for its choices; see `cardkit.arena.timing`
            ("returns", np.float32, agents),  # of each agent
            ("choices", np.uint16, agents),  # plies on which each agent was asked; see `play_forced`
            *((name, np.uint16) for name in counts),  # as the game counts them
            *((name, np.uint16, seats) for name in seat_counts),  # the same of each agent; with parties, of each seat
            ("seating", np.uint8, agents),  # the seat of each agent, or its party
            *([] if parties is None else [("parties", np.uint8, seats)]),  # the party of each seat
            ("fault", np.uint8),  # that ended the game; NO_FAULT in a game played to its end
            ("culprit", np.uint8),  # the agent at fault; 0 without a fault
        ]
    )


def new_results(game: Game, games: int) -> np.ndarray:
    """Return new result rows, all zeros."""
    return np.zeros(games, result_dtype(game.seats, game.COUNTS, game.SEAT_COUNTS, game.parties))


def places_of_desks(game: Game) -> list[int]:
    """Return the lineup's place of each desk.

    Each game of a deal has desks of its own, so that no agent meets the deal twice.
    """
    desks = game.seats if game.parties is not None else 1  # of each place
    return [place for place in range(game.places) for _ in range(desks)]


def _by_row(with_parties: Callable[..., Any], without: Callable[..., Any]) -> Callable[[F], F]:
    """Make compiled callers of a function use one of two bodies, by the type of the row."""

    def decorate(function: F) -> F:
        def chosen(row: types.Record) -> Callable[..., Any]:
            return with_parties if "parties" in row.fields else without

        forms: dict[int, Callable[..., Any]] = {  # an overload has the parameters of its function
            1: lambda row: chosen(row),
            2: lambda row, a: chosen(row),
            3: lambda row, a, b: chosen(row),
        }
        overload(function, jit_options={"forceinline": True})(forms[len(signature(function).parameters)])
        return function

    return decorate


def _has_parties(row: Row) -> bool:
    return "parties" in row.dtype.names


@_by_row(lambda row: len(row.parties), lambda row: len(row.seating))
def seats_in(row: Row) -> int:
    """Return the number of seats of the game."""
    return len(row.parties) if _has_parties(row) else len(row.seating)


@_by_row(lambda row, a: row.parties[a], lambda row, a: a)
def party_in(row: Row, a: Seat) -> int:
    """Return the party of seat ``a``."""
    return int(row.parties[a]) if _has_parties(row) else int(a)


@jit_inline
def _first_seat(row: Row, place: Number) -> Number:
    seat = 0
    while row.parties[seat] != row.seating[place]:
        seat += 1
    return np.int64(seat)


@_by_row(lambda row, a: _first_seat(row, a), lambda row, a: np.int64(row.seating[a]))
def seat_in(row: Row, a: Seat) -> int:
    """Return the first seat of the agent in place ``a``."""
    return row.parties.tolist().index(row.seating[a]) if _has_parties(row) else int(row.seating[a])


@_by_row(lambda row, a: np.int64(a), lambda row, a: np.int64(row.seating[a]))
def counted_seat(row: Row, a: Seat) -> int:
    """Return the seat of entry ``a`` of the game's ``SEAT_COUNTS``: the agent's, or with parties ``a`` itself."""
    return int(a) if _has_parties(row) else int(row.seating[a])


@_by_row(lambda row, a, b: a * len(row.parties) + b, lambda row, a, b: a)
def desk_in(row: Row, a: Seat, b: Seat) -> int:
    """Return the desk of the agent in place ``a`` for seat ``b``; see `places_of_desks`."""
    return int(a) * len(row.parties) + int(b) if _has_parties(row) else int(a)


@_by_row(lambda row, a, b: b, lambda row, a, b: a)
def stream_in(row: Row, a: Seat, b: Seat) -> int:
    """Return the number of the stream of the agent in place ``a`` for seat ``b``."""
    return int(b) if _has_parties(row) else int(a)


@jit_inline
def _note_parties(row: Row, state: State) -> None:
    for seat in range(len(row.parties)):
        row.parties[seat] = party(state, np.int64(seat))


@_by_row(lambda row, a: _note_parties(row, a), lambda row, a: None)
def note_parties(row: Row, a: State) -> None:
    """Write the parties that a deal has drawn."""
    if _has_parties(row):
        for seat in range(len(row.parties)):
            row.parties[seat] = party(a, seat)


@jit_inline
def _place_of(row: Row, seat: Seat) -> Number:
    of_seat, place = party_in(row, seat), 0
    for other in range(1, len(row.seating)):  # without branches, which nothing predicts: 4 % more games of fast agents
        place += other * (row.seating[other] == of_seat)
    return place


@_by_row(lambda row, a: _place_of(row, a), lambda row, a: _place_of(row, a))
def place_of(row: Row, a: Seat) -> int:
    """Return the place in the lineup of the agent that plays seat ``a``."""
    return row.seating.tolist().index(party_in(row, a))
