"""Measures of shapes of pictures, and where a click says what."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardkit.render.shapes import Polygon, Shape
from cardkit.render.table import PICTURE_HEIGHT, PICTURE_WIDTH


def bounds_of(shape: Shape) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom; of a text, its point."""
    if isinstance(shape, Polygon):
        across, down = zip(*shape.points, strict=True)
        return min(across), min(down), max(across), max(down)
    width, height = getattr(shape, "width", 0) / 2, getattr(shape, "height", 0) / 2
    return shape.x - width, shape.y - height, shape.x + width, shape.y + height


def check_inside(shapes: Iterable[Shape]) -> None:
    """Check that all shapes lie inside the picture."""
    for shape in shapes:
        left, top, right, bottom = bounds_of(shape)
        assert 0 <= left <= right <= PICTURE_WIDTH
        assert 0 <= top <= bottom <= PICTURE_HEIGHT


def places_of(word_at: Callable[[float, float], str | None]) -> dict[str, tuple[int, int]]:
    """Return the place in the picture where each word can be clicked at, its middle about."""
    found: dict[str, list[tuple[int, int]]] = {}
    for x in range(0, PICTURE_WIDTH, 8):  # of 51 cards each still shows more
        for y in range(PICTURE_HEIGHT // 2, PICTURE_HEIGHT, 24):
            word = word_at(x, y)
            if word is not None:
                found.setdefault(word, []).append((x, y))
    return {word: spots[len(spots) // 2] for word, spots in found.items()}
