"""Playing cards as shapes, centred on the origin."""

from __future__ import annotations

from functools import lru_cache

from cardkit.render.shapes import Polygon, Rect, Shape, Text, placed, suit_shapes

WIDTH, HEIGHT = 72, 102
RADIUS = 7
PAPER, EDGE = "#fdfbf5", "#8b8578"
SUIT_COLOURS = {"c": "#1d1f24", "d": "#c8202f", "h": "#c8202f", "s": "#1d1f24"}
BACK, BACK_LINE, BACK_SIGN = "#7c1f2d", "#e9d3a8", "#9c3a45"
GOLD = "#f4c542"

Hand = tuple[str | None, ...]
"""Cards as text, rank then suit (``Th``); None for one face down."""


@lru_cache(maxsize=256)
def card_shapes(card: str | None, marked: bool = False) -> tuple[Shape, ...]:
    """Draw a card (``Th``) face up, or a card back for None; ``marked`` adds a gold edge."""
    return tuple(_back() if card is None else _face(card, marked))


def _face(card: str, marked: bool) -> list[Shape]:
    colour = SUIT_COLOURS[card[1]]
    edge, width = (GOLD, 3) if marked else (EDGE, 1)
    rank = "10" if card[0] == "T" else card[0]
    corner = [
        Text(-WIDTH / 2 + 14, -HEIGHT / 2 + 17, rank, 19 if rank == "10" else 23, colour),
        *placed(suit_shapes(card[1], colour), -WIDTH / 2 + 14, -HEIGHT / 2 + 38, 7.5),
    ]
    return [
        Rect(0, 0, WIDTH, HEIGHT, PAPER, RADIUS, edge, width),
        *corner,
        *placed(suit_shapes(card[1], colour), 8, 0, 18),
        *placed(corner[:1], 0, 0, turn=2),
    ]


def _back() -> list[Shape]:
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, HEIGHT, PAPER, RADIUS, EDGE, 1),
        Rect(0, 0, WIDTH - 8, HEIGHT - 8, BACK, RADIUS - 2),
        Rect(0, 0, WIDTH - 15, HEIGHT - 15, BACK, RADIUS - 3, BACK_LINE, 1),
    ]
    across, down = (WIDTH - 20) / 4, (HEIGHT - 20) / 6
    for row in range(6):
        for column in range(4):
            x, y = (column - 1.5) * across, (row - 2.5) * down
            fill = BACK_LINE if (row + column) % 2 else BACK_SIGN
            points = ((x, y - 0.42 * down), (x + 0.42 * across, y), (x, y + 0.42 * down), (x - 0.42 * across, y))
            shapes.append(Polygon(points, fill))
    return shapes
