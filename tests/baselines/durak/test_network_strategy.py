"""A network's strategy in a tree is what its agent plays; learners that aim at equilibria write such networks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra train")

import torch

from baselines.durak.learning import ppo_selfplay
from baselines.durak.learning.equilibria import nfsp, rnad
from baselines.durak.solving.agent_strategy import agent_strategies
from baselines.durak.solving.durak_tree import durak_tree
from baselines.durak.solving.network_strategy import NetworkStrategies
from cardkit.solving.best_response import nash_conv
from durak_env.rules import Rules

RULES = Rules(start_rank=12, num_suits=2, hand_size=2)
SHORT: dict[str, Any] = {"rules": RULES, "games": 32, "steps": 8, "hidden": 32, "batch": 128, "ladder": ""}


def outputs_of(run: Any) -> Any:
    """Return a run's network as a function of arrays."""
    return lambda inputs: run.learnt(torch.from_numpy(inputs)).detach().numpy()


def trained(module: Any, folder: Path, plies: int) -> Any:
    """Train to the end."""
    run = module.Trainer(module.Settings(**SHORT, plies=plies, folder=str(folder)))
    for _ in run.run():
        pass
    return run


def test_it_is_what_the_agent_plays(tmp_path: Path) -> None:
    game, run = durak_tree(RULES), trained(ppo_selfplay, tmp_path, 32 * 8 * 20)
    strategies = NetworkStrategies(game)
    agent = f"policy:path={tmp_path / run.FILE}"
    best, _ = agent_strategies(agent, game, answers=1, seed=1)
    assert np.mean(strategies.of(outputs_of(run), temperature=0) == best) > 0.999  # but for near ties
    drawn = np.mean(agent_strategies(f"{agent},temperature=1", game, answers=500, seed=1), axis=0)
    assert np.abs(strategies.of(outputs_of(run)) - drawn).max() < 5 * 0.5 / 1000**0.5  # five standard errors


@pytest.mark.parametrize("module", [rnad, pytest.param(nfsp, marks=pytest.mark.slow)])
def test_learners_that_aim_at_equilibria_learn_durak(module: Any, tmp_path: Path) -> None:
    game, run = durak_tree(RULES), trained(module, tmp_path, 32 * 8 * 60)
    assert nash_conv(game.tree, NetworkStrategies(game).of(outputs_of(run))) / 2 < 0.3  # uniform play: 0.375
    agent = f"policy:path={tmp_path / run.FILE},temperature=1"
    agent_strategies(agent, game, answers=1, seed=1)  # the file plays


@pytest.mark.parametrize("module", [rnad, nfsp])
def test_no_agent_takes_the_other_seat(module: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="against must be empty"):
        module.Trainer(module.Settings(**SHORT, against="greedy", folder=str(tmp_path)))
