"""Records of plain games: a line of JSON each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from re import IGNORECASE, fullmatch
from typing import Any, get_type_hints

import numpy as np

from cardkit.notation.records import WORLDS, players_of
from cardkit.reading import parse_json
from cardkit.spec_values import read_value
from cardkit.wording import quoted

FIELDS = ("game", "start", "plies", "players")
"""The variant, the bytes of the dealt STATE in hexadecimal digits, ``[seat, action]`` pairs, names by seat."""


def read_record(line: str, kind: type[Any]) -> dict[str, Any]:
    """The record in a line, of a class of `cardkit.plain.game.PlainGame`; its plies may still be illegal.

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


def read_variant(text: object, kind: type[Any]) -> Any:
    """The game that a text names as ``str(game)`` does, of a class of `cardkit.plain.game.PlainGame`.

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


def start_of(record: Mapping[str, Any], game: Any) -> Any:
    """The STATE record at the start of a recorded game."""
    return np.frombuffer(bytes.fromhex(record["start"]), game.STATE).copy()[0]
