"""Tiny runs of PPO in Durak."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.training_runs import SMALL, trained

TINY = {"games": 16, "steps": 8, "hidden": 16, "critic_hidden": 16, "batch": 64, "check_every": 2, "check_games": 20}


def settings(folder: Path, **changed: Any) -> Any:
    """Return the settings of a run."""
    from baselines.durak.learning.ppo_selfplay import Settings
    from cardkit.learning.settings import with_flat

    return with_flat(Settings(folder=str(folder)), **{**SMALL, **TINY, **changed})


def ppo(settings: Any) -> Any:
    """Train to the end of a run."""
    from baselines.durak.learning.ppo_selfplay import Trainer

    return trained(Trainer, settings)
