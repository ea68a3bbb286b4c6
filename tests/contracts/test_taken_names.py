"""Environments beside a folder `baselines` of the user's own, which hides the package of that name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.game_kinds import GAMES

TAKEN = ("baselines/__init__.py", "baselines.py", "baselines/__init__.py")
SCRIPT = """
import gymnasium
import {package}

for env in (gymnasium.make({env_id!r}), gymnasium.make_vec({env_id!r}, num_envs=2)):
    env.reset(seed=1)
    env.step(env.unwrapped.sample_action() if env.unwrapped is not env else env.sample_actions())
try:
    gymnasium.make({env_id!r}, opponent="ismcts")
except ValueError as error:
    print(error)
"""


@pytest.mark.parametrize(("env_id", "taken"), [(game.env_id, own) for game, own in zip(GAMES, TAKEN, strict=True)])
def test_environments_need_nothing_that_a_folder_may_hide(tmp_path: Path, env_id: str, taken: str) -> None:
    script, own = tmp_path / "train.py", tmp_path / taken
    own.parent.mkdir(exist_ok=True)
    own.write_text('"""Of the user."""\n')
    script.write_text(SCRIPT.format(env_id=env_id, package=env_id.partition("/")[0]))
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, str(script)], env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "agent 'ismcts' is broken" in done.stdout
    assert f"'baselines' is {own} here: rename that" in done.stdout
