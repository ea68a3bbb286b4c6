"""Checks constructor arguments of Durak's environments."""

from __future__ import annotations

from typing import Any

from durak_env.durak import Durak
from durak_env.observation import CLOSED, OPEN, Encoding


class _Default(str):
    """A default that is equal to a text that a caller gives, and yet another object."""

    __slots__ = ()


GREEDY = _Default("greedy")
"""The opponent if neither ``opponent`` nor ``opponents`` is given."""


def given_opponent(opponent: Any, opponents: Any) -> Any:
    """The opponent; None if it is only the default and ``opponents`` are given instead."""
    return None if opponent is GREEDY and opponents is not None else opponent


def choose_encoding(game: Durak, name: str | None, dtype: str, history: int) -> Encoding:
    """The encoding that an environment's arguments request.

    Raises:
        ValueError: an argument is invalid, or the open encoding would show hidden cards in a closed world.
    """
    if name == OPEN and not game.open_world:
        raise ValueError("the open encoding shows hidden cards: it needs open_world=True")
    return Encoding(game.rules, name or (OPEN if game.open_world else CLOSED), dtype, history)
