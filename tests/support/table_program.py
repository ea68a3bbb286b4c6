"""The program ``durak table`` in a process of its own, for tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.support.interrupts import install_interrupt_handler

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from baselines.durak.cli import app; app()", "table", "--no-browser", "--port", "0"]
ADDRESS = re.compile(r"http://([^/ ]+)/\?token=(\S+)")


@contextmanager
def running(*arguments: str, folder: Path = ROOT) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Start the program, and yield it with its page's address and its output until then."""
    program = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        preexec_fn=install_interrupt_handler,
    )
    try:
        assert program.stdout is not None
        printed, address = _printed(program.stdout)
        yield program, address, printed
    finally:
        program.kill()
        program.communicate()


def _printed(output: IO[str]) -> tuple[str, str]:
    lines = []
    while (found := ADDRESS.search("".join(lines))) is None:
        line = output.readline()
        assert line, "the program has ended"
        lines.append(line)
    return "".join(lines), f"ws://{found[1]}/socket?token={found[2]}"
