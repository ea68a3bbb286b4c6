"""The counts of ``perft.txt``, from both implementations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.oracle import perft
from tests.support.perft import FILE, Line, compiled_perft, counts_by_action, deals, read, text

LINES = read()
QUICK = 3_000
COMPILED = [
    pytest.param(line, id=str(line.rules), marks=[] if line.rules.num_players in (2, 4) else pytest.mark.slow)
    for line in LINES
]


def check(line: Line, depths: list[int], count: Callable[[int], int]) -> None:
    for depth in depths:
        counted = count(depth)
        if counted != line.counts[depth - 1]:
            pytest.fail(f"{counted} sequences, not {line.counts[depth - 1]}, after\n{counts_by_action(line, depth)}")


def depths_of(line: Line, limit: int | None = None) -> list[int]:
    return [depth for depth, count in enumerate(line.counts, 1) if limit is None or count <= limit]


def test_the_deals_are_those_of_the_command() -> None:
    assert [replace(line, counts=()) for line in LINES] == deals()


@pytest.mark.slow
def test_the_file_is_what_the_command_writes() -> None:
    assert FILE.read_text() == text()


def test_the_deals_are_many_and_deep() -> None:
    assert len({line.rules for line in LINES}) == len(LINES) >= 10
    assert all(len(line.counts) >= 6 for line in LINES)
    assert all(Line.parse(str(line)) == line for line in LINES)


@pytest.mark.parametrize("line", COMPILED)
def test_compiled_counts(line: Line) -> None:
    check(line, depths_of(line), lambda depth: compiled_perft(line.state(), depth))


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line.rules))
def test_oracle_counts(line: Line) -> None:
    check(line, depths_of(line, QUICK), lambda depth: perft(line.game(), depth))


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line.rules))
def test_oracle_counts_at_all_depths(line: Line) -> None:
    check(line, depths_of(line), lambda depth: perft(line.game(), depth))


def test_nothing_and_everything_is_counted() -> None:
    line = LINES[0]
    assert compiled_perft(line.state(), 0) == perft(line.game(), 0) == 1
    report = counts_by_action(line, 2)
    assert report.count("compiled") == line.counts[0]
    assert "<--" not in report
