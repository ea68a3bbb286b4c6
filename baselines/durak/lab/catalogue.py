"""All experiments by name."""

from __future__ import annotations

from baselines.durak.lab.configurations import SWEEPS
from baselines.durak.lab.experiments.early_ends import EarlyEnds
from baselines.durak.lab.experiments.hand_order import HandOrder
from baselines.durak.lab.experiments.hidden_cards import HiddenCards
from baselines.durak.lab.experiments.null_probability import NullProbability
from baselines.durak.lab.finding import Experiment
from baselines.durak.lab.games import GAMES
from baselines.durak.lab.kept_positions import KeptPositions
from baselines.durak.lab.tables import TABLES

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
