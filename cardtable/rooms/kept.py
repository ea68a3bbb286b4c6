"""A room in a file: its host's choices, its links, and its game; and the check that these make a room."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from cardkit.arena.seeds import EXACT
from cardkit.compiled.protocol import can_withdraw
from cardkit.game import Game
from cardkit.specs.loading import read_spec
from cardtable.context import Context
from cardtable.display import HUMAN, Player
from cardtable.line import Line
from cardtable.messages import MOST_SEATS, Away, AwaySeconds
from cardtable.rooms.clock import Limit, Times
from cardtable.rooms.ended_games import MOST_GAMES, are_lines
from cardtable.rooms.links import Link
from cardtable.rooms.names import look_alike, shown_name
from cardtable.rooms.room import InPlay, Owner, Room
from cardtable.rooms.score import Sat, Score
from cardtable.rooms.setup import FRIEND, Setup

Count = Annotated[int, Meta(ge=0)]
Told = Annotated[int, Meta(ge=0, lt=EXACT)]
"""A number that pages get, and send back one higher."""
Place = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]


class KeptGame(msgspec.Struct, forbid_unknown_fields=True):
    """A game by its seed and its plies, from which the rules deal and play it again.

    No state is read from the file: a forged one would lead compiled functions astray.

    Attributes:
        seed: of its line.
        dealt: checksum of the deal, which another version of the rules may deal otherwise.
        plies: action ids; `cardkit.compiled.protocol.LEFT` where a seat has left.
    """

    seed: Count
    dealt: int
    plies: list[int]

    @classmethod
    def of(cls, line: Line) -> KeptGame:
        """Keep a game as it is now."""
        return cls(line.seed, zlib.crc32(line.start.tobytes()), [action for _, action in line.plies])

    def line(self, game: Game) -> Line:
        """Restore the game.

        Raises:
            ValueError: it was dealt otherwise, or a ply is illegal.
        """
        line = Line(game, self.seed)
        if zlib.crc32(line.start.tobytes()) != self.dealt:
            raise ValueError("another version of this program has dealt its cards, and can open it")
        for number, action in enumerate(self.plies, 1):
            try:
                line.play(action)
            except ValueError as error:
                raise ValueError(f"its ply {number}: {error}") from error
        return line


class KeptRoom(msgspec.Struct, forbid_unknown_fields=True):
    """A room, except its connections.

    A wish to take plies back is not kept, nor who is ready. Agents draw their randomness from its beginning in a game
    that goes on. Rooms that were kept before there was a score have none, nor who sat in the game that is over.
    """

    rules: dict[str, Any]
    open_world: bool
    seats: list[str]
    away: Away
    stand_in: str
    seconds: AwaySeconds
    limit: Limit
    links: list[Link]
    watching: Link
    players: list[str]
    number: Annotated[int, Meta(ge=-1)]
    revision: Told
    settled: Told
    forfeit: Place | None
    gone: set[Place]
    times: Times
    game: KeptGame | None
    score: Score | None = None
    sat: list[Sat] | None = None

    @classmethod
    def of(cls, room: Room) -> KeptRoom:
        """Keep a room as it is now."""
        setup = room.setup
        return cls(
            rules=room.context.view.rules(setup.game),
            open_world=setup.game.open_world,
            seats=list(setup.seats),
            away=setup.away,
            stand_in=setup.stand_in,
            seconds=setup.seconds,
            limit=setup.limit,
            links=[link for link in room.links if link is not room.table],
            watching=room.table,
            players=[player.name for player in room.players],
            number=room.number,
            revision=room.revision,
            settled=room.settled,
            forfeit=room.forfeit,
            gone=room.gone,
            times=room.clock.times(),
            game=None if room.playing is None else KeptGame.of(room.playing.line),
            score=room.score,
            sat=room.sat,
        )

    def room(self, name: str, context: Context, owner: Owner) -> Room:
        """Restore the room, with nobody in it.

        Args:
            name: of the room.
            context: what all tables share.
            owner: of the room.

        Raises:
            ValueError: a field does not fit the game or the others, or an agent runs foreign code.
        """
        fewest, most = context.view.seats
        if not fewest <= len(self.seats) <= most:
            raise ValueError(f"it has {len(self.seats)} seats, not {fewest} to {most}")
        self._check_agents(context)
        game = context.view.variant(self.rules, len(self.seats), self.open_world)
        setup = Setup(game, tuple(self.seats), self.away, self.stand_in, self.seconds, self.limit)
        setup.check()
        wrong = next((field for field, is_right in self._checked(game) if not is_right), None)
        if wrong is not None:
            raise ValueError(f"its field {wrong!r} does not fit the game or the others")
        room = Room(context, setup, owner)
        room.name, room.number, room.revision, room.settled = name, self.number, self.revision, self.settled
        room.links, room.table = [*self.links, self.watching], self.watching
        room.players = [Player(spec) for spec in self.players]
        room.forfeit, room.gone = self.forfeit, self.gone
        room.clock.begin(self.times)
        if self.game is not None:
            players = room.players if self.sat is None else [Player(one.agent or HUMAN) for one in self.sat]
            room.playing = InPlay(self.game.line(game), players)
        if self.score is None:
            for link in room.links:
                link.sat = link.seat
        else:
            room.score, room.sat = self.score, self.sat
        if self.sat is not None and not room.ended:
            raise ValueError("its field 'sat' is of a game that goes on")
        return room

    def _check_agents(self, context: Context) -> None:
        """Make no agent that runs foreign code unless the command line names it too: a file may be a stranger's."""
        for spec in sorted({*self.seats, *self.players, self.stand_in} - {HUMAN, FRIEND}):
            if not context.is_trusted(spec):
                raise ValueError(
                    f"a kept table has the agent {spec!r}, which runs code of its own; if you trust it, start with "
                    f"--agent {spec!r}"
                )
            read_spec(spec, context.view.agents)

    def _checked(self, game: Game) -> Iterator[tuple[str, bool]]:
        """Yield the fields that have to fit others, and whether each does.

        They come in an order in which each may rely on those before it.
        """
        seats = range(game.seats)
        linked = [link.seat for link in self.links if link.seat is not None]
        people = [one for one in self.seats if one in (HUMAN, FRIEND)]
        yield "links", _are_links(self.links, set(seats)) and len(linked) == len(people)
        host = next(link for link in self.links if link.is_host)
        yield "seats", (host.seat is None) == (HUMAN not in self.seats)
        yield "watching", self.watching.seat is None and not self.watching.is_host and not self.watching.name
        are_people = all(seat in linked for seat, player in enumerate(self.players) if player == HUMAN)
        yield "players", len(self.players) == game.seats and are_people and FRIEND not in self.players
        plies = [] if self.game is None else self.game.plies
        yield "number", (self.number >= 0) == (self.game is not None)
        yield "revision", self.revision >= self.number
        yield "settled", self.settled <= len(plies)
        forfeiting = {*linked, *(link.sat for link in self.links)}  # seats may have been swapped since
        yield "forfeit", self.forfeit is None or (self.forfeit in forfeiting and self.game is not None)
        yield "gone", not self.gone or (self.gone <= set(linked) and can_withdraw(game.new_states().dtype))
        counts = [game.seats] * 2 if self.score is None else [len(self.score.won), len(self.score.lost)]
        lines = [] if self.score is None else self.score.lines
        yield "score", counts == [game.seats] * 2 and all(map(are_lines, lines)) and len(lines) <= MOST_GAMES
        played = [link.sat for link in self.links if link.sat is not None]
        yield "sat", set(played) <= set(seats) and len(set(played)) == len(played) and self._are_sat(game.seats)
        yield "times", len(self.times.left) == game.seats and self._are_times(set(linked), len(plies))

    def _are_sat(self, seats: int) -> bool:
        names = [] if self.sat is None else [one.name for one in self.sat]
        is_right = self.sat is None or (len(names) == seats and all(shown_name(name) == name for name in names))
        return is_right and self.watching.sat is None

    def _are_times(self, linked: set[int], plies: int) -> bool:
        spent, most = self.times.spent, self.limit.seconds
        is_left = all(0 <= left <= most for left in self.times.left)
        return is_left and (spent is None or (spent[0] in linked and 0 <= spent[1] <= plies))


def _are_links(links: list[Link], seats: set[int]) -> bool:
    """Return whether links give each seat at most once, one is the host's, and no two names look alike."""
    given = [link.seat for link in links if link.seat is not None]
    names = [link.name for link in links if link.name]
    twins = any(look_alike(name, other) for place, name in enumerate(names) for other in names[:place])
    are_shown = all(shown_name(name) == name for name in names)
    without = [link for link in links if link.seat is None]
    is_right = set(given) <= seats and len(set(given)) == len(given) and all(link.is_host for link in without)
    return is_right and sum(link.is_host for link in links) == 1 and are_shown and not twins
