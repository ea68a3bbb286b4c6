"""One-line faults, and the test that notices each: a measure of what the suite is worth, before and after tests move.

    .venv/bin/python -m tests.support.faults             the faults without an entry in faults_caught.json, one by one
    .venv/bin/python -m tests.support.faults TEXT ...    those whose file or line holds any of the texts, again
        --slow           those that no quick test notices also meet the slow ones of the named tests
        --wider ARGS     instead of the named tests, these arguments of pytest
        --tree FOLDER    where the copy of the tree stands; several runs need one each
        --check          only whether each line stands once in its file

A fault is never made in place, but in a copy of the tree. The tests run with all rights of who starts them: a fault
near files, processes or devices needs tests that touch nothing outside the copy.

What is kept names the test, and says whether it is a quick or a slow one; a test that fails without the fault as well
does not count.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numba
import pytest
import scipy.stats
import typer.testing
from gymnasium import vector
from pettingzoo import AECEnv

IMPORTED = numba, scipy.stats, typer.testing, vector, AECEnv  # once, for all runs
ROOT = Path(__file__).parents[2]
DATA, CAUGHT = Path(__file__).with_suffix(".toml"), Path(__file__).with_name("faults_caught.json")
QUICK, SLOW = "not slow", "slow"
MOST_SECONDS = 1200  # of one run; a fault that makes a test hang is noticed
NICE = 10
OPTIONS = "-n0", "-x", "-q", "-rfE", "-p", "no:cacheprovider"


@dataclass(frozen=True)
class Fault:
    """A line, without its indentation, and what it becomes; `plain`: the tests run without the compiler."""

    file: str
    was: str
    now: str
    tests: list[str]
    plain: bool = False

    @property
    def key(self) -> str:
        return f"{self.file}: {self.was} -> {self.now}"

    def changed(self, source: str) -> str:
        """Put the fault into the source.

        Raises:
            ValueError: the line does not stand there exactly once.
        """
        lines = source.split("\n")
        places = [place for place, line in enumerate(lines) if line.strip() == self.was]
        if len(places) != 1:
            raise ValueError(f"{self.file} has the line {len(places)} times: {self.was}")
        before = lines[places[0]]
        lines[places[0]] = before[: len(before) - len(before.lstrip())] + self.now
        return "\n".join(lines)


def all_faults() -> list[Fault]:
    """Return the faults of the data, each of which fits the tree."""
    faults = [Fault(**one) for one in tomllib.loads(DATA.read_text(encoding="utf-8"))["faults"]]
    for fault in faults:
        fault.changed((ROOT / fault.file).read_text(encoding="utf-8"))
    return faults


def copy_tree(tree: Path) -> None:
    """Bring a copy of the files that git knows or would add up to date; compiled code in the copy stays."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        source, target = ROOT / name, tree / name
        if source.is_file() and not (target.exists() and target.read_bytes() == source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def write(path: Path, source: str) -> None:
    """Write a module, and forget its bytecode, which Python tells from the new one by its second and size alone."""
    path.write_text(source, encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


@contextmanager
def made(fault: Fault, tree: Path) -> Iterator[None]:
    """Hold the fault in the tree."""
    path = tree / fault.file
    source = path.read_text(encoding="utf-8")
    write(path, fault.changed(source))
    try:
        yield
    finally:
        write(path, source)


def failing(tests: Sequence[str], speed: str, plain: bool, tree: Path) -> str | None:
    """Return the first test that fails, or why none was run; None if all pass."""
    status, told = run_forked([*OPTIONS, "-m", speed, *tests], plain, tree)
    if status in (0, 5):  # all pass, or none is of this speed
        return None
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", told, re.MULTILINE)
    return found[1] if found else f"pytest ends with {status}: {told[-300:]}"


def run_forked(arguments: Sequence[str], plain: bool, tree: Path) -> tuple[int, str]:
    """Return Pytest's status and output, in a process that need not import again what all tests import."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        child = os.fork()
        if not child:
            os.setsid()
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            os._exit(run_pytest(arguments, plain, tree))
        deadline = time.monotonic() + MOST_SECONDS
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:
            if time.monotonic() > deadline:
                os.killpg(child, signal.SIGKILL)
            time.sleep(0.05)
        output.seek(0)
        return os.waitstatus_to_exitcode(ended[1]), output.read()


def run_pytest(arguments: Sequence[str], plain: bool, tree: Path) -> int:
    """Run the tests of a tree, of whose modules this process has imported none."""
    os.chdir(tree)
    os.environ |= {"PYTHONPATH": str(tree), "SDL_VIDEODRIVER": "dummy", "COLUMNS": "1000"}
    os.environ |= {"NUMBA_DISABLE_JIT": "1"} if plain else {}
    numba.core.config.DISABLE_JIT = plain  # type: ignore[attr-defined]  # numba sets its options at run time
    sys.dont_write_bytecode = False
    sys.path[:] = [str(tree), *(place for place in sys.path if place not in ("", str(ROOT)))]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    return int(pytest.main([*arguments]))


@cache
def passes(name: str, speed: str, plain: bool, tree: Path) -> bool:
    """Return whether a test passes without a fault; a non-test, such as an error that ends pytest, does."""
    return "::" not in name or failing([name], speed, plain, tree) is None


def noticed(fault: Fault, runs: Sequence[str], speeds: Sequence[str], tree: Path) -> dict[str, str]:
    """Find the test that notices a fault, and its speed; empty if none does."""
    for speed in speeds:
        for tests in map(shlex.split, runs):
            with made(fault, tree):
                name = failing(tests, speed, fault.plain, tree)
            if name is not None and passes(name, speed, fault.plain, tree):
                return {"by": name, "suite": "quick" if speed == QUICK else "slow"}
    return {}


def keep(fault: Fault, found: dict[str, str]) -> None:
    """Add a finding to the file; other runs may do so at the same time."""
    with open(CAUGHT, "a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        kept = json.loads(file.read() or "{}") | {fault.key: found}
        file.truncate(0)
        file.write(json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def caught() -> dict[str, dict[str, str]]:
    """Return the kept findings, by fault."""
    return json.loads(CAUGHT.read_text(encoding="utf-8")) if CAUGHT.exists() else {}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.support.faults")
    parser.add_argument("texts", nargs="*")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--wider")
    parser.add_argument("--tree", type=Path, default=Path(tempfile.gettempdir()) / "durak-faults")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args(arguments)
    faults, kept = all_faults(), caught()
    if not given.check:
        copy_tree(given.tree)
        os.nice(NICE)
        for fault in faults:
            if any(text in fault.key for text in given.texts) or (not given.texts and fault.key not in caught()):
                runs, speeds = [given.wider] if given.wider else fault.tests, [QUICK, SLOW] if given.slow else [QUICK]
                found = noticed(fault, runs, speeds, given.tree)
                keep(fault, found)
                print(f"{found.get('suite', 'none'):5}  {fault.key}  {found.get('by', '')}", flush=True)
        kept = caught()
    suites = [kept.get(fault.key, {"suite": "not tried"}).get("suite", "none") for fault in faults]
    print(", ".join(f"{suites.count(suite)} {suite}" for suite in ("quick", "slow", "none", "not tried")))


if __name__ == "__main__":
    main()
