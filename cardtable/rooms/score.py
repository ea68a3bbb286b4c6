"""The score of an evening: what each seat of a room has won and lost over its games, and who sat in the last one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from cardtable.rooms.ended_games import Lines

Count = Annotated[int, Meta(ge=0)]


@dataclass(frozen=True)
class Sat:
    """The player in a seat as a game ended.

    Attributes:
        name: of the person; empty for none.
        agent: the spec of the agent that played there; None if a person did.
    """

    name: str
    agent: str | None


@dataclass
class Score:
    """Games won and lost so far.

    Attributes:
        games: that are over.
        won: by seat, the games in which nobody has got more, unless all have got the same.
        lost: by seat, those in which nobody has got less, or that this seat has forfeited.
        lines: what each seat got in each of the last games; none of those that were kept before there were lines.
    """

    games: Count
    won: list[Count]
    lost: list[Count]
    lines: list[Lines] = field(default_factory=list)

    @classmethod
    def of(cls, seats: int) -> Score:
        """Make the score of so many seats before the first game: zeros."""
        return cls(0, [0] * seats, [0] * seats)

    def count(self, returns: Sequence[float] | None, forfeit: int | None) -> None:
        """Count a game that is over."""
        self.games += 1
        if forfeit is not None:
            self.lost[forfeit] += 1
        elif returns is not None and min(returns) < max(returns):
            for counts, end in ((self.won, max(returns)), (self.lost, min(returns))):
                for seat, paid in enumerate(returns):
                    counts[seat] += paid == end

    def swap(self, seat: int, other: int) -> None:
        """Exchange two players' places, each with what it has won and lost."""
        for counts in (self.won, self.lost):
            counts[seat], counts[other] = counts[other], counts[seat]

    def clear(self, seat: int) -> None:
        """Clear the score of a seat that somebody else takes."""
        self.won[seat] = self.lost[seat] = 0
