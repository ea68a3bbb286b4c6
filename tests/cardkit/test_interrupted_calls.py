"""Ctrl-C while compiled code calls Python: Python reports a SystemError that the interrupt has caused."""

from __future__ import annotations

import subprocess
import sys

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
