"""A file of rooms that cannot be written for a while."""

from __future__ import annotations

import pytest

from cardtable.context import Context
from cardtable.rooms.keeping import Keep
from cardtable.rooms.registry import Rooms
from cardtable.rooms.room import Owner, Room
from cardtable.rooms.setup import FRIEND, Setup
from tests.support.herding_table import HERDING, RANDOM
from tests.support.lasting_searches import lasting_searches


class Disk(Keep):
    """A disk that keeps the name of each room's first seat, unless it is full."""

    def __init__(self) -> None:
        self.kept: dict[Room, str] = {}
        self.is_full = False

    def rooms(self, context: Context, owner: Owner) -> tuple[list[Room], list[str]]:
        return [], []

    def save(self, room: Room) -> None:
        self._check()
        self.kept[room] = room.links[0].name

    def forget(self, room: Room) -> None:
        self._check()
        del self.kept[room]

    def _check(self) -> None:
        if self.is_full:
            raise ValueError("the disk is full")


def test_what_could_not_be_written_is_written_once_that_works_again(caplog: pytest.LogCaptureFixture) -> None:
    """Rows of idle and of ended tables are written too once the disk works again; the log hears of the fault once."""
    disk, context = Disk(), Context("test", HERDING, lasting_searches())
    rooms, game = Rooms(context, disk), context.view.variant({}, 3, False)
    quiet, ended, busy = (rooms.open(Setup(game, (FRIEND,) * 3, "wait", RANDOM, 60)) for _ in range(3))
    for room in (quiet, ended, busy):
        room.tell_room()
    disk.is_full = True
    quiet.links[0].name = "Anna"
    quiet.tell_room()
    ended.close()
    busy.tell_room()
    assert disk.kept == {quiet: "", ended: "", busy: ""}
    assert caplog.text.count("the disk is full") == 1
    disk.is_full = False
    busy.tell_room()
    assert disk.kept == {quiet: "Anna", busy: ""}
