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
OUTSIDERS = """
from durak_env.jit import jit
from mine import part
from mine.part import number

@jit
def twice():
    return number() + part.number()
"""
PART = """
from durak_env.jit import jit

@jit
def number():
    return {}
"""


def twice(folder: Path, caller: str) -> tuple[int, int]:
    """What a program prints that imports the function: its result, and how often it came from the disk."""
    code = f"from {caller} import twice; print(twice(), sum(twice.stats.cache_hits.values()))"
    env = os.environ | {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
    result, hits = done.stdout.split()
    return int(result), int(hits)


@pytest.mark.parametrize("caller", ["mine.caller", "yours"])
def test_a_change_where_a_compiled_function_lives_compiles_its_callers_anew(tmp_path: Path, caller: str) -> None:
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "caller.py").write_text(CALLER)
    (tmp_path / "yours.py").write_text(OUTSIDERS)
    (package / "part.py").write_text(PART.format(20))
    assert twice(tmp_path, caller) == (40, 0)
    assert twice(tmp_path, caller) == (40, 1)
    (package / "part.py").write_text(PART.format(21))
    assert twice(tmp_path, caller) == (42, 0)
