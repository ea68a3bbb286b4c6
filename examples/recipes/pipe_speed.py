"""Random plies a second through each interface, in processor time; no library and nothing is learnt.

``python examples/recipes/pipe_speed.py`` needs torch. The arrays and the tensors over them are those of the vector
environment with ``copy=False``; PettingZoo's environments play one game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import torch

from durak_env import durak_v0

GAMES = 1024
SECONDS = 2.0


def vector(tensors: bool) -> Iterator[int]:
    """Step the vector environment and read its observations and masks, as a policy would."""
    envs: Any = gymnasium.make_vec("durak_env/Durak-v0", GAMES, opponent=None, autoreset_mode="SameStep", copy=False)
    observations, infos = envs.reset(seed=1)
    seen, legal = torch.from_numpy(observations), torch.from_numpy(infos["action_mask"])
    while True:
        if tensors:
            _ = seen.max(), legal.max()
            envs.step(torch.from_numpy(envs.sample_actions()).numpy())
        else:
            _ = observations.max(), infos["action_mask"].max()
            envs.step(envs.sample_actions())
        yield GAMES


def arrays() -> Iterator[int]:
    """Step the vector environment in NumPy."""
    return vector(tensors=False)


def views() -> Iterator[int]:
    """Step the vector environment with tensors over its arrays."""
    return vector(tensors=True)


def aec() -> Iterator[int]:
    """Step PettingZoo's AEC environment without wrappers."""
    env = durak_v0.raw_env()
    while True:
        env.reset(seed=1)
        while not env.terminations[env.agent_selection]:
            env.observe(env.agent_selection)
            env.step(env.sample_action())
            yield 1


def parallel() -> Iterator[int]:
    """Step PettingZoo's ParallelEnv, in which all seats observe each step."""
    env = durak_v0.parallel_env()
    while True:
        env.reset(seed=1)
        while env.agents:
            env.step({env.game.agent_selection: env.game.sample_action()})
            yield 1


def plies_a_second(steps: Callable[[], Iterator[int]]) -> float:
    """Measure the plies a second of processor time, after a first step that compiles."""
    running, plies = steps(), 0
    next(running)
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        plies += next(running)
    return plies / (time.process_time() - began)


if __name__ == "__main__":
    torch.set_num_threads(1)
    for pipe in (arrays, views, aec, parallel):
        rates = [plies_a_second(pipe) for _ in range(3)]
        print(f"{pipe.__name__:8} {np.median(rates):12,.0f} plies a second")
