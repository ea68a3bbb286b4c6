"""A window that shows a game at a readable pace and lets a person choose actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bang_env.render.layout import word_at
from bang_env.render.pictures import render_rgb
from bang_env.render.scene import Scene, scene_of
from cardkit.render.window import GameWindow


class Window(GameWindow):
    """A window that shows a game until the person closes it or presses Escape. Needs the extra ``render``.

    The person at it clicks one of the actions in the middle.
    """

    CAPTION = "Bang!"

    def pixels(self, view: Any, players: Sequence[str]) -> np.ndarray:
        """The picture of an information set or a STATE record."""
        return render_rgb(view, players=players)

    def scene_of(self, view: Any) -> Scene:
        """The scene of an information set or a STATE record."""
        return scene_of(view)

    def word_at(self, scene: Scene, players: Sequence[str], x: float, y: float) -> str | None:
        """The action that the near seat plays by a click there; None for nothing."""
        return word_at(scene, x, y)
