"""Rendering of the environments: a game's drawing functions, and the code they share."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar, Protocol

import numpy as np

PICTURE_MODES = ["ansi", "rgb_array"]
WINDOW_MODES = [*PICTURE_MODES, "human"]
"""The render modes of environments whose game has pictures: of one that shows many games, and of one that shows one."""


class Pictures(Protocol):
    """The drawing of a game: a seat's knowledge, or a STATE record with all cards."""

    def text(self, view: Any) -> str:
        """Draw the game as text."""
        ...

    def image(self, view: Any) -> np.ndarray:
        """Draw the game as an image of shape (height, width, 3)."""
        ...

    def new_window(self) -> Any:
        """Open a window with ``show(view, fps)`` and ``close()``."""
        ...


class LatePictures:
    """A game's pictures, imported at first use, as the drawing libraries are.

    Args:
        package: has ``render_text(view)``, ``render_rgb(view)`` and ``Window()``.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def text(self, view: Any) -> str:
        """Draw the game as text."""
        return import_module(self._package).render_text(view)

    def image(self, view: Any) -> np.ndarray:
        """Draw the game as an image of shape (height, width, 3)."""
        return import_module(self._package).render_rgb(view)

    def new_window(self) -> Any:
        """Open a window with ``show(view, fps)`` and ``close()``."""
        return import_module(self._package).Window()


class Drawn:
    """An environment that can be drawn, if its game has pictures.

    A subclass names the package that draws it, see `LatePictures`, and further entries of its ``metadata``.

    Attributes:
        pictures: the game's; None, and an empty list of render modes, if it has none.
    """

    metadata: dict[str, Any]
    render_mode: str | None
    pictures: ClassVar[Pictures | None] = None
    _modes, _fps = WINDOW_MODES, 2
    _window: Any = None

    def __init_subclass__(cls, pictures: str | None = None, **metadata: Any) -> None:
        super().__init_subclass__()
        if pictures is not None:
            cls.pictures = LatePictures(pictures)
            cls.metadata = {**cls.metadata, "render_modes": cls._modes, "render_fps": cls._fps, **metadata}

    @property
    def window(self) -> Any:
        """The window of ``render_mode="human"``, opened at its first use."""
        if self._window is None:
            self._window = self._pictures.new_window()
        return self._window

    @property
    def _pictures(self) -> Pictures:
        if self.pictures is None:
            raise ValueError("this game has no pictures")
        return self.pictures

    def _check_render_mode_given(self) -> None:
        if self.render_mode is None:
            raise ValueError(f"no render_mode was given; give one of {', '.join(self.metadata['render_modes'])}")

    def _draw(self, view: Any) -> Any:
        """Draw a view: text, an image, or None if a window shows it."""
        if self.render_mode == "ansi":
            return self._pictures.text(view)
        if self.render_mode == "rgb_array":
            return self._pictures.image(view)
        self.window.show(view, self.metadata["render_fps"])
        return None

    def _close_window(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None
