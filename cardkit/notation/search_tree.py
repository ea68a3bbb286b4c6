"""The tree that a search leaves, cut for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Self

from cardkit.checks import check_whole

CHANCE = "chance"
"""The text of an event that no seat chooses."""
DEEPEST, MOST_VISITS = 64, 1_000_000_000


class Cut(NamedTuple):
    """The part of a tree that is shown.

    Attributes:
        depth: plies below the root, 1..64.
        visits: that a branch needs to be shown, 1..1,000,000,000.
    """

    depth: int
    visits: int

    def check(self) -> None:
        """Raise a ValueError if a number is out of its range."""
        check_whole("the depth of a tree", self.depth, 1, DEEPEST)
        check_whole("the visits of a branch", self.visits, 1, MOST_VISITS)


class Branch(NamedTuple):
    """A ply of a tree, and what follows it.

    Attributes:
        text: of the action, or `CHANCE`.
        seat: who plays it; None if the search does not keep that.
        value: its expected score for who plays it, from 0 to 1.
        visits: simulations, or other units of work, spent on it.
        branches: the plies after it that are shown.
        left_out: how many plies after it are cut for having too few visits.
    """

    text: str
    seat: int | None
    value: float
    visits: int
    branches: tuple[Branch, ...] = ()
    left_out: int = 0


class SearchTree(NamedTuple):
    """A tree as it is shown.

    Attributes:
        title: says what tree it is.
        branches: the first plies that are shown.
        left_out: how many first plies are cut for having too few visits.
    """

    title: str
    branches: tuple[Branch, ...]
    left_out: int

    @classmethod
    def of(cls, trees: int, cut: Cut, branches: tuple[Branch, ...], left_out: int, how: str = "") -> Self:
        """Return the last of so many trees; ``how`` says what else there is to know of it."""
        which = "tree" if trees == 1 else f"tree of the last of {trees:,} determinizations"
        least = "" if cut.visits == 1 else f", of {cut.visits:,} visits and more"
        return cls(f"{which}{how}, to depth {cut.depth}{least}:", branches, left_out)

    def lines(self) -> Iterator[str]:
        """Yield a line for the title, then one for each ply, indented by depth."""
        yield self.title
        yield from _lines(self.branches, self.left_out, "  ")


def _lines(branches: tuple[Branch, ...], left_out: int, indent: str) -> Iterator[str]:
    for one in branches:
        player = "" if one.seat is None else f"seat {one.seat}: "
        yield f"{indent}{player}{one.text}  {one.value:.3f}  {one.visits:,} visits"
        yield from _lines(one.branches, one.left_out, indent + "  ")
    if left_out:
        yield f"{indent}{left_out} more"
