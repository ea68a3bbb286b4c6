"""The table and what lies on it in any card game: the felt, the near seat's hand, a pile, the sign of the trumps."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from math import ceil

from cardkit.render.card_faces import GOLD, HEIGHT, PAPER, SUIT_COLOURS, WIDTH, Hand, card_shapes
from cardkit.render.labels import CHALK, FELT, FELT_DARK, FELT_LINE
from cardkit.render.shapes import Rect, Shape, Text, placed, suit_shapes

PICTURE_WIDTH, PICTURE_HEIGHT = 960, 640
WOOD, WOOD_LINE = "#4a2f1d", "#6d4a30"
MIDDLE = 480  # column of the table
STATUS = 190  # row of the line that says how the game stands
NEAR_HAND, NEAR_NAME = 535, 606  # rows
HAND_SPACE = 880
RAISED = 16  # how far a playable card stands out


def felt() -> list[Shape]:
    """Draw the empty table, PICTURE_WIDTH by PICTURE_HEIGHT."""
    width, height = PICTURE_WIDTH, PICTURE_HEIGHT
    return [
        Rect(width / 2, height / 2, width, height, WOOD),
        Rect(width / 2, height / 2, width - 8, height - 8, WOOD, 16, WOOD_LINE, 2),
        Rect(width / 2, height / 2, width - 24, height - 24, FELT, 14, FELT_DARK, 4),
        Rect(width / 2, height / 2, width - 34, height - 34, FELT, 10, FELT_LINE, 1),
    ]


def hand_places(
    hand: Hand, y: float, playable: Container[str | None] = (), raised: float = -RAISED
) -> Iterator[tuple[str | None, float, float]]:
    """Return each card of a row with its centre; a card may overlap the one before.

    Playable cards stand out by ``raised``.
    """
    step = min(WIDTH + 8, (HAND_SPACE - WIDTH) / max(1, len(hand) - 1))
    first = MIDDLE - step * (len(hand) - 1) / 2
    for place, card in enumerate(hand):
        yield card, first + place * step, y + (card in playable) * raised


def hand_row(hand: Hand, y: float, playable: Container[str | None] = (), raised: float = -RAISED) -> list[Shape]:
    """Draw a row of cards, overlapping if necessary; playable ones stand out and have a gold edge."""
    shapes: list[Shape] = []
    for card, x, height in hand_places(hand, y, playable, raised):
        shapes += placed(card_shapes(card, card in playable), x, height)
    return shapes


def pile(x: float, y: float, scale: float, size: int) -> list[Shape]:
    """Draw stacked cards, face down, or an empty place."""
    if size == 0:
        return [Rect(x, y, WIDTH * scale, HEIGHT * scale, FELT, 7, FELT_LINE, 2)]
    shapes: list[Shape] = []
    for layer in range(min(size, 1 + ceil(size / 5))):
        shapes += placed(card_shapes(None), x - 2 * layer * scale, y - 2 * layer * scale, scale)
    return shapes


def caption(x: float, y: float, scale: float, text: str) -> Shape:
    """Draw the line below a pile."""
    return Text(x, y + 70 * scale, text, max(14, 16 * scale), CHALK)


def trump_sign(suit: str, x: float, y: float, scale: float) -> list[Shape]:
    """Draw the trump suit, large."""
    return [
        Rect(x, y, 64 * scale, 64 * scale, PAPER, 32 * scale, GOLD, 4),
        *placed(suit_shapes(suit, SUIT_COLOURS[suit]), x, y, 19 * scale),
        Text(x, y + 50 * scale, "trumps", max(14, 16 * scale), CHALK),
    ]


def word_of_a_click(places: Iterable[tuple[str | None, Rect]], x: float, y: float) -> str | None:
    """Find the topmost of the words whose grounds hold a point, the last being on top; None for nothing."""
    there = [word for word, ground in places if _holds(ground, x, y)]
    return there[-1] if there else None


def hand_grounds(hand: Hand, y: float, playable: Container[str | None] = ()) -> Iterator[tuple[str | None, Rect]]:
    """Yield each card of the near seat's hand with the ground on which a click chooses it."""
    for card, middle, height in hand_places(hand, y, playable):
        yield card, Rect(middle, height, WIDTH, HEIGHT, PAPER)


def _holds(ground: Rect, x: float, y: float) -> bool:
    return abs(x - ground.x) <= ground.width / 2 and abs(y - ground.y) <= ground.height / 2
