"""What is kept of a room: its host's choices, its links, and its game as a record."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec

from cardkit.arena.seeds import seed_or_drawn
from cardtable.context import Context
from cardtable.display import HUMAN, Player
from cardtable.rooms.clock import Limit, Times
from cardtable.rooms.links import Link
from cardtable.rooms.room import InPlay, Owner, Room
from cardtable.rooms.setup import FRIEND, Setup


class KeptRoom(msgspec.Struct):
    """A room, but for its game and for who is connected.

    A wish to take plies back is not kept. Chance is drawn anew in a game that goes on, and so is what its agents draw.
    """

    rules: dict[str, Any]
    open_world: bool
    seats: list[str]
    away: str
    stand_in: str
    seconds: float
    limit: Limit
    links: list[Link]
    watching: Link
    players: list[str]
    number: int
    forfeit: int | None
    gone: set[int]
    times: Times

    @classmethod
    def of(cls, room: Room) -> KeptRoom:
        """A room as it is now."""
        setup = room.setup
        return cls(
            rules=room.context.view.rules(setup.game),
            open_world=setup.game.open_world,
            seats=list(setup.seats),
            away=setup.away,
            stand_in=setup.stand_in,
            seconds=setup.seconds,
            limit=setup.limit,
            links=[link for link in room.links if link is not room.watching],
            watching=room.watching,
            players=[player.name for player in room.players],
            number=room.number,
            forfeit=room.forfeit,
            gone=room.gone,
            times=room.clock.times(),
        )

    def room(self, name: str, record: str, context: Context, owner: Owner) -> Room:
        """The room again, with nobody in it.

        Args:
            name: of the room.
            record: of its game, as `record_of` gives it.
            context: what all tables share.
            owner: of the room.

        Raises:
            ValueError: it names an agent that runs foreign code.
        """
        self._check_agents(context)
        game = context.view.variant(self.rules, len(self.seats), self.open_world)
        setup = Setup(game, tuple(self.seats), self.away, self.stand_in, self.seconds, self.limit)
        room = Room(context, setup, owner)
        room.name, room.number = name, self.number
        room.links, room.watching = [*self.links, self.watching], self.watching
        room.players = [Player(spec) for spec in self.players]
        room.forfeit, room.gone = self.forfeit, self.gone
        room.clock.begin(self.times)
        if record:
            (read,) = game.read_records(record)
            recorded = dataclasses.replace(context.view.recorded(read), game=game)  # which may be of the open world
            room.playing = InPlay(recorded.line(seed_or_drawn(None)), room.players)
        return room

    def _check_agents(self, context: Context) -> None:
        """Make no agent that runs foreign code unless the command line names it too: a file may be a stranger's."""
        for spec in {*self.seats, *self.players, self.stand_in} - {HUMAN, FRIEND}:
            if not context.is_trusted(spec):
                raise ValueError(
                    f"a kept table has the agent {spec!r}, which runs code of its own; if you trust it, start with "
                    f"--agent {spec!r}"
                )


def record_of(room: Room) -> str:
    """A room's game as a record; empty before the first."""
    return "" if room.playing is None else room.playing.line.record_text([player.name for player in room.players])
