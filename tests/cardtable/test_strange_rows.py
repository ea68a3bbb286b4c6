"""A forged row in a file of tables, with a right seal, is left out in a line; the others go on."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from cardtable.context import Context
from cardtable.rooms import keeping
from cardtable.rooms.keeping import Keep
from cardtable.rooms.kept import KeptRoom
from cardtable.rooms.registry import Rooms
from cardtable.rooms.room import Room
from cardtable.rooms.setup import Setup
from cardtable.view import TablePlugin
from tests.support.heist_table import HEIST
from tests.support.heist_table import RANDOM as HEIST_RANDOM
from tests.support.herding_table import HERDING, RANDOM
from tests.support.local_guest import LocalGuest
from tests.support.local_table import Here
from tests.support.positions import legal_slots

Json = dict[str, Any]
TABLES = 3


def context_of(plugin: TablePlugin) -> Context:
    """Return the context that all tables share, with searches that run in this process."""
    searches: Any = Here()
    return Context("test", plugin, searches)


def left_open(file: Path, plugin: TablePlugin, setup: tuple[str, ...], plies: int = 5, **chosen: Any) -> None:
    """Leave tables in a file, each with a game that goes on."""

    async def play() -> None:
        with closing(Keep(file)) as keep:
            rooms = Rooms(context_of(plugin), keep)
            game = plugin.view.variant({}, len(setup), False)
            for number in range(TABLES):
                fields = {"away": "agent", "stand_in": plugin.levels[0], "seconds": 60.0} | chosen
                room = rooms.open(Setup(game, setup, **fields))
                guests = [LocalGuest(room, link) for link in room.links if link.seat is not None]
                await guests[0].say("name", name=f"Anna {number}")
                room.autoplay.stop()
                assert room.playing is not None
                line, rng = room.playing.line, np.random.default_rng(number)
                while len(line) < plies:
                    slots = legal_slots(line.state(len(line)))
                    line.play(line.game.action_of(line.state(len(line)), slots[rng.integers(len(slots))]))
                rooms.keep(room)
                room.stop()

    asyncio.run(play())


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tables") / "rooms.sqlite"
    left_open(file, HERDING, ("human", RANDOM, "friend"))
    return file


@pytest.fixture(scope="module")
def heists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write tables of a game with chance that goes on without a seat."""
    file = tmp_path_factory.mktemp("heists") / "rooms.sqlite"
    left_open(file, HEIST, ("human", "friend", "friend", HEIST_RANDOM, HEIST_RANDOM), away="withdraw")
    return file


def rows_of(file: Path) -> list[tuple[str, str, Json]]:
    """Return name, game and content of each table."""
    with closing(sqlite3.connect(file)) as database:
        found = database.execute("SELECT name, game, kept FROM rooms ORDER BY rowid").fetchall()
    return [(name, game, json.loads(kept)) for name, game, kept in found]


def forge(file: Path, name: str, game: str, kept: bytes) -> None:
    """Write a table's row with a seal that is right."""
    seal = keeping._seal(name.encode(), game.encode(), kept)
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE rooms SET kept = ?, seal = ? WHERE name = ?", (kept, seal, name))
        database.commit()


def put(*path: Any, to: Any) -> Callable[[Json], None]:
    """Return a function that changes a value that lies somewhere in a row."""

    def change(kept: Any) -> None:
        for step in path[:-1]:
            kept = kept[step]
        kept[path[-1]] = to

    return change


def swapped_players(kept: Json) -> None:
    """Let a person sit where no link leads."""
    kept["players"] = ["human", "human", RANDOM]


def doubled_link(kept: Json) -> None:
    """Let two links be one."""
    kept["links"][1]["token"] = kept["links"][0]["token"]


STRANGE: dict[str, tuple[Callable[[Json], None], str]] = {
    "no such seat": (put("links", 1, "seat", to=7), "'links'"),
    "a seat twice": (put("links", 1, "seat", to=0), "'links'"),
    "two hosts": (put("links", 1, "is_host", to=True), "'links'"),
    "no host": (put("links", 0, "is_host", to=False), "'links'"),
    "a link less": (lambda kept: kept["links"].pop(), "'links'"),
    "names alike": (put("links", 1, "name", to="Аnnа 1"), "'links'"),
    "an invisible name": (put("links", 1, "name", to="\u2800"), "'links'"),
    "a token that anybody guesses": (put("links", 1, "token", to=""), "token"),
    "one token twice": (doubled_link, "another seat or table"),
    "a host who watches": (put("watching", "is_host", to=True), "'watching'"),
    "one player": (put("players", to=["human"]), "'players'"),
    "a person without a link": (swapped_players, "'players'"),
    "a game without a number": (put("number", to=-1), "'number'"),
    "a number without a game": (put("game", to=None), "'number'"),
    "an old revision": (put("revision", to=-1), "revision"),
    "a revision that no page can tell": (put("revision", to=2**53), "revision"),
    "more settled than played": (put("settled", to=6), "'settled'"),
    "a forfeit of nobody": (put("forfeit", to=1), "'forfeit'"),
    "a forfeit elsewhere": (put("forfeit", to=99), "forfeit"),
    "who cannot leave has gone": (put("gone", to=[0]), "'gone'"),
    "too short a score": (put("score", "won", to=[1]), "'score'"),
    "a game that nobody played": (put("score", "lines", to=[[]]), "'score'"),
    "a line of no game": (put("score", "lines", to=[[["one", "0"]]]), "'score'"),
    "a score below nothing": (put("score", "lost", 0, to=-1), "lost"),
    "two who sat in a seat": (put("links", 0, "sat", to=2), "'sat'"),
    "a seat where nobody sat": (put("links", 0, "sat", to=9), "'sat'"),
    "who sat in a game that goes on": (put("sat", to=[{"name": "", "agent": None}] * 3), "'sat'"),
    "too few times": (put("times", "left", to=[]), "'times'"),
    "too much time": (put("times", "left", 0, to=1e9), "'times'"),
    "the turn of nobody": (put("times", "spent", to=[5, 0]), "'times'"),
    "no such choice": (put("away", to="never"), "away"),
    "waiting for ever": (put("seconds", to=1e12), "seconds"),
    "a person who stands in": (put("stand_in", to="human"), "stand in"),
    "no such clock": (put("limit", "kind", to="sand"), "kind"),
    "no such agent": (put("players", 1, to="nobody"), "'nobody'"),
    "foreign code": (put("seats", 1, to="os:system"), "--agent 'os:system'"),
    "many seats": (put("seats", to=["human"] * 4000), "seats"),
    "other rules": (put("rules", to={"cheating": True}), "cheating"),
    "deep rules": (lambda kept: kept.update(rules=json.loads("[" * 900 + "]" * 900)), "rules"),
    "another deal": (put("game", "seed", to=12345), "another version"),
    "another ply": (put("game", "plies", 0, to=99), "its ply 1"),
    "a ply of nobody": (put("game", "plies", 2, to=-1), "its ply 3"),
    "plies after the end": (lambda kept: kept["game"]["plies"].extend([0] * 9999), "its ply"),
}


@pytest.mark.parametrize("kind", STRANGE)
def test_a_strange_row_is_left_out_in_a_line_and_the_other_tables_go_on(
    kind: str, tables: Path, tmp_path: Path
) -> None:
    change, said = STRANGE[kind]
    file = Path(shutil.copy(tables, tmp_path))
    name, game, kept = rows_of(file)[1]
    change(kept)
    forge(file, name, game, json.dumps(kept).encode())
    before = rows_of(file)
    with closing(Keep(file)) as keep:
        found, (left_out,) = keep.rooms(context_of(HERDING), Rooms(context_of(HERDING)))
    assert [room.name for room in found] == [before[0][0], before[2][0]]
    assert left_out.startswith(f"table 2 of 3 in {file}, where it stays: ")
    assert said in left_out
    assert left_out.isprintable()
    assert rows_of(file) == before


def test_a_row_of_before_there_was_a_score_gives_its_room(tables: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(tables, tmp_path))
    name, game, kept = rows_of(file)[1]
    for link in (*kept["links"], kept["watching"]):
        del link["sat"]
    del kept["score"], kept["sat"]
    forge(file, name, game, json.dumps(kept).encode())
    with closing(Keep(file)) as keep:
        found, left_out = keep.rooms(context_of(HERDING), Rooms(context_of(HERDING)))
    assert not left_out
    assert [link.sat for link in found[1].links] == [link.seat for link in found[1].links]
    assert (found[1].score.games, found[1].sat) == (0, None)


def test_a_link_of_another_table_is_no_link_of_this(tables: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(tables, tmp_path))
    first, (name, game, kept) = rows_of(file)[:2]
    kept["links"][0]["token"] = first[2]["links"][0]["token"]
    forge(file, name, game, json.dumps(kept).encode())
    with closing(Keep(file)) as keep:
        found, (left_out,) = keep.rooms(context_of(HERDING), Rooms(context_of(HERDING)))
    assert len(found) == 2
    assert "another seat or table" in left_out


def test_what_nobody_has_thought_of_in_one_table_stops_no_other(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that nobody has thought of, as a room is made or goes on, stops no other table."""
    file = Path(shutil.copy(tables, tmp_path))
    names = [name for name, _, _ in rows_of(file)]
    make, go_on = KeptRoom.room, Room.go_on

    def making(self: KeptRoom, name: str, *rest: Any) -> Room:
        if name == names[0]:
            raise IndexError("no\nsuch seat")
        return make(self, name, *rest)

    def going_on(self: Room) -> None:
        if self.name == names[1]:
            raise ZeroDivisionError("nothing")
        go_on(self)

    monkeypatch.setattr(KeptRoom, "room", making)
    monkeypatch.setattr(Room, "go_on", going_on)

    async def start() -> Rooms:
        with closing(Keep(file)) as keep:
            rooms = Rooms(context_of(HERDING), keep)
            rooms.go_on()
            for room in rooms._rooms:
                room.stop()
            return rooms

    rooms = asyncio.run(start())
    assert [room.name for room in rooms._rooms] == names[2:]
    assert rooms.left_out[0].endswith("IndexError: no\\nsuch seat")
    assert rooms.left_out[1].endswith("ZeroDivisionError: nothing")
    assert [name for name, _, _ in rows_of(file)] == names


VALUES = (None, True, -1, 0, 1, 7, 10**18, 1e300, "", "human", "friend", "x" * 999, [], [7], ["human"], {}, {"x": 1})


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places of a row's values."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in inner:
        yield (*path, step)
        yield from places(one, (*path, step))


@pytest.mark.parametrize("plugin", [HERDING, pytest.param(HEIST, marks=pytest.mark.slow)], ids=["herding", "heist"])
def test_whatever_a_row_says_gives_a_room_that_goes_on_or_an_error(
    plugin: TablePlugin, request: pytest.FixtureRequest
) -> None:
    file = request.getfixturevalue("tables" if plugin is HERDING else "heists")
    name, game, kept = rows_of(file)[1]
    context, made, refused = context_of(plugin), 0, 0

    async def come(room: Room) -> None:
        room.go_on()
        guests = [LocalGuest(room, link) for link in list(room.links)]
        for guest in guests:
            for kind in ("state", "undo", "back"):
                await guest.say(kind)
        room.stop()

    for path in places(kept):
        for value in VALUES:
            forged = deepcopy(kept)
            put(*path, to=value)(forged)
            content = json.dumps(forged).encode()
            row = (name.encode(), game.encode(), content, keeping._seal(name.encode(), game.encode(), content))
            try:
                room = keeping._room(row, context, Rooms(context))
            except (ValueError, msgspec.MsgspecError):
                refused += 1
                continue
            asyncio.run(come(room))
            made += 1
    assert made > 20
    assert refused > 500
