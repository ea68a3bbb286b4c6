"""A table of text, written as Markdown, HTML or CSV."""

from __future__ import annotations

import csv
import html
import io
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

_UNITS = (("s", 1e-3), ("ms", 1.0), ("µs", 1e3), ("ns", 1e6))  # unit of time, and how many make a millisecond


@dataclass(frozen=True)
class TextTable:
    """A table of text.

    Attributes:
        title: one line.
        header: column headings.
        rows: as many cells as the header; the first ``names`` cells of a row are text, the others figures.
        notes: lines below the table.
        names: number of text columns.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = field(default=())
    names: int = 2

    def markdown(self) -> str:
        """Write the table as Markdown, which shows the cells as they are."""
        rules = ["---" if column < self.names else "---:" for column in range(len(self.header))]
        rows = ([*map(_in_markdown, row[: self.names]), *row[self.names :]] for row in self.rows)
        lines = [_bars(row) for row in (self.header, rules, *rows)]
        return "\n".join([f"### {self.title}", "", *lines, "", *(f"{note}\n" for note in self.notes)])

    def html(self) -> str:
        """Write the table as an element of a page."""
        head = self._cells(self.header, "th")
        body = "\n".join(f"<tr>{self._cells(row, 'td')}</tr>" for row in self.rows)
        notes = "\n".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        title = html.escape(self.title)
        return (
            f"<h2>{title}</h2>\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n{notes}"
        )

    def csv(self) -> str:
        """Write header and rows as comma-separated values."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.header, *self.rows])
        return text.getvalue()

    def _cells(self, row: Sequence[str], tag: str) -> str:
        kinds = ["name" if column < self.names else "figure" for column in range(len(row))]
        return "".join(
            f'<{tag} class="{kind}">{html.escape(cell)}</{tag}>' for kind, cell in zip(kinds, row, strict=True)
        )


def duration(ms: float) -> str:
    """Write milliseconds in the unit that suits them; ``-`` if the time is unknown."""
    for unit, rate in _UNITS:
        if ms * rate >= 1:
            return f"{ms * rate:.3g} {unit}"
    return "-" if math.isnan(ms) else "under 1 ns"


def span(interval: tuple[float, float], form: Callable[[float], str] = "{:.3f}".format) -> str:
    """Write an interval: ``0.537 to 0.610``; ``not known`` without ends."""
    return " to ".join(map(form, interval)) if all(map(math.isfinite, interval)) else "not known"


def _in_markdown(name: str) -> str:
    """Write a name so that nothing in it is Markdown or HTML."""
    return re.sub(r"[\\`*\[\]]", r"\\\g<0>", html.escape(name, quote=False))


def _bars(row: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
