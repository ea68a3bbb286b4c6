"""A room: its game, the people who come to it and leave it, and whom it tells of a change."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from typing import Protocol

from cardkit.arena.seeds import seed_or_drawn
from cardkit.compiled.protocol import LEFT
from cardkit.report.single_games import told_apart
from cardtable.autoplay import Autoplay
from cardtable.context import Context
from cardtable.display import HUMAN, Display, Player
from cardtable.errors import refusal
from cardtable.line import Line
from cardtable.rooms.clock import Clock
from cardtable.rooms.ended_games import note_game
from cardtable.rooms.evaluation import Evaluation
from cardtable.rooms.guest import End, Guest, Send
from cardtable.rooms.links import Link, new_token
from cardtable.rooms.proposal import Proposal
from cardtable.rooms.score import Sat, Score
from cardtable.rooms.setup import FRIEND, Setup
from cardtable.view import Json
from cardtable.web.codes import GONE, MOVED, TAKEN, RefusedError

MOST_WATCHING = 30
KEPT_SECONDS = 3600.0
"""The seconds that a room waits when nobody is connected."""


@dataclass
class InPlay:
    """The game that is played in a room, or the one that is over as long as no other begins."""

    line: Line
    players: list[Player]


class Owner(Protocol):
    """The keeper of a room, which forgets it when it ends."""

    def keep(self, room: Room) -> None:
        """Keep the room after a change, before any page shows it."""
        ...

    def forget(self, room: Room) -> None:
        """Forget the room when it has ended."""
        ...


class Room:
    """A room of a server.

    Args:
        context: what all tables share.
        setup: what the host has chosen.
        owner: keeps the room, and forgets it when it ends.

    Attributes:
        name: of this room among all.
        links: of seats that people may take, of the host, and of the whole table.
        table: the link of the whole table: who follows it watches, and may take a free seat.
        players: by seat, in the next game if none goes on.
        playing: the game; None before the first.
        number: of the game in this room, from 0 on.
        revision: of the game: grows with each that begins and each time plies are taken back.
        settled: how many plies nobody can take back, since somebody who would have to agree has left.
        forfeit: the seat that ended the game by staying away, or as its time was up.
        gone: seats that leave the game as soon as they are to move.
        clock: of the people.
        proposal: the wish to take plies back that is open.
        ready: the links of those who want the next game to begin.
        score: of the games so far.
        sat: who sat in the game that is over; None while none is.
    """

    def __init__(self, context: Context, setup: Setup, owner: Owner) -> None:
        self.context, self.setup, self._owner = context, setup, owner
        self.name = new_token()
        persons = [seat for seat, one in enumerate(setup.seats) if one in (HUMAN, FRIEND)]
        self.links = [Link(seat, setup.seats[seat] == HUMAN) for seat in persons]
        if HUMAN not in setup.seats:
            self.links.append(Link(None, is_host=True))
        self.table = Link(None)
        self.links.append(self.table)
        self.players = [Player(HUMAN if one == FRIEND else one) for one in setup.seats]
        self.guests: list[Guest] = []
        self.playing: InPlay | None = None
        self.number, self.revision, self.settled = -1, 0, 0
        self.forfeit: int | None = None
        self.gone: set[int] = set()
        self.clock = Clock(setup.limit, len(setup.seats), self._stayed_away)
        self.proposal: Proposal | None = None
        self.ready: set[Link] = set()
        self.score = Score.of(len(setup.seats))
        self.sat: list[Sat] | None = None
        self._evaluation: Evaluation | None = None
        self._wishes = 0
        self.autoplay = Autoplay(context.searches, lambda: self.in_play, self.tell, context.plugin.slower)
        self._timers: dict[int | None, asyncio.TimerHandle] = {}  # by seat; that of None waits for anybody

    # --- the game ---------------------------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        """True if the game is over, so that all cards may be seen."""
        if self.playing is None:
            return False
        return self.forfeit is not None or self.playing.line.mover(len(self.playing.line)) is None

    @property
    def in_play(self) -> InPlay | None:
        """The game that goes on, if one does."""
        return None if self.ended else self.playing

    def begin(self, line: Line | None = None) -> None:
        """Begin a game, from a fresh deal unless one is given."""
        self.autoplay.stop()
        self._end_evaluation()
        self.ready.clear()
        self.sat = None
        for link in self.links:
            link.sat = link.seat
        self.number, self.revision, self.settled = self.number + 1, self.revision + 1, 0
        self.forfeit = self.proposal = None
        self.gone.clear()
        self.clock.begin()
        for player in self.players:
            player.error = None
        self.playing = InPlay(Line(self.setup.game, seed_or_drawn(None)) if line is None else line, self.players)
        for guest in self.guests:
            self._seat(guest.link)
            guest.sit_down(self.playing)
        for link in [one for one in self.links if self.at(one) is None]:
            self._wait_for(link.seat)
        self.tell()

    def begin_when_ready(self) -> None:
        """Begin a game, if none goes on, once every seat has its player and all who are here are ready."""
        here = {guest.link for guest in self.guests if guest.link is not self.table}
        is_full = all(self._is_filled(seat) for seat in range(len(self.players)))
        if self.in_play is None and is_full and here and here <= self.ready:
            self.begin()

    def _finish(self) -> None:
        """Keep the seating of the game that is over, and count it; changes from now on are for the next."""
        assert self.playing is not None
        line, names = self.playing.line, [self._name(seat) for seat in range(len(self.players))]
        agents = [None if player.is_human else player.name for player in self.players]
        self.sat = [Sat(name, agent) for name, agent in zip(names, agents, strict=True)]
        self.score.count(line.returns(), self.forfeit)
        players = told_apart([one.agent or one.name or HUMAN for one in self.sat])
        note_game(self.score.lines, line, players, self.forfeit)
        self.players = [Player(player.name) for player in self.players]
        for guest in self.guests:
            self._seat(guest.link)

    def evaluate(self, guest: Guest, answers: int | None) -> None:
        """Evaluate the game that is over, once for all who ask.

        Raises:
            MessageError: the game goes on, or no agent can evaluate it.
        """
        if self.playing is None or not self.ended:
            raise refusal("review_early", "busy")
        if self._evaluation is None:
            shown = Display(self.context.view, self.playing.line, self.playing.players, None)
            self._evaluation = Evaluation(self.context, shown)
        self._evaluation.tell(guest, answers)

    def wait_no_more(self, guest: Guest) -> None:
        """Let a guest go who has no use for the evaluation any more."""
        if self._evaluation is not None:
            self._evaluation.leave(guest)

    def _end_evaluation(self) -> None:
        if self._evaluation is not None:
            self._evaluation.stop()
            self._evaluation = None

    def _is_filled(self, seat: int) -> bool:
        link = self.link_of(seat)
        return link is None or link.claimed or not self.players[seat].is_human

    def wish_back(self, seat: int) -> None:
        """Wish to take back a seat's last ply and what followed; the people in the other seats have to agree.

        So have those for whom an agent stands in: nobody loses plies while away.

        Raises:
            MessageError: there is nothing to take back, or another seat's wish waits.
        """
        ply = self._last_ply(seat)
        if ply is None:
            raise refusal("nothing_to_undo", "busy")
        if self.proposal is not None and self.proposal.by != seat:
            raise refusal("wish_waits", "busy")
        people = {one for one, player in enumerate(self.players) if player.is_human}
        people |= {link.seat for link in self.links if link.seat is not None and link.claimed}
        plies = [] if self.playing is None else self.playing.line.plies
        others = {one for one in people - {seat} if (one, LEFT) not in plies}
        if others:
            self._wishes += 1
            self.proposal = Proposal(self._wishes, seat, ply, others)
        else:
            self.take_back(ply)

    def _last_ply(self, seat: int | None) -> int | None:
        """Return the last ply that a seat may wish to take back."""
        plies = [] if self.playing is None or self.ended else self.playing.line.plies
        return next((ply for ply in reversed(range(self.settled, len(plies))) if plies[ply][0] == seat), None)

    def take_back(self, ply: int) -> None:
        """Take back all plies after the first ``ply``."""
        assert self.playing is not None
        self.autoplay.stop()
        self.proposal = None
        self.gone = {link.seat for link in self.links if link.seat in self.gone and self.at(link) is None}
        self.revision += 1
        self.playing.line.cut(ply)
        for player in self.players:
            player.error = None
        for guest in self.guests:
            guest.shown().forget(ply)
        self.tell()

    def replace(self, seat: int, spec: str) -> None:
        """Give a seat to an agent that has been prepared, or to a person."""
        self.autoplay.stop()
        self.players[seat] = Player(spec)
        self.autoplay.go_on()

    def swap(self, seat: int, other: int) -> None:
        """Let two seats change places in the next game: people keep their links."""
        for link in self.links:
            self._stop_waiting(link.seat)
            link.seat = {seat: other, other: seat}.get(link.seat, link.seat) if link.seat is not None else None
        self.players[seat], self.players[other] = self.players[other], self.players[seat]
        self.score.swap(seat, other)

    def _seat(self, link: Link) -> bool:
        """Let the person of a link play, unless an agent does so because time is up; return whether one gave way."""
        seat = link.seat
        if seat is None:
            return False
        if self.playing is None or (seat, LEFT) not in self.playing.line.plies:
            self.gone.discard(seat)
        if self.players[seat].is_human or not self.clock.has_time(seat):
            return False
        self.replace(seat, HUMAN)
        return True

    def come_back(self, seat: int) -> None:
        """Play again where an agent has stood in.

        Raises:
            MessageError: the seat's time is up.
        """
        if not self.clock.has_time(seat):
            raise refusal("no_time", "busy")
        link = self.link_of(seat)
        assert link is not None
        if self._seat(link):
            self.tell()

    def _move_on(self) -> None:
        """Take out who has gone, once it is their turn, and count the time of the next."""
        game = self.in_play
        if game is None:
            self.clock.stop()
            return
        line = game.line
        while (seat := line.mover(len(line))) in self.gone:
            line.withdraw()
            self.settled = len(line)
        is_human = seat is not None and game.players[seat].is_human
        self.clock.turn_to(seat if is_human else None, len(line))
        self.autoplay.go_on()

    # --- who is there -----------------------------------------------------------------------------------------------

    def link_of(self, seat: int) -> Link | None:
        """Return the link of a seat; None of an agent's."""
        return next((link for link in self.links if link.seat == seat), None)

    def at(self, link: Link) -> Guest | None:
        """Return the guest who is connected by a link."""
        return next((guest for guest in self.guests if guest.link is link), None)

    def join(self, link: Link, key: str | None, send: Send, end: End) -> Guest:
        """Let somebody in: the first by a seat's link has the seat, and others as long as nobody is there.

        Raises:
            RefusedError: somebody sits there, or too many watch.
        """
        there = None if link is self.table else self.at(link)
        if there is not None:
            if key != link.key:
                raise RefusedError(TAKEN, "somebody sits in this seat already")
            there.end(MOVED, "another page has taken this seat")
            self.guests.remove(there)
        elif link is self.table and sum(guest.link is link for guest in self.guests) >= MOST_WATCHING:
            raise RefusedError(TAKEN, "too many watch already")
        guest = Guest(link, self.context.view, send, end)
        self.guests.append(guest)
        self._stop_waiting(link.seat)
        self._stop_waiting(None)
        link.claimed = True
        link.key = link.key if key == link.key else new_token()
        return guest

    def sit(self, guest: Guest, seat: int, name: str) -> None:
        """Give a free seat to somebody who has come by the table's link. Nobody else learns the seat's new token.

        Raises:
            MessageError: the guest has a seat already, or somebody has taken this one.
        """
        link = self.link_of(seat)
        if guest.link is not self.table or link is None or not link.is_free:
            raise refusal("seat_taken", "busy", "seat")
        link.token, link.key, link.claimed, link.name = new_token(), new_token(), True, name
        link.sat = None if self.ended else seat
        self.score.clear(seat)
        self._stop_waiting(seat)
        guest.link = link

    def arrived(self, guest: Guest) -> None:
        """Greet a guest, and begin if it was the last to come; the others get the game only if it has changed."""
        has_changed = self._seat(guest.link)
        if self.playing is None:
            if guest.link is not self.table:
                self.ready.add(guest.link)
            self.begin_when_ready()
        else:
            guest.sit_down(self.playing)
            self.tell() if has_changed else self.tell_one(guest)
        self.tell_room()

    def left(self, guest: Guest) -> None:
        """Wait for who has lost the connection, as long as the host has chosen."""
        if guest not in self.guests:
            return
        self.guests.remove(guest)
        self.ready.discard(guest.link)
        self.wait_no_more(guest)
        self._wait_for(guest.link.seat)
        if not self.guests:
            self.wait_for_anybody()
        if self.ended:
            self.begin_when_ready()  # nobody waits for who has gone
        self.tell_room()

    def go_on(self) -> None:
        """Go on where another server has ended: everybody has to come back."""
        for link in self.links:
            self._wait_for(link.seat)
        self.wait_for_anybody()
        self.tell()

    def wait_for_anybody(self) -> None:
        """End the room unless somebody comes in time."""
        self._stop_waiting(None)
        self._timers[None] = asyncio.get_running_loop().call_later(KEPT_SECONDS, self.close)

    def _wait_for(self, seat: int | None) -> None:
        """Wait for the person of a seat, as long as the host has chosen."""
        if seat is None:
            return
        self._stop_waiting(seat)
        if self.setup.away != "wait" and self.players[seat].is_human:
            self._timers[seat] = asyncio.get_running_loop().call_later(self.setup.seconds, self._stayed_away, seat)

    def _stop_waiting(self, seat: int | None) -> None:
        if (timer := self._timers.pop(seat, None)) is not None:
            timer.cancel()

    def _stayed_away(self, seat: int) -> None:
        if self.playing is None or self.ended or not self.players[seat].is_human:
            return
        link = self.link_of(seat)
        is_empty = link is None or not link.claimed
        if self.setup.away == "agent" or is_empty:  # nobody is there who could lose
            self.stand_in(seat)
            return
        if self.setup.away == "withdraw":
            self.gone.add(seat)
        else:
            self.forfeit = seat
            self.autoplay.stop()
        self.tell()

    def stand_in(self, seat: int) -> None:
        """Let an agent play for a seat until its person comes."""
        self.replace(seat, self.setup.stand_in)
        self.proposal = None
        if self.in_play is not None:
            self.tell()
        self.tell_room()

    def revoke(self, link: Link) -> None:
        """Give a link another token: who sits there must leave, and the seat is free.

        That decides nothing in a game that goes on: the seat is played for, as a stand-in plays, its plies and all
        before them stay, and no wish to take back is left.
        """
        if link.seat is not None and link.claimed and self.playing is not None:
            self.proposal, self.settled = None, len(self.playing.line)
        if link.seat is not None:
            self.score.clear(link.seat)
        if self.ended:
            link.sat = None
        link.token, link.key, link.claimed, link.name = new_token(), new_token(), False, ""
        for guest in [one for one in self.guests if one.link is link]:
            guest.end(GONE, "the host has taken this link back")
            self.left(guest)
        self.tell_room()

    def close(self) -> None:
        """End the room for all."""
        self.stop()
        for guest in self.guests:
            guest.end(GONE, "the host has closed this table")
        self.guests.clear()
        self._owner.forget(self)

    def stop(self) -> None:
        """Let nothing go on any more."""
        self.autoplay.stop()
        self._end_evaluation()
        self.clock.stop()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    # --- what is said -----------------------------------------------------------------------------------------------

    def tell(self, asked: Guest | None = None, answers: int | None = None) -> None:
        """Send everybody the state; to who has asked for it as an answer. At the end no wish to take back is left."""
        self._move_on()
        if self.ended and self.sat is None:
            self._finish()
        self._owner.keep(self)
        for guest in list(self.guests):
            self.tell_one(guest, answers if guest is asked else None)
        if self.ended:
            self.proposal = None
            self.tell_room()

    def tell_one(self, guest: Guest, answers: int | None = None) -> None:
        """Send somebody the state."""
        if self.playing is None:
            return
        if self.ended:
            guest.open_up()
        line = self.playing.line
        facts = {
            "game": self.number,
            "revision": self.revision,
            "thinking": line.mover(len(line)) if self.autoplay.goes_on else None,
            "pace": self.autoplay.pace,
            "over": self.ended,
            "clock": self.clock.told(),
            "can_undo": self.proposal is None and self._last_ply(guest.link.sat) is not None,
        }
        guest.tell(answers, facts)

    def tell_room(self, asked: Guest | None = None, answers: int | None = None) -> None:
        """Send everybody the list of who sits where."""
        self._owner.keep(self)
        for guest in list(self.guests):
            guest.answer(answers if guest is asked else None, self.told(guest))

    def told(self, guest: Guest) -> Json:
        """Return the seating, as a guest may know it, and the rules.

        A guest who has not come by the table's link gets that link.
        """
        proposal, game, limit = self.proposal, self.setup.game, self.setup.limit
        return {
            "type": "room",
            "you": guest.link.seat,
            "played": guest.link.sat,
            "host": guest.link.is_host,
            "ready": guest.link in self.ready,
            "begun": self.playing is not None,
            "ended": self.ended,
            "rules": self.context.view.rules(game),
            "open_world": game.open_world,
            "limit": {"clock": limit.kind, "seconds": limit.seconds},
            "places": [self._place(seat, player) for seat, player in enumerate(self.players)],
            "sat": None if self.sat is None else [asdict(one) for one in self.sat],
            "games": self.score.games,
            "watching": [one.name for one in self.guests if one.link is self.table and one is not guest],
            "forfeit": self.forfeit,
            "undo": None if proposal is None else proposal.told(),
            "invitation": None if guest.link is self.table else self.table.invitation(self.context.address),
        }

    def _name(self, seat: int) -> str:
        link = self.link_of(seat)
        return "" if link is None else link.name

    def _place(self, seat: int, player: Player) -> Json:
        link = self.link_of(seat)
        return {
            "seat": seat,
            "name": self._name(seat),
            "agent": None if player.is_human else player.name,
            "host": link is not None and link.is_host,
            "claimed": link is not None and link.claimed,
            "free": link is not None and link.is_free,
            "here": link is not None and self.at(link) is not None,
            "ready": link in self.ready,
            "won": self.score.won[seat],
            "lost": self.score.lost[seat],
        }
