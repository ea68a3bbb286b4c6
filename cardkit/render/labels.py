"""Lines of text in a picture, and the colours of the table they stand on."""

from __future__ import annotations

from cardkit.render.shapes import Rect, Shape, Text

FELT, FELT_LINE, FELT_DARK = "#1f6b45", "#2c8257", "#185738"
INK, CHALK, FAINT = "#10261a", "#f3efe2", "#b9d4c3"


def text_width(text: str, size: float) -> float:
    """Estimate the width of bold text; painters use different fonts."""
    return 0.58 * size * len(text)


def pill(
    x: float, y: float, text: str, size: float, fill: str, ink: str, line: str | None = None, line_width: float = 1
) -> list[Shape]:
    """Draw a line of text on a rounded background about as wide."""
    return [
        Rect(x, y, text_width(text, size) + 2 * size, 1.75 * size, fill, 0.87 * size, line, line_width),
        Text(x, y, text, size, ink),
    ]


def shortened_to(name: str, letters: int) -> str:
    """Cut a name to at most ``letters`` letters."""
    return name if len(name) <= letters else name[: letters - 1] + "…"
