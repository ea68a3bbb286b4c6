"""Policies of other libraries as agents of Oh Hell!."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium import spaces

from baselines.oh_hell.agents.batched_policy import OhHellPolicyAgent
from cardkit.arena.match import play_match
from oh_hell_env.envs.vector_env import OhHellVectorEnv
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

RULES = "hand_sizes=2-1"


@pytest.mark.parametrize("observation", ["flat", "dict"])
def test_it_sees_what_the_environment_shows(observation: str) -> None:
    env = OhHellVectorEnv(1, rules=RULES, observation=observation, opponent="random")
    space, seen = env.single_observation_space, []

    def scores(observations: np.ndarray | dict[str, np.ndarray]) -> np.ndarray:
        flat = observations["observation"] if isinstance(observations, dict) else observations
        seen.append(flat.copy())
        return flat[:, : Rules.of(RULES).num_actions]

    result = play_match(OhHell(RULES), [OhHellPolicyAgent(scores, space), *["random"] * 3], 8, 1)
    flat = space["observation"] if isinstance(space, spaces.Dict) else space
    assert result.games == 8
    assert seen
    assert all(one in flat for batch in seen for one in batch)


def test_observations_of_other_rules_are_refused() -> None:
    space = OhHellVectorEnv(1, opponent="random").single_observation_space
    agent = OhHellPolicyAgent(lambda observations: observations, space)
    with pytest.raises(ValueError, match=r"fit no encoding of the rules .*: closed has \d+ entries"):
        play_match(OhHell(RULES), [agent, *["random"] * 3], 2, 1)
