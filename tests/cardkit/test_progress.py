"""Reports of progress for readers without a terminal: the functions that compile, and how far the work is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardkit.compiled.jit import JIT_OFF
from cardkit.report import progress
from cardkit.report.progress import activity, progress_bar

SCRIPT = """
from cardkit.compiled.jit import jit

@jit
def one():
    return 1

@jit
def two():
    return 2 * one()
"""


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="without compilation nothing is said of it")
def test_the_first_start_says_once_what_it_compiles(tmp_path: Path) -> None:
    (tmp_path / "work.py").write_text(SCRIPT)
    paths = os.pathsep.join((str(tmp_path), str(Path(__file__).parents[2])))
    env = os.environ | {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-c", "from work import one, two; print(two(), one())"]
    first, second = (subprocess.run(command, env=env, check=True, capture_output=True, text=True) for _ in range(2))
    assert first.stdout == second.stdout == "2 1\n"
    assert first.stderr == "Compiling work.two and others for this machine; later starts skip this ...\n"
    assert second.stderr == ""


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PACE", 0.02)


def told(capsys: pytest.CaptureFixture[str], what: str) -> bool:
    """Return whether a line on standard error soon says that this goes on; nothing else may be printed elsewhere."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        shown = capsys.readouterr()
        assert shown.out == ""
        if any(re.fullmatch(rf"{re.escape(what)}, after 0:\d\d", line) for line in shown.err.splitlines()):
            return True
        time.sleep(0.01)
    return False


@pytest.mark.usefixtures("quickly")
def test_a_file_of_errors_tells_how_far_the_work_is(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("a v [b]\u202e", 1000) as show:
        assert told(capsys, r"a v [b]\u202e: 0 of 1,000")
        show(400, 2000)
        assert told(capsys, r"a v [b]\u202e: 400 of 2,000")


@pytest.mark.usefixtures("quickly")
def test_and_what_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with activity("growing the tree") as show:
        assert told(capsys, "growing the tree")
        show("solving")
        assert told(capsys, "solving")


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("a v b", 10) as show:
        show(10)
    with activity("solving") as tell:
        tell("solved")
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("quickly")
def test_quiet_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("a v b", 10, quiet=True) as show:
        show(5)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
