"""All experiments by name."""

from __future__ import annotations

from baselines.experiments.configurations import SWEEPS
from baselines.experiments.early_ends import EarlyEnds
from baselines.experiments.finding import Experiment
from baselines.experiments.games import GAMES
from baselines.experiments.hidden_cards import HiddenCards
from baselines.experiments.kept_positions import KeptPositions
from baselines.experiments.null_probability import NullProbability
from baselines.experiments.tables import TABLES

_FAULTS = HiddenCards(), KeptPositions(), EarlyEnds(), NullProbability()
"""Where the thesis' program departs from its text: one thing switched in each."""

EXPERIMENTS: dict[str, Experiment] = {one.name: one for one in (*GAMES, *SWEEPS, *TABLES, *_FAULTS)}


def chosen(names: list[str]) -> list[Experiment]:
    """The experiments of the names, all of them if none is given.

    Raises:
        ValueError: no such experiment.
    """
    unknown = [name for name in names if name not in EXPERIMENTS]
    if unknown:
        raise ValueError(f"unknown experiment {unknown[0]!r}; there are {', '.join(EXPERIMENTS)}")
    return [EXPERIMENTS[name] for name in names] or list(EXPERIMENTS.values())
