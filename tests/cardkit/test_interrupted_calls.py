"""Ctrl-C while compiled code calls Python: Python reports a SystemError that the interrupt has caused, or drops it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from cardkit.commands.leaving import leaving_at_once
with leaving_at_once("cards"):
    try:
        raise {cause}
    except BaseException as cause:
        try:
            raise SystemError("a call has returned a result with an exception set") from cause
        except SystemError as inner:
            raise SystemError("so has its caller") from inner
"""

WRITES = """
import signal, sys, time
from cardkit.commands.leaving import leaving_at_once
from cardkit.files import replacing

class Drops:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def drop():
    dropped = Drops()
    del dropped

def catch():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        pass
    time.sleep(60)

signal.signal(signal.SIGINT, signal.default_int_handler)
with leaving_at_once("cards"), replacing("file.txt") as new:
    new.write_text("half")
    {interrupted}()
"""


@pytest.mark.parametrize(
    ("cause", "code", "last_line"),
    [("KeyboardInterrupt", 130, "cards: interrupted"), ("ValueError", 1, "SystemError: so has its caller")],
)
def test_it_ends_a_program_with_one_line(cause: str, code: int, last_line: str) -> None:
    program = PROGRAM.format(cause=cause)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code
    assert done.stderr.splitlines()[-1] == last_line
    assert cause != "KeyboardInterrupt" or done.stderr == f"{last_line}\n"


@pytest.mark.parametrize("interrupted", ["drop", "catch"])
def test_no_half_written_file_stays_where_it_goes_unseen(interrupted: str, tmp_path: Path) -> None:
    """No half-written file stays when the process ends without unwinding."""
    command = [sys.executable, "-c", WRITES.format(interrupted=interrupted)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (130, "cards: interrupted\n")
    assert not list(tmp_path.iterdir())
