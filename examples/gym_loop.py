"""A learner's loop in Gymnasium: ``python examples/gym_loop.py 100`` plays 100 episodes against greedy.

The policy here plays random legal actions; replace it with yours.
"""

import sys

import gymnasium
import numpy as np

import durak_env  # noqa: F401 - registers durak_env/Durak-v0


def policy(observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> int:
    """Draw a random legal action."""
    return int(rng.choice(np.flatnonzero(action_mask)))


def play(episodes: int, seed: int = 1) -> float:
    """Play episodes and return their mean return."""
    env = gymnasium.make("durak_env/Durak-v0", opponent="greedy")
    rng = np.random.default_rng(seed)
    total = 0.0
    for episode in range(episodes):
        observation, info = env.reset(seed=seed if episode == 0 else None)
        terminated = False
        while not terminated:
            action = policy(observation, info["action_mask"], rng)
            observation, reward, terminated, _, info = env.step(action)
            total += float(reward)
    env.close()
    return total / episodes


if __name__ == "__main__":
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"mean return of {episodes} episodes: {play(episodes):.2f}")
