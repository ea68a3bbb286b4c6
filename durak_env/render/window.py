"""A window that shows a game at a readable pace and lets a person choose actions."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

from durak_env.information import InformationSet
from durak_env.render.layout import PICTURE_HEIGHT, PICTURE_WIDTH, word_at
from durak_env.render.painters import import_pygame
from durak_env.render.pictures import SEATS, render_rgb
from durak_env.render.scene import Scene, scene_of

PATIENCE = 100
"""The longest wait, in milliseconds, between checks for the end of the program."""


class Window:
    """A window that shows a game until the person closes it or presses Escape. Needs the extra ``render``.

    Attributes:
        open: whether the window is still there; showing a game in a closed window does nothing.

    Raises:
        ImportError: pygame-ce is missing.
    """

    def __init__(self, players: Sequence[str] = SEATS) -> None:
        self._pygame = import_pygame()
        self._pygame.display.init()
        self._pygame.display.set_caption("Durak")
        self._screen = self._pygame.display.set_mode((PICTURE_WIDTH, PICTURE_HEIGHT))
        self._players = players
        self.open = True

    def show(self, view: Any, fps: float = 0) -> None:
        """Show the game, at most ``fps`` pictures per second, waiting if necessary; 0 sets no limit."""
        if not self.open:
            return
        self._draw(view)
        until = monotonic() + (1 / fps if fps else 0)
        while self.open and (left := until - monotonic()) > 0:
            self._take(self._pygame.event.wait(max(1, round(1000 * left))))
        while self.open and (event := self._pygame.event.poll()).type != self._pygame.NOEVENT:
            self._take(event)

    def ask(self, info: InformationSet) -> str | None:
        """The person's choice for the seat, the text of an action; None if the window is closed.

        The person clicks a card or a word, or presses t for ``take`` or d for ``done``.
        """
        if self.open:
            self._draw(info)
        scene = scene_of(info)
        while self.open:
            event = self._pygame.event.wait(PATIENCE)
            self._take(event)
            word = self._word(event, scene)
            if word in scene.legal:
                return word
        return None

    def close(self) -> None:
        """Close the window."""
        self._pygame.display.quit()
        self.open = False

    def _draw(self, view: Any) -> None:
        pixels = render_rgb(view, players=self._players)
        self._screen.blit(self._pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        self._pygame.display.flip()

    def _take(self, event: Any) -> None:
        """Close the window if the person asks for it."""
        escape = event.type == self._pygame.KEYDOWN and event.key == self._pygame.K_ESCAPE
        if escape or event.type == self._pygame.QUIT:
            self.close()

    def _word(self, event: Any, scene: Scene) -> str | None:
        if event.type == self._pygame.MOUSEBUTTONDOWN:
            return word_at(scene, self._players, *event.pos)
        if event.type == self._pygame.KEYDOWN:
            return {self._pygame.K_t: "take", self._pygame.K_d: "done"}.get(event.key)
        return None
