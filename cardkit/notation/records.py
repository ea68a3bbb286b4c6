"""What records of any game hold and how they replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Record = TypeVar("Record")

MOST_SEATS = 8  # of a game
PLAYERS = tuple(f"player_{seat}" for seat in range(MOST_SEATS))
"""The names of the seats, for players without one."""


class Written(Protocol):
    """A record that can write itself."""

    def format(self) -> str:
        """The game as text, ending with a line break."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Ply:
    """One action of a replayed game.

    Attributes:
        number: counts from 1.
        seat: seat that played.
        action: action id.
        before: STATE record before the action.
        after: STATE record after it.
    """

    number: int
    seat: int
    action: int
    before: Any
    after: Any


def players_of(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """The names of the players, or those of the seats where none are given.

    Raises:
        ValueError: there is not one for each seat, or a name could not be written on a line.
    """
    players = tuple(names) or PLAYERS[:seats]
    if len(players) != seats:
        raise ValueError(f"players must be {seats} names, one a seat, got {len(players)}")
    for name in players:
        if not name or name != name.strip() or not name.isprintable():
            raise ValueError(f"a player's name must be printable text without spaces around it, got {name!r}")
    return players


def replay(
    state: Any, actions: Sequence[int], mover: Callable[[Any], int], play: Callable[[Any, int], None]
) -> Iterator[Ply]:
    """Replay a game ply by ply.

    Args:
        state: the STATE record after the deal, which changes from ply to ply.
        actions: the action ids.
        mover: the seat to move of a state.
        play: plays an action id in place; raises ValueError if it is illegal.

    Raises:
        ValueError: on reaching an illegal ply.
    """
    for number, action in enumerate(actions, 1):
        seat, before = int(mover(state)), state.copy()
        try:
            play(state, action)
        except ValueError as error:
            raise ValueError(f"ply {number}: {error}") from None
        yield Ply(number, seat, action, before, state.copy())


def format_records(records: Iterable[Written]) -> str:
    """Several games as one text, separated by empty lines."""
    return "\n".join(record.format() for record in records)


def only_one(records: Sequence[Record]) -> Record:
    """The record of a text that must hold one game; ValueError if it holds another number."""
    if len(records) != 1:
        raise ValueError(f"the text must hold one game, got {len(records)}")
    return records[0]
