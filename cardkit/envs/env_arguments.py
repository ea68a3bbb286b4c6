"""Checks constructor arguments of environments."""

from __future__ import annotations

from typing import Any

OBSERVATIONS = ("flat", "dict")
ON_ILLEGAL = ("terminate", "raise")


def check_render_mode(mode: str | None, metadata: dict[str, Any]) -> str | None:
    """The render mode; raises ValueError if it does not exist."""
    if mode is not None and mode not in metadata["render_modes"]:
        known = ", ".join(metadata["render_modes"]) or "none"
        raise ValueError(f"unknown render_mode {mode!r}; known: {known}")
    return mode
