"""What `durak compile` compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from baselines.durak.arena.roster import agent_names, make_agent
from baselines.durak.bench.precompile import AGENTS
from cardkit.compiled.jit import JIT_OFF
from durak_env.compiled_agents import CompiledAgent


def test_every_compiled_agent_is_compiled() -> None:
    named = {spec.partition(":")[0] for spec in AGENTS}
    made = {name: make_agent(name) for name in agent_names() if name not in ("exec", "policy", "sb3", "solved")}
    assert named == {name for name, agent in made.items() if isinstance(agent, CompiledAgent)}


def durak(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    code = "from baselines.durak.cli import app; app()"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, env=os.environ | variables, capture_output=True, text=True)


def test_without_a_compiler_it_says_so() -> None:
    done = durak("compile", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 2
    assert "NUMBA_DISABLE_JIT" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="without compilation nothing is kept")
def test_afterwards_a_match_compiles_nothing(tmp_path: Path) -> None:
    done = durak("compile", NUMBA_CACHE_DIR=str(tmp_path))
    assert str(tmp_path) in done.stdout, done.stderr
    kept = set(tmp_path.rglob("*.nb?"))
    match = ("match", "champion-search:simulations=20", "ismcts:simulations=50", "--games", "4", "--seed", "1")
    durak(*match, NUMBA_CACHE_DIR=str(tmp_path)).check_returncode()
    assert set(tmp_path.rglob("*.nb?")) == kept
