"""PPO of AgileRL on the vector environment, followed by a match.

AgileRL needs other versions than this repository's tests, so the recipe has an environment of its own:
``examples/recipes/run_locked.sh agilerl_ppo --steps 200000``. The masks arrive as ``infos["action_mask"]``, where
AgileRL looks for them while collecting; it stores them for its updates.

The learner plays one seat and receives its own reward, even if the opponent's ply ends the game.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

from baselines import PolicyAgent, play_match

ROLLOUT = 32  # steps of each game between two updates


def train(steps: int, opponent: str, games: int, seed: int) -> PolicyAgent:
    """Train for ``steps`` plies of the learner; returns the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - AgileRL shuffles with NumPy's global generator
    envs = gymnasium.make_vec(
        "durak_env/Durak-v0", games, opponent=opponent, skip_forced=True, autoreset_mode="SameStep"
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

    return PolicyAgent(scores, space)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games-at-once", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match-games", type=int, default=400)
    chosen = parser.parse_args()
    agent = train(chosen.steps, chosen.opponent, chosen.games_at_once, chosen.seed)
    for other in ("random", "greedy"):
        print(play_match(agent, other, games=chosen.match_games, seed=chosen.seed))
