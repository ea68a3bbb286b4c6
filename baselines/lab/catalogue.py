"""All experiments by name."""

from __future__ import annotations

from baselines.lab.configurations import SWEEPS
from baselines.lab.experiments.early_ends import EarlyEnds
from baselines.lab.experiments.hand_order import HandOrder
from baselines.lab.experiments.hidden_cards import HiddenCards
from baselines.lab.experiments.null_probability import NullProbability
from baselines.lab.finding import Experiment
from baselines.lab.games import GAMES
from baselines.lab.kept_positions import KeptPositions
from baselines.lab.tables import TABLES

_FAULTS = HiddenCards(), HandOrder(), KeptPositions(), EarlyEnds(), NullProbability()
"""Departures of the thesis' program from its text; each experiment switches one."""

EXPERIMENTS: dict[str, Experiment] = {one.name: one for one in (*GAMES, *SWEEPS, *TABLES, *_FAULTS)}


def chosen(names: list[str]) -> list[Experiment]:
    """The experiments with these names; all of them if there are no names.

    Raises:
        ValueError: an experiment does not exist.
    """
    unknown = [name for name in names if name not in EXPERIMENTS]
    if unknown:
        raise ValueError(f"unknown experiment {unknown[0]!r}; the experiments are {', '.join(EXPERIMENTS)}")
    return [EXPERIMENTS[name] for name in names] or list(EXPERIMENTS.values())
