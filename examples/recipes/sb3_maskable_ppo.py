"""MaskablePPO of sb3-contrib on the vector environment, followed by a match.

``python examples/recipes/sb3_maskable_ppo.py --steps 200000`` needs the extra ``train``. The masks arrive through
``env.action_masks()``, where sb3-contrib looks for them.

The learner plays one seat and receives its own reward, even if the opponent's ply ends the game.
"""

from __future__ import annotations

import argparse

import torch
from sb3_contrib import MaskablePPO

from baselines import play_match
from durak_env.sb3_env import DurakVecEnv


def train(path: str, steps: int, opponent: str, games_at_once: int, seed: int) -> None:
    """Train for ``steps`` plies of the learner and save the model."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    env = DurakVecEnv(games_at_once, opponent=opponent, skip_forced=True)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=1024, ent_coef=0.01, seed=seed, device="cpu")
    model.learn(steps)
    model.save(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--path", default="maskable_ppo.zip")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games-at-once", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match-games", type=int, default=400)
    chosen = parser.parse_args()
    train(chosen.path, chosen.steps, chosen.opponent, chosen.games_at_once, chosen.seed)
    for other in ("random", "greedy"):
        print(play_match(f"sb3:{chosen.path}", other, games=chosen.match_games, seed=chosen.seed))
