"""Numba's private classes stand behind one door: without them matches are the same, and one line tells."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from baselines.durak.arena.match import play_match
from cardkit.compiled.jit import JIT_OFF

pytestmark = [pytest.mark.slow, pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")]

GONE = """
import numba.core.codegen
del numba.core.codegen.JITCodeLibrary
"""
RAISES = """
import numba.core.caching

def changed(cache, function):
    raise TypeError("takes another argument")

numba.core.caching.FunctionCache.__init__ = changed
"""
RAISES_LATE = """
from numba.core.dispatcher import _FunctionCompiler

whole = _FunctionCompiler._compile_core

def changed(compiler, *types):
    if type(compiler) is not _FunctionCompiler:
        raise AttributeError("no part")
    return whole(compiler, *types)

_FunctionCompiler._compile_core = changed
"""
MATCH = """
from tests.cardkit.test_numba_privates import match
print(match())
"""


def match() -> str:
    """Play a match and return what came out of it."""
    results = play_match("greedy", "random", games=4, seed=5).results
    return f"{results['returns'].tolist()} {results['plies'].tolist()}"


@pytest.mark.parametrize(
    ("before", "told"),
    [
        pytest.param(GONE, "JITCodeLibrary", id="a class is gone"),
        pytest.param(RAISES, "another argument", id="a class has changed"),
        pytest.param(RAISES_LATE, "no part", id="a class fails while code is made"),
    ],
)
def test_matches_are_the_same_without_numbas_private_classes(tmp_path: Path, before: str, told: str) -> None:
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", before + MATCH]
    changed = subprocess.run(command, env=env, check=True, capture_output=True, text=True, timeout=200)
    (line,) = [line for line in changed.stderr.splitlines() if "Numba" in line]
    assert told in line
    assert "All works" in line
    assert changed.stdout.strip() == match()
