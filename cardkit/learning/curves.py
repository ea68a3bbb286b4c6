"""Curves of training runs from their logs: the mean of the seeds, and a band from the lowest to the highest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from cardkit.reading import MOST_OF_A_LOG, parse_json, read_text, used_as
from cardkit.render.plots import label_ends, plot
from cardkit.report.signs import drawn

Points: TypeAlias = tuple[np.ndarray, np.ndarray]
"""The places of the points in the curve of some runs, (points,), and their values, (runs, points)."""
Reader: TypeAlias = Callable[[list[dict[str, Any]]], Mapping[int, float]]
"""Reads the rows of a log: where a run was checked, and its value there; raises ValueError for another kind of log."""


def points_of(folders: Sequence[str | Path], read: Reader) -> Points:
    """Read the checkpoints common to all runs, and each run's values there.

    Raises:
        ValueError: there is no such run, or its log is not of the kind that is read.
    """
    runs = [_logged(folder, read) for folder in folders]
    common = sorted(set.intersection(*(set(run) for run in runs)))
    return np.array(common), np.array([[run[at] for at in common] for run in runs])


def lines_of(folders: Sequence[str], read: Reader) -> dict[str, Points]:
    """Read a line for each name: folders NAME-SEED that differ only after the last hyphen are its seeds."""
    names: dict[str, list[str]] = {}
    for folder in folders:
        names.setdefault(Path(folder).name.rsplit("-", 1)[0], []).append(folder)
    return {name: points_of(same, read) for name, same in names.items()}


def draw(lines: dict[str, Points], across: str, up: str, path: str | Path, unit: float = 1) -> None:
    """Draw the lines with their bands.

    Args:
        lines: by name.
        across: what the points are, in so many `unit`.
        up: what the values are.
        path: picture to write.
        unit: by which the points are divided.
    """
    with plot(path, 7, 4) as figure:
        axes = figure.subplots()
        for name, (at, values) in lines.items():
            seeds = "one seed" if len(values) == 1 else f"{len(values)} seeds"
            axes.plot(at / unit, values.mean(axis=0), marker="o", label=f"{drawn(name)}, {seeds}")
            axes.fill_between(at / unit, values.min(axis=0), values.max(axis=0), alpha=0.25)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        label_ends(axes)


def print_lines(lines: dict[str, Points], unit: str) -> None:
    """Print the mean of each point, and the range of its seeds."""
    for name, (at, values) in lines.items():
        for place, column in zip(at, values.T, strict=True):
            spread = f"{column.min():.3f} to {column.max():.3f}"
            print(f"{name}: {place:>11,} {unit}, mean {column.mean():.3f}, seeds {spread}")


def _logged(folder: str | Path, read: Reader) -> Mapping[int, float]:
    log = Path(folder) / "log.jsonl"
    if not log.exists():
        raise ValueError(f"{folder} has no log.jsonl: give the folder of a training run")
    with used_as(log, "the log of a run"):
        return read([parse_json(line) for line in read_text(log, MOST_OF_A_LOG).splitlines()])
