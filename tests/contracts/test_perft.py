"""The counts of the files ``perft.txt``, from both implementations of each game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.support import perft as durak
from tests.support.bang import perft as bang
from tests.support.bang.comparison import SEATS_OF_QUICK_TESTS as SEATS_OF_BANG
from tests.support.counts import Counts, compiled_perft
from tests.support.oh_hell import perft as oh_hell
from tests.support.oh_hell.agreement import SEATS, SEATS_OF_QUICK_TESTS

FILES = {"durak": durak.COUNTS, "oh-hell": oh_hell.COUNTS, "bang": bang.COUNTS}
LINES = {name: file.read() for name, file in FILES.items()}
COMPILED = {"durak": SEATS_OF_QUICK_TESTS, "oh-hell": SEATS_OF_QUICK_TESTS, "bang": SEATS_OF_BANG}
"""The seats that other quick tests compile as well."""
each_file = pytest.mark.parametrize("name", FILES)


def each_line(*compiling: str) -> list[Any]:
    """Return every line with its file; lines of compiled games for seats that no other quick test compiles are slow."""
    return [
        pytest.param(
            file,
            line,
            id=f"{name}-{line.rules}",
            marks=pytest.mark.slow if name in compiling and line.rules.num_players not in COMPILED[name] else [],
        )
        for name, file in FILES.items()
        for line in LINES[name]
    ]


def check(file: Counts, line: Any, limit: int | None, count: Callable[[int], int]) -> None:
    for depth, expected in enumerate(line.counts, 1):
        if limit is not None and expected > limit:
            continue
        counted = count(depth)
        if counted != expected:
            pytest.fail(f"{counted} sequences, not {expected}, after\n{file.by_action(line, depth)}")


@each_file
def test_the_deals_are_those_of_the_command(name: str) -> None:
    lines = LINES[name]
    assert [replace(line, counts=()) for line in lines] == FILES[name].deals()
    assert all(FILES[name].parse(str(line)) == line for line in lines)
    assert len({line.rules for line in lines}) == len(lines) >= 10


@each_file
def test_the_file_is_what_the_command_writes(name: str) -> None:
    """The file is the command's output, apart from the counts, which have tests of their own."""
    assert FILES[name].path.read_text() == FILES[name].text_of(LINES[name])


def test_the_deals_are_deep() -> None:
    assert all(len(line.counts) >= 6 for line in LINES["durak"])
    assert {line.rules.num_players for line in LINES["oh-hell"]} == set(SEATS)
    whole_games = [line for line in LINES["oh-hell"] if len(line.counts) == line.rules.num_plies]
    assert len(whole_games) >= 5


@pytest.mark.parametrize(("file", "line"), each_line(*FILES))
def test_compiled_counts(file: Counts, line: Any) -> None:
    check(file, line, None, lambda depth: compiled_perft(line.state(), depth))


@pytest.mark.parametrize(("file", "line"), each_line("bang"))  # its oracle gets the outcomes of chance
def test_oracle_counts(file: Counts, line: Any) -> None:
    check(file, line, file.quick, lambda depth: file.perft(line.game(), depth))


@pytest.mark.slow
@pytest.mark.parametrize(("file", "line"), each_line())
def test_oracle_counts_at_all_depths(file: Counts, line: Any) -> None:
    counts = file.by_oracle(line)
    check(file, line, None, lambda depth: counts[depth - 1])


@each_file
def test_nothing_and_everything_is_counted(name: str) -> None:
    file, line = FILES[name], LINES[name][0]
    assert compiled_perft(line.state(), 0) == file.perft(line.game(), 0) == 1
    report = file.by_action(line, 2)
    assert report.count("compiled") == line.counts[0]
    assert "<--" not in report
