"""Workers that are other processes: the agents that can be sent to them, and their remains when somebody is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from cardkit.statistics.sprt import Sprt
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.baselines.durak.test_match import SMALL, Constant, same
from tests.support.interrupts import install_interrupt_handler
from tests.support.vandals import Dicing

PATIENCE = 60  # seconds after which a process is taken to stay for good
SCRIPT = """
import os, pathlib, sys
from baselines import play_match

class Tells:
    def act(self, info, rng):
        pathlib.Path(sys.argv[1], str(os.getpid())).touch()
        return info.legal_actions[0]

print(play_match(Tells(), "greedy", games=int(sys.argv[2]), seed=1, jobs=2).wins)
"""


class Killed:
    """An agent whose process is killed when it is asked."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return 0


class Exiting:
    """An agent that ends its process when it is asked."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        os._exit(0)


def script(folder: Path, games: int) -> subprocess.Popen[str]:
    """Start a program, of one file and without a main guard, whose workers leave their numbers in a folder."""
    file = folder / "script.py"
    file.write_text(SCRIPT, encoding="utf-8")
    (folder / "workers").mkdir()
    arguments = [sys.executable, str(file), str(folder / "workers"), str(games)]
    return subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=install_interrupt_handler
    )


def lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition: Any) -> bool:
    until = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    return condition()


def test_what_no_process_can_get_is_refused() -> None:
    numbers = (number for number in range(3))
    with pytest.raises(ValueError, match="use jobs=1"):
        play_match(lambda: Constant(numbers), "random", games=4, jobs=2)


@pytest.mark.slow
def test_a_script_may_define_its_agent(tmp_path: Path) -> None:
    process = script(tmp_path, games=6)
    printed, said = process.communicate()
    assert process.returncode == 0, said
    assert 0 <= int(printed) <= 6
    assert not [line for line in said.splitlines() if not line.startswith("Compiling ")]
    assert str(process.pid) not in {file.name for file in (tmp_path / "workers").iterdir()}


@pytest.mark.slow
def test_a_killed_worker_ends_the_match_with_a_clear_error() -> None:
    with pytest.raises(ValueError, match=r"games 0 to 3 of Killed v random; jobs=1"):
        play_match(Killed(), "random", games=4, jobs=2)
    with pytest.raises(ValueError, match=r"games 0 to \d+ of Exiting v greedy and games 0 to \d+ of Exiting v random;"):
        play_tournament([Exiting(), "random", "greedy"], games=4, gauntlet="Exiting", jobs=2)
    one = play_match(Dicing(), "random", games=6, seed=1, rules=SMALL)
    assert same(one, play_match(Dicing(), "random", games=6, seed=1, rules=SMALL, jobs=2))


@pytest.mark.slow
def test_a_match_that_ends_early_does_so_in_silence(recwarn: pytest.WarningsRecorder) -> None:
    decided = play_match(Dicing(), "greedy", games=4000, seed=1, rules=Rules(), sprt=Sprt(0, 100), jobs=2)
    assert decided.games < 4000
    assert same(decided, play_match(Dicing(), "greedy", games=4000, seed=1, rules=Rules(), sprt=Sprt(0, 100)))
    assert not recwarn.list


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc, which is on Linux only")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_its_parent(tmp_path: Path, how: signal.Signals) -> None:
    process = script(tmp_path, games=1_000_000)
    assert wait_until(lambda: len(list((tmp_path / "workers").iterdir())) == 2)
    workers = [int(file.name) for file in (tmp_path / "workers").iterdir()]
    assert all(map(lives, workers))
    process.send_signal(how)
    process.communicate(timeout=PATIENCE)
    assert wait_until(lambda: not any(map(lives, workers)))
