"""Constructor arguments of environments are checked here."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from inspect import Parameter, Signature, signature
from itertools import zip_longest
from typing import Any, Self, TypeVar

from gymnasium import spaces

from cardkit.encoding import Encoding
from cardkit.pieces import CLOSED, OPEN, PieceEncoding
from cardkit.playing_cards import SUIT_SYMBOLS
from cardkit.wording import meant, quoted

OBSERVATIONS = ("flat", "dict")
TEXTS = {"text": True, "text_without_legal": False}
"""Observations in words, with the list of legal plies or without it."""
LONGEST_TEXT = 20_000  # characters of an observation
ON_ILLEGAL = ("terminate", "raise")


class DefaultOpponent(str):
    """The mark of a default opponent, to tell it from the same text given by the caller."""

    __slots__ = ()


class GameEnvironment:
    """The base class of a game's environments: it refuses unknown arguments in a line that says how they are given.

    A subclass says nothing of an argument that means what is said here, or in the class that it derives from; its
    docstring is completed.

    Args:
        opponent: the spec of an agent, an agent with ``act(info, rng)``, a callable ``policy(observation,
            action_mask)``, or a list of these, from which one is drawn for each game; see ``opponent_pool``. It plays
            all other seats.
        open_world: whether all seats see everything.
        seat: the learner's; None: it takes each seat in turn, starting with a random one after seeding.
        observation: ``flat`` (the vector), ``dict`` (``observation`` and ``action_mask``), ``text`` (see
            `cardkit.language.prompt.prompt`) or ``text_without_legal``.
        encoding: ``closed``, ``open`` or ``history``; by default ``open`` in an open world, else ``closed``.
        dtype: of observations: ``float32`` or ``uint8``.
        history: plies in the ``history`` encoding.
        illegal: what an illegal action does: ``terminate`` ends the episode and leaves the learner the least
            that a game pays, ``raise`` raises ValueError.
        skip_forced: play the learner's plies with a single legal action, except the first of a game.
        render_mode: None, or one of ``metadata["render_modes"]``; pictures show what the learner knows. A window shows
            every ply of a step, including the opponents', ``metadata["render_fps"]`` of them per second.
        opponents: instead of ``opponent``, a list with one opponent for each other seat, clockwise from the learner's
            left.
    """

    game: Any

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if cls.__doc__:
            cls.__doc__ = _with_arguments(cls, cls.__doc__)

    def __new__(cls, *_: Any, **named: Any) -> Self:
        check_arguments(named, cls.__init__)
        return super().__new__(cls)

    @property
    def rules(self) -> Any:
        """The rules of the game, if it has some."""
        return self.game.rules


def check_arguments(named: Iterable[str], make: Callable[..., Any]) -> None:
    """Raise ValueError unless an environment's constructor has all arguments of these names."""
    known = [name for name in signature(make).parameters if name != "self"]
    for name in named:
        if name not in known:
            raise ValueError(
                f"unknown argument {quoted(name)};{meant(name, known)} the arguments are {', '.join(known)}; "
                f"a rule is given as rules={{{quoted(name)}: ...}}"
            )


_ARGUMENTS, _ENTRY = "    Args:\n", re.compile(r"^ {8}(\w+): ", re.MULTILINE)


def _with_arguments(kind: type[Any], text: str) -> str:
    """Complete the docstring of a class by what its bases say of arguments of the same name and type."""
    own, said = signature(kind.__init__).parameters, {}
    for base in reversed(kind.__mro__):
        typed = signature(base.__init__).parameters if "__init__" in vars(base) else own
        for name, entry in _entries(vars(base).get("__doc__") or ""):
            if name in own and name in typed and (base is kind or own[name].annotation == typed[name].annotation):
                said[name] = entry
    head, arguments, rest = text.partition(_ARGUMENTS)
    after = rest.partition("\n\n")[2]
    if not arguments:
        head, raises, rest = text.partition("    Raises:\n")
        after = raises + rest
    listed = "".join(said[name] for name in own if name in said)
    return f"{head.rstrip()}\n\n{_ARGUMENTS}{listed}\n{after.rstrip()}\n    "


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names of arguments that a docstring tells of, each with its lines."""
    section = text.partition(_ARGUMENTS)[2].partition("\n\n")[0].rstrip() + "\n"
    starts = list(_ENTRY.finditer(section))
    for start, following in zip_longest(starts, starts[1:]):
        yield start[1], section[start.start() : following and following.start()]


AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


def with_arguments_of(make: Callable[..., Any], *more: Parameter) -> Callable[[AnyFunction], AnyFunction]:
    """Decorate a function that hands its arguments to a class, but for ``more``: it then shows them all as its own."""

    def shown(function: AnyFunction) -> AnyFunction:
        arguments = [*signature(make.__init__).parameters.values(), *more][1:]
        made = signature(function, eval_str=True).return_annotation
        function.__signature__ = Signature(arguments, return_annotation=made)  # pyright: ignore[reportFunctionMemberAccess]
        function.__annotations__ = {one.name: one.annotation for one in arguments} | {"return": made}
        wraps(make.__init__, assigned=(), updated=())(function)  # whose module resolves the names of types
        function.__module__, function.__qualname__ = make.__module__, function.__name__
        return function

    return shown


def given_opponent(opponent: Any, opponents: Any) -> Any:
    """Return the opponent; None if it is only the default and ``opponents`` are given instead."""
    return None if isinstance(opponent, DefaultOpponent) and opponents is not None else opponent


def observation_space(form: str, encoding: Encoding) -> spaces.Space[Any]:
    """Return the space of observations of a form, one of ``OBSERVATIONS`` or ``TEXTS``."""
    if form in TEXTS:
        return spaces.Text(LONGEST_TEXT, charset=string.printable + SUIT_SYMBOLS)
    return encoding.vector_space if form == "flat" else encoding.dict_space


AnyEncoding = TypeVar("AnyEncoding", bound=PieceEncoding)


def choose_encoding(kind: type[AnyEncoding], game: Any, name: str | None, dtype: str, history: int) -> AnyEncoding:
    """Make the encoding of a kind that an environment's arguments request.

    Raises:
        ValueError: an argument is invalid, or the open encoding would show hidden cards in a closed world.
    """
    if name == OPEN and not game.open_world:
        raise ValueError("the open encoding shows hidden cards: it needs open_world=True")
    usual = OPEN if game.open_world else CLOSED
    return kind(game.rules, usual if name is None else name, dtype, history)


def check_render_mode(mode: str | None, metadata: dict[str, Any]) -> str | None:
    """Return the render mode; raise ValueError if it does not exist."""
    if mode is not None and mode not in metadata["render_modes"]:
        known = ", ".join(metadata["render_modes"]) or "none"
        raise ValueError(f"unknown render_mode {quoted(mode)}; known: {known}")
    return mode
