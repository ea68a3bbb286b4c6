"""Records as lines of JSON, of any game whose rules are its fields."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from re import IGNORECASE, fullmatch
from typing import Any, get_type_hints

import numpy as np

from cardkit.compiled.protocol import State, mover, step
from cardkit.game import WORLDS, G, Game, Plies, Telling
from cardkit.notation.records import players_of
from cardkit.reading import BYTE_ORDER_MARK, parse_json
from cardkit.specs.values import read_value
from cardkit.wording import quoted, shortened

FIELDS = ("game", "start", "plies", "players")
"""The variant, the bytes of the dealt STATE in hexadecimal digits, ``[seat, action]`` pairs, names by seat."""


class Lines(Telling[Game]):
    """The telling of a game as lines of JSON: the variant, the start's bytes, the plies, the agents by seats."""

    def record_text(self, start: State, plies: Plies, players: Sequence[str], states: Sequence[State] = ()) -> str:
        """Write the game as a line.

        Raises:
            ValueError: a field of the game has a value that its text does not lead back to.
        """
        named = str(self.game)
        if not self._reads_back():
            raise ValueError(f"no record can tell {named!r}: this text does not lead back to the game's fields")
        told = {"game": named, "start": start.tobytes().hex(), "plies": list(plies), "players": list(players)}
        return json.dumps(told) + "\n"

    def _reads_back(self) -> bool:
        try:
            return read_variant(str(self.game), type(self.game)) == self.game
        except ValueError:
            return False

    def read_records(self, text: str) -> Sequence[Any]:
        """Read the games of a text, which must be trusted: functions of the game get its bytes as a STATE.

        Raises:
            ValueError: a line is not a record of this game.
        """
        lines = enumerate(text.removeprefix(BYTE_ORDER_MARK).splitlines(), 1)
        return [self._record(number, line) for number, line in lines if line.strip()]

    def _record(self, number: int, line: str) -> dict[str, Any]:
        try:
            record = read_record(line, type(self.game))
            game = read_variant(record["game"], type(self.game))
            state = start_of(record, game)
            for ply, (seat, action) in enumerate(record["plies"], 1):
                _play(game, state, ply, seat, action)
        except ValueError as error:
            raise ValueError(f"line {number} is not a record of {self.game.NAME}: {shortened(str(error))}") from None
        return record

    def transcript(
        self, record: Any, seat: int | None = None, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        """Yield the lines of a recorded game: the seats' knowledge at the start, or one seat's, then the plies.

        Raises:
            ValueError: the game has no such seat; or on reaching an illegal ply.
        """
        game = read_variant(record["game"], type(self.game))
        if seat not in (None, *range(game.seats)):
            raise ValueError(f"seat must be None or from 0 to {game.seats - 1}, got {seat}")
        state = start_of(record, game)
        for one, player in enumerate(record["players"]):
            yield f"seat {one}, {player}"
        for one in range(game.seats) if seat is None else [seat]:
            yield f"seat {one} knows:"
            yield from (f"  {line}" for line in game.lines_of(game.information_set(state, one)))
        for number, (one, action) in enumerate(record["plies"], 1):
            _play(game, state, number, one, action)
            yield f"{number}. seat {one}: {game.seen_text(game.seen_action(one, action, seat))}"
            yield from (notes or {}).get(number, ())


def _play(game: Game, state: State, number: int, seat: int, action: int) -> None:
    """Play a recorded ply, if it is legal."""
    try:
        slot = game.read_action(state, action)
    except ValueError as error:
        raise ValueError(f"ply {number}: {error}") from None
    if seat != mover(state):
        raise ValueError(f"ply {number}: seat {mover(state)} is to move, not seat {seat}")
    step(state, slot)


def read_record(line: str, kind: type[Game]) -> dict[str, Any]:
    """Read the record in a line, of a class of games; its plies may still be illegal.

    Raises:
        ValueError: it is not a record of this game; the message names the field.
    """
    record = parse_json(line)
    if not isinstance(record, dict) or not set(FIELDS) <= set(record):
        raise ValueError(f"it must be an object with {', '.join(FIELDS)}, got {quoted(record)}")
    game = read_variant(record["game"], kind)
    _check_start(record["start"], 2 * game.STATE.itemsize)
    _check_plies(record["plies"], game.most_plies)
    return record | {"players": list(players_of(record["players"], game.seats))}


def read_variant(text: object, kind: type[G]) -> G:
    """Read the game of a class that a text names as ``str(game)`` does.

    Raises:
        ValueError: it names another game, no world, a field that the class lacks, one twice, or a wrong value.
    """
    worlds = {f"{kind.NAME}, {world}": world == "open" for world in WORLDS}
    parts: list[str] = text.split(", ") if isinstance(text, str) else []
    world, own = ", ".join(parts[:2]), parts[2:]
    if world not in worlds:
        raise ValueError(f"game must be {' or '.join(map(repr, worlds))}, got {quoted(text)}")
    known = {one.name for one in fields(kind) if one.init} - {"open_world"}
    kinds = get_type_hints(kind) if own else {}
    values: dict[str, Any] = {}
    for name, _, value in (part.partition("=") for part in own):
        if name not in known or name in values:
            told = " twice" if name in values else f", which {kind.__name__} does not have"
            raise ValueError(f"game names {quoted(name)}{told}")
        values[name] = read_value(name, value, kinds[name])
    return kind(open_world=worlds[world], **values)


def _check_start(start: object, digits: int) -> None:
    if not isinstance(start, str) or not fullmatch(rf"[0-9a-f]{{{digits}}}", start, IGNORECASE):
        raise ValueError(f"start must be {digits} hexadecimal digits, got {quoted(start)}")


def _check_plies(plies: object, most: int) -> None:
    if not isinstance(plies, list) or len(plies) > most:
        raise ValueError(f"plies must be a list of at most {most:,}, got {quoted(plies)}")
    for number, ply in enumerate(plies, 1):
        if not isinstance(ply, list) or len(ply) != 2 or not all(type(part) is int for part in ply):
            raise ValueError(f"ply {number} must be a seat and an action, such as [0, 3], got {quoted(ply)}")


def start_of(record: Mapping[str, Any], game: Game) -> State:
    """Return the STATE record at the start of a recorded game."""
    return np.frombuffer(bytes.fromhex(record["start"]), game.STATE).copy()[0]
