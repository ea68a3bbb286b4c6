"""PPO of RLlib (Ray) on the Gymnasium environment, followed by a match.

RLlib needs other versions than this repository's tests, so the recipe has an environment of its own:
``examples/recipes/run_locked.sh rllib_ppo --steps 200000``. The masks arrive as ``action_mask`` beside
``observations``, the names that RLlib's `ActionMaskingTorchRLModule` looks for.

The learner plays one seat and receives its own reward, even if the opponent's ply ends the game.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune import register_env

from baselines import PolicyAgent, play_match

ROLLOUT = 4096  # steps between two updates


def new_env(settings: dict[str, Any]) -> gymnasium.Env:
    """A game in the interface of RLlib's module."""
    import durak_env  # noqa: F401 - registers the environment in the process that runs this

    env = gymnasium.make("durak_env/Durak-v0", observation="dict", skip_forced=True, **settings)
    space = env.observation_space
    masks = spaces.Box(0, 1, (int(env.action_space.n),), np.float32)
    return TransformObservation(env, renamed, spaces.Dict({"observations": space["observation"], "action_mask": masks}))


def renamed(observation: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """One or many observations under the names that RLlib's module looks for."""
    return {"observations": observation["observation"], "action_mask": observation["action_mask"].astype(np.float32)}


def train(steps: int, opponent: str, games: int, seed: int) -> PolicyAgent:
    """Train for ``steps`` plies of the learner; returns the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    register_env("durak", new_env)
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"fcnet_hiddens": [256, 256], "fcnet_activation": "relu", "head_fcnet_hiddens": []},
    )
    config = (
        PPOConfig()
        .environment("durak", env_config={"opponent": opponent})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=games)
        .rl_module(rl_module_spec=module)
        .training(
            train_batch_size_per_learner=ROLLOUT,
            minibatch_size=1024,
            num_epochs=2,
            lr=5e-4,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
        )
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    for _ in range(max(1, steps // ROLLOUT)):
        algorithm.train()
    policy = algorithm.get_module()

    @torch.no_grad()
    def scores(observations: dict[str, np.ndarray]) -> np.ndarray:
        tensors = {name: torch.from_numpy(part) for name, part in renamed(observations).items()}
        return policy.forward_inference({"obs": tensors})["action_dist_inputs"].numpy()

    return PolicyAgent(scores, gymnasium.make("durak_env/Durak-v0", observation="dict").observation_space)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games-at-once", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match-games", type=int, default=400)
    chosen = parser.parse_args()
    agent = train(chosen.steps, chosen.opponent, chosen.games_at_once, chosen.seed)
    for other in ("random", "greedy"):
        print(play_match(agent, other, games=chosen.match_games, seed=chosen.seed))
