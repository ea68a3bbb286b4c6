"""Reports on an agent that fails: its first error, the line, the game, and no claim about the others' strength."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.agents import compiled_choice
from cardkit.arena.compiled_games import NO_FAULT
from tests.support import faulty_agents
from tests.support.herd import LOWEST, RANDOM, herd, play_match, play_tournament
from tests.support.herding_game import CompiledAgent, HerdingInfo

HERE, PLAYED = "tests.support.faulty_agents", ("--games", "9", "--seed", "1")
CRASH_LINE = 1 + next(
    number
    for number, line in enumerate(Path(faulty_agents.__file__).read_text(encoding="utf-8").splitlines())
    if "# here it crashes" in line
)


class Rarely:
    """An agent that crashes where it holds a card of high rank late in the game, with words not fit for a terminal."""

    def act(self, info: HerdingInfo, rng: np.random.Generator) -> int:
        if info.record.plies > 12 and info.legal_actions[-1] > 96:
            raise RuntimeError("too \x1b[31m many")
        return info.legal_actions[0]


class RarelyTogether(Rarely):
    """A crashing agent that is asked about many games at once."""

    def act_batch(self, infos: Sequence[HerdingInfo], rngs: Sequence[np.random.Generator]) -> list[int]:
        return [self.act(info, rng) for info, rng in zip(infos, rngs, strict=True)]


@compiled_choice
def crash_late(info: Any, stream: Any, memory: Any) -> Any:
    """Choose as the memory says: 0, a crash once there are cards to play; else that slot."""
    if memory[0] == 0 and info.plies > 2:
        raise RuntimeError("too many")
    return np.int64(memory[0]) if memory[0] > 0 else np.int64(5)


def failing(kind: str) -> str:
    return f"{HERE}:{kind}"


def test_an_agent_that_always_crashes_is_told_once_and_nobody_is_stronger() -> None:
    result = herd("match", RANDOM, failing("Crashing"), LOWEST, *PLAYED)
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    for words in (
        f"agent '{failing('Crashing')}' in game 1: ValueError: ",
        f"faulty_agents.py, line {CRASH_LINE})",
        "all 9 games",
    ):
        assert words in result.stderr
    assert "lost by a crash" in result.stdout
    assert f"First error: agent '{failing('Crashing')}' in game 1" in result.stdout
    assert "is stronger" not in result.stdout
    said = f"{failing('Crashing')} failed 9 of 9 games: no verdict on strength."
    assert result.stdout.splitlines()[-1] == said


def test_illegal_actions_are_told_alike() -> None:
    result = herd("match", failing("Illegal"), RANDOM, LOWEST, *PLAYED, "--json")
    assert result.exit_code == 3
    assert f"{failing('Illegal')} lost all 9 games by illegal actions; the first: " in result.stderr
    figures = json.loads(result.stdout)
    assert figures["illegal_actions"] == [9, 0, 0]
    assert "in game 1: action 99 is not legal" in figures["first_errors"][0]
    assert figures["first_errors"][1] is None


@pytest.mark.parametrize("name", ["Leaving", "LeavingTogether"])
@pytest.mark.parametrize("strict", [False, True])
def test_an_agent_does_not_end_the_program(name: str, strict: bool) -> None:
    result = herd("match", failing(name), RANDOM, LOWEST, *PLAYED, *["--strict"] * strict)
    assert result.exit_code == (1 if strict else 3)
    assert strict or "SystemExit" in result.stderr


@pytest.mark.parametrize(("name", "error"), [("Cancelled", "CancelledError"), ("LeavingWithWords", "LastWordsError")])
def test_an_agent_raises_what_it_likes_and_loses(name: str, error: str) -> None:
    result = herd("match", failing(name), RANDOM, LOWEST, *PLAYED)
    assert result.exit_code == 3
    assert f"{failing(name)} lost all 9 games by crashes" in result.stderr
    assert error in result.stderr


@pytest.mark.parametrize(("option", "value"), [("--games", "9" * 20), ("--games", "9999999999"), ("--jobs", "100000")])
def test_numbers_beyond_any_machine_are_refused(option: str, value: str) -> None:
    result = herd("match", RANDOM, RANDOM, LOWEST, "--seed", "1", option, value)
    assert result.exit_code == 2
    assert f"{option[2:]} must be an integer" in result.stderr


def test_who_finishes_some_games_is_told_and_the_status_is_0() -> None:
    arguments = "match", RANDOM, f"{__name__}:Rarely", LOWEST, "--games", "60", "--seed", "1"
    result = herd(*arguments)
    assert result.exit_code == 0
    assert result.stderr.count("\n") == 1
    assert r"RuntimeError: too \x1b[31m many" in result.stderr
    assert " of 60 games: no verdict on strength." in " ".join(result.stdout.split())
    assert " of 60 games by crashes" in " ".join(herd(*arguments, "--failures", "60").stdout.split())


def test_no_fault_no_words() -> None:
    result = herd("match", RANDOM, LOWEST, RANDOM, "--games", "60", "--seed", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "First error" not in result.stdout


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (faulty_agents.Illegal(), "in game 1: action 99 is not legal"),
        (CompiledAgent(crash_late, np.array([200], np.uint8)), "in game 1: slot 200"),
        (Rarely(), "RuntimeError: too "),
        (RarelyTogether(), "RuntimeError: too "),
        (CompiledAgent(crash_late, np.zeros(1, np.uint8)), "RuntimeError: too many"),
    ],
    ids=["illegal", "compiled, illegal", "crash", "batch", "compiled, crash"],
)
def test_the_first_fault_comes_from_wherever_games_are_played(agent: Any, said: str, jobs: int) -> None:
    result = play_match([RANDOM, agent, LOWEST], games=60, seed=1, forfeits=True, jobs=jobs)
    nobodys, first, _ = result.first_faults
    assert nobodys is None
    assert first is not None
    assert first.game == int(np.flatnonzero(result.results["fault"] != NO_FAULT)[0])
    assert f"agent {result.names[1]!r} in game {first.game + 1}: " in first.text
    assert said in first.text


def test_an_exception_that_cannot_be_told_ends_no_match() -> None:
    class SpeechlessError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    class Speechless:
        def act(self, info: HerdingInfo, rng: np.random.Generator) -> int:
            raise SpeechlessError

    first = play_match([RANDOM, Speechless(), LOWEST], games=3, forfeits=True).first_faults[1]
    assert first is not None
    assert "in game 1: SpeechlessError (" in first.text


@pytest.mark.parametrize("options", [[], ["--jobs", "2"], ["--store", "faults.db"]], ids=["one", "two", "store"])
def test_a_tournament_tells_faults(options: list[str], tmp_path: Path) -> None:
    options = [str(tmp_path / word) if word.endswith(".db") else word for word in options]
    agents = [RANDOM, LOWEST, failing("Wordless"), failing("Illegal")]
    for _ in range(2):  # with a store all comes from there
        result = herd("tournament", *agents, *PLAYED, *options)
        assert result.exit_code == 3
        told = [line for line in result.stderr.splitlines() if " of 9, after 0:" not in line]  # of a slow machine
        assert len(told) == 2
        assert re.search(r"in game [1-3]: ZeroDivisionError \(", result.stderr)
        assert f"{failing('Illegal')} lost " in result.stderr
        assert "ZeroDivisionError" in result.stdout
    fewer = herd("tournament", *agents, "--games", "3", "--seed", "1", "--json", *options)
    errors = {one["agent"]: one["first_error"] for one in json.loads(fewer.stdout)["agents"]}
    assert errors[RANDOM] is errors[LOWEST] is None
    assert "ZeroDivisionError" in errors[failing("Wordless")]


def test_the_first_fault_of_fewer_games_is_not_that_of_more(tmp_path: Path) -> None:
    agents, store = [RANDOM, LOWEST, f"{__name__}:Rarely"], tmp_path / "faults.db"
    match = play_tournament(agents, games=60, seed=1, store=store).matches[0]
    more = next(fault for fault in match.first_faults if fault is not None)
    assert more.game > 2
    before = more.game // 3 * 3
    assert play_tournament(agents, games=before, seed=1, store=store).matches[0].first_faults == (None,) * 3
