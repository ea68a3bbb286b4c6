"""Ctrl-C: whatever a command is doing, it ends soon, with one line; what was played is kept, and nothing goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.arena.store import Store
from durak_env.durak import Durak
from tests.cardkit.test_workers import PATIENCE, wait_until
from tests.support.interrupts import install_interrupt_handler

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX systems know them")

ROOT = Path(__file__).parents[3]
SOON = 2.0
LONG = "mcts:limit=100000"
TELLS = """
import pathlib
class Tells:
    def act(self, info, rng):
        pathlib.Path("playing").touch()
        return info.legal_actions[0]
"""
HANGS = """
import os, pathlib, sys, time
sys.stdin.readline()
pathlib.Path("playing.new").write_text(str(os.getpid()))
pathlib.Path("playing.new").rename("playing")
time.sleep(600)
"""
SMALL = "start_rank=11,num_suits=2,hand_size=3"
TOO_LARGE = "start_rank=10,num_suits=2,hand_size=3"
"""The rules of a game whose tree has more nodes than can be grown."""
INTERRUPTED = """
import _thread, inspect, threading, time
import cardkit.arena.match
from baselines import play_match

began = threading.Event()
play = cardkit.arena.match.play_compiled
def playing(*arguments, **settings):
    if len(inspect.signature(play).bind(*arguments, **settings).arguments["results"]):
        began.set()
    return play(*arguments, **settings)
cardkit.arena.match.play_compiled = playing

interrupted = []
def interrupt():
    began.wait()
    time.sleep(0.2)
    interrupted.append(time.perf_counter())
    _thread.interrupt_main()
threading.Thread(target=interrupt, daemon=True).start()
try:
    play_match("mcts:limit=10000", "greedy", games=10_000_000)
except KeyboardInterrupt:
    took = time.perf_counter() - interrupted[0]
    assert took < 10, took
    until = time.perf_counter() + 20
    while threading.active_count() > 1 and time.perf_counter() < until:
        time.sleep(0.01)
    print(threading.active_count())
"""


class Program:
    """A program in a process group of its own, as a terminal has it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
        self._process = subprocess.Popen(
            [sys.executable, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=install_interrupt_handler,
        )

    def interrupt(self, ready: Callable[[], bool], moments: float = 0.3) -> tuple[int, str, float]:
        """Press Ctrl-C some moments after it is ready; return its exit code, its words, and how long it took to end."""
        assert wait_until(lambda: ready() or self._process.poll() is not None)
        time.sleep(moments)
        began = time.perf_counter()
        os.killpg(self._process.pid, signal.SIGINT)
        try:
            _, said = self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()
        return self._process.returncode, said, time.perf_counter() - began

    def has_workers(self) -> bool:
        """Return whether it has started processes that play."""
        children = [path.read_text() for path in Path(f"/proc/{self._process.pid}/task").glob("*/children")]
        commands = [Path(f"/proc/{child}/cmdline") for child in " ".join(children).split()]
        return any(b"loky" in command.read_bytes() for command in commands if command.exists())

    def busy(self) -> bool:
        """Return whether it has computed for some seconds, so that its imports are over and it plays."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > 2.5


def durak(folder: Path, *arguments: str) -> Program:
    return Program(folder, "-c", "from baselines.durak.cli import app; app()", *arguments)


def check_left(program: Program, ready: Callable[[], bool], moments: float = 0.3) -> None:
    code, said, seconds = program.interrupt(ready, moments)
    # On a machine without kept code the first line is the notice of a first start.
    lines = [line for line in said.splitlines() if not line.startswith("Compiling ")]
    assert lines == ["durak: interrupted"]
    assert code == 130
    assert seconds < SOON


@pytest.mark.parametrize(
    ("program", "module", "name"),
    [
        (["-c", "from baselines.durak.cli import app; app()"], "typer", "durak"),
        (["-c", "from baselines.oh_hell.cli import app; app()"], "typer", "oh-hell"),
        (["-m", "baselines.durak.learning.curve"], "numpy", "curve.py"),
    ],
    ids=lambda given: str(given),
)
def test_ctrl_c_while_a_program_imports_its_modules(tmp_path: Path, program: list[str], module: str, name: str) -> None:
    (tmp_path / f"{module}.py").write_text("raise KeyboardInterrupt")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, *program]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, f"{name}: interrupted\n")  # a shell says 130


def test_play_without_an_input_ends_with_a_line(tmp_path: Path) -> None:
    code = "from baselines.durak.cli import app; app()"
    done = subprocess.run(
        ["sh", "-c", f'exec {sys.executable} -c "{code}" play greedy <&-'],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=PATIENCE,
    )
    said = "durak: play reads your plies from the standard input, which is closed\n"
    assert (done.returncode, done.stderr) == (2, said)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at the process in /proc")


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("match", LONG, "greedy"),
        ("match", LONG, "greedy", "--verbose"),
        ("match", LONG, "tells:Tells", "--strict"),
        ("tournament", LONG, "greedy", "smart", "--jobs", "2"),
        ("tune", f"{LONG},c=0.5..1.5", "--store", "tune.db"),
        ("bench", "--search"),
        ("reproduce", "figure-2.1"),
        ("examine", "regret", LONG),
        ("examine", "response", "greedy", "--folder", "response"),
        ("train", "--folder", "run"),
        ("solve", "--rules", TOO_LARGE, "--save", "small.safetensors", "--most-nodes", "2000000000"),
        ("solve", "--rules", SMALL, "--iterations", "2000000", "--target", "0", "--save", "small.safetensors"),
        ("solve", "--rules", SMALL, "--walks", "100000000"),
        ("solve", "--rules", TOO_LARGE, "--walks", "1", "--response-hands", "840"),
    ],
    ids=" ".join,
)
def test_commands_end_soon(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "tells.py").write_text(TELLS)
    program = durak(tmp_path, *arguments)
    check_left(program, program.busy)
    assert not list(tmp_path.glob("*.safetensors"))
    assert not list(tmp_path.glob(".*.new*"))


@pytest.mark.slow
def test_a_tree_is_not_half_written(tmp_path: Path) -> None:
    program = durak(tmp_path, "solve", "--rules", SMALL, "--efg", "tree.efg")
    check_left(program, lambda: any(file.stat().st_size for file in tmp_path.glob(".tree.*")), moments=0.0)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_program_that_hangs_ends_too(tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    program = durak(tmp_path, "exploitability", f"exec:{sys.executable} hangs.py")
    check_left(program, (tmp_path / "playing").exists)
    hanging = int((tmp_path / "playing").read_text())
    assert wait_until(lambda: not is_running(hanging))


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_other_processes_end_too(tmp_path: Path) -> None:
    (tmp_path / "tells.py").write_text(TELLS)
    program = durak(tmp_path, "match", "tells:Tells", "greedy", "--games", "1000000", "--jobs", "2")
    check_left(program, (tmp_path / "playing").exists)


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize("moments", [0.05, 0.2, 0.5])
def test_processes_that_are_just_starting_say_nothing(tmp_path: Path, moments: float) -> None:
    (tmp_path / "tells.py").write_text(TELLS)
    program = durak(tmp_path, "match", "tells:Tells", "greedy", "--games", "1000000", "--jobs", "2")
    check_left(program, program.has_workers, moments)


@pytest.mark.slow
def test_a_tournament_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    program = durak(
        tmp_path, "tournament", "greedy", "smart", "random", "--games", "2000000", "--jobs", "2", "--store", str(file)
    )
    check_left(program, lambda: file.exists() and kept(file) > 0)
    assert kept(file) > 0


def kept(file: Path) -> int:
    try:
        with Store(file, Durak()) as store:
            return sum(len(pairs) for pairs, _ in store.news().values())
    except ValueError:  # it is just being made
        return 0


@pytest.mark.slow
def test_whoever_catches_it_has_the_processor_back(tmp_path: Path) -> None:
    """In a notebook the process stays, so the threads leave their games at the next choice."""
    (tmp_path / "script.py").write_text(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, "script.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=PATIENCE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        preexec_fn=install_interrupt_handler,
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "1\n")
