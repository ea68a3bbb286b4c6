"""Reports on an agent that fails: its first error, the line, the game, and no claim about the other's strength."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from baselines.durak.cli import app
from baselines.durak.report.match_report import MatchReport
from cardkit.arena.compiled_games import NO_FAULT
from durak_env.compiled_agents import CompiledAgent
from durak_env.rules import Rules
from tests.baselines.durak.test_match import Constant, Crashing, CrashingTogether, crash_in_defence, first_byte
from tests.support.faulty_agents import Boundless
from tests.support.vandals import Dicing

SMALL = Rules(start_rank=11, num_suits=3, hand_size=3)
CRASH_LINE = 1 + next(
    number
    for number, line in enumerate((Path(__file__).parents[2] / "support" / "faulty_agents.py").read_text().splitlines())
    if "# here it crashes" in line
)


def durak(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "160"})


def test_an_agent_that_always_crashes_is_told_once_and_nobody_is_stronger() -> None:
    result = durak("match", "greedy", "tests.support.faulty_agents:Crashing", "--games", "10", "--seed", "1")
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    for words in (
        "agent 'tests.support.faulty_agents:Crashing' in game 0: ValueError: ",
        f"faulty_agents.py, line {CRASH_LINE})",
        "all 10 games",
    ):
        assert words in result.stderr
    assert "lost by a crash" in result.stdout
    assert "First error: agent 'tests.support.faulty_agents:Crashing' in game 0" in result.stdout
    assert "is stronger" not in result.stdout
    said = "tests.support.faulty_agents:Crashing failed 10 of 10 games: no verdict on strength."
    assert result.stdout.splitlines()[-1] == said


def test_illegal_actions_are_told_alike() -> None:
    result = durak("match", "tests.support.faulty_agents:Illegal", "greedy", "--games", "10", "--seed", "1", "--json")
    assert result.exit_code == 3
    assert "tests.support.faulty_agents:Illegal lost all 10 games by illegal actions; the first: " in result.stderr
    figures = json.loads(result.stdout)
    assert figures["illegal_actions"] == [10, 0]
    assert "in game 0: action 99 is out of range" in figures["first_errors"][0]
    assert figures["first_errors"][1] is None


def test_an_action_too_large_to_be_written_is_illegal() -> None:
    result = play_match(Boundless(), "low", 2, forfeits=True)
    assert result.illegal_actions == (2, 0)
    assert "action <int that cannot be written> is out of range" in str(result.fault_reports[0].first)


@pytest.mark.parametrize("name", ["Leaving", "LeavingTogether"])
@pytest.mark.parametrize("strict", [False, True])
def test_an_agent_does_not_end_the_program(name: str, strict: bool) -> None:
    flags = ["--strict"] if strict else []
    result = durak("match", f"tests.support.faulty_agents:{name}", "greedy", "--games", "10", "--seed", "1", *flags)
    assert result.exit_code == (1 if strict else 3)
    if not strict:
        assert "SystemExit" in result.stderr


@pytest.mark.parametrize(("name", "error"), [("Cancelled", "CancelledError"), ("LeavingWithWords", "LastWordsError")])
def test_an_agent_raises_what_it_likes_and_loses(name: str, error: str) -> None:
    result = durak("match", f"tests.support.faulty_agents:{name}", "greedy", "--games", "10", "--seed", "1")
    assert result.exit_code == 3
    assert f"tests.support.faulty_agents:{name} lost all 10 games by crashes" in result.stderr
    assert error in result.stderr


@pytest.mark.parametrize(("option", "value"), [("--games", "9" * 20), ("--games", "9999999999"), ("--jobs", "100000")])
def test_numbers_beyond_any_machine_are_refused(option: str, value: str) -> None:
    result = durak("match", "greedy", "random", "--seed", "1", option, value)
    assert result.exit_code == 2
    assert f"{option[2:]} must be an integer" in result.stderr


def test_who_finishes_some_games_is_told_and_the_status_is_0() -> None:
    result = durak("match", "greedy", "tests.support.faulty_agents:Rarely", "--games", "60", "--seed", "1")
    assert result.exit_code == 0
    assert result.stderr.count("\n") == 1
    assert r"RuntimeError: too \x1b[31m many" in result.stderr
    assert " of 60 games: no verdict on strength." in " ".join(result.stdout.split())
    allowed = durak(
        "match", "greedy", "tests.support.faulty_agents:Rarely", "--games", "60", "--seed", "1", "--failures", "20"
    )
    assert " of 60 games by crashes" in " ".join(allowed.stdout.split())


def test_no_fault_no_words() -> None:
    result = durak("match", "greedy", "random", "--games", "60", "--seed", "1")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "First error" not in result.stdout


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (Constant(37), "in game 0: action 37 is out of range"),
        (CompiledAgent(first_byte, np.array([200], np.uint8)), "in game 0: slot 200"),
        (Crashing(), "RuntimeError: no defence (tests/baselines/durak/test_match.py, line "),
        (CrashingTogether(), "RuntimeError: no defence (tests/baselines/durak/test_match.py, line "),
        (CompiledAgent(crash_in_defence), "RuntimeError: no defence"),
    ],
    ids=["illegal", "compiled, illegal", "crash", "batch", "compiled, crash"],
)
def test_the_first_fault_comes_from_wherever_games_are_played(agent: Any, said: str, jobs: int) -> None:
    result = play_match("greedy", agent, games=60, seed=1, rules=SMALL, forfeits=True, jobs=jobs)
    nobodys, first = result.first_faults
    assert nobodys is None
    assert first is not None
    assert first.game == int(np.flatnonzero(result.results["fault"] != NO_FAULT)[0])
    assert f"agent {result.names[1]!r} in game {first.game}: " in first.text
    assert said in first.text


def test_crashes_do_not_make_the_other_agent_stronger() -> None:
    """Level games and crashes: the score is high, and nothing is shown; won games and a few: it is stronger."""

    class Unsteady(Dicing):
        def __init__(self, every: int) -> None:
            self._games, self._every = 0, every

        def act(self, info: Any, rng: Any) -> int:
            self._games += info.record.plies < 2
            if self._games % self._every == 0:
                raise RuntimeError("unsteady")
            return super().act(info, rng)

    level = play_match(Dicing(), Unsteady(2), games=200, seed=1, rules=SMALL, forfeits=True)
    assert level.interval()[0] > 0.5
    failed = level.crashes[1]
    assert MatchReport(level, 0.98).verdict() == f"Unsteady failed {failed} of 200 games: no verdict on strength."
    allowed = MatchReport(level, 0.98, most_failures=1.0).verdict()
    assert allowed.startswith("No difference is shown: Dicing scores 0.")
    assert "What the games that failed would have given decides it." in allowed
    better = play_match("greedy", Unsteady(50), games=400, seed=1, rules=SMALL, forfeits=True)
    assert "failed" in MatchReport(better, 0.98).verdict()
    judged = MatchReport(better, 0.98, most_failures=0.05).verdict()
    assert judged.startswith("greedy is stronger than Unsteady")
    assert judged.endswith("of 400 games by crashes.")


def test_an_exception_that_cannot_be_told_ends_no_match() -> None:
    class SpeechlessError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    class Speechless(Dicing):
        def act(self, info: Any, rng: Any) -> int:
            raise SpeechlessError

    first = play_match("greedy", Speechless(), games=2, forfeits=True).first_faults[1]
    assert first is not None
    assert "in game 0: SpeechlessError (" in first.text


@pytest.mark.parametrize("options", [[], ["--jobs", "2"], ["--store", "faults.db"]], ids=["one", "two", "store"])
def test_a_tournament_tells_faults(options: list[str], tmp_path: Path) -> None:
    options = [str(tmp_path / word) if word.endswith(".db") else word for word in options]
    agents = ["greedy", "random", "tests.support.faulty_agents:Wordless", "tests.support.faulty_agents:Illegal"]
    for _ in range(2):  # with a store all comes from there
        result = durak("tournament", *agents, "--games", "10", "--seed", "1", *options)
        assert result.exit_code == 3
        assert result.stderr.count("\n") == 2
        assert "in game 0: ZeroDivisionError (" in result.stderr
        assert "tests.support.faulty_agents:Illegal lost " in result.stderr
        assert "ZeroDivisionError" in result.stdout
    fewer = durak("tournament", *agents, "--games", "4", "--seed", "1", "--json", *options)
    errors = {one["agent"]: one["first_error"] for one in json.loads(fewer.stdout)["agents"]}
    assert errors["greedy"] is errors["random"] is None
    assert "ZeroDivisionError" in errors["tests.support.faulty_agents:Wordless"]


def test_the_first_fault_of_fewer_games_is_not_that_of_more(tmp_path: Path) -> None:
    store = tmp_path / "faults.db"
    agents = ["greedy", "tests.support.faulty_agents:Rarely"]
    more = play_tournament(agents, games=60, seed=1, store=store).matches[0].first_faults[1]
    assert more is not None
    assert more.game > 1
    before = more.game // 2 * 2
    assert play_tournament(agents, games=before, seed=1, store=store).matches[0].first_faults == (None, None)
