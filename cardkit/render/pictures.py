"""Pictures from shapes, and lines of text, for any card game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from cardkit.render.painters import paint_pixels, paint_svg
from cardkit.render.shapes import Shape
from cardkit.render.table import PICTURE_HEIGHT, PICTURE_WIDTH, WOOD

MOST_SEATS = 8  # at any table
SEATS = tuple(f"seat {seat}" for seat in range(MOST_SEATS))
"""The names of the players where none are given."""


def table_svg(shapes: Iterable[Shape]) -> str:
    """A whole table as an SVG document of 960 by 640."""
    return paint_svg(shapes, PICTURE_WIDTH, PICTURE_HEIGHT)


def table_pixels(shapes: Iterable[Shape], width: int, height: int) -> np.ndarray:
    """A whole table as pixels, uint8 array of shape (height, width, 3); opens no window.

    Raises:
        ValueError: width or height is less than 1.
        ImportError: pygame-ce is missing.
    """
    if width < 1 or height < 1:
        raise ValueError(f"width and height must be at least 1 pixel, got {width} and {height}")
    return paint_pixels(shapes, (PICTURE_WIDTH, PICTURE_HEIGHT), width, height, WOOD)


def in_columns(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Lines of a name and a text, the texts below each other."""
    width = max(len(name) for name, _ in lines)
    return [f"{name:<{width}}  {text}" for name, text in lines]
