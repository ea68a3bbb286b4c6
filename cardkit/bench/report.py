"""Measures loops, and reports the figures with machine and date."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cardkit.bench.loops import Run, vector_steps
from cardkit.report.machine import machine

SECONDS = 0.3  # of one measurement
REPEATS = 5
ALTERNATIONS = 3  # of two loops whose ratio is reported


@dataclass(frozen=True)
class Row:
    """One line of the report.

    Attributes:
        name: what was measured, and how.
        figure: the result.
        unit: of the figure.
        aim: the target.
        rounds: the figures of all rounds, if there were several.
    """

    name: str
    figure: float
    unit: str
    aim: str
    rounds: tuple[float, ...] = ()


@dataclass(frozen=True)
class Rate:
    """A path to measure.

    Attributes:
        name: what is measured, and how.
        make: makes the loop.
        start: units of work of its shortest run.
        unit: of the figure.
        aim: the target.
    """

    name: str
    make: Callable[[], Run]
    start: int
    unit: str
    aim: str = ""

    def row(self) -> Row:
        """Measure the path, and return its row of the report."""
        return Row(self.name, measure(self.make(), self.start), self.unit, self.aim)


def vector_rates(env_id: str, aims: Mapping[str, str]) -> list[Rate]:
    """List the paths of the vector environment in self-play, with observations of each dtype; their aims by dtype."""
    return [
        Rate(
            f"vector env, 1024 games, {dtype}",
            partial(vector_steps, env_id, 1024, opponent=None, dtype=dtype),
            10_240,
            "steps/s",
            aim,
        )
        for dtype, aim in aims.items()
    ]


def measure(run: Run, start: int) -> float:
    """Measure the units of work per second: the best of some repeats, each long enough to measure."""
    run(start)
    n = start
    while (seconds := _seconds(run, n)) < SECONDS / 4:
        n *= 2
    n = max(start, int(n * SECONDS / seconds))
    return max(n / _seconds(run, n) for _ in range(REPEATS))


def measure_alternately(one: Run, other: Run, start: int) -> tuple[float, float]:
    """Measure two loops in turn and return the best rate of each: a change in the machine's speed affects both."""
    rates = [(measure(one, start), measure(other, start)) for _ in range(ALTERNATIONS)]
    return max(rate for rate, _ in rates), max(rate for _, rate in rates)


def command_seconds(code: str, cache: str | None = None) -> float:
    """Measure the seconds that a new process takes for some code; ``cache`` names an empty cache of compiled code."""
    env = dict(os.environ)
    if cache is not None:
        env["NUMBA_CACHE_DIR"] = cache
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=env)
    return time.perf_counter() - began


def _seconds(run: Run, n: int) -> float:
    began = time.perf_counter()
    run(n)
    return time.perf_counter() - began


def summed_up(rounds: Sequence[Sequence[Row]]) -> list[Row]:
    """Combine the figures of several rounds, line by line: the best of a speed or a time, otherwise the median.

    Other work on a machine only ever slows a loop down, so the best figure is closest to the code's own time. A ratio
    may be off either way.
    """
    return [_summed_up(rows) for rows in zip(*rounds, strict=True)]


def _summed_up(rows: Sequence[Row]) -> Row:
    if len(rows) == 1:
        return rows[0]
    figures = tuple(row.figure for row in rows)
    is_share, is_speed = rows[0].unit in ("times", "%"), rows[0].unit.endswith("/s")
    figure = statistics.median(figures) if is_share else max(figures) if is_speed else min(figures)
    return replace(rows[-1], figure=figure, rounds=figures)


def figure_text(row: Row) -> str:
    """Write a figure with its unit: ``61.2 M plies/s``."""
    scale, prefix = _scale(row)
    return f"{_number(row.figure, scale)}{prefix} {row.unit}"


def rounds_text(row: Row) -> str:
    """Write the smallest and largest figure of the rounds, ``48.3 to 61.2``, in the unit of `figure_text`."""
    if not row.rounds:
        return ""
    scale, _ = _scale(row)
    return f"{_number(min(row.rounds), scale)} to {_number(max(row.rounds), scale)}"


def _scale(row: Row) -> tuple[float, str]:
    return next(((size, prefix) for size, prefix in ((1e6, " M"), (1e3, " k")) if row.figure >= size), (1.0, ""))


def _number(figure: float, scale: float) -> str:
    return f"{figure:.2f}" if scale == 1 else f"{figure / scale:.1f}"


def columns(row: Row) -> tuple[str, ...]:
    """Return a row's cells under `heading`."""
    return (row.name, figure_text(row), *((rounds_text(row),) if row.rounds else ()), row.aim)


def heading(measured: Sequence[Row]) -> tuple[str, ...]:
    """Return the names of the columns."""
    return ("path", "measured", *((f"{len(measured[0].rounds)} rounds",) if measured[0].rounds else ()), "aim")


def markdown(measured: Sequence[Row]) -> str:
    """Write the report as a Markdown section."""
    count = len(measured[0].rounds)
    rounds = f" in {count} rounds, of shares and ratios the median of the rounds" if count else ""
    lines = [
        "## Speed",
        "",
        f"Measured on {machine()}. One core unless two threads are named; the best of several runs of each loop"
        f"{rounds}. The aim is what such a core, or two of them, should reach.",
        "",
        *(f"| {' | '.join(cells)} |" for cells in (heading(measured), ["---"] * len(heading(measured)))),
        *(f"| {' | '.join(columns(row))} |" for row in measured),
        "",
    ]
    return "\n".join(lines)
