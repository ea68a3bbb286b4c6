"""Named ways to learn for ``oh-hell train``; imitation made the networks of the agent ``learned``."""

from __future__ import annotations

from typing import Any

from baselines.oh_hell.learning import imitation, self_play
from baselines.oh_hell.learning.oh_hell_run import OhHellRun

PLIES = {"ppo": 4_000_000, "imitation": 1_500_000}
"""Choices to learn from, by preset."""


def run_of(preset: str, plies: int | None, teacher: str | None, **settings: Any) -> OhHellRun[Any]:
    """Make a run of a preset; ``plies`` and ``teacher`` are None for the preset's own.

    Raises:
        ValueError: there is no such preset, it has no teacher, or a setting is out of range.
    """
    if preset not in PLIES:
        raise ValueError(f"preset must be one of {', '.join(PLIES)} (default ppo), got {preset!r}")
    settings["plies"] = PLIES[preset] if plies is None else plies
    if preset == "ppo":
        if teacher is not None:
            raise ValueError(f"preset ppo has no teacher, since it learns from itself alone; got teacher={teacher!r}")
        return self_play.Trainer(self_play.Settings(**settings))
    if teacher is not None:
        settings["teacher"] = teacher
    return imitation.Imitation(imitation.Settings(**settings))
