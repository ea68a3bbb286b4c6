"""A wish to take plies back, which the people at the table have to agree to."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.view import Json


@dataclass
class Proposal:
    """A wish to take plies back.

    Attributes:
        number: of the wish in its room.
        by: the seat that wishes it.
        ply: to go back to.
        waits_for: the seats that have not agreed yet.
    """

    number: int
    by: int
    ply: int
    waits_for: set[int]

    def told(self) -> Json:
        """Return the wish as everybody hears of it."""
        return {"number": self.number, "by": self.by, "waits_for": sorted(self.waits_for)}
