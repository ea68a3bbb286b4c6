"""Play against agents in a window by mouse: ``python examples/play_in_window.py champion``.

Several agents make a larger table: ``python examples/play_in_window.py greedy smart greedy``. Needs the extra
``render``. Escape leaves the game. `durak play` does the same on the terminal.
"""

import sys
from typing import Any

import numpy as np

from baselines import make_agent
from durak_env import Rules, durak_v0


def play(opponents: list[str]) -> float:
    """Play one game and return its outcome for the person."""
    env: Any = durak_v0.env(Rules(num_players=len(opponents) + 1), render_mode="human")
    person, rng = durak_v0.ManualPolicy(env), np.random.default_rng()
    env.unwrapped.window.players = ("you", *opponents)
    agents = dict(zip(env.possible_agents[1:], map(make_agent, opponents), strict=True))
    env.reset()
    paid = 0.0
    for player in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        if player == person.agent:
            paid += reward
            env.step(person(observation, player))
        else:
            env.step(None if terminated else agents[player].act(env.unwrapped.information_set(player), rng))
    env.close()
    return paid


if __name__ == "__main__":
    returns = play(sys.argv[1:] or ["smart"])
    print("A draw." if returns == 0 else "You win." if returns > 0 else "You are the fool.")
