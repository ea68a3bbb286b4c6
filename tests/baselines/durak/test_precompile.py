"""The functions that `durak compile` compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import config as numba_config

from baselines.durak.arena.roster import agent_names, make_agent
from baselines.durak.bench.precompile import AGENTS, check_kept, kept_in
from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.kept import notices
from cardkit.specs.entries import is_frozen
from durak_env.compiled_agents import CompiledAgent
from durak_env.durak import Durak


def test_every_compiled_agent_is_compiled() -> None:
    named = {spec.partition(":")[0] for spec in AGENTS}
    others = [name for name in agent_names() if not is_frozen(name, Durak.AGENTS)]
    made = {name: make_agent(name) for name in others if name not in ("chat", "exec", "policy", "sb3", "solved")}
    assert named == {name for name, agent in made.items() if isinstance(agent, CompiledAgent)}


def durak(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    code = "from baselines.durak.cli import app; app()"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, env=os.environ | variables, capture_output=True, text=True)


def test_without_a_compiler_it_says_so() -> None:
    done = durak("compile", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 2
    assert "NUMBA_DISABLE_JIT" in done.stderr


def test_code_is_kept_where_the_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba_config, "CACHE_DIR", str(tmp_path))
    assert kept_in() == str(tmp_path)


def test_a_folder_without_room_for_all_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_warned", [])
    check_kept()
    monkeypatch.setattr(notices, "_warned", ["No space left on device"])
    with pytest.raises(ValueError, match="cannot be kept: No space left on device"):
        check_kept()


COMPILE_AND_PLAY = """
import sys
from baselines.durak.cli import app
from cardkit.compiled.private.cache import SourceCache
app(["compile"], standalone_mode=False)
load, asked = SourceCache.load_overload, []
SourceCache.load_overload = lambda self, sig, context: (asked.append((self._py_func, sig)), load(self, sig, context))[1]
app(sys.argv[1:], standalone_mode=False)
print("asked for:", asked)
"""


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="without compilation nothing is kept")
def test_afterwards_a_match_compiles_nothing() -> None:
    """After `durak compile` a match in a process that has loaded or compiled everything asks for nothing more."""
    match = ("match", "champion-search:simulations=20", "ismcts:simulations=50", "--games", "4", "--seed", "1")
    done = subprocess.run([sys.executable, "-c", COMPILE_AND_PLAY, *match], capture_output=True, text=True)
    assert f"kept in {kept_in()}" in done.stdout.replace("\n", " "), done.stderr
    assert done.stdout.splitlines()[-1] == "asked for: []"
