"""Small Python programs that are agents, and programs run several times in one process."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

READY = 'print(json.dumps({"type": "ready", "protocol": 1}), flush=True)\n'
START = "import json, os, subprocess, sys, time\nhello = sys.stdin.readline()\n" + READY
LAST = """
for line in sys.stdin:
    asked = json.loads(line)
    {first}
    print(json.dumps({{"id": asked["id"], "action": {action}}}), flush=True)
"""


def program(tmp_path: Path, body: str, first: str = "pass", action: str = "asked['legal'][-1]") -> str:
    """Return the command of a Python program that answers the greeting; without a body it answers moves too."""
    path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
    path.write_text(START + (body or LAST.format(first=first, action=action)))
    return f"{shlex.quote(sys.executable)} -I {shlex.quote(str(path))}"


IN_TURN = """
import json, runpy, sys
program, *lists = json.loads(sys.argv[1])
sys.path.insert(0, program.rpartition("/")[0])
for arguments in lists:
    sys.argv = [program, *arguments]
    runpy.run_path(program, run_name="__main__")
    print("\\0", flush=True)
"""


def printed_in_turn(path: Path, runs: Sequence[Sequence[str]]) -> list[str]:
    """Run a program with several lists of arguments, one after the other in one new process, and return its outputs.

    Its libraries are then loaded once.
    """
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", IN_TURN, json.dumps([str(path), *runs])]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\0")[:-1]
