"""Scenes of a table with friends."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.support.gallery.scenes import LYING, PHONE, WIDE, Json, Scene
from tests.support.rooms import OpenRoom, opened, play_out, settled
from tests.support.table_server import Page

GAME = "durak"
SEATS = ["human", "friend", "greedy"]


def seen(page: Page) -> list[Json]:
    """Return what a page in a room has to know: the welcome, the room and the game as they are."""
    state = settled(page) if any(message["type"] == "state" for message in page.heard) else None
    if state is not None:
        state = page.ask("state")
    last = next(message for message in reversed(page.heard) if message["type"] == "room")
    return [page.welcome, last, *([state] if state else [])]


def begin(room: OpenRoom) -> list[Page]:
    """Let Anna and Boris sit down: their game begins."""
    people = room.join_all()
    for page, name in zip(people, ("Anna", "Boris"), strict=True):
        page.ask("name", "room", name=name)
    for page in people:
        settled(page)
    return people


def gathering(address: str) -> Iterator[Scene]:
    """Yield a room before its first game, as its host and somebody who arrives see it."""
    with opened(address, SEATS) as room:
        room.host.ask("name", "room", name="Anna")
        guest = room.join(room.links[None])
        guest.until("room")
        room.host.until_quiet()
        yield Scene("room, host", GAME, seen(room.host), [".qr", ".people li", ".invitation .button"], WIDE)
        yield Scene("room, guest", GAME, seen(guest), ['[data-key^="sit-"]', ".room-box input"], PHONE)


def playing(address: str) -> Iterator[Scene]:
    """Yield a game with a clock, a wish to take back, and its end."""
    with opened(address, SEATS, clock="move", clock_seconds=3600) as room:
        people = begin(room)
        late = seen(room.host)
        clock = late[-1]["clock"]
        late[-1]["clock"] = clock | {"left": [9.0 if left is not None else left for left in clock["left"]]}
        yield Scene("room, clock", GAME, late, [".felt .clock.late", ".people .clock"], PHONE)
        watching = room.join(room.links[None])
        watching.until("state")
        yield Scene("room, watching", GAME, seen(watching), [".felt .clock", ".room-box"], LYING)
        play_out(people, np.random.default_rng(1))
        room.host.until_quiet()
        yield Scene("room, over", GAME, seen(room.host), [".result strong", ".people .name", ".review"], WIDE)


def stand_in(address: str) -> Iterator[Scene]:
    """Yield a seat whose time is up: what its page heard until then, as the next one's time is up soon too."""
    with opened(address, SEATS, clock="move", clock_seconds=3, stand_in="greedy") as room:
        begin(room)
        heard = room.host.heard
        while not any(is_stood_in_for(message) for message in heard):
            room.host.next()
        until = next(place for place, message in enumerate(heard) if is_stood_in_for(message))
        told = [message for message in heard[: until + 1] if message["type"] in ("welcome", "room", "state")]
        yield Scene("room, time is up", GAME, told, [".stand-in .button"], PHONE)


def is_stood_in_for(message: Json) -> bool:
    """Return whether a message says that an agent plays for the host."""
    return message["type"] == "room" and message["places"][0]["agent"] is not None
