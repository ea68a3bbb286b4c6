"""What the host of a room chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardkit.game import Game
from cardtable.rooms.clock import UNLIMITED, Limit

FRIEND = "friend"
"""A seat that is taken by a link."""


@dataclass(frozen=True)
class Setup:
    """What a host chooses.

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
    away: str
    stand_in: str
    seconds: float
    limit: Limit = UNLIMITED
