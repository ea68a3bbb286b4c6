"""MaskablePPO of sb3-contrib on the vector environment, followed by a match.

``python examples/recipes/sb3_maskable_ppo.py --steps 200000`` needs the extra ``train``; ``--rules num_players=4``
plays Durak for four, and ``--game oh-hell`` plays Oh Hell! (`tables`). The masks arrive through
``env.action_masks()``, where sb3-contrib looks for them.

The learner plays one seat and receives its own reward, even if an opponent's ply ends the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecNormalize
from tables import Parser, Table

from durak_env.sb3_env import DurakVecEnv
from oh_hell_env.sb3_env import OhHellVecEnv

VEC_ENVS = {"durak": DurakVecEnv, "oh-hell": OhHellVecEnv}


def train(table: Table, env: VecEnv, path: str, steps: int, seed: int) -> Any:
    """Train for ``steps`` plies of the learner, save the model, and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    scaled = VecNormalize(env, norm_obs=False)  # the points of Oh Hell! are far from 1 in size
    model = MaskablePPO("MlpPolicy", scaled, n_steps=128, batch_size=1024, ent_coef=0.01, seed=seed, device="cpu")
    model.learn(steps)
    model.save(path)

    @torch.no_grad()
    def scores(observations: np.ndarray) -> np.ndarray:
        chosen: Any = model.policy.get_distribution(torch.from_numpy(observations)).distribution
        return chosen.logits.numpy()

    return table.agent(scores, env.observation_space)


if __name__ == "__main__":
    parser = Parser(__doc__, steps=200_000, games_at_once=64)
    parser.add_argument("--path", default="maskable_ppo.zip", help="of the model; for Durak, sb3:PATH plays it")
    chosen = parser.parse_args()
    table = parser.table(chosen)
    env = VEC_ENVS[chosen.game](chosen.games_at_once, opponent=chosen.opponent, skip_forced=True, **table.settings)
    table.judge(train(table, env, chosen.path, chosen.steps, chosen.seed), chosen.match_games, chosen.seed)
