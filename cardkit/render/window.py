"""A window that shows a game at a readable pace and lets a person choose actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from time import monotonic
from typing import Any, ClassVar

from cardkit.render.painters import import_pygame
from cardkit.render.pictures import SEATS, TablePictures
from cardkit.render.table import PICTURE_HEIGHT, PICTURE_WIDTH

PATIENCE = 100
"""The longest wait, in milliseconds, between checks for the end of the program."""


class GameWindow(ABC):
    """A window that shows a game until the person closes it or presses Escape. Needs the extra ``render``.

    Attributes:
        CAPTION: of the window.
        PICTURES: of the game; the ``legal_words`` of an information set are those that the seat may play.
        KEYS: by the name of a key, the word that it plays.
        players: the names of the players from seat 0 on, which may be set.
        open: whether the window is still there; showing a game in a closed window does nothing.

    Raises:
        ImportError: pygame-ce is missing.
    """

    CAPTION: ClassVar[str]
    PICTURES: ClassVar[TablePictures[Any]]
    KEYS: ClassVar[Mapping[str, str]] = {}

    def __init__(self, players: Sequence[str] = SEATS) -> None:
        self._pygame = import_pygame()
        self._pygame.display.init()
        self._pygame.display.set_caption(f"{self.CAPTION}: getting ready")  # what is drawn first may have to compile
        self._screen = self._pygame.display.set_mode((PICTURE_WIDTH, PICTURE_HEIGHT))
        self.players = players
        self.open = True

    @abstractmethod
    def word_at(self, scene: Any, players: Sequence[str], x: float, y: float) -> str | None:
        """Return the word that the near seat plays by a click there; None for nothing."""

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

    def ask(self, info: Any) -> str | None:
        """Ask the person for the seat's action, and return its text; None if the window is closed.

        The person clicks a card or a word, or presses one of KEYS.
        """
        if self.open:
            self._draw(info)
        scene = self.PICTURES.scene_of(info, None)
        legal: Collection[str] = scene.info.legal_words
        while self.open:
            event = self._pygame.event.wait(PATIENCE)
            self._take(event)
            word = self._word(event, scene)
            if word in legal:
                return word
        return None

    def close(self) -> None:
        """Close the window."""
        self._pygame.display.quit()
        self.open = False

    def _draw(self, view: Any) -> None:
        pixels = self.PICTURES.render_rgb(view, players=self.players)
        self._pygame.display.set_caption(self.CAPTION)
        self._screen.blit(self._pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        self._pygame.display.flip()

    def _take(self, event: Any) -> None:
        """Close the window if the person asks for it."""
        escape = event.type == self._pygame.KEYDOWN and event.key == self._pygame.K_ESCAPE
        if escape or event.type == self._pygame.QUIT:
            self.close()

    def _word(self, event: Any, scene: Any) -> str | None:
        if event.type == self._pygame.MOUSEBUTTONDOWN:
            return self.word_at(scene, self.players, *event.pos)
        if event.type == self._pygame.KEYDOWN and self.open:
            return self.KEYS.get(self._pygame.key.name(event.key))
        return None
