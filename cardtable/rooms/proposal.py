"""A wish to take plies back, which the people at the table have to agree to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Proposal:
    """A wish to take plies back.

    Attributes:
        by: the seat that wishes it.
        ply: to go back to.
        waits_for: the seats that have not agreed yet.
    """

    by: int
    ply: int
    waits_for: set[int]
