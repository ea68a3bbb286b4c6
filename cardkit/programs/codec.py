"""Codec between a game and programs: the greeting, a seat's knowledge, a program's actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any, Generic

from cardkit.known import K, Known


class Codec(ABC, Generic[K]):
    """A codec: it turns a game's variant and information sets into JSON objects, and a program's answers into actions.

    An object that can be pickled. A variant is the tuple that the game's ``prepare`` passes to ``agent.prepare``.
    """

    @abstractmethod
    def variant(self, info: K) -> tuple[Any, ...]:
        """Return the variant that an information set belongs to; equal variants share a greeting."""

    @abstractmethod
    def greeting(self, *variant: Any) -> dict[str, Any]:
        """Return the fields of the greeting that name the game and the variant."""

    @abstractmethod
    def knowledge(self, info: K) -> dict[str, Any]:
        """Return a seat's knowledge and its legal actions as the fields of a question."""

    @abstractmethod
    def action(self, text: Any, info: K) -> int:
        """Return the action id of a program's answer, legal or not.

        Raises:
            ValueError: it is not an action of the game.
        """

    def plies(self, info: K) -> int:
        """Count the plies before this decision: the number tells when a new game began."""
        return int(info.record.plies)


@dataclass(frozen=True)
class RulesCodec(Codec[Known]):
    """The codec of a game whose variant is ``(rules, open_world)``; see `cardkit.game.Game.prepare`.

    Attributes:
        game: the name of the game.
    """

    game: str

    def variant(self, info: Known) -> tuple[Any, ...]:
        """Return the rules and the world."""
        return info.rules, info.open_world

    def greeting(self, *variant: Any) -> dict[str, Any]:
        """Return the game's name, its rules by name, and whether all cards are known."""
        rules, open_world = variant
        return {"game": self.game, "rules": asdict(rules), "open_world": open_world}

    def knowledge(self, info: Known) -> dict[str, Any]:
        """Return the fields of `cardkit.known.Known.to_dict`."""
        return info.to_dict()

    def action(self, text: Any, info: Known) -> int:
        """Read an action in the game's notation."""
        return info.action_named(text)
