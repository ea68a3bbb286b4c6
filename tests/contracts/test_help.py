"""Each program's help comes at once, since nothing heavy is imported for it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from cardkit.commands.app import app
from cardkit.commands.composition import LEARN, MACHINE, MEASURE, PLAY
from tests.support.command_tables import PROGRAMS as LARGE_PROGRAMS
from tests.support.herding_game import Herding

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


PARTS = [PLAY, MEASURE, LEARN, MACHINE]
PROGRAMS_BY_NAME = LARGE_PROGRAMS | {"herding": app("herding", Herding)}


def test_no_help_imports_what_only_playing_needs() -> None:
    told = subprocess.run([sys.executable, "-c", PROGRAMS], capture_output=True, text=True, check=True).stdout
    assert "durak match greedy random" in told
    imported = set(told.splitlines()[-1].split())
    assert "typer" in imported
    assert not {"numpy", "numba", "torch", "asyncio", "concurrent.futures", "multiprocessing"} & imported


@pytest.mark.parametrize("program", PROGRAMS_BY_NAME)
def test_each_command_stands_among_those_of_its_purpose(program: str) -> None:
    """Each command stands in one part of the help in all programs, those of games in one file too."""
    told = CliRunner().invoke(PROGRAMS_BY_NAME[program], ["--help"]).output
    parts = re.findall(r"─ ([A-Z][^─]+?) ─", told)
    assert parts == ["Options", *(part for part in PARTS if part in parts)]
    assert parts[1:3] == [PLAY, MEASURE]
    assert "Commands" not in parts
