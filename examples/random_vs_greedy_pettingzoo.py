"""Random against greedy in PettingZoo: ``python examples/random_vs_greedy_pettingzoo.py 100`` plays 100 games.

player_0 chooses from the action mask alone; player_1 asks an agent, which needs the information set.
"""

import sys
from typing import Any

import numpy as np

from baselines import make_agent
from durak_env import durak_v0


def play(games: int, seed: int = 1) -> dict[str, int]:
    """Play games and return the sum of each player's returns."""
    env: Any = durak_v0.env()
    greedy = make_agent("greedy")
    rng = np.random.default_rng(seed)
    totals = dict.fromkeys(env.possible_agents, 0)
    for game in range(games):
        env.reset(seed=seed if game == 0 else None)  # without a seed, the stream of deals continues
        for player in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[player] += int(reward)
            if terminated or truncated:
                action = None
            elif player == "player_0":
                action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            else:
                action = greedy.act(env.unwrapped.information_set(player), rng)
            env.step(action)
    return totals


if __name__ == "__main__":
    print(play(games=int(sys.argv[1]) if len(sys.argv) > 1 else 100))
