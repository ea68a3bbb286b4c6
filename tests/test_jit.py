"""Compiled code is kept on disk, and never outlives a change of the code that it was compiled with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from durak_env.jit import JIT_OFF

pytestmark = pytest.mark.skipif(JIT_OFF, reason="without compilation nothing is kept")

CALLER = """
from durak_env.jit import jit
from mine.part import number

@jit
def twice():
    return 2 * number()
"""
PART = """
from durak_env.jit import jit

@jit
def number():
    return {}
"""


def twice(folder: Path) -> tuple[int, int]:
    """What a program prints that imports the package: the result, and how often it came from the disk."""
    code = "from mine.caller import twice; print(twice(), sum(twice.stats.cache_hits.values()))"
    env = os.environ | {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
    result, hits = done.stdout.split()
    return int(result), int(hits)


def test_a_change_elsewhere_in_the_package_compiles_anew(tmp_path: Path) -> None:
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "caller.py").write_text(CALLER)
    (package / "part.py").write_text(PART.format(20))
    assert twice(tmp_path) == (40, 0)
    assert twice(tmp_path) == (40, 1)
    (package / "part.py").write_text(PART.format(21))
    assert twice(tmp_path) == (42, 0)
