"""Curves of a document's pictures: how many games its agents won at some places of a sweep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardkit.lab.estimates import Estimate, share


@dataclass(frozen=True)
class Curve:
    """The numbers of a picture, each of so many games on the same deals.

    Attributes:
        name: of the sweep that plays the same.
        games: of each point.
        won: how many of these were won, by the label on the axis.
        series: the line of the sweep whose agents are those of the document.
        because: the reason why our curve may differ.
        whose: the document in a word.
    """

    name: str
    games: int
    won: Mapping[str, int]
    series: str = ""
    because: str = ""
    whose: str = "document"

    def shows(self, label: str, series: str) -> bool:
        """Return whether the picture has a point for this label and line."""
        return series == self.series and label in self.won

    def share(self, label: str) -> Estimate:
        """Return the share of games won at a label, with the interval of independent games."""
        return share(self.won[label], self.games)

    def cell(self, label: str, series: str) -> str:
        """Write ``626 of 1,000``, or nothing where the picture has no point."""
        return f"{self.won[label]:,} of {self.games:,}" if self.shows(label, series) else ""

    def ends(self, axis: str) -> str:
        """Describe the places where the picture shows the most and the fewest games won."""
        most, fewest = max(self.won.values()), min(self.won.values())
        at = {end: " and ".join(label for label, won in self.won.items() if won == end) for end in (most, fewest)}
        return (
            f"the picture of the {self.whose} has the most games won at {axis} {at[most]}, {most:,} of {self.games:,}, "
            f"and the fewest at {at[fewest]}, {fewest:,}: {most / fewest:.2f} times as many"
        )
