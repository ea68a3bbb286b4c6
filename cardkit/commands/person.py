"""A person as an agent: it shows what the seat knows, and asks for an action in the words of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from cardkit.agents import Agent, Analyst
from cardkit.known import Known

HINT, LEAVE = "?", ("q", "quit")
EVERY_GAME = f"{HINT} for a hint, {LEAVE[0]} to leave."
"""The words that a person may write in any game."""


Seen = TypeVar("Seen", bound=Known, contravariant=True)


class GameLeft(Exception):  # noqa: N818 - not an error
    """A person has left the game."""


class Conversation(Protocol[Seen]):
    """The words in which a game talks with a person."""

    def picture(self, info: Seen, players: Sequence[str]) -> str:
        """Draw a seat's knowledge as lines of text; ``players`` are the names by seat."""
        ...

    def read(self, info: Seen, line: str) -> int:
        """Read the legal action that a line names, and return its id.

        Raises:
            ValueError: it names none; the message says why.
        """
        ...

    def word(self, info: Seen, action: int) -> str:
        """Write an action as the person would."""
        ...


class Person:
    """The person who answers the questions.

    Args:
        conversation: of the game.
        opponents: the names of the others, clockwise.
        adviser: gives hints: its analysis, or its choice if it cannot explain it.
        ask: shows a prompt, and returns the line that the person writes.
        show: shows a text, or the analysis of a hint.
    """

    def __init__(
        self,
        conversation: Conversation[Any],
        opponents: Sequence[str],
        adviser: Agent,
        ask: Callable[[str], str],
        show: Callable[[Any], object],
    ) -> None:
        self._conversation, self._players = conversation, ("you", *_told_apart(opponents))
        self._adviser, self._ask, self._show = adviser, ask, show

    def act(self, info: Known, rng: np.random.Generator) -> int:
        """Ask the person for an action, and return its id.

        Raises:
            GameLeft: the person leaves, or the input has ended.
        """
        self._show("\n" + self._conversation.picture(info, self.names(info.seat)))
        while True:
            line = self._line()
            if line == HINT:
                self._hint(info, rng)
                continue
            try:
                return self._conversation.read(info, line)
            except ValueError as error:
                self._show(str(error))

    def names(self, seat: int) -> tuple[str, ...]:
        """Return the names of the players from seat 0 on, with the person at ``seat``."""
        return self._players[-seat:] + self._players[:-seat] if seat else self._players

    def _line(self) -> str:
        try:
            line = self._ask("your ply: ").strip()
        except EOFError:
            raise GameLeft from None
        if line.lower() in LEAVE:
            raise GameLeft
        return line

    def _hint(self, info: Known, rng: np.random.Generator) -> None:
        given = info.copy()
        if isinstance(self._adviser, Analyst):
            self._show(self._adviser.analyse(given, rng))
        else:
            self._show(self._conversation.word(info, self._adviser.act(given, rng)))


def _told_apart(names: Sequence[str]) -> Iterator[str]:
    """Yield the names, numbered where several are the same."""
    for place, name in enumerate(names):
        yield name if names.count(name) == 1 else f"{name} {names[: place + 1].count(name)}"
