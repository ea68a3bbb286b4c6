"""Play against an agent in a window by mouse: ``python examples/play_in_window.py champion``.

Needs the extra ``render``. Escape leaves the game. `durak play` does the same on the terminal.
"""

import sys

import numpy as np

from baselines import make_agent
from durak_env import durak_v0


def play(opponent: str) -> float:
    """Play one game; returns the person's return: 1, 0 or -1."""
    env = durak_v0.env(render_mode="human")
    person, agent, rng = durak_v0.ManualPolicy(env), make_agent(opponent), np.random.default_rng()
    env.reset()
    paid = 0.0
    for player in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        if player == person.agent:
            paid += reward
            env.step(person(observation, player))
        else:
            env.step(None if terminated else agent.act(env.unwrapped.information_set(player), rng))
    env.close()
    return paid


if __name__ == "__main__":
    print({1: "You win.", 0: "A draw.", -1: "You are the fool."}[play(*sys.argv[1:2] or ["smart"])])
