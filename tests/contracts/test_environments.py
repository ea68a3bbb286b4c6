"""The environments conform to their libraries, in all encodings: the libraries' own checks, spaces, masks."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as state_test
from pettingzoo.test.state_test import test_state_space as state_space_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from cardkit.compiled.protocol import returns
from durak_env.envs.gym_env import DurakEnv
from tests.support.game_kinds import GameKind, each_game, each_kind, each_maker, each_table, first_game
from tests.support.opponents import Chancy, each_opponent, legal_of

# PettingZoo


FORMS = {"flat": ("flat", "float32"), "dict": ("dict", "float32"), "bytes": ("dict", "uint8")}
ENCODINGS: dict[str, dict[str, Any]] = {"closed": {}, "open": {"open_world": True}, "history": {"encoding": "history"}}
QUICK = {("flat", "closed"), ("dict", "open"), ("bytes", "history")}  # each form and each encoding once
each_observation = pytest.mark.parametrize(
    "settings",
    [
        pytest.param(
            dict(observation=observation, dtype=dtype, **encoding),
            id=f"{form}-{kind}",
            marks=() if (form, kind) in QUICK else pytest.mark.slow,
        )
        for form, (observation, dtype) in FORMS.items()
        for kind, encoding in ENCODINGS.items()
    ],
)


@each_maker
@each_observation
def test_api(make: Callable[..., Any], settings: dict[str, Any]) -> None:
    env = make(**settings)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env, num_cycles=300)
    told = {str(one.message) for one in caught}
    if settings["observation"] == "flat":
        told -= {"Observation numpy array is all zeros."}  # as PettingZoo notes of any sparse vector
    assert told <= {
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
        f"unknown reset options are ignored: 'options'; known: {', '.join(env.unwrapped.game.OPTIONS)}",
    }


@each_kind
def test_seeds(make: Callable[..., Any]) -> None:
    seed_test(make, num_cycles=300)


@each_game
@pytest.mark.parametrize("plies", [0, 9])
def test_an_illegal_action_never_pays(game: GameKind, plies: int) -> None:
    """A seat that plays illegally has the least that a game pays in all, whatever it had before."""
    settings = {"rules": game.rules} | ({"returns": "margin"} if game.name == "oh-hell" else {})
    env, single = game.env(**settings), game.single(opponent=Chancy(), **settings)
    env.reset(seed=1)
    player, paid, rng = "", dict.fromkeys(env.agents, 0.0), np.random.default_rng(1)
    for ply in range(plies + 1):
        player, mask = env.agent_selection, env.last()[-1]["action_mask"]
        env.step(int(mask.argmin() if ply == plies else rng.choice(np.flatnonzero(mask))))
        for one, reward in env.rewards.items():
            paid[one] += reward
    assert env.terminations[player]
    assert paid[player] == env.unwrapped.game.return_range[0]
    _, info = single.reset(seed=1)
    _, reward, ended, *_ = single.step(info["action_mask"].argmin())
    assert ended
    assert reward == env.unwrapped.game.return_range[0]


@first_game
def test_rendering(game: GameKind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(game.env(game.rules).unwrapped.metadata, "render_fps", 1000)
    render_test(partial(game.env, game.rules))


@each_kind
def test_state_space(make: Callable[..., Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state_space_test(make())


@each_game
@pytest.mark.parametrize("open_world", [False, True], ids=["closed", "open"])
def test_state_under_unmasked_play(game: GameKind, open_world: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state_test(game.env(game.rules, open_world=open_world), 20)


@each_kind
def test_state_under_masked_play(make: Callable[..., Any]) -> None:
    env, rng = make(), random.Random(1)
    for seed in range(5):
        env.reset(seed=seed)
        while env.agents:
            assert env.state_space.contains(env.state())
            assert env.state().dtype == env.state_space.dtype
            done = env.terminations[env.agent_selection]
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
            env.step(None if done else rng.choice(legal))


@each_maker
def test_spaces_by_player(make: Callable[..., Any]) -> None:
    for observation in ("dict", "flat"):
        env = make(observation=observation)
        players = [f"player_{seat}" for seat in range(env.unwrapped.game.seats)]
        assert env.observation_spaces == {player: env.observation_space(player) for player in players}
        assert env.action_spaces == {player: env.action_space(player) for player in players}


@each_table
def test_larger_tables_conform(game: GameKind, rules: Any) -> None:
    for settings in ({"encoding": "history", "history": 3}, {"open_world": True, "dtype": "uint8"}):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(game.env(rules, **settings), num_cycles=300)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seed_test(lambda: game.env(rules), num_cycles=300)
        state_space_test(game.env(rules))
        state_test(game.env(rules), 20)


@first_game
def test_closed_games_play_on(game: GameKind) -> None:
    """A closed game plays on without the threads that `close` stops, as if it had not been closed."""
    closed, open_ = (game.vector(6, game.compiled(), rules=game.rules, num_threads=2) for _ in range(2))
    for env in (closed, open_):
        env.reset(seed=3)
        env.step(env.sample_actions())
    closed.close()
    for _ in range(40):
        for env in (closed, open_):
            env.step(env.sample_actions())
        assert closed.states.tobytes() == open_.states.tobytes()
    for env in (closed, closed, open_):
        env.close()
    closed.reset(seed=4)
    assert closed.action_masks().any(axis=1).all()


@each_table
def test_larger_tables_play_in_parallel(game: GameKind, rules: Any) -> None:
    """Larger tables go through PettingZoo's conversion of turns: all players act in each step, and waiters wait."""
    env: Any = turn_based_aec_to_parallel(game.env(rules))
    aec, rng, terminated = env.aec_env.unwrapped, random.Random(1), {}
    for seed in range(3):
        observations, _ = env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents:
            assert set(observations) == set(env.possible_agents)
            masks = {player: np.flatnonzero(seen["action_mask"]).tolist() for player, seen in observations.items()}
            assert sum(map(bool, masks.values())) == 1
            mover = env.aec_env.agent_selection
            assert masks[mover]
            actions = {player: rng.choice(legal) if legal else 0 for player, legal in masks.items()}
            observations, rewards, terminated, _, _ = env.step(actions)
            for player, reward in rewards.items():
                totals[player] += reward
        assert all(terminated.values())
        returned = [float(returns(aec._batch.arrays.states[0], seat)) for seat in range(aec.game.seats)]
        assert list(totals.values()) == pytest.approx(returned)


# Gymnasium; the check of Stable-Baselines3, which is slow to load, stands in `tests/durak_env/test_sb3_env.py`


@each_game
@each_observation
def test_gymnasium_checker(game: GameKind, settings: dict[str, Any]) -> None:
    env = gymnasium.make(game.env_id, opponent=Chancy(), rules=game.rules, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*unknown reset options.*")
        warnings.filterwarnings("ignore", message=".*alternative render mode.*")
        warnings.filterwarnings("ignore", message=".*A Box.*uint8.*|.*probably should be.*")
        check_env(env.unwrapped, skip_render_check=True)
    env.close()


@each_table
def test_gymnasium_checks_larger_tables(game: GameKind, rules: Any) -> None:
    line_up = {"opponents": [Chancy()] * (rules.num_players - 1), "observation": "dict"}
    ways: tuple[dict[str, Any], ...] = {"opponent": Chancy()}, line_up
    for settings in ways:
        env = gymnasium.make(game.env_id, rules=rules, **settings)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", message=".*unknown reset options.*")
            warnings.filterwarnings("ignore", message=".*probably should be.*")
            check_env(env.unwrapped, skip_render_check=True)
        many: Any = gymnasium.make_vec(game.env_id, num_envs=3, rules=rules, **settings)
        observations, infos = many.reset(seed=1)
        for _ in range(100):
            assert many.observation_space.contains(observations)
            actions = many.unwrapped.sample_actions()
            assert many.action_space.contains(actions)
            assert infos["action_mask"][np.arange(3), actions].all() or not infos["action_mask"].any(axis=1).all()
            observations, rewards, terminated, truncated, infos = many.step(actions)
            assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float64, bool, bool)
        many.close()
        env.close()


@each_game
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, "Disabled"])
def test_a_spec_goes_through_json(game: GameKind, mode: Any) -> None:
    single = gymnasium.make(game.env_id, opponent=Chancy(), rules=game.rules)
    many: Any = gymnasium.make_vec(game.env_id, num_envs=3, opponent=None, rules=game.rules, autoreset_mode=mode)
    single.spec.kwargs["opponent"] = "random"  # type: ignore[union-attr]  # as a name, which JSON holds
    kept = [EnvSpec.from_json(env.spec.to_json()) for env in (single, many)]  # type: ignore[union-attr]
    assert kept[0].kwargs["opponent"] == "random"
    again: Any = gymnasium.make_vec(kept[1])
    assert again.unwrapped.rules == many.unwrapped.rules
    assert again.autoreset_mode == many.autoreset_mode == AutoresetMode(mode)
    assert (again.num_envs, again.is_self_play) == (3, True)


@each_game
def test_a_vector_environment_tells_its_seed(game: GameKind) -> None:
    env = game.vector(2, None, rules=game.rules)
    env.reset(seed=5)
    assert env.np_random_seed == 5
    assert env.np_random.bit_generator.state == np.random.default_rng(5).bit_generator.state
    env.reset()
    assert env.np_random_seed == 5
    env.reset(seed=[7, 8])
    assert env.np_random_seed == -1  # Gymnasium's word for one that is not known


@first_game
def test_gymnasium_render_check(game: GameKind, monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = game.single(rules=game.rules).metadata
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(metadata, "render_fps", 1000)
    for mode in metadata["render_modes"]:
        env = gymnasium.make(game.env_id, opponent=Chancy(), rules=game.rules, observation="dict", render_mode=mode)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(env.unwrapped)
        env.close()


@each_opponent
@pytest.mark.parametrize("encoding", ["closed", "history"])
def test_every_step_is_in_its_spaces(opponent: Any, encoding: str) -> None:
    rng = random.Random(1)
    for observation_kind in ("flat", "dict"):
        env = DurakEnv(opponent, observation=observation_kind, encoding=encoding)
        for seed in range(6):
            observation, info = env.reset(seed=seed)
            terminated = not info["action_mask"].any()
            while True:
                assert env.observation_space.contains(observation)
                mask = info["action_mask"]
                assert mask.dtype == np.int8
                assert env.action_masks().dtype == bool
                assert np.array_equal(env.action_masks(), mask == 1)
                assert mask.any() != terminated
                known = env.information_set()
                assert known.seat == info["seat"]
                assert list(known.legal_actions) == legal_of(info)
                vector = observation if observation_kind == "flat" else observation["observation"]
                assert np.array_equal(vector, env.encoding.observe(known)[0])
                if observation_kind == "dict":
                    assert np.array_equal(observation["action_mask"], mask)
                if terminated:
                    assert env.sample_action() == 0
                    break
                action = env.sample_action()
                assert mask[action] == 1
                observation, reward, terminated, truncated, info = env.step(
                    action if rng.random() < 0.5 else legal_of(info)[0]
                )
                assert type(reward) is float
                assert type(terminated) is bool
                assert truncated is False


@each_game
def test_nobody_can_write_into_the_states_of_a_vector_environment(game: GameKind) -> None:
    env = game.vector(2, rules=game.rules)
    env.reset(seed=1)
    before = env.states.tobytes()
    for write in (
        lambda: env.states["hands"].fill(0),
        lambda: env.states.setflags(write=True),
        lambda: env.states["legal"].setflags(write=True),
        lambda: env.states.base.setflags(write=True),
    ):
        with pytest.raises((ValueError, AttributeError)):
            write()
    assert env.states.tobytes() == before
    env.step(env.sample_actions())
    assert env.states.tobytes() != before
