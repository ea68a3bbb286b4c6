"""Pictures from shapes, and lines of text, for any card game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Generic

import numpy as np

from cardkit.compiled.protocol import NOBODY
from cardkit.known import K
from cardkit.render.painters import paint_pixels, paint_svg
from cardkit.render.seats import Scene
from cardkit.render.shapes import Shape
from cardkit.render.table import PICTURE_HEIGHT, PICTURE_WIDTH, WOOD

MOST_SEATS = 8  # at any table
SEATS = tuple(f"seat {seat}" for seat in range(MOST_SEATS))
"""The names of the players where none are given."""


class TablePictures(Generic[K]):
    """The pictures of a game.

    Args:
        kind: the class of its information sets.
        states: the types of its STATE records.
        rules_of: ``rules_of(state)``, the rules that a STATE record holds.
        lines: ``lines(scene, players)``, of the text.
        shapes: ``shapes(scene, players)``, of the picture.
    """

    def __init__(
        self,
        kind: type[K],
        states: Collection[np.dtype[Any]],
        rules_of: Callable[[Any], Any],
        lines: Callable[[Scene[K], Sequence[str]], Sequence[str]],
        shapes: Callable[[Scene[K], Sequence[str]], Iterable[Shape]],
    ) -> None:
        self._kind, self._states, self._rules_of, self._lines, self._shapes = kind, states, rules_of, lines, shapes

    def scene_of(self, view: Any, seat: int | None = None) -> Scene[K]:
        """Make the scene of a view.

        Args:
            view: an information set, or a STATE record.
            seat: the seat whose knowledge of a state is shown; None shows all cards. Ignored for an information set.

        Raises:
            TypeError: the view is neither.
        """
        if isinstance(view, self._kind):
            return Scene(view, 0 if view.seat == NOBODY else view.seat)
        if getattr(view, "dtype", None) not in self._states:
            raise TypeError(f"view must be an InformationSet or a STATE record, got {type(view).__name__}")
        return Scene.of(self._kind, view, self._rules_of(view), seat)

    def render_text(self, view: Any, seat: int | None = None, players: Sequence[str] = SEATS) -> str:
        """Draw the game as a few lines of text without a final line break.

        Raises:
            TypeError: the view is neither an information set nor a state.
        """
        return "\n".join(self._lines(self.scene_of(view, seat), players))

    def render_svg(self, view: Any, seat: int | None = None, players: Sequence[str] = SEATS) -> str:
        """Draw the game as an SVG document of 960 by 640.

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
        """Draw the game as pixels: uint8 array of shape (height, width, 3).

        It needs the extra ``render``, and opens no window.

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
    """Align lines of a name and a text, the texts below each other."""
    width = max(len(name) for name, _ in lines)
    return [f"{name:<{width}}  {text}" for name, text in lines]
