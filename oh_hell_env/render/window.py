"""A window that shows a game at a readable pace and lets a person choose actions."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.render.seats import Scene
from cardkit.render.window import GameWindow
from oh_hell_env.information import InformationSet
from oh_hell_env.render.layout import word_at
from oh_hell_env.render.pictures import PICTURES


class Window(GameWindow):
    """A window that shows a game until the person closes it or presses Escape. Needs the extra ``render``.

    The person at it clicks a card, or the number to bid; the keys 0 to 9 bid too.
    """

    CAPTION = "Oh Hell"
    PICTURES = PICTURES
    KEYS = {str(tricks): f"b{tricks}" for tricks in range(10)}

    def word_at(self, scene: Scene[InformationSet], players: Sequence[str], x: float, y: float) -> str | None:
        """Return the word that the near seat plays by a click there: a card's text or a bid such as ``b3``; or None."""
        return word_at(scene, x, y)
