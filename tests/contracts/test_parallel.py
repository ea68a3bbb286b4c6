"""The parallel view of each game: PettingZoo's checks and wrappers, and the game that the AEC environment plays."""

from __future__ import annotations

import inspect
import warnings
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test
from pettingzoo.test.state_test import test_parallel_env as parallel_state_test
from pettingzoo.test.state_test import test_state_space as state_space_test
from pettingzoo.utils.conversions import parallel_to_aec

from bang_env import bang_v0
from durak_env import durak_v0
from oh_hell_env import oh_hell_v0
from tests.support.game_kinds import GameKind, each_game

SEATS = {durak_v0: 4, oh_hell_v0: 4, bang_v0: 4}
PADDED = ("pad_observations_v0", "pad_action_space_v0")
WRAPPERS = (PADDED, ("black_death_v3",), (*PADDED, "agent_indicator_v0", "black_death_v3", "frame_stack_v2"))

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
@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_seeds(module: ModuleType, observation: str) -> None:
    parallel_seed_test(partial(made, module, "parallel_env", observation=observation), 500)


@each_module
@pytest.mark.parametrize("open_world", [False, True], ids=["closed", "open"])
def test_state(module: ModuleType, open_world: bool) -> None:
    env = made(module, "parallel_env", open_world=open_world)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state_space_test(env)
        parallel_state_test(env)


@each_module
def test_flat_observations_without_masks_conform(module: ModuleType) -> None:
    """The check samples from the whole space, so an illegal action soon ends the game."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(made(module, "parallel_env", observation="flat"), 500)


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has a registry from 1.27 on")
@each_game
def test_the_registry_has_both_forms(game: GameKind) -> None:
    for kind in ("aec", "parallel"):
        env = pettingzoo.make(kind, game.env_id, rules="num_players=4", observation="flat")
        assert (env.max_num_agents, env.metadata["name"]) == (4, game.raw_env().metadata["name"])


@each_module
def test_pettingzoo_turns_it_back(module: ModuleType) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(parallel_to_aec(made(module, "parallel_env")), 200)


@each_module
@pytest.mark.parametrize("names", WRAPPERS, ids=" ".join)
def test_supersuit_wraps_it(module: ModuleType, names: tuple[str, ...]) -> None:
    supersuit: Any = pytest.importorskip("supersuit")
    env: Any = made(module, "parallel_env", observation="flat", illegal="raise")
    for name in names:
        env = getattr(supersuit, name)(env)
    rng, paid, played = np.random.default_rng(1), 0.0, 0
    _, infos = env.reset(seed=1)
    while env.agents:
        actions = {player: int(rng.choice(np.flatnonzero(infos[player]["action_mask"]))) for player in env.agents}
        seen, rewards, *_, infos = env.step(actions)
        assert all(env.observation_space(player).contains(one) for player, one in seen.items())
        paid, played = paid + sum(map(abs, rewards.values())), played + 1
    assert played > 10
    assert paid > 0


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


def opening(env: Any, seed: int) -> tuple[str, str, int, int]:
    """Return the mover in a new game, another player, a legal action and an illegal one."""
    _, infos = env.reset(seed=seed)
    (mover,) = (player for player, info in infos.items() if not info["action_mask"][-1])
    mask = infos[mover]["action_mask"]
    return mover, next(player for player in env.agents if player != mover), int(mask.argmax()), int(mask.argmin())


@each_module
def test_what_is_not_legal_is_refused_and_the_game_goes_on(module: ModuleType) -> None:
    env = made(module, "parallel_env", observation="flat", illegal="raise")
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({})
    mover, other, legal, illegal = opening(env, 1)
    with pytest.raises(ValueError, match=f"{other} is not to move: its action must be {env.waiting}, got 0"):
        env.step({mover: legal, other: 0})
    with pytest.raises(ValueError, match=f"{mover} is to move: its action must not be {env.waiting}"):
        env.step({mover: env.waiting})
    with pytest.raises(ValueError, match=r"must|cannot|is not|illegal"):
        env.step({mover: illegal})
    before = env.state()
    env.step({mover: legal})  # those who are not to move may say nothing
    assert not np.array_equal(env.state(), before)


@each_module
@pytest.mark.parametrize("illegal", ["terminate", "raise"])
def test_what_is_no_action_is_refused_and_the_game_goes_on(module: ModuleType, illegal: str) -> None:
    env = made(module, "parallel_env", illegal=illegal)
    mover, other, legal, _ = opening(env, 1)
    for actions, said in (
        ({other: env.waiting}, f"the action of {mover}, who is to move, is missing"),
        ({mover: env.waiting + 1}, "out of range"),
        ({mover: legal, other: 1.5}, "integer"),
        ({mover: legal, "player_9": 0}, "unknown agent 'player_9'"),
    ):
        with pytest.raises(ValueError, match=said):
            env.step(actions)
    env.step({mover: legal})
    assert not env.why_illegal


@each_module
@pytest.mark.parametrize("wrong", ["mover", "other", "both"])
def test_an_illegal_action_ends_the_game_for_the_least(module: ModuleType, wrong: str) -> None:
    env = made(module, "parallel_env")
    mover, other, legal, illegal = opening(env, 1)
    chosen = {mover: legal if wrong == "other" else illegal, other: env.waiting if wrong == "mover" else illegal}
    seen, rewards, terminated, truncated, infos = env.step(chosen)
    failed = {"mover": {mover}, "other": {other}, "both": {mover, other}}[wrong]
    least = env.game.game.return_range[0]
    assert rewards == {player: least if player in failed else 0 for player in env.possible_agents}
    assert (all(terminated.values()), any(truncated.values()), env.agents) == (True, False, [])
    assert env.why_illegal.keys() == failed == {player for player, info in infos.items() if "illegal_action" in info}
    for player in env.possible_agents:
        assert env.observation_space(player).contains(seen[player])
        for mask in (seen[player]["action_mask"], infos[player]["action_mask"]):
            assert np.flatnonzero(mask).tolist() == [env.waiting]
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({mover: legal})
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert len(env.reset(seed=2)[0]) == 4


@each_module
def test_it_takes_the_arguments_of_the_aec_environment(module: ModuleType) -> None:
    known = inspect.signature(module.raw_env.__init__).parameters
    assert list(inspect.signature(module.parallel_env).parameters) == [*list(known)[1:], "illegal"]
    with pytest.raises(ValueError, match="unknown argument 'rulez'; did you mean 'rules'"):
        module.parallel_env(rulez=1)
    with pytest.raises(ValueError, match="unknown argument 'ilegal'; did you mean 'illegal'"):
        module.parallel_env(ilegal="raise")
    with pytest.raises(ValueError, match="illegal must be one of"):
        module.parallel_env(illegal="ignore")
