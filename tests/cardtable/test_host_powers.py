"""A host's powers by several messages: nothing that the others have to agree to, in any state of a room."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from itertools import product
from typing import Any

import pytest

from cardkit.compiled.protocol import LEFT
from cardtable.context import Context
from cardtable.messages import Away
from cardtable.rooms import links as links_of_rooms
from cardtable.rooms.links import Link
from cardtable.rooms.registry import Rooms
from cardtable.rooms.room import Room
from cardtable.rooms.setup import FRIEND, Setup
from cardtable.view import TablePlugin
from tests.support.heist_table import HEIST
from tests.support.herding import SEATS
from tests.support.herding_table import HERDING
from tests.support.local_guest import LocalGuest
from tests.support.local_table import Here

HOST, FIRST, SECOND = range(3)


class Evening:
    """A room of a host and one or two friends, without connections; other seats are agents'."""

    def __init__(self, plugin: TablePlugin, away: Away, friends: int) -> None:
        searches: Any = Here()
        context = Context("test", plugin, searches)
        seats = plugin.view.seats[0]
        game = plugin.view.variant({}, seats, False)
        agent = plugin.levels[0]
        setup = Setup(game, ("human", *[FRIEND] * friends, *[agent] * (seats - 1 - friends)), away, agent, 60.0)
        self.room = Rooms(context).open(setup)
        self.friends, self.links = friends, list(self.room.links)
        self.guests: dict[int, LocalGuest] = {}
        self.sent_away: set[Link] = set()

    def come(self, *seats: int) -> None:
        for seat in seats[: 1 + self.friends]:
            self.guests[seat] = LocalGuest(self.room, self.links[seat])

    def go(self, seat: int) -> None:
        self.guests.pop(seat)._at.leave()

    async def say(self, by: int, kind: str, /, **fields: Any) -> dict[str, Any]:
        guest = self.guests[by]
        guest.heard.clear()
        await guest.say(kind, **fields)
        answers = [one for one in guest.heard if isinstance(one, dict) and "answers" in one]
        return answers[-1] if answers else {}

    async def act(self, seat: int) -> None:
        """Play, if it is the seat's turn."""
        if self.room.playing is None:
            return
        line = self.room.playing.line
        action = int(line.information_set(len(line), seat).legal_actions[0]) if line.mover(len(line)) == seat else 0
        await self.say(seat, "act", action=action, ply=len(line), revision=self.room.revision)

    async def play_round(self) -> None:
        """Let everybody play once, in turn."""
        playing = self.room.playing
        assert playing is not None
        while not {seat for seat, _ in playing.line.plies} >= {HOST, FIRST, SECOND}:
            seat = playing.line.mover(len(playing.line))
            assert seat is not None
            playing.line.play(int(playing.line.information_set(len(playing.line), seat).legal_actions[0]))
        self.room.tell()

    def pass_time(self) -> None:
        """Let everybody who is away be so for long; people come back before the room ends."""
        for seat, timer in list(self.room._timers.items()):
            if seat is not None and not timer.cancelled():
                timer.cancel()
                self.room._stayed_away(seat)


async def waiting(evening: Evening) -> None:
    evening.come(HOST, FIRST)


async def playing(evening: Evening) -> None:
    evening.come(HOST, FIRST, SECOND)
    await evening.play_round()


async def own_wish(evening: Evening) -> None:
    await playing(evening)
    await evening.say(HOST, "undo")


async def half_agreed(evening: Evening) -> None:
    await own_wish(evening)
    assert evening.room.proposal is not None
    if evening.friends > 1:
        await evening.say(SECOND, "agree", agree=True, wish=evening.room.proposal.number)


async def wish_of_a_friend(evening: Evening) -> None:
    await playing(evening)
    await evening.say(evening.friends, "undo")


async def one_away(evening: Evening) -> None:
    await playing(evening)
    evening.go(FIRST)


async def one_played_for(evening: Evening) -> None:
    await one_away(evening)
    evening.room.stand_in(FIRST)


async def over(evening: Evening) -> None:
    await playing(evening)
    line = evening.room.playing.line if evening.room.playing is not None else None
    assert line is not None
    while (seat := line.mover(len(line))) is not None:
        line.play(int(line.information_set(len(line), seat).legal_actions[0]))
    evening.room.tell()


STATES = (waiting, playing, own_wish, half_agreed, wish_of_a_friend, one_away, one_played_for, over)


def says(kind: str, **fields: Any) -> Callable[[Evening], Awaitable[Any]]:
    async def step(evening: Evening) -> None:
        await evening.say(HOST, kind, **fields)

    return step


async def acts(evening: Evening) -> None:
    await evening.act(HOST)


async def agrees(evening: Evening) -> None:
    proposal = evening.room.proposal
    await evening.say(HOST, "agree", agree=True, wish=0 if proposal is None else proposal.number)


async def revokes(evening: Evening) -> None:
    link = evening.links[FIRST]
    if link not in losing(evening.room):
        evening.sent_away.add(link)
    await evening.say(HOST, "revoke", seat=link.seat)
    evening.guests.pop(FIRST, None)


async def waits(evening: Evening) -> None:
    evening.pass_time()
    await asyncio.sleep(0)


STEPS: dict[str, Callable[[Evening], Awaitable[Any]]] = {
    "act": acts,
    "agree": agrees,
    "again": says("again"),
    "back": says("back"),
    "fill": says("fill", seat=FIRST),
    "revoke": revokes,
    "swap with a friend": says("swap", seat=HOST, other=FIRST),
    "ready": says("ready"),
    "swap friends": says("swap", seat=FIRST, other=SECOND),
    "undo": says("undo"),
    "wait": waits,
}
LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("view", {"seat": seat}) for seat in (FIRST, SECOND, None, "own")),
    *(("record", {}), ("goto", {"ply": 0}), ("state", {}), ("name", {"name": "Anna"}), ("ping", {})),
)
"""The steps that change no game; `close` ends all, and nobody loses."""


async def walk(evening: Evening, state: Callable[[Evening], Awaitable[None]], steps: Sequence[str]) -> None:
    """Take some steps from a state, and hold what comes of each against what a host may do."""
    await state(evening)
    room = evening.room
    is_asked = evening.friends > 1 or state is not wish_of_a_friend  # or the host is the only one who has to agree
    was_away = {link for link in evening.links[: 1 + evening.friends] if room.at(link) is None}
    seen = [] if room.playing is None else list(room.playing.line.plies)  # which others have seen
    for number, step in enumerate(steps, 1):
        game, had_ended = room.number, room.ended
        await STEPS[step](evening)
        told = f"{state.__name__}: {', '.join(steps[:number])}"
        now = [] if room.playing is None else room.playing.line.plies
        if room.number == game:
            assert not is_asked or now[: len(seen)] == seen, f"plies are lost by {told}"
        else:
            assert had_ended or game < 0, f"a game is cut short by {told}"
            seen = []
        for told_to_host in evening.guests[HOST].heard:
            said = json.dumps(told_to_host)
            others = [link for link in room.links if link.seat is not None and not link.is_host]
            assert not any(link.token in said for link in others), f"the host gets a token of another by {told}"
        for link in losing(room) - {evening.links[HOST]}:
            assert link in was_away, f"who was there loses by {told}"
            assert link not in evening.sent_away, f"who was sent away loses by {told}"
    room.stop()


def losing(room: Room) -> set[Link]:
    """Return the links of people who have ended the game or left it, or will leave it."""
    plies = [] if room.playing is None else room.playing.line.plies
    seats = {seat for seat, action in plies if action == LEFT} | room.gone | {room.forfeit} - {None}
    return {link for link in room.links if link.sat in seats}


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the QR codes, which take most of the time."""
    monkeypatch.setattr(links_of_rooms, "_picture", str)


@pytest.mark.parametrize("friends", [1, 2])
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_two_messages_of_a_host_do_not_what_the_others_must_consent_to(state: Any, friends: int) -> None:
    async def all_walks() -> None:
        for steps in product(STEPS, repeat=2):
            await walk(Evening(HERDING, "forfeit", friends), state, (*steps, "wait"))

    asyncio.run(all_walks())


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_look_after_another_message_shows_a_host_more(state: Any) -> None:
    async def look() -> None:
        for step, (kind, fields) in product(STEPS, LOOKS):
            evening = Evening(HERDING, "forfeit", 2)
            await state(evening)
            await STEPS[step](evening)
            await evening.say(HOST, kind, **fields)
            evening.room.stop()
            for told in evening.guests[HOST].heard:
                if told["type"] == "state" and not told["over"]:
                    own = evening.links[HOST].seat
                    hands = [line.partition(" holds ")[2] for line in told["view"]["lines"][:SEATS]]
                    assert told["viewer"] == own
                    assert {seat for seat, hand in enumerate(hands) if hand != "?"} <= {own}
                assert told["type"] != "record" or evening.room.ended

    asyncio.run(look())


@pytest.mark.slow
@pytest.mark.parametrize("friends", [1, 2])
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize(
    ("plugin", "away"),
    [(HERDING, "forfeit"), (HERDING, "wait"), (HEIST, "withdraw")],
    ids=["forfeit", "wait", "withdraw"],
)
def test_three_messages_do_not_either(plugin: TablePlugin, away: Away, state: Any, friends: int) -> None:
    async def all_walks() -> None:
        for steps in product(("revoke", "wait"), STEPS, ("agree", "swap friends", "undo", "wait")):
            await walk(Evening(plugin, away, friends), state, (*steps, "wait"))

    asyncio.run(all_walks())
