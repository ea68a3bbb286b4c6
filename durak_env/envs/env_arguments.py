"""Checks constructor arguments of Durak's environments."""

from __future__ import annotations

from durak_env.durak import Durak
from durak_env.observation import CLOSED, OPEN, Encoding


def choose_encoding(game: Durak, name: str | None, dtype: str, history: int) -> Encoding:
    """The encoding that an environment's arguments request.

    Raises:
        ValueError: an argument is invalid, or the open encoding would show hidden cards in a closed world.
    """
    if name == OPEN and not game.open_world:
        raise ValueError("the open encoding shows hidden cards: it needs open_world=True")
    return Encoding(game.rules, name or (OPEN if game.open_world else CLOSED), dtype, history)
