"""What environments and matches are told at their creation: each argument is checked, and a fault named."""

from __future__ import annotations

from typing import Any

from cardkit.checks import check_flag
from durak_env.observation import CLOSED, OPEN, Encoding
from durak_env.rules import Rules

OBSERVATIONS = ("flat", "dict")
ON_ILLEGAL = ("terminate", "raise")


def choose_encoding(rules: Rules, open_world: bool, name: str | None, dtype: str, history: int) -> Encoding:
    """The encoding that an environment's arguments ask for.

    Raises:
        ValueError: one is none of what it may be, or they contradict each other: the open encoding would show hidden
            cards in a closed world.
    """
    check_flag("open_world", open_world)
    if name == OPEN and not open_world:
        raise ValueError("the open encoding shows hidden cards: it needs open_world=True")
    return Encoding(rules, name or (OPEN if open_world else CLOSED), dtype, history)


def check_render_mode(mode: str | None, metadata: dict[str, Any]) -> str | None:
    """The render mode, if there is such a one; else ValueError."""
    if mode is not None and mode not in metadata["render_modes"]:
        raise ValueError(f"unknown render_mode {mode!r}; known: {', '.join(metadata['render_modes'])}")
    return mode
