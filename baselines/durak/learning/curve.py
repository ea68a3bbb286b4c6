"""Draws the learning curves of training runs: scores by choices learnt from, the mean and spread over the seeds.

python -m baselines.durak.learning.curve runs/dmc-1 runs/dmc-2 --against greedy --to curve.png
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cardkit.commands.errors import check_pictures
from cardkit.files import replacing
from cardkit.learning.settings import errors_in_a_line
from cardkit.reading import MOST_OF_A_LOG, parse_json, read_text, used_as


def scores(folder: str | Path, against: str) -> dict[int, float]:
    """The scores against an agent in a run's log, by choices learnt from.

    Raises:
        ValueError: there is no such run, or it was never evaluated against that agent.
    """
    log = Path(folder) / "log.jsonl"
    if not log.exists():
        raise ValueError(f"{folder} has no log.jsonl: give the folder of a training run")
    with used_as(log, "the log of a run"):
        rows = [parse_json(line) for line in read_text(log, MOST_OF_A_LOG).splitlines()]
        if not rows or any(against not in row["scores"] for row in rows):
            raise ValueError(f"the run was not evaluated against {against!r}")
        return {row["plies"]: row["scores"][against][0] for row in rows}


def curve(folders: Sequence[str | Path], against: str) -> tuple[np.ndarray, np.ndarray]:
    """The checkpoints common to all runs, in choices learnt from, (points,), and the scores, (runs, points)."""
    runs = [scores(folder, against) for folder in folders]
    plies = sorted(set.intersection(*(set(run) for run in runs)))
    return np.array(plies), np.array([[run[at] for at in plies] for run in runs])


def draw(groups: dict[str, tuple[np.ndarray, np.ndarray]], against: str, path: str | Path) -> None:
    """Draw a line per group of runs, with a band from the lowest to the highest score."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for name, (plies, points) in groups.items():
        seeds = "one seed" if len(points) == 1 else f"{len(points)} seeds"
        axes.plot(plies / 1e6, points.mean(axis=0), marker="o", markersize=3, label=f"{name}, {seeds}")
        axes.fill_between(plies / 1e6, points.min(axis=0), points.max(axis=0), alpha=0.25)
    axes.set_xlabel("choices learnt from, millions")
    axes.set_ylabel(f"score against {against}")
    axes.grid(alpha=0.3)
    axes.legend()
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as new:
        figure.savefig(new, dpi=110)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command-line program. Runs whose folders differ only after the last hyphen are seeds of one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", help="folders of runs, NAME-SEED; equal names make one line")
    parser.add_argument("--against", default="greedy", help="agent of the runs' ladder")
    parser.add_argument("--to", default="curve.png", help="picture to write")
    given = parser.parse_args(arguments)
    with errors_in_a_line():
        check_pictures()
        names: dict[str, list[str]] = {}
        for folder in given.folders:
            names.setdefault(Path(folder).name.rsplit("-", 1)[0], []).append(folder)
        groups = {name: curve(folders, given.against) for name, folders in names.items()}
        draw(groups, given.against, given.to)
        for name, (plies, points) in groups.items():
            for at, column in zip(plies, points.T, strict=True):
                spread = f"{column.min():.3f} to {column.max():.3f}"
                print(f"{name}: {at:>11,} choices, mean {column.mean():.3f}, seeds {spread}")


if __name__ == "__main__":
    main()
