"""The parallel view of each game: PettingZoo's own check, and the game that the AEC environment plays."""

from __future__ import annotations

import inspect
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from bang_env import bang_v0
from durak_env import durak_v0
from oh_hell_env import oh_hell_v0

SEATS = {durak_v0: 4, oh_hell_v0: 4, bang_v0: 4}

each_module = pytest.mark.parametrize("module", SEATS, ids=lambda module: module.__name__)


def made(module: ModuleType, kind: str, **settings: Any) -> Any:
    return getattr(module, kind)(rules=f"num_players={SEATS[module]}", **settings)


@each_module
@pytest.mark.parametrize("open_world", [False, True], ids=["closed", "open"])
def test_api(module: ModuleType, open_world: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="unknown reset options are ignored: 'options'")
        parallel_api_test(made(module, "parallel_env", open_world=open_world), 500)


@each_module
def test_one_seat_moves_and_the_others_wait_in_the_same_game(module: ModuleType) -> None:
    env, aec, rng = made(module, "parallel_env"), made(module, "raw_env"), np.random.default_rng(1)
    for seed in range(2):
        (observations, infos), terminated = env.reset(seed=seed), {}
        aec.reset(seed=seed)
        while env.agents:
            mover = aec.agent_selection
            for player, seen in observations.items():
                assert env.observation_space(player).contains(seen)
                expected, mask = aec.observe(player), seen["action_mask"]
                assert np.array_equal(seen["observation"], expected["observation"])
                assert np.array_equal(mask[:-1], expected["action_mask"])
                assert np.array_equal(mask, infos[player]["action_mask"])
                assert mask[-1] == (player != mover)
            legal = {player: np.flatnonzero(seen["action_mask"]) for player, seen in observations.items()}
            actions = {player: int(rng.choice(some)) for player, some in legal.items()}
            observations, rewards, terminated, truncated, infos = env.step(actions)
            aec.step(actions[mover])
            assert (rewards, terminated, truncated) == (aec.rewards, aec.terminations, aec.truncations)
            assert np.array_equal(env.state(), aec.state())
        assert all(terminated.values())
        assert not any(info["action_mask"][:-1].any() for info in infos.values())


@each_module
def test_what_is_not_legal_is_refused_and_the_game_goes_on(module: ModuleType) -> None:
    env = made(module, "parallel_env", observation="flat")
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({})
    _, infos = env.reset(seed=1)
    (mover,) = (player for player, info in infos.items() if not info["action_mask"][-1])
    other = next(player for player in env.agents if player != mover)
    legal = int(np.flatnonzero(infos[mover]["action_mask"])[0])
    with pytest.raises(ValueError, match=f"{other} is not to move: its action must be {env.waiting}, got 0"):
        env.step({mover: legal, other: 0})
    with pytest.raises(ValueError, match="action"):
        env.step({mover: env.waiting})
    before = env.state()
    env.step({mover: legal})  # those who are not to move may say nothing
    assert not np.array_equal(env.state(), before)


@each_module
def test_it_takes_the_arguments_of_the_aec_environment(module: ModuleType) -> None:
    known = inspect.signature(module.raw_env.__init__).parameters
    assert list(inspect.signature(module.parallel_env).parameters) == list(known)[1:]
    with pytest.raises(ValueError, match="unknown argument 'rulez'; did you mean 'rules'"):
        module.parallel_env(rulez=1)
