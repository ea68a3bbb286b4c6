"""The choices of a room's host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardkit.compiled.protocol import can_withdraw
from cardkit.game import Game
from cardtable.display import HUMAN
from cardtable.errors import refusal
from cardtable.messages import Away
from cardtable.rooms.clock import NO_CLOCK, UNLIMITED, Limit

FRIEND = "friend"
"""A seat that is taken by a link."""


@dataclass(frozen=True)
class Setup:
    """The choices of a host.

    Attributes:
        game: the variant.
        seats: by seat ``human``, which is the host, `FRIEND`, or the spec of an agent.
        away: what happens to a seat whose person stays away or has no time left: an ``agent`` plays, ``forfeit`` ends
            the game, ``withdraw`` takes the seat out of it, or the others ``wait``.
        stand_in: the spec of that agent.
        seconds: after which a person counts as away.
        limit: how long people may think.
    """

    game: Game
    seats: Sequence[str]
    away: Away
    stand_in: str
    seconds: float
    limit: Limit = UNLIMITED

    def check(self) -> None:
        """Refuse what contradicts itself.

        Raises:
            MessageError: it does.
        """
        if self.seats.count(HUMAN) > 1:
            raise refusal("seats_of_host", "message", "seats")
        if self.stand_in in (HUMAN, FRIEND):
            raise refusal("stand_in", "message", "stand_in", got=self.stand_in)
        if self.away == "withdraw" and not can_withdraw(self.game.new_states().dtype):
            raise refusal("no_withdrawal", "rules", "away")
        if self.away == "wait" and self.limit.kind != NO_CLOCK:
            raise refusal("clock_waits", "message", "away")
