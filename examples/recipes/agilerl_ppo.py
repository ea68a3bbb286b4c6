"""PPO of AgileRL on the vector environment, followed by a match.

AgileRL needs other versions than this repository's tests, so the recipe has an environment of its own:
``examples/recipes/run_locked.sh agilerl_ppo --steps 200000``. The masks arrive as ``infos["action_mask"]``, where
AgileRL looks for them while collecting; it stores them for its updates.

The learner plays one seat and receives its own reward, even if the opponent's ply ends the game.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts
from tables import Table, main

ROLLOUT = 32  # steps of each game between two updates


def train(table: Table, steps: int, opponent: str, games: int, seed: int) -> Any:
    """Train for ``steps`` plies of the learner and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - AgileRL shuffles with NumPy's global generator
    envs = gymnasium.make_vec(
        table.env_id, games, opponent=opponent, skip_forced=True, autoreset_mode="SameStep", **table.settings
    )
    space = envs.single_observation_space
    learner = PPO(
        space,
        envs.single_action_space,
        net_config={"encoder_config": {"hidden_size": [256]}, "head_config": {"hidden_size": [256]}},
        num_envs=games,
        learn_step=ROLLOUT * games,
        batch_size=1024,
        lr=5e-4,
        gamma=1.0,
        update_epochs=2,
    )
    envs.reset(seed=seed)
    observations = done = returns = infos = None
    for _ in range(max(1, steps // learner.learn_step)):
        _, observations, done, returns, infos = collect_rollouts(
            learner, envs, last_obs=observations, last_done=done, last_scores=returns, last_info=infos
        )
        learner.learn()

    @torch.no_grad()
    def scores(observations: np.ndarray) -> np.ndarray:
        features = learner.actor.extract_features(torch.from_numpy(observations))
        return learner.actor.head_net.wrapped(features).numpy()

    return table.agent(scores, space)


if __name__ == "__main__":
    main(train, __doc__, steps=200_000, at_once=64)
