"""The counts of ``perft.txt``, from both implementations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.oh_hell.agreement import SEATS, SEATS_OF_QUICK_TESTS
from tests.support.oh_hell.oracle import perft
from tests.support.oh_hell.perft import FILE, Line, compiled_perft, counts_by_action, deals, read, text

LINES = read()
QUICK = 3_000
COMPILED = [
    pytest.param(
        line,
        id=str(line.rules),
        marks=[] if line.rules.num_players in SEATS_OF_QUICK_TESTS else pytest.mark.slow,
    )
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
    assert {line.rules.num_players for line in LINES} == set(SEATS)
    assert sum(len(line.counts) == line.rules.num_plies for line in LINES) >= 5  # counted to the end of the game
    assert all(Line.parse(str(line)) == line for line in LINES)


@pytest.mark.slow
def test_the_file_is_what_the_command_writes() -> None:
    assert FILE.read_text() == text()


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
