"""A window that shows a game at a readable pace and lets a person choose actions."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.render.seats import Scene
from cardkit.render.window import GameWindow
from durak_env.information import InformationSet
from durak_env.render.layout import word_at
from durak_env.render.pictures import PICTURES


class Window(GameWindow):
    """A window that shows a game until the person closes it or presses Escape. Needs the extra ``render``.

    The person at it clicks a card or a word, or presses t for ``take`` or d for ``done``.
    """

    CAPTION = "Durak"
    PICTURES = PICTURES
    KEYS = {"t": "take", "d": "done"}

    def word_at(self, scene: Scene[InformationSet], players: Sequence[str], x: float, y: float) -> str | None:
        """Return the word that the near seat plays by a click there: a card's text or another word; None for none."""
        return word_at(scene, players, x, y)
