"""A saved model of Stable-Baselines3 plays every game as ``sb3:``, and chooses as the library does."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bang_env.bang import Bang
from cardkit.arena.match import play_match
from cardkit.specs.loading import load_agent
from durak_env.durak import Durak
from oh_hell_env.oh_hell import OhHell

GAMES = {
    "durak_env.sb3_env:DurakVecEnv": Durak(),
    "oh_hell_env.sb3_env:OhHellVecEnv": OhHell("hand_sizes=2-1"),
    "bang_env.sb3_env:BangVecEnv": Bang("num_players=5"),
}


@pytest.mark.slow
@pytest.mark.parametrize("observation", ["flat", "dict"])
@pytest.mark.parametrize(("environment", "game"), GAMES.items(), ids=["durak", "oh_hell", "bang"])
def test_a_saved_model_plays(environment: str, game: Any, observation: str, tmp_path: Path) -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="the extra 'train' is not installed")
    module, name = environment.split(":")
    env = getattr(import_module(module), name)(1, rules=game.rules, opponent="random", observation=observation)
    model = contrib.MaskablePPO("MultiInputPolicy" if observation == "dict" else "MlpPolicy", env, seed=1, device="cpu")
    model.save(tmp_path / "model.zip")
    spec = f"sb3:{tmp_path / 'model.zip'}"
    agent, rng = load_agent(spec, game.AGENTS), np.random.default_rng(1)
    env.seed(1)
    seen = env.reset()
    for _ in range(40):
        (info,) = env.env_method("information_set")
        action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        assert agent.act(info, rng) == action[0]
        seen, _, _, _ = env.step(action)
    assert play_match(game, [spec, *["random"] * (game.places - 1)], 2, 1).games == 2


@pytest.mark.parametrize("environment", GAMES, ids=["durak", "oh_hell", "bang"])
def test_without_its_library_an_environment_names_the_extra(environment: str) -> None:
    code = f"import sys; sys.modules['stable_baselines3'] = None; import {environment.partition(':')[0]}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError: ")
    assert "pip install '.[train]'" in done.stderr.splitlines()[-1]
