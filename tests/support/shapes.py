"""Measures of shapes of pictures."""

from __future__ import annotations

from cardkit.render.shapes import Polygon, Shape


def bounds_of(shape: Shape) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom; of a text, its point."""
    if isinstance(shape, Polygon):
        across, down = zip(*shape.points, strict=True)
        return min(across), min(down), max(across), max(down)
    width, height = getattr(shape, "width", 0) / 2, getattr(shape, "height", 0) / 2
    return shape.x - width, shape.y - height, shape.x + width, shape.y + height
