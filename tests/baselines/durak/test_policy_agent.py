"""A policy of any library as an agent: the best of the legal actions, or one drawn; asked about many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from baselines import PolicyAgent, play_match
from cardkit.arena.match_result import outcomes
from durak_env import InformationSet, Rules
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv

RULES = Rules(start_rank=11, num_suits=3, hand_size=4)
RNG = np.random.default_rng(0)


def highest_first(observations: Any) -> np.ndarray:
    """Return scores that prefer high ids, legal or not."""
    rows = observations["observation"] if isinstance(observations, dict) else observations
    return np.tile(np.arange(RULES.num_actions, dtype=np.float32), (len(rows), 1))


def agent(observation: str = "flat", **settings: Any) -> PolicyAgent:
    return PolicyAgent(highest_first, DurakEnv(rules=RULES, observation=observation).observation_space, **settings)


class Highest:
    """The policy `highest_first` as an agent."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return info.legal_actions[-1]


@pytest.mark.parametrize("observation", ["flat", "dict"])
def test_the_best_legal_action_is_played(observation: str) -> None:
    mine, plain = (play_match(one, "random", 40, seed=1, rules=RULES) for one in (agent(observation), Highest()))
    assert outcomes(mine.results).tolist() == outcomes(plain.results).tolist()


def test_it_sits_in_environments() -> None:
    batched, plain = (DurakVectorEnv(16, opponent=one, rules=RULES) for one in (agent(), Highest()))
    for env in (batched, plain):
        env.reset(seed=1)
    for _ in range(60):
        actions = batched.sample_actions()
        mine, other = batched.step(actions), plain.step(actions)
        assert (mine[0] == other[0]).all()
        assert (mine[1] == other[1]).all()


def test_a_drawn_action_follows_the_softmax_of_the_scores() -> None:
    env = DurakEnv(rules=RULES)
    env.reset(seed=1)
    info = env.information_set()
    legal = np.array(info.legal_actions)
    assert 1 < len(legal) < RULES.num_actions
    drawn = agent(deterministic=False).act_batch([info] * 4000, [RNG] * 4000)
    expected = np.exp(legal - legal.max())
    counts = np.array([drawn.count(action) for action in legal])
    assert counts.sum() == 4000
    assert chisquare(counts, 4000 * expected / expected.sum()).pvalue > 1e-4


@pytest.mark.parametrize("level", [-2000, 2000])
def test_scores_far_from_zero_are_drawn_from_as_well(level: int) -> None:
    """The exponentials of such scores are 0 or too large, those of their differences are not."""
    env = DurakEnv(rules=RULES)
    env.reset(seed=1)
    info = env.information_set()
    far = PolicyAgent(lambda rows: highest_first(rows) + level, env.observation_space, deterministic=False)
    drawn = far.act_batch([info] * 50, [np.random.default_rng(seed) for seed in range(50)])
    assert drawn == agent(deterministic=False).act_batch([info] * 50, [np.random.default_rng(n) for n in range(50)])


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="fit no encoding"):
        play_match(agent(), "random", games=2)
    narrow = PolicyAgent(lambda rows: highest_first(rows)[:, :3], DurakEnv(rules=RULES).observation_space)
    with pytest.raises(ValueError, match=r"scores must have the shape .* got \(\d+, 3\)"):
        play_match(narrow, "random", games=2, rules=RULES)
    diverged = PolicyAgent(lambda rows: highest_first(rows) * np.nan, DurakEnv(rules=RULES).observation_space)
    with pytest.raises(ValueError, match="must be numbers"):
        play_match(diverged, "random", games=2, rules=RULES)
