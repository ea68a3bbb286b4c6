"""An error names the field of its message that is wrong: one that the message has."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from cardtable.display import HUMAN
from cardtable.errors import MessageError
from cardtable.messages import TYPES, read_message
from tests.cardtable.test_answers import EXPLAINED, FIELDS, said_to
from tests.support.herding_table import HERDING, RANDOM
from tests.support.local_table import LocalTable
from tests.support.rooms import OpenRoom, opened

NO_VALUE = [[1]]
"""A value that no field has."""
ALL = [(kind, field) for kind, message in TYPES.items() for field in message.__struct_fields__]
FRIENDS = [HUMAN, "friend", "friend"]
AT_A_TABLE: list[tuple[str, dict[str, Any], str | None]] = [
    ("new", {"seats": [HUMAN]}, "seats"),
    ("new", {"seats": [HUMAN, HUMAN, "nobody"]}, "seats.2"),
    ("new", {"seats": [HUMAN] * 3, "rules": {"x": 1}}, "rules"),
    ("new", {"seats": [HUMAN] * 3, "seed": -1}, "seed"),
    ("new", {"seats": [HUMAN] * 3, "seed": "one"}, "seed"),
    ("new", {"seats": [HUMAN] * 3, "deal": {"x": 1}}, "deal"),
    ("new", {"seats": [HUMAN] * 3, "viewer": 3}, "viewer"),
    ("act", {"action": 0, "ply": 3, "revision": 1}, "ply"),
    ("act", {"action": 9999, "ply": 0, "revision": 1}, "action"),
    ("act", {"action": 0, "ply": 0, "revision": 9}, "revision"),
    ("undo", {}, None),
    ("goto", {"ply": 9}, "ply"),
    ("view", {"seat": 3}, "seat"),
    ("seat", {"seat": 3, "agent": HUMAN}, "seat"),
    ("seat", {"seat": 1, "agent": "nobody"}, "agent"),
    ("analyse", {"agent": "nobody"}, "agent"),
    ("review", {}, None),
    ("open", {"file": True}, "file"),
    ("open", {}, "text"),
    ("open", {"text": "nonsense"}, "text"),
    ("game", {"number": 0}, "number"),
    ("game", {"number": 2}, "number"),
    ("branch", {"seats": [HUMAN]}, "seats"),
    ("branch", {"seats": [HUMAN, "nobody", HUMAN]}, "seats.1"),
    ("match", {"agents": [RANDOM]}, "agents"),
    ("match", {"agents": [RANDOM, RANDOM, "nobody"]}, "agents.2"),
    ("match", {"agents": [RANDOM] * 3, "games": 0}, "games"),
    ("match", {"agents": [RANDOM] * 3, "seed": -1}, "seed"),
    ("match", {"agents": [RANDOM] * 3, "rules": {"x": 1}}, "rules"),
    ("warm", {"seats": [HUMAN]}, "seats"),
    ("warm", {"seats": [HUMAN] * 3, "rules": {"x": 1}}, "rules"),
    ("agents", {"seats": 9}, "seats"),
    ("agents", {"seats": 3, "rules": {"x": 1}}, "rules"),
    ("gather", {"seats": [HUMAN]}, "seats"),
    ("gather", {"seats": [HUMAN, HUMAN, "friend"]}, "seats"),
    ("gather", {"seats": [HUMAN, "nobody", "friend"]}, "seats.1"),
    ("gather", {"seats": FRIENDS, "rules": {"x": 1}}, "rules"),
    ("gather", {"seats": FRIENDS, "stand_in": HUMAN}, "stand_in"),
    ("gather", {"seats": FRIENDS, "stand_in": "nobody"}, "stand_in"),
    ("gather", {"seats": FRIENDS, "away": "withdraw"}, "away"),
    ("gather", {"seats": FRIENDS, "away": "wait", "clock": "move"}, "away"),
]
"""The errors at a table of people where no ply has been played, and the field to blame; None for none."""
IN_A_ROOM: list[tuple[str, dict[str, Any], str | None]] = [
    ("swap", {"seat": 7, "other": 0}, "seat"),
    ("swap", {"seat": 0, "other": 7}, "other"),
    ("swap", {"seat": 0, "other": 1}, None),
    ("fill", {"seat": 7}, "seat"),
    ("revoke", {"seat": 7}, "seat"),
    ("view", {"seat": 7}, "seat"),
    ("act", {"action": 0, "ply": 3, "revision": 1}, "ply"),
    ("goto", {"ply": 9}, "ply"),
    ("name", {"name": "anna"}, "name"),
    ("again", {}, None),
    ("sit", {"seat": 1}, "seat"),
    ("sit", {"seat": 1, "name": "anna"}, "name"),
    ("review", {"agent": "nobody"}, None),
]
"""The errors in a room whose game has begun, of a host that is to move with a guest called Anna."""


@pytest.mark.parametrize(("kind", "field"), ALL)
def test_what_no_field_can_be_is_blamed_on_its_field(kind: str, field: str) -> None:
    with pytest.raises(MessageError) as error:
        read_message(json.dumps({"type": kind} | FIELDS.get(kind, {}) | {field: NO_VALUE}))
    assert error.value.field == field


@pytest.mark.parametrize(("kind", "fields", "blamed"), AT_A_TABLE)
def test_a_table_blames_the_field_that_is_wrong(kind: str, fields: dict[str, Any], blamed: str | None) -> None:
    async def erring() -> dict[str, Any]:
        table = LocalTable(EXPLAINED)
        await table.ask("new", seats=[HUMAN] * 3, seed=1)
        return (await said_to(table, kind, **fields))[-1]

    error = asyncio.run(erring())
    assert (error["type"], error["field"]) == ("error", blamed)


def test_a_game_without_analysis_blames_no_field() -> None:
    async def erring() -> dict[str, Any]:
        table = LocalTable(HERDING)
        await table.ask("new", seats=[HUMAN] * 3, seed=1)
        return (await said_to(table, "analyse"))[-1]

    error = asyncio.run(erring())
    assert (error["reason"], error["field"]) == ("no_analysis", None)


@pytest.fixture(scope="module")
def room(address: str) -> Iterator[OpenRoom]:
    """Open a room whose host is to move, or has been."""
    with opened(address, FRIENDS, stand_in=RANDOM) as room:
        _, guest, _ = room.join_all()
        guest.ask("name", "room", name="Anna")
        yield room


@pytest.mark.parametrize(("kind", "fields", "blamed"), IN_A_ROOM)
def test_a_room_blames_the_field_that_is_wrong(
    room: OpenRoom, kind: str, fields: dict[str, Any], blamed: str | None
) -> None:
    assert room.host.refused(kind, **fields)["field"] == blamed


def test_each_field_that_can_be_wrong_is_tried() -> None:
    """Fields left untried are choices, numbers within limits and texts, which are checked as a message is read."""
    tried = {(kind, blamed.partition(".")[0]) for kind, _, blamed in (*AT_A_TABLE, *IN_A_ROOM) if blamed is not None}
    left = {f"{kind}.{field}" for kind, field in ALL if (kind, field) not in tried and field != "id"}
    assert left == {
        *("again.swap", "agree.agree", "agree.wish", "ready.ready"),
        *("pace.seconds", "stop.what", "game.ply", "analyse.all_cards", "review.agent", "puzzle.number"),
        *("new.open_world", "match.open_world", "agents.open_world", "gather.open_world", "warm.open_world"),
        *("gather.away_seconds", "gather.clock", "gather.clock_seconds"),
        *("tournament.variant", "tournament_game.match", "tournament_game.game", "tournament_game.variant"),
    }
