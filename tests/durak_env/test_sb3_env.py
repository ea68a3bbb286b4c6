"""The environment for Stable-Baselines3: options, calls, pictures, and the demands of its libraries on a VecEnv."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from durak_env.envs.gym_env import DurakEnv
from durak_env.rules import Rules
from tests.support.vector_play import SMALL

DECK = [str(card) for card in Rules().deck][::-1]


def make(games: int = 3, **settings: Any) -> Any:
    """Make an environment; the library, which is slow to load, is imported only by these tests."""
    sb3_env = pytest.importorskip("durak_env.sb3_env", reason="the extra 'train' is not installed")
    return sb3_env.DurakVecEnv(games, **settings)


def hands(env: Any) -> list[str]:
    return [" ".join(env.env_method("information_set", indices=game)[0].hand) for game in range(env.num_envs)]


@pytest.mark.parametrize("observation", ["flat", "dict"])
def test_stable_baselines_checker(observation: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="the extra 'train' is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(DurakEnv(observation=observation))


@pytest.mark.parametrize("seed", ["x", [1, 2], True, -1, 1.5])
def test_seeds_are_checked(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed must be an integer"):
        make().seed(seed)


def test_options_are_honoured_by_the_next_reset_and_no_other() -> None:
    env = make(seat=0)
    env.set_options({"deck": DECK, "attacker": 0})
    env.reset()
    assert hands(env) == [" ".join(sorted(DECK[:6], key=Rules().deck.index))] * 3
    env.reset()
    assert len(set(hands(env))) == 3


def test_options_of_single_games() -> None:
    env, plain = make(seat=0), make(seat=0)
    for one in (env, plain):
        one.seed(1)
    env.set_options([{}, {"deck": DECK, "attacker": 0}, {}])
    env.reset()
    plain.reset()
    dealt, others = hands(env), hands(plain)
    assert dealt[0::2] == others[0::2]
    assert dealt[1].split() == sorted(DECK[:6], key=Rules().deck.index)
    env.set_options([{}])
    with pytest.raises(ValueError, match="options"):
        env.reset()


def test_no_warning_asks_for_a_monitor() -> None:
    env = make(rules=SMALL)
    from stable_baselines3 import PPO
    from stable_baselines3.common.evaluation import evaluate_policy
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecNormalize

    evaluate: Any = evaluate_policy
    assert env.env_is_wrapped(Monitor) == [True] * 3
    assert env.env_is_wrapped(VecNormalize) == [False] * 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rewards, lengths = evaluate(PPO("MlpPolicy", env, device="cpu"), env, 5, return_episode_rewards=True)
    assert len(rewards) == len(lengths) == 5


def test_its_own_wrappers_hold_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about statistics that are recorded twice
        inside = make(rules=SMALL)
        from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

        env = VecNormalize(VecMonitor(inside))
    env.reset()
    for _ in range(10):
        env.step(inside.games.sample_actions())


def test_games_are_drawn() -> None:
    text = make(render_mode="ansi")
    text.reset()
    assert text.env_method("render", indices=1) == [text.games.render(1)]
    image = make(4, render_mode="rgb_array")
    image.reset()
    frames = image.get_images()
    height, width, _ = frames[0].shape
    assert image.render().shape == (2 * height, 2 * width, 3)
    assert np.array_equal(image.render()[:height, :width], frames[0])


def test_what_cannot_be_called_or_set_is_named() -> None:
    env = make()
    with pytest.raises(AttributeError, match="'reset'"):
        env.env_method("reset")
    with pytest.raises(AttributeError, match="'rules'"):
        env.set_attr("rules", Rules())
    assert env.get_attr("rules", indices=[0, 2]) == [Rules()] * 2
