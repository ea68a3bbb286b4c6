"""Runs the measurements and reports them with the machine and the date."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from baselines.bench import loops
from baselines.bench.loops import Run
from cardkit.report.machine import machine
from durak_env.rules import MOST_SEATS, Rules

SECONDS = 0.3  # of one measurement
REPEATS = 5
ALTERNATIONS = 3  # of two loops whose ratio is reported
ALL_OPTIONS = Rules(
    num_players=4, throw_in="neighbours", first_discard_limit=5, max_attack_cards=6, transfer=True, passport=True
)


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


def measure(run: Run, start: int) -> float:
    """Units of work per second: the best of some repeats, each long enough to measure."""
    run(start)
    n = start
    while (seconds := _seconds(run, n)) < SECONDS / 4:
        n *= 2
    n = max(start, int(n * SECONDS / seconds))
    return max(n / _seconds(run, n) for _ in range(REPEATS))


def rows() -> Iterator[Row]:
    """Measure one path after another; all on one core except where two threads are named."""
    for name, run, start, unit, aim in _RATES:
        rate = measure(run(), start)
        yield Row(name, rate, unit, aim)
    yield from _peers()
    yield from _threads()
    yield from _starts()


_RATES: list[tuple[str, Callable[[], Run], int, str, str]] = [
    ("random plies in the core loop", loops.core_plies, 100_000, "plies/s", "60 M"),
    ("greedy v greedy games", loops.greedy_games, 1000, "games/s", "1 M"),
    (
        "two-seat vector env, 1024 games, float32",
        lambda: loops.vector_steps(1024, opponent=None),
        10_240,
        "steps/s",
        "8 M",
    ),
    (
        "two-seat vector env, 1024 games, uint8",
        lambda: loops.vector_steps(1024, opponent=None, dtype="uint8"),
        10_240,
        "steps/s",
        "15 M",
    ),
    (
        "vector env against greedy, 1024 games, float32",
        lambda: loops.vector_steps(1024, opponent="greedy"),
        10_240,
        "steps/s",
        "4 M",
    ),
    ("Gymnasium env against greedy", loops.gym_steps, 1000, "steps/s", "100 k"),
    *(
        (
            f"random plies, {seats} seats",
            partial(loops.core_plies, Rules(num_players=seats)),
            100_000,
            "plies/s",
            "40 M",
        )
        for seats in range(3, MOST_SEATS + 1)
    ),
    ("random plies, 4 seats, all options", partial(loops.core_plies, ALL_OPTIONS), 100_000, "plies/s", "30 M"),
    (
        "four-seat vector env, 1024 games, uint8",
        lambda: loops.vector_steps(1024, opponent=None, dtype="uint8", rules=Rules(num_players=4)),
        10_240,
        "steps/s",
        "12 M",
    ),
]


def _peers() -> Iterator[Row]:
    for name, wrapped, aim in (("raw_env", False, "3"), ("env", True, "1.5")):
        try:
            peer = loops.connect_four_plies(wrapped)
        except ImportError:  # the peer needs pygame, of the extra `render`
            yield Row(f"PettingZoo {name}", measure(loops.durak_plies(wrapped), 500), "plies/s", "")
            continue
        ours, theirs = measure_alternately(loops.durak_plies(wrapped), peer, 500)
        yield Row(f"PettingZoo {name}", ours, "plies/s", "")
        yield Row(f"PettingZoo {name}, of connect_four's plies/s", ours / theirs, "times", aim)


def _threads() -> Iterator[Row]:
    for dtype in ("float32", "uint8"):
        one, two = (loops.vector_steps(8192, opponent=None, dtype=dtype, num_threads=threads) for threads in (1, 2))
        alone, together = measure_alternately(one, two, 81_920)
        yield Row(f"two threads of one, 8192 games, {dtype}", together / alone, "times", "1.6")


def measure_alternately(one: Run, other: Run, start: int) -> tuple[float, float]:
    """The best of some measurements of each, alternating, so that a change in the machine's speed affects both."""
    rates = [(measure(one, start), measure(other, start)) for _ in range(ALTERNATIONS)]
    return max(rate for rate, _ in rates), max(rate for _, rate in rates)


def _starts() -> Iterator[Row]:
    yield Row("import durak_env", min(_command("import durak_env") for _ in range(3)), "s", "under 1.5")
    match = "from baselines import play_match; play_match('greedy', 'random', games=100)"
    with tempfile.TemporaryDirectory() as cache:
        yield Row("first match ever, compilation included", _command(match, cache), "s", "under 20")
        yield Row("later matches start in", _command(match, cache), "s", "under 3")


def _command(code: str, cache: str | None = None) -> float:
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
    """A figure with its unit: ``61.2 M plies/s``."""
    scale, prefix = _scale(row)
    return f"{_number(row.figure, scale)}{prefix} {row.unit}"


def rounds_text(row: Row) -> str:
    """The smallest and largest figure of the rounds, ``48.3 to 61.2``, in the unit of `figure_text`."""
    if not row.rounds:
        return ""
    scale, _ = _scale(row)
    return f"{_number(min(row.rounds), scale)} to {_number(max(row.rounds), scale)}"


def _scale(row: Row) -> tuple[float, str]:
    return next(((size, prefix) for size, prefix in ((1e6, " M"), (1e3, " k")) if row.figure >= size), (1.0, ""))


def _number(figure: float, scale: float) -> str:
    return f"{figure:.2f}" if scale == 1 else f"{figure / scale:.1f}"


def columns(row: Row) -> tuple[str, ...]:
    """A row's cells under `heading`."""
    return (row.name, figure_text(row), *((rounds_text(row),) if row.rounds else ()), row.aim)


def heading(measured: Sequence[Row]) -> tuple[str, ...]:
    """The columns' names."""
    return ("path", "measured", *((f"{len(measured[0].rounds)} rounds",) if measured[0].rounds else ()), "aim")


def markdown(measured: Sequence[Row]) -> str:
    """The report as a Markdown section."""
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
