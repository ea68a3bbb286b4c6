"""An agent's spec in a cell of a table."""

from __future__ import annotations

import re

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text


class SpecCell:
    """A text that a narrow column breaks after ``:``, ``,`` or ``=``, and within a word only if it must."""

    def __init__(self, text: str) -> None:
        self._pieces = re.split("(?<=[:,=])", text)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(max(map(len, self._pieces)), sum(map(len, self._pieces)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = [""]
        for piece in self._pieces:
            if lines[-1] and len(lines[-1] + piece) > options.max_width:
                lines.append("")
            lines[-1] += piece
        yield Text("\n".join(lines), overflow="fold")
