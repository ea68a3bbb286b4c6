"""The three programs agree on exit codes, JSON, and the meaning of options."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.support.command_line import run_command
from tests.support.command_tables import PROGRAMS, commands, meanings

PAGE = Path(__file__).parents[2] / "docs" / "kit" / "commands.md"
RUNNER = CliRunner()
FAULTY = "tests.support.faulty_agents:Crashing"
DIFFER = {"--csv", "--games", "--most-nodes", "--open-world"} | {
    *("--rules", "--num-players", "--hand-size", "--start-rank"),
}
"""Options whose words name what is the game's own: its rules, what is hidden, its lineups."""
DIFFERS_ENTIRELY = {"train"}
"""A command that learns by another method in Bang!."""

each_program = pytest.mark.parametrize("program", PROGRAMS)


def code_of(program: str, *arguments: str) -> int:
    return RUNNER.invoke(PROGRAMS[program], [*arguments]).exit_code


def test_the_page_has_the_codes_that_are_tested() -> None:
    assert re.findall(r"^\| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE) == ["0", "1", "2", "3", "130"]


@each_program
def test_what_is_told_ends_with_0_and_what_is_wrong_with_2(program: str, tmp_path: Path) -> None:
    assert code_of(program, "--version") == code_of(program, "match", "--help") == 0
    wrong = [
        ["matsch"],
        ["match", "random", "random", "--games", "many"],
        ["match", "random", "nobody"],
        ["match", "random", "random", "--games", "-1"],
        ["replay", str(tmp_path / "missing.txt")],
    ]
    assert [code_of(program, *arguments) for arguments in wrong] == [2] * len(wrong)


@pytest.mark.slow
@each_program
def test_an_agent_that_finishes_no_game_ends_with_3_and_strictly_with_1(program: str) -> None:
    match = "match", FAULTY, "random", "--games", "4", "--seed", "1"
    assert code_of(program, *match) == 3
    assert code_of(program, *match, "--strict") == 1


@pytest.mark.slow
@each_program
def test_a_reader_that_leaves_ends_it_with_1(program: str) -> None:
    told = "from tests.support.command_tables import PROGRAMS; import sys; PROGRAMS[sys.argv.pop(1)]()"
    command = [sys.executable, "-c", told, program, "agents"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        run.stdout.close()
        assert run.wait() == 1


def test_a_logged_match_says_that_one_worker_plays_it(tmp_path: Path) -> None:
    match = ["match", "random", "random", "--games", "2", "--seed", "1", "--jobs", "2"]
    told = [RUNNER.invoke(PROGRAMS["durak"], [*match, *more]).stderr for more in ([], ["--log", f"{tmp_path}/log"])]
    assert ["one worker plays" in text for text in told] == [False, True]


@pytest.mark.slow
@each_program
def test_json_stands_alone_on_standard_output(program: str) -> None:
    done = run_command(PROGRAMS[program], "match", "random", "random", "--games", "12", "--seed", "1", "--json")
    assert json.loads(done.stdout)["games"] == 12


def test_an_option_of_a_shared_command_means_the_same_in_each_program() -> None:
    shared = {name for name, programs in commands().items() if len(programs) > 1} - DIFFERS_ENTIRELY
    different = {
        option
        for option, by_meaning in meanings().items()
        for name in shared
        if sum(any(command == name for _, command in where) for where in by_meaning.values()) > 1
    }
    assert different == DIFFER
