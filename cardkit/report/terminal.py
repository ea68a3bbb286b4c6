"""Prints results at a terminal, or where its output goes."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from cardkit.report.signs import written_in
from cardkit.wording import printable


class Terminal(Console):
    """A terminal that prints text as it is: no bracket is markup, it obeys no sign, and it has each sign it prints.

    Args:
        stderr: whether it prints on standard error.
        soft_wrap: whether long lines go on beyond the width.
    """

    def __init__(self, stderr: bool = False, soft_wrap: bool = False) -> None:
        super().__init__(stderr=stderr, soft_wrap=soft_wrap, markup=False, emoji=False, highlight=False)

    def render_str(self, text: str, **settings: Any) -> Text:
        """Make text to print, before tables measure it; rich calls this."""
        lines = "\n".join(map(printable, text.split("\n")))
        return super().render_str(written_in(self.encoding, lines), **settings)
