"""Named ways to learn for ``oh-hell train``."""

from __future__ import annotations

from typing import Any

from baselines.oh_hell.learning import imitation, self_play
from baselines.oh_hell.learning.oh_hell_run import OhHellRun

PLIES = {"ppo": 4_000_000, "imitation": 500_000}
"""Choices to learn from, by preset."""


def run_of(preset: str, plies: int | None, teacher: str, **settings: Any) -> OhHellRun[Any]:
    """A run of a preset; ``plies`` is None for the preset's own number.

    Raises:
        ValueError: there is no such preset, or a setting is out of range.
    """
    if preset not in PLIES:
        raise ValueError(f"preset must be one of {', '.join(PLIES)} (default ppo), got {preset!r}")
    settings["plies"] = PLIES[preset] if plies is None else plies
    if preset == "ppo":
        return self_play.Trainer(self_play.Settings(**settings))
    return imitation.Imitation(imitation.Settings(teacher=teacher, **settings))
