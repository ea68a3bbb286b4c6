"""Pictures from shapes, and lines of text, for any card game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from cardkit.render.painters import paint_pixels, paint_svg
from cardkit.render.shapes import Shape
from cardkit.render.table import PICTURE_HEIGHT, PICTURE_WIDTH, WOOD

Scene = TypeVar("Scene")

MOST_SEATS = 8  # at any table
SEATS = tuple(f"seat {seat}" for seat in range(MOST_SEATS))
"""The names of the players where none are given."""


class TablePictures(Generic[Scene]):
    """Draws a game. A scene is what a picture shows: all of a state, or what a seat knows.

    Args:
        scene_of: ``scene_of(view, seat)``, of an information set or a STATE record, or what a seat sees of the latter.
        lines: ``lines(scene, players)``, of the text.
        shapes: ``shapes(scene, players)``, of the picture.
    """

    def __init__(
        self,
        scene_of: Callable[[Any, int | None], Scene],
        lines: Callable[[Scene, Sequence[str]], Sequence[str]],
        shapes: Callable[[Scene, Sequence[str]], Iterable[Shape]],
    ) -> None:
        self.scene_of, self._lines, self._shapes = scene_of, lines, shapes

    def render_text(self, view: Any, seat: int | None = None, players: Sequence[str] = SEATS) -> str:
        """The game as a few lines of text without a final line break.

        Raises:
            TypeError: the view is neither an information set nor a state.
        """
        return "\n".join(self._lines(self.scene_of(view, seat), players))

    def render_svg(self, view: Any, seat: int | None = None, players: Sequence[str] = SEATS) -> str:
        """The game as an SVG document of 960 by 640.

        Raises:
            TypeError: the view is neither an information set nor a state.
        """
        return paint_svg(self._shapes(self.scene_of(view, seat), players), PICTURE_WIDTH, PICTURE_HEIGHT)

    def render_rgb(
        self,
        view: Any,
        width: int = PICTURE_WIDTH,
        height: int = PICTURE_HEIGHT,
        seat: int | None = None,
        players: Sequence[str] = SEATS,
    ) -> np.ndarray:
        """The game as pixels: uint8 array of shape (height, width, 3). Needs the extra ``render``; opens no window.

        Raises:
            TypeError: the view is neither an information set nor a state.
            ValueError: width or height is less than 1.
            ImportError: pygame-ce is missing.
        """
        if width < 1 or height < 1:
            raise ValueError(f"width and height must be at least 1 pixel, got {width} and {height}")
        shapes = self._shapes(self.scene_of(view, seat), players)
        return paint_pixels(shapes, (PICTURE_WIDTH, PICTURE_HEIGHT), width, height, WOOD)


def in_columns(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Lines of a name and a text, the texts below each other."""
    width = max(len(name) for name, _ in lines)
    return [f"{name:<{width}}  {text}" for name, text in lines]
