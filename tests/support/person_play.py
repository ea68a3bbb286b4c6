"""A person who plays a game in a window, in tests: random legal actions, by the test's input to the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def play_as_person(env: Any, person: Any, choose: Callable[[Any, int], None], seed: int = 1) -> int:
    """Play a game, all other seats at random; return how often the person was asked.

    Args:
        env: an AEC environment.
        person: the manual policy of its agent.
        choose: is given what the person sees and the action that the person wants, and does what chooses it.
        seed: of the deal and of all actions.
    """
    rng, asked = np.random.default_rng(seed), 0
    env.reset(seed=seed)
    for agent in env.agent_iter():
        _, _, terminated, _, info = env.last()
        if agent != person.agent:
            env.step(None if terminated else int(rng.choice(np.flatnonzero(info["action_mask"]))))
            continue
        wanted = None
        if not terminated:
            asked += 1
            seen = env.unwrapped.information_set(agent)
            wanted = int(rng.choice(seen.legal_actions))
            choose(seen, wanted)
        assert person(None, agent) == wanted
        env.step(wanted)
    return asked
