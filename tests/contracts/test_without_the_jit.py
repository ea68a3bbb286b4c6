"""Compiled code and plain Python of one text agree, and the plain one warns of nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.plain import PARTS

WARNINGS = "-W", "error::RuntimeWarning", "-W", "ignore::RuntimeWarning:tests.support.herding"  # whose words overflow


def run_plain(module: str, *arguments: str) -> str:
    """Return the output of a module that is run without the JIT."""
    done = subprocess.run(
        [sys.executable, *WARNINGS, "-m", module, *arguments],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert not done.stderr
    return done.stdout


# Searches at a table of four take longest to compile.
SLOW = {name for name in PARTS if name.endswith("four seats") and "mcts" in name}


@cache
def plain(slow: bool) -> dict[str, Any]:
    """Return all parts of the slow suite or all of the quick one, told by one process without the JIT."""
    return json.loads(run_plain("tests.support.plain", *(name for name in PARTS if (name in SLOW) == slow)))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in PARTS]
)
def test_compiled_and_plain_code_come_to_the_same(name: str) -> None:
    assert json.loads(json.dumps(PARTS[name]())) == plain(name in SLOW)[name]


@pytest.mark.parametrize("module", ["tests.support.agreement", "tests.support.oh_hell.agreement"])
def test_plain_code_agrees_with_the_oracle_for_all_numbers_of_seats(module: str) -> None:
    assert "plies agree" in run_plain(module, "--games", "60")
