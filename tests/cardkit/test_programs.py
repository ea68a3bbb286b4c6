"""Programs as agents in a game that is neither Durak nor Oh Hell!: the kit's promises of `exec:` to any game."""

from __future__ import annotations

import json
import pickle
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from cardkit.arena.match import play_match
from cardkit.commands.app import app
from cardkit.processes.line_process import Program, ProgramError
from cardkit.programs.agent import MOST_FAILURES, PROTOCOL, ProgramAgent
from cardkit.programs.time_limit import in_time
from tests.support.command_line import run_command
from tests.support.herding import HAND, SEATS
from tests.support.herding_game import Herding, Random
from tests.support.herding_programs import HerdingCodec
from tests.support.programs import LAST, program

GAME = Herding()
EXEC = "tests.support.herding_programs:program"
APP = app("herd", Herding)


def play(command: str, games: int = SEATS, seconds: float = 5.0, **arguments: Any) -> Any:
    """Play a match of a program against chance."""
    agents = in_time([f"{EXEC}:{command}", Random, Random], seconds, GAME)
    return play_match(GAME, agents, games, seed=1, **arguments)


def test_a_program_is_told_what_its_seat_knows_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "asked"
    told = f"open({str(log)!r}, 'a').write(line)"
    body = f"open({str(log)!r}, 'a').write(hello)\n" + LAST.format(first=told, action=1)
    result = play(program(tmp_path, body), 1, forfeits=True)
    assert result.illegal_actions == (1, 0, 0)
    hello, asked = map(json.loads, log.read_text().splitlines())
    assert hello == {"type": "hello", "protocol": PROTOCOL, "game": "herding, closed"}
    seat = asked["seat"]
    assert set(asked) == {"type", "id", "seed", "seat", "hands", "legal", "plies"}
    assert [bin(hand).count("1") for hand in asked["hands"]] == [HAND * (one == seat) for one in range(SEATS)]


def test_games_follow_from_the_seed_with_any_number_of_workers(tmp_path: Path) -> None:
    command = program(tmp_path, "", action="asked['legal'][asked['seed'] % len(asked['legal'])]")
    one, two = (play(command, 2 * SEATS, jobs=jobs) for jobs in (1, 2))
    assert sum(one.crashes) + sum(one.illegal_actions) == 0
    assert one.results["returns"].tolist() == two.results["returns"].tolist()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("time.sleep(60)", r"gave no answer in 0\.5 s"),
        ("sys.exit('I have left')", "ended with exit code 1; its last words: I have left"),
        ("sys.exit(0)", "ended with exit code 0"),
        ("os.kill(os.getpid(), 9)", "was ended by SIGKILL"),
        pytest.param("os.close(1); time.sleep(60)", "' ended$", marks=pytest.mark.slow),
        (LAST.format(first="pass", action="'a lie'"), "'a lie' is not an action of Herding"),
        (LAST.format(first="asked['id'] += 1", action="asked['legal'][0]"), "which lacks its id"),
    ],
)
def test_one_that_hangs_leaves_or_lies_fails_by_name(tmp_path: Path, body: str, said: str) -> None:
    began = time.monotonic()
    command = program(tmp_path, body)
    with pytest.raises(ProgramError, match=said):
        play(command, seconds=0.5)
    assert play(command, seconds=0.5, forfeits=True).crashes == (SEATS, 0, 0)
    assert time.monotonic() - began < 20


def test_one_that_ends_before_its_start_is_heard_of_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    start: Any = subprocess.Popen

    def start_late(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        keeper = start(*arguments, **options)
        keeper.wait(20)
        return keeper

    monkeypatch.setattr(subprocess, "Popen", start_late)
    with pytest.raises(ProgramError, match="ended with exit code 1"):
        Program("false").ask({}, 5)
    with pytest.raises(ProgramError, match=r"cannot be started: .*No such file"):
        Program("no-such-program")


def test_one_that_writes_without_end_is_told_of_not_the_signal_that_ended_it() -> None:
    flood = Program("yes")
    time.sleep(1.5)  # until its output has been closed
    with pytest.raises(ProgramError, match="program 'yes' wrote 100 lines unasked"):
        flood.ask({}, 5)


def test_one_that_fails_too_often_is_not_restarted(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    agent = ProgramAgent(program(tmp_path, f"open({str(starts)!r}, 'a').write('x')\nsys.exit()"), HerdingCodec())
    state = GAME.new_states()[0]
    for _ in range(MOST_FAILURES + 2):
        with pytest.raises(ProgramError):
            agent.act(GAME.information_set(state, 0), np.random.default_rng(1))
    assert starts.read_text() == "x" * MOST_FAILURES


def test_a_copy_is_another_process_with_the_same_limit() -> None:
    copy = pickle.loads(pickle.dumps(ProgramAgent("cat", HerdingCodec(), 2.5)))
    assert copy.move_time == 2.5
    with pytest.raises(ProgramError, match="answered the greeting of protocol 1"):
        copy.prepare(GAME)


def test_any_games_program_takes_the_limit(tmp_path: Path) -> None:
    hangs = f"{EXEC}:{program(tmp_path, 'time.sleep(60)')}"
    others = [f"tests.support.herding_game:{name}" for name in ("Random", "compiled_random")]
    for command in (["match", "--json"], ["tournament"]):
        found = run_command(APP, *command, hangs, *others, "--games", "3", "--move-time", "0.2", status=3)
        assert "gave no answer in 0.2 s" in found.stderr
    refused = CliRunner().invoke(APP, ["match", *others, others[0], "--games", "3", "--move-time", "0.2"])
    assert refused.exit_code != 0
    assert "move_time is only for external programs" in refused.stderr
