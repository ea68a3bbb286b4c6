"""Rooms in a file: their games outlive a server that is killed."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from websockets.exceptions import InvalidStatus

from cardtable.context import Context
from cardtable.rooms import keeping
from cardtable.rooms import room as room_module
from cardtable.rooms.keeping import KIND, Keep
from cardtable.rooms.registry import Rooms
from cardtable.searches import Searches
from cardtable.view import TablePlugin
from cardtable.web.tables import Tables
from tests.support.heist_table import HEIST
from tests.support.heist_table import RANDOM as HEIST_RANDOM
from tests.support.herding_table import HERDING, RANDOM
from tests.support.lasting_searches import lasting_searches
from tests.support.rooms import Links, OpenRoom, check_all, opened, play_out, settled
from tests.support.table_program import running
from tests.support.table_server import BRISK, Page, at, seat_address, serving_tables

FLIPS = 400
CODE = "tests.support.herding_game:Failing"
LASTING = ("view", "legal", "yours", "ply", "plies", "over", "returns", "players", "viewer", "game", "can_undo", "log")
"""The fields that a page must see as before; the clock is looked at apart."""


@contextmanager
def serving(file: Path, plugin: TablePlugin = HERDING) -> Iterator[str]:
    """Serve with a file of rooms."""
    with (
        closing(Keep(file)) as keep,
        serving_tables(Tables(Context("test", plugin, lasting_searches()), keep), pace=BRISK) as address,
    ):
        yield address


def killed(file: Path, name: str = "killed.sqlite") -> Path:
    """Copy the file as a server leaves it that is killed now."""
    copy = file.with_name(name)
    for end in ("", "-wal"):
        shutil.copy(f"{file}{end}", f"{copy}{end}")
    return copy


def play_some(pages: Sequence[Page], rng: np.random.Generator, plies: int) -> None:
    """Play at random until there are so many plies, or more by agents."""
    done = 0
    while done < plies:
        states = [settled(page, done) for page in pages]
        done = max(state["plies"] for state in states)
        for page in pages:
            state = settled(page, done)
            if state["yours"]:
                action = state["legal"][rng.integers(len(state["legal"]))]["action"]
                done = page.ask("act", action=action, **at(state))["plies"]
                break


def seen(address: str, links: Sequence[str], stack: ExitStack) -> tuple[list[Page], list[dict[str, Any]]]:
    """Come by all links, and return what each page then sees."""
    pages = [stack.enter_context(Page(seat_address(address, link))) for link in links]
    told = []
    for page in pages:
        settled(page, page.ask("state")["plies"])
        page.until_quiet()  # an agent may be about to think
    for page in pages:
        state = settled(page, page.ask("state")["plies"])
        room = [message for message in page.heard if message["type"] == "room"][-1]
        lasting = {name: state[name] for name in LASTING if name in state}
        evening = ("places", "forfeit", "ended", "games", "sat", "played")
        told.append(lasting | {part: room[part] for part in evening})
    return pages, told


def all_links(room: OpenRoom) -> list[str]:
    """Return the links of the host, of the friends and of spectators."""
    return [room.host_link, *room.links.values()]


@pytest.mark.parametrize(
    ("plugin", "seats"),
    [
        (HERDING, ("human", RANDOM, "friend")),
        pytest.param(HEIST, ("human", "friend", "friend", HEIST_RANDOM, HEIST_RANDOM), marks=pytest.mark.slow),
    ],
)
def test_a_game_goes_on_after_the_server_was_killed(plugin: TablePlugin, seats: Sequence[str], tmp_path: Path) -> None:
    """A game goes on after the server was killed, even Heist, which draws chance during play."""
    file, rng = tmp_path / "rooms.sqlite", np.random.default_rng(3)
    with serving(file, plugin) as address, ExitStack() as stack:
        with opened(address, seats) as room:
            room.host.ask("name", "room", name="Anna")
            play_some(room.join_all(), rng, 7)
            links = all_links(room)
        before = seen(address, links, stack)[1]
        copy = killed(file)
    with serving(copy, plugin) as address, ExitStack() as stack:
        pages, after = seen(address, links, stack)
        assert after == before
        assert after[0]["plies"] >= 7
        assert after[0]["places"][0]["name"] == "Anna"
        assert play_out(pages[:-1], rng)[0]["returns"] is not None
        assert pages[0].ask("again", "room")["ended"] is False
        check_all(pages)


def test_revoked_links_stay_revoked_and_finished_games_stay_finished(tmp_path: Path) -> None:
    file, rng = tmp_path / "rooms.sqlite", np.random.default_rng(3)
    with serving(file) as address, ExitStack() as stack:
        with opened(address, ("human", RANDOM, "friend")) as room:
            old = room.links[2]
            told = room.host.ask("revoke", "room", seat=2)
            room.links = Links(address, told)
            play_out(room.join_all(), rng)
            links = all_links(room)
        pages, before = seen(address, links, stack)
        scores = pages[0].ask("scores", "scores")["text"]
        assert len(scores.splitlines()) == 4
    with serving(file) as address, ExitStack() as stack:
        pages, after = seen(address, links, stack)
        assert after == before
        assert pages[1].ask("scores", "scores")["text"] == scores
        assert before[0]["ended"] is True
        with pytest.raises(InvalidStatus):
            Page(seat_address(address, old))


def test_the_clock_goes_on_with_the_time_that_was_left(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    with serving(file) as address:
        with opened(address, ("human", "friend", "friend"), clock="game", clock_seconds=60) as room:
            play_some(room.join_all(), np.random.default_rng(1), 3)
            time.sleep(0.2)
            left, links = room.host.ask("state")["clock"]["left"], all_links(room)
            assert min(left) < 60
        copy, since = killed(file), time.monotonic()
    with serving(copy) as address, ExitStack() as stack:
        clock = seen(address, links, stack)[0][0].ask("state")["clock"]
        passed = time.monotonic() - since
        assert clock["running"] is not None
        for seat, seconds in enumerate(clock["left"]):
            if seat != clock["running"]:
                assert seconds == left[seat]
            else:  # it has the time back that it has used since the last ply
                assert left[seat] - passed <= seconds <= 60


def test_who_does_not_come_back_after_the_server_is_played_for(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    with (
        serving(file) as address,
        opened(address, ("human", "friend", "friend"), away="agent", away_seconds=0.2, stand_in=RANDOM) as room,
    ):
        room.join_all()
        settled(room.host)
        links, copy = all_links(room), killed(file)
    with serving(copy) as address, Page(seat_address(address, links[0])) as host:
        while [place["agent"] for place in host.until("room")["places"]] != [None, RANDOM, RANDOM]:
            pass


def rows(file: Path) -> int:
    """Count the rooms in a file that no server has."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT count(*) FROM rooms").fetchone()[0]


def test_tables_that_end_leave_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rooms.sqlite"
    with serving(file) as address:
        for _ in range(3):
            with opened(address, ("human", RANDOM, "friend")) as room:
                room.host.until_quiet()
        with opened(address, ("human", RANDOM, "friend")) as room:
            room.host.send("close")
    assert rows(file) == 3
    monkeypatch.setattr(room_module, "KEPT_SECONDS", 0.0)  # nobody comes in time
    with serving(file) as address, Page(address) as page:
        page.until_quiet()
    assert rows(file) == 0
    assert not file.with_name(f"{file.name}-wal").exists()


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a file with a room, as a server leaves it that ends."""
    file = tmp_path_factory.mktemp("left") / "rooms.sqlite"
    with serving(file) as address, opened(address, ("human", RANDOM, "friend")) as room:
        play_some(room.join_all(), np.random.default_rng(3), 5)
    return file


@pytest.fixture(scope="module")
def three_left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a file with three rooms, as a server leaves it that ends."""
    file = tmp_path_factory.mktemp("three") / "rooms.sqlite"
    with serving(file) as address:
        for _ in range(3):
            with opened(address, ("human", RANDOM, "friend")) as room:
                play_some(room.join_all(), np.random.default_rng(3), 3)
    with closing(sqlite3.connect(file)) as database:
        for number, (name,) in enumerate(database.execute("SELECT name FROM rooms ORDER BY rowid").fetchall(), 1):
            database.execute("UPDATE rooms SET rowid = ? WHERE name = ?", (number, name))
        database.commit()
    return file


@pytest.fixture
def three(three_left: Path, tmp_path: Path) -> Path:
    """Copy the file of three rooms."""
    return Path(shutil.copy(three_left, tmp_path))


@pytest.fixture
def kept(left: Path, tmp_path: Path) -> Path:
    """Copy the file of one room."""
    return Path(shutil.copy(left, tmp_path))


def content(file: Path, plugin: TablePlugin = HERDING, own: Sequence[str] = ()) -> tuple[list[Any], list[str]]:
    """Return the tables that a server reads from a file, and those that it leaves out."""
    with closing(Keep(file)) as keep:
        found, left_out = keep.rooms(
            Context("test", plugin, Searches(1), own), Rooms(Context("test", plugin, Searches(1)))
        )
    return [
        (room.name, [link.token for link in room.links], None if room.playing is None else room.playing.line.plies)
        for room in found
    ], left_out


def test_every_flipped_bit_is_found_or_changes_nothing(kept: Path) -> None:
    (expected, _), whole = content(kept), kept.read_bytes()
    assert len(expected[0][2]) >= 5
    rng = random.Random(5)
    refused, wrong = list[str](), []
    for _ in range(FLIPS):
        place, bit = rng.randrange(len(whole)), rng.randrange(8)
        damaged = bytearray(whole)
        damaged[place] ^= 1 << bit
        kept.write_bytes(damaged)
        try:
            found, left_out = content(kept)
            if len(found) + len(left_out) != len(expected) or not all(room in expected for room in found):
                wrong.append((place, bit))
            refused += left_out
        except ValueError as error:
            refused.append(str(error))
    assert not wrong
    assert len(refused) > FLIPS // 10
    assert all(str(kept) in said and said.isprintable() for said in refused)


def _rows(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as database:
        database.text_factory = bytes
        return database.execute("SELECT rowid, * FROM rooms").fetchall()


def _cut(file: Path, size: int) -> None:
    with file.open("rb+") as stream:
        stream.truncate(size)


def _change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement)
        database.commit()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: _change(file, f"PRAGMA user_version = {KIND.layout + 1}"), "has layout 3, not 2: name another"),
        (lambda file: _change(file, "PRAGMA application_id = 7"), "is not a file of kept tables; it is left unchanged"),
        (lambda file: file.write_text("Dear diary"), "is not a file of kept tables; it is left unchanged"),
        (lambda file: _change(file, "ALTER TABLE rooms ADD COLUMN more"), "is damaged: .*unchanged: name another file"),
        (lambda file: _cut(file, 4096), "is damaged: .*unchanged: name another file"),
    ],
)
def test_another_file_is_refused_in_a_line(kept: Path, spoil: Callable[[Path], None], said: str) -> None:
    spoil(kept)
    before = kept.read_bytes()
    with pytest.raises(ValueError, match=said) as error:
        content(kept)
    assert str(kept) in str(error.value)
    assert kept.read_bytes() == before


DAMAGED = "it is damaged, and its links lead nowhere: open a new table"
VERSION = "another version of this program has kept it, and can open it: Object missing required field `rules`"


def kept_of(file: Path, row: int) -> dict[str, Any]:
    """Return a table's content in a file."""
    with closing(sqlite3.connect(file)) as database:
        (kept,) = database.execute("SELECT kept FROM rooms WHERE rowid = ?", (row,)).fetchone()
    return json.loads(kept)


def seal_row(file: Path, row: int, kept: bytes, game: str = "herding") -> None:
    """Let a row say something else of its table, as a server would have written it."""
    with closing(sqlite3.connect(file)) as database:
        (name,) = database.execute("SELECT name FROM rooms WHERE rowid = ?", (row,)).fetchone()
        seal = keeping._seal(name.encode(), game.encode(), kept)
        database.execute("UPDATE rooms SET kept = ?, game = ?, seal = ? WHERE rowid = ?", (kept, game, seal, row))
        database.commit()


def _spoil_game(file: Path) -> None:
    """Make the second table one of another game, as its server would have written it."""
    seal_row(file, 2, json.dumps(kept_of(file, 2)).encode(), "heist")


def _spoil_layout(file: Path) -> None:
    """Make the second table one of a version that kept other things of it."""
    seal_row(file, 2, b"{}")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: _change(file, "UPDATE rooms SET kept = kept || ' ' WHERE rowid = 2"), DAMAGED),
        (lambda file: _change(file, "UPDATE rooms SET kept = CAST(x'ff' AS TEXT) WHERE rowid = 2"), DAMAGED),
        (lambda file: _change(file, "UPDATE rooms SET kept = substr(kept, 1, 100) WHERE rowid = 2"), DAMAGED),
        (lambda file: _change(file, "UPDATE rooms SET seal = 'ten' WHERE rowid = 2"), DAMAGED),
        (lambda file: _change(file, "UPDATE rooms SET name = 'another' WHERE rowid = 2"), DAMAGED),
        (_spoil_game, "it is of heist, not of herding: start that game's table with the file"),
        (_spoil_layout, VERSION),
    ],
    ids=["more text", "no text", "cut off", "no seal", "another name", "another game", "another layout"],
)
def test_a_table_that_cannot_be_had_again_is_left_out_and_the_others_go_on(
    three: Path, spoil: Callable[[Path], None], said: str
) -> None:
    (first, _, third), _ = content(three)
    spoil(three)
    before = _rows(three)
    assert content(three) == ([first, third], [f"table 2 of 3 in {three}, where it stays: {said}"])
    assert _rows(three) == before


def test_the_program_names_the_tables_that_it_leaves_out(three: Path) -> None:
    """The program names the tables it leaves out: it is Durak's, and the tables are Herding's."""
    with running("--keep", str(three)) as (program, address, _), Page(address) as page:
        assert page.welcome["protocol"] == 3
        assert program.stdout is not None
        for number in (1, 2, 3):
            said = f"left out: table {number} of 3 in {three}, where it stays: it is of herding, not of durak"
            assert program.stdout.readline().startswith(said)


def test_an_agent_that_runs_foreign_code_needs_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    with serving(file) as address, opened(address, ("human", CODE, "friend")) as room:
        room.host.until_quiet()
    found, (left_out,) = content(file)
    assert not found
    assert f"--agent {CODE!r}" in left_out
    assert len(content(file, own=[CODE])[0]) == 1


def test_two_servers_do_not_share_a_file_and_nobody_else_may_read_it(kept: Path) -> None:
    with closing(Keep(kept)), pytest.raises(ValueError, match="is in use by another server"):
        Keep(kept)
    assert kept.stat().st_mode & 0o077 == 0


def test_people_play_on_when_the_file_cannot_be_written(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file, rng = tmp_path / "rooms.sqlite", np.random.default_rng(1)
    with closing(Keep(file)) as keep:
        tables = Tables(Context("test", HERDING, lasting_searches()), keep)
        with serving_tables(tables, pace=BRISK) as address, opened(address, ("human", RANDOM, "friend")) as room:
            pages = room.join_all()
            play_some(pages, rng, 3)
            keep.close()
            assert play_out(pages, rng)[0]["over"] is True
    assert caplog.text.count("go on from an earlier ply") == 1


@pytest.mark.slow
def test_the_program_that_is_killed_goes_on_with_its_tables(tmp_path: Path) -> None:
    file, rng = str(tmp_path / "rooms.sqlite"), np.random.default_rng(2)
    with running("--keep", file) as (program, address, _), ExitStack() as stack:
        with opened(address, ("human", "greedy", "friend", "friend"), rules={"transfer": True}) as room:
            play_some(room.join_all(), rng, 12)
            links = all_links(room)
        before = seen(address, links, stack)[1]
        program.kill()
        program.wait()
    with running("--keep", file) as (_, address, _), ExitStack() as stack:
        pages, after = seen(address, links, stack)
        assert after == before
        assert play_out(pages[:-1], rng)[0]["over"] is True
