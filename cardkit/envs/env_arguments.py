"""Checks constructor arguments of environments."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Signature, signature
from typing import Any, Self, TypeVar

from cardkit.pieces import CLOSED, OPEN, PieceEncoding
from cardkit.wording import meant

OBSERVATIONS = ("flat", "dict")
ON_ILLEGAL = ("terminate", "raise")


class DefaultOpponent(str):
    """Marks a default opponent, to tell it from the same text given by the caller."""

    __slots__ = ()


class GameEnvironment:
    """Base class of a game's environments: refuses unknown arguments in a line that says how they are given."""

    game: Any

    def __new__(cls, *_: Any, **named: Any) -> Self:
        known = [name for name in signature(cls.__init__).parameters if name != "self"]
        for name in named:
            if name not in known:
                raise ValueError(
                    f"unknown argument {name!r};{meant(name, known)} the arguments are {', '.join(known)}; "
                    f"a rule is given as rules={{{name!r}: ...}}"
                )
        return super().__new__(cls)

    @property
    def rules(self) -> Any:
        """The rules of the game, if it has some."""
        return self.game.rules


AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


def with_arguments_of(make: Callable[..., Any]) -> Callable[[AnyFunction], AnyFunction]:
    """Decorate a function that hands all its arguments to a class: both then show the same, in the same module."""

    def shown(function: AnyFunction) -> AnyFunction:
        _, *arguments = signature(make.__init__).parameters.values()
        function.__signature__ = Signature(arguments)  # pyright: ignore[reportFunctionMemberAccess]
        function.__module__, function.__qualname__ = make.__module__, function.__name__
        return function

    return shown


def given_opponent(opponent: Any, opponents: Any) -> Any:
    """The opponent; None if it is only the default and ``opponents`` are given instead."""
    return None if isinstance(opponent, DefaultOpponent) and opponents is not None else opponent


AnyEncoding = TypeVar("AnyEncoding", bound=PieceEncoding)


def choose_encoding(kind: type[AnyEncoding], game: Any, name: str | None, dtype: str, history: int) -> AnyEncoding:
    """The encoding of a kind that an environment's arguments request.

    Raises:
        ValueError: an argument is invalid, or the open encoding would show hidden cards in a closed world.
    """
    if name == OPEN and not game.open_world:
        raise ValueError("the open encoding shows hidden cards: it needs open_world=True")
    return kind(game.rules, name or (OPEN if game.open_world else CLOSED), dtype, history)


def check_render_mode(mode: str | None, metadata: dict[str, Any]) -> str | None:
    """The render mode; raises ValueError if it does not exist."""
    if mode is not None and mode not in metadata["render_modes"]:
        known = ", ".join(metadata["render_modes"]) or "none"
        raise ValueError(f"unknown render_mode {mode!r}; known: {known}")
    return mode
