"""A window that shows a game at a readable pace and lets a person choose actions."""

from __future__ import annotations

from collections.abc import Sequence

from bang_env.information import InformationSet
from bang_env.render.layout import word_at
from bang_env.render.pictures import PICTURES
from cardkit.render.seats import Scene
from cardkit.render.window import GameWindow


class Window(GameWindow):
    """A window that shows a game until the person closes it or presses Escape. Needs the extra ``render``.

    The person at it clicks one of the actions in the middle.
    """

    CAPTION = "Bang!"
    PICTURES = PICTURES

    def word_at(self, scene: Scene[InformationSet], players: Sequence[str], x: float, y: float) -> str | None:
        """Return the action that the near seat plays by a click there; None for nothing."""
        return word_at(scene, x, y)
