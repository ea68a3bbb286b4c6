"""Small Python programs that are agents."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

READY = 'print(json.dumps({"type": "ready", "protocol": 1}), flush=True)\n'
START = "import json, os, subprocess, sys, time\nhello = sys.stdin.readline()\n" + READY
LAST = """
for line in sys.stdin:
    asked = json.loads(line)
    {first}
    print(json.dumps({{"id": asked["id"], "action": {action}}}), flush=True)
"""


def program(tmp_path: Path, body: str, first: str = "pass", action: str = "asked['legal'][-1]") -> str:
    """The command of a Python program that answers the greeting; without a body it answers moves too."""
    path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
    path.write_text(START + (body or LAST.format(first=first, action=action)))
    return f"{shlex.quote(sys.executable)} -I {shlex.quote(str(path))}"
