"""Rooms of each game: whole games over WebSockets, and no message that holds more than its reader may know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import bang_env.information
import durak_env.information
import oh_hell_env.information
from baselines.bang.table.plugin import PLUGIN as BANG
from baselines.durak.table.plugin import PLUGIN as DURAK
from baselines.oh_hell.table.plugin import PLUGIN as OH_HELL
from cardtable.context import Context
from cardtable.line import Line
from cardtable.rooms import links as links_of_rooms
from cardtable.rooms.registry import Rooms
from cardtable.rooms.room import Room
from cardtable.rooms.setup import FRIEND, Setup
from cardtable.searches import Searches
from cardtable.web.tables import Tables
from tests.support.lasting_searches import lasting_searches
from tests.support.local_guest import LocalGuest
from tests.support.positions import legal_slots
from tests.support.rooms import check_all, opened, play_out
from tests.support.table_server import BRISK, serving_tables

GAMES = {
    "durak": (DURAK, durak_env.information.determinize),
    "oh-hell": (OH_HELL, oh_hell_env.information.determinize),
    "bang": (BANG, bang_env.information.determinize),
}
RULES: dict[str, dict[str, Any]] = {
    "durak": {},
    "oh-hell": {"hand_size": 3, "rounds": 2},
    "bang": {"max_rounds": 3},
}
FOUR = pytest.param(4, marks=pytest.mark.slow)
MANY = pytest.mark.slow


@pytest.fixture(scope="module", params=GAMES)
def served(request: pytest.FixtureRequest) -> Iterator[tuple[str, Tables, str]]:
    """Serve a game: its name, its tables and the address of their server."""
    tables = Tables(Context("test", GAMES[request.param][0], lasting_searches()))
    with serving_tables(tables, pace=BRISK) as address:
        yield request.param, tables, address


@pytest.mark.parametrize("seats", [2, FOUR])
def test_people_at_clients_of_their_own_play_a_whole_game(served: tuple[str, Tables, str], seats: int) -> None:
    name, tables, address = served
    seats = max(seats, tables.context.view.seats[0])
    people = ["human", *["friend"] * (seats - 1)]
    with opened(address, people, rules=RULES[name], stand_in="random") as room:
        pages = room.join_all()
        ends = play_out(pages, np.random.default_rng(seats))
        assert ends[0]["returns"] is not None
        assert all(end["returns"] == ends[0]["returns"] for end in ends)
        assert [end["viewer"] for end in ends] == list(range(seats))
        check_all(pages)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("seats", "positions"),
    [(2, 12), pytest.param(2, 60, marks=MANY), pytest.param(4, 40, marks=MANY)],
)
def test_hidden_cards_that_are_exchanged_change_no_message(
    name: str, seats: int, positions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # QR codes take more than half of the time, and tell nothing of cards.
    monkeypatch.setattr(links_of_rooms, "_picture", str)
    view = GAMES[name][0].view
    game = view.variant(RULES[name], max(seats, view.seats[0]), False)
    rng = np.random.default_rng(positions)
    rooms = Rooms(Context("test", GAMES[name][0], Searches(1)))

    async def compare() -> list[int]:
        return [await _exchange(name, rooms, game, rng) for _ in range(positions)]

    assert sum(asyncio.run(compare())) > 12 * positions


async def _exchange(name: str, rooms: Rooms, game: Any, rng: np.random.Generator) -> int:
    """Compare all messages in a position with those where the cards that a seat does not see lie otherwise.

    Returns how many were compared.
    """
    line, seat = _line(game, rng), int(rng.integers(game.seats))
    state = line.state(len(line))
    other = GAMES[name][1](line.information_set(len(line), seat), rng)
    lines = [Line(game, 0, 0, start) for start in (state, other)]
    assert lines[0].information_set(0, seat) == lines[1].information_set(0, seat)
    mover = lines[0].mover(0)
    assert mover is not None
    common = [slot for slot in legal_slots(state) if slot in legal_slots(other)]
    action = game.action_of(state, common[rng.integers(len(common))]) if common else None
    told = [await _said(rooms, one, seat, mover, action) for one in lines]
    (of_seat, watching, after, watching_after), (of_seat_2, watching_2, after_2, watching_after_2) = told
    assert of_seat == of_seat_2
    assert watching == watching_2
    compared = len(of_seat) + len(watching)
    if action is None or lines[0].mover(1) is None or lines[1].mover(1) is None:
        return compared
    if lines[0].information_set(1, seat) != lines[1].information_set(1, seat):
        return compared  # what can be done next tells of the cards: a bout ends at once if nobody can add to it
    assert after == after_2
    assert watching_after == watching_after_2
    return compared + len(after) + len(watching_after)


def _line(game: Any, rng: np.random.Generator) -> Line:
    """Play a game at random to a position with a choice."""
    line = Line(game, int(rng.integers(1 << 30)))
    for _ in range(int(rng.integers(60))):
        state = line.state(len(line))
        slots = legal_slots(state)
        following = Line(game, 0, 0, state)
        following.play(game.action_of(state, slots[rng.integers(len(slots))]))
        if following.mover(1) is None:
            break
        line.play(following.plies[0][1])
    return line


async def _said(
    rooms: Rooms, line: Line, seat: int, mover: int, action: int | None
) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """Return the messages to a seat and to spectators: in a position, and after an action of the seat to move."""
    room: Room = rooms.open(Setup(line.game, (FRIEND,) * line.game.seats, "wait", "random", 60))
    room.begin(line)
    links = {link.seat: link for link in room.links if not link.is_host}
    links[None] = next(link for link in room.links if link.is_host)
    guests = {one: LocalGuest(room, links[one]) for one in dict.fromkeys((None, seat, mover))}
    for guest in (guests[seat], guests[None]):
        await _ask_everything(guest, line, seat)
    before = _told(guests[seat]), _told(guests[None])
    if action is not None:
        await guests[mover].say("act", action=action, ply=0, revision=1)
        assert len(line) == 1
    after = _told(guests[seat]), _told(guests[None])
    await guests[None].say("close")
    return *before, *after


async def _ask_everything(guest: LocalGuest, line: Line, seat: int) -> None:
    """Say every kind of message that does not end the position."""
    others = [one for one in range(line.game.seats) if one != seat]
    for kind, fields in (
        ("state", {}),
        *(("view", {"seat": one}) for one in (*others, None, "own")),
        ("goto", {"ply": 0}),
        ("act", {"action": 10_000, "ply": 0, "revision": 1}),
        ("act", {"action": 0, "ply": 7, "revision": 1}),
        ("undo", {}),
        ("agree", {"agree": True, "wish": 1}),
        ("record", {}),
        ("analyse", {"agent": "random"}),
        ("review", {}),
        ("name", {"name": "A"}),
        ("new", {"seats": ["human"] * line.game.seats}),
    ):
        await guest.say(kind, **fields)


def _told(guest: LocalGuest) -> list[Any]:
    """Return all that a guest has heard since the last time, without the values drawn for each room."""
    heard = [{key: value for key, value in one.items() if key not in ("table", "invitation")} for one in guest.heard]
    guest.heard.clear()
    return heard
