"""Speeds kept in a file, and those of a later run beside them."""

from __future__ import annotations

import json
import statistics
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from cardkit.bench.report import Row, measure
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit
from cardkit.files import replacing
from cardkit.reading import parse_json, read_text

YARDSTICK = "a loop of fixed work"
SLOWER, FEWEST = 0.75, 5
"""A path is named that has less than this share of its kept speed in every round, if there are so many rounds."""
_LONGEST = 1_000_000  # characters of a file

Rounds = Sequence[Sequence[Row]]


@jit
def _multiply(times: Number) -> Number:
    product = 1
    for number in range(times):
        product = (product * 48271 + number) % 2147483647
    return product


def yardstick() -> Row:
    """Measure the machine's present speed: work beside it slows this loop down as it does all paths."""
    return Row(YARDSTICK, measure(lambda n: _multiply(n), 100_000), "products/s", "")


def keep(path: Path, machine: str, rounds: Rounds) -> None:
    """Write the figures of all rounds to a file, as JSON.

    Raises:
        OSError: the file cannot be written.
    """
    figures = [{row.name: [row.figure, row.unit] for row in rows} for rows in rounds]
    with replacing(path) as new:
        new.write_text(json.dumps({"machine": machine, "rounds": figures}, indent=1) + "\n", encoding="utf-8")


def kept(path: Path) -> tuple[str, Rounds]:
    """Read the machine and the figures from a file that `keep` has written.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no such file.
    """
    try:
        told = parse_json(read_text(path, _LONGEST))
        rounds = [
            [Row(str(name), float(figure), str(unit), "") for name, (figure, unit) in one.items()]
            for one in told["rounds"]
        ]
        if not rounds or not all(_speeds(rows) for rows in rounds):
            raise ValueError("it has no round")
        return str(told["machine"]), rounds
    except (AttributeError, LookupError, TypeError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{path} holds no speeds of bench --keep: {error}") from None


def ratios(now: Rounds, then: Rounds) -> dict[str, list[float]]:
    """Compute each path's speed in each round of now, as a share of the median of then, if both runs have it.

    Each speed is divided by that of its round's yardstick, so a machine that is slower altogether changes nothing.
    """
    before = defaultdict[str, list[float]](list)
    for rows in then:
        for name, speed in _speeds(rows).items():
            before[name].append(speed)
    found = defaultdict[str, list[float]](list)
    for rows in now:
        for name, speed in _speeds(rows).items():
            if name in before:
                found[name].append(speed / statistics.median(before[name]))
    return dict(found)


def slower(found: dict[str, list[float]]) -> list[str]:
    """Find the paths that are surely slower, given the shares that `ratios` returns."""
    return [name for name, shares in found.items() if len(shares) >= FEWEST and max(shares) < SLOWER]


def _speeds(rows: Sequence[Row]) -> dict[str, float]:
    """Return each path's speed by the yardstick's, for a time its inverse; shares have none."""
    (own,) = (row.figure for row in rows if row.name == YARDSTICK)
    paths = [row for row in rows if row.name != YARDSTICK and row.unit not in ("times", "%")]
    return {row.name: (row.figure if row.unit.endswith("/s") else 1 / row.figure) / own for row in paths}
