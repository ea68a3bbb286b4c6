"""What a program says of itself before it plays: it comes at once, since nothing heavy is imported for it."""

from __future__ import annotations

import subprocess
import sys

PROGRAMS = """
import sys
from baselines.bang.cli import app as bang
from baselines.durak.cli import app as durak
from baselines.oh_hell.cli import app as oh_hell
for app in (bang, durak, oh_hell):
    app(["--help"], standalone_mode=False)
    app(["match", "--help"], standalone_mode=False)
print(*sys.modules)
"""


def test_no_help_imports_what_only_playing_needs() -> None:
    told = subprocess.run([sys.executable, "-c", PROGRAMS], capture_output=True, text=True, check=True).stdout
    assert "durak match greedy random" in told
    imported = set(told.splitlines()[-1].split())
    assert "typer" in imported
    assert not {"numpy", "numba", "torch", "asyncio", "concurrent.futures", "multiprocessing"} & imported
