"""The native vector environment equals single environments, game by game; buffers, threads, self-play, bad input."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from baselines import heuristic
from durak_env.deals import Deal
from durak_env.game import GAME_OVER, mover, returns, step
from durak_env.gym_env import DurakEnv
from durak_env.information import InformationSet
from durak_env.rules import Rules
from durak_env.vector_env import DurakVectorEnv

SMALL = Rules(start_rank=11, hand_size=3)
MODES = tuple(AutoresetMode)
each_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)


class Chancy:
    """An agent in Python that plays by its random numbers."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return int(rng.choice(info.legal_actions))


def highest(observation: np.ndarray, mask: np.ndarray) -> Any:
    """A policy on observation and mask."""
    return np.flatnonzero(mask)[-1]


OPPONENTS = {
    "compiled": "uniform",
    "compiled-pool": ["greedy", "random", heuristic.smart()],
    "object": Chancy(),
    "callable": highest,
    "mixed-pool": ["uniform", Chancy(), highest],
}
each_opponent = pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)


def rows_of(observation: Any, row: int) -> Any:
    """One game's observation out of a batch."""
    return (
        {name: part[row] for name, part in observation.items()} if isinstance(observation, dict) else observation[row]
    )


def same(first: Any, second: Any) -> bool:
    """Equal arrays, or dicts of equal arrays, of the same dtypes."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[name], second[name]) for name in first)
    first, second = np.asarray(first), np.asarray(second)
    return first.dtype == second.dtype and np.array_equal(first, second)


def choices(masks: np.ndarray, rng: np.random.Generator, illegal: float = 0.0) -> np.ndarray:
    """Random legal actions, 0 where there is none; with the probability given any action."""
    actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
    return np.where(rng.random(len(masks)) < illegal, rng.integers(0, masks.shape[1], len(masks)), actions)


def check_equal_to_singles(
    opponent: Any,
    mode: AutoresetMode,
    steps: int = 60,
    games: int = 4,
    seed: int = 0,
    illegal: float = 0.0,
    threads: int = 1,
    **settings: Any,
) -> int:
    """Step the native environment beside SyncVectorEnv of single ones; returns the games that ended."""
    native = DurakVectorEnv(games, opponent, autoreset_mode=mode, num_threads=threads, **settings)
    singles = SyncVectorEnv([lambda: DurakEnv(opponent, **settings)] * games, autoreset_mode=mode)
    assert native.single_observation_space == singles.single_observation_space
    assert native.single_action_space == singles.single_action_space
    assert native.observation_space == singles.observation_space
    assert native.action_space == singles.action_space
    assert native.metadata["autoreset_mode"] == mode
    rng = np.random.default_rng(seed)
    mine, my_infos = native.reset(seed=seed)
    theirs, their_infos = singles.reset(seed=seed)
    ended = np.zeros(games, bool)
    count = 0
    for number in range(steps):
        assert same(mine, theirs), number
        for name in ("action_mask", "seat"):
            assert np.array_equal(my_infos[name], their_infos[name]), (number, name)
            assert np.array_equal(my_infos[f"_{name}"], their_infos[f"_{name}"]), (number, name)
        assert np.array_equal(native.action_masks(), my_infos["action_mask"] == 1)
        if mode == AutoresetMode.DISABLED and ended.any():
            mask = ended.copy()
            mine, my_infos = native.reset(options={"reset_mask": mask})
            theirs, their_infos = singles.reset(options={"reset_mask": mask})
            assert np.array_equal(my_infos["_action_mask"], mask)
            assert same(mine, theirs)
            for row in np.flatnonzero(mask):
                assert np.array_equal(my_infos["action_mask"][row], their_infos["action_mask"][row])
                assert my_infos["seat"][row] == their_infos["seat"][row]
            assert not (native.action_masks().sum(axis=1) == 0).any()
            ended[:] = False
        actions = choices(native.action_masks(), rng, illegal)
        mine, rewards, terminated, truncated, my_infos = native.step(actions)
        theirs, *flags, their_infos = singles.step(actions)
        assert same(rewards, flags[0]), number
        assert same(terminated, flags[1]), number
        assert same(truncated, flags[2]), number
        ended = terminated
        count += int(terminated.sum())
        if mode == AutoresetMode.SAME_STEP:
            assert ("final_obs" in my_infos) == ("final_obs" in their_infos) == bool(terminated.any())
            if terminated.any():
                assert np.array_equal(my_infos["_final_obs"], their_infos["_final_obs"])
                assert np.array_equal(my_infos["_final_info"], their_infos["_final_info"])
                for row in range(games):
                    mine_last, their_last = my_infos["final_obs"][row], their_infos["final_obs"][row]
                    assert (mine_last is None) == (their_last is None) == (not terminated[row])
                    assert mine_last is None or same(mine_last, their_last)
                for name in ("action_mask", "seat"):
                    for part in (name, f"_{name}"):
                        assert np.array_equal(my_infos["final_info"][part], their_infos["final_info"][part])
        else:
            assert "final_obs" not in my_infos
    native.close()
    singles.close()
    return count


@each_mode
@each_opponent
@pytest.mark.parametrize("observation", ["flat", "dict"])
def test_equal_to_single_environments(opponent: Any, mode: AutoresetMode, observation: str) -> None:
    assert check_equal_to_singles(opponent, mode, observation=observation, rules=SMALL) > 5


@each_mode
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"dtype": "uint8"},
        {"encoding": "history", "history": 5},
        {"open_world": True},
        {"seat": 1},
        {"skip_forced": True},
        {"rules": Rules(start_rank=2, hand_size=8), "skip_forced": True, "encoding": "history", "history": 64},
        {"rules": Rules(start_rank=14)},
        {"rules": Rules(start_rank=9, hand_size=3, include_trumps=False)},
    ],
    ids=str,
)
@pytest.mark.parametrize("opponent", [pytest.param("greedy", id="compiled"), pytest.param(Chancy(), id="object")])
def test_equal_to_single_environments_in_all_settings(
    opponent: Any, mode: AutoresetMode, settings: dict[str, Any]
) -> None:
    assert check_equal_to_singles(opponent, mode, steps=70, games=3, seed=1, **settings) > 2


@each_mode
@each_opponent
def test_illegal_actions_end_single_and_batched_games_alike(opponent: Any, mode: AutoresetMode) -> None:
    assert check_equal_to_singles(opponent, mode, illegal=0.3, seed=2) > 20


@pytest.mark.slow
@each_mode
@each_opponent
@pytest.mark.parametrize("encoding", ["closed", "history"])
def test_equal_to_single_environments_for_long(opponent: Any, mode: AutoresetMode, encoding: str) -> None:
    for seed in range(3):
        ended = check_equal_to_singles(
            opponent, mode, steps=600, games=5, seed=seed, illegal=0.01, encoding=encoding, skip_forced=seed == 1
        )
        assert ended > 50


@each_mode
def test_gymnasium_s_registry_makes_it(mode: AutoresetMode) -> None:
    native = gymnasium.make_vec("durak_env/Durak-v0", num_envs=3, opponent="random", autoreset_mode=mode)
    assert isinstance(native.unwrapped, DurakVectorEnv)
    assert native.num_envs == 3
    assert native.metadata["autoreset_mode"] == mode
    observations, _ = native.reset(seed=0)
    assert native.observation_space.contains(observations)
    again = DurakVectorEnv(3, "random", autoreset_mode=mode.value)
    assert same(again.reset(seed=0)[0], observations)
    single = gymnasium.make("durak_env/Durak-v0", opponent="random")
    for row in range(3):
        assert same(single.reset(seed=row)[0], observations[row])


# Threads and buffers


def record_of(env: DurakVectorEnv, steps: int, seed: int) -> list[bytes]:
    """All that an environment gives under sampled play."""
    observation, infos = env.reset(seed=seed)
    seen = [observation.tobytes(), infos["action_mask"].tobytes()]
    for _ in range(steps):
        observation, rewards, terminated, _, infos = env.step(env.sample_actions())
        seen += [observation.tobytes(), rewards.tobytes(), terminated.tobytes()]
        seen += [infos["action_mask"].tobytes(), infos["seat"].tobytes()]
        if "final_obs" in infos:
            seen += [part.tobytes() for part in infos["final_obs"] if part is not None]
    env.close()
    return seen


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=lambda mode: mode.name)
@pytest.mark.parametrize("opponent", [*OPPONENTS.values(), None], ids=[*OPPONENTS, "self-play"])
def test_threads_change_nothing(opponent: Any, mode: AutoresetMode) -> None:
    records = [
        record_of(DurakVectorEnv(7, opponent, SMALL, autoreset_mode=mode, num_threads=threads, copy=copy), 40, seed=3)
        for threads, copy in ((1, True), (3, True), (3, False), (20, True))
    ]
    assert records[0] == records[1] == records[2] == records[3]


@pytest.mark.parametrize("opponent", ["greedy", None, Chancy()], ids=["compiled", "self-play", "object"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=lambda mode: mode.name)
def test_copies_never_change(opponent: Any, mode: AutoresetMode) -> None:
    env = DurakVectorEnv(4, opponent, SMALL, observation="dict", autoreset_mode=mode)
    given: list[tuple[np.ndarray, bytes]] = []

    def keep(*arrays: np.ndarray) -> None:
        given.extend((array, array.tobytes()) for array in arrays)

    observation, infos = env.reset(seed=4)
    for _ in range(30):
        keep(observation["observation"], observation["action_mask"], infos["action_mask"], infos["seat"])
        observation, rewards, terminated, truncated, infos = env.step(env.sample_actions())
        keep(rewards, terminated, truncated)
        if opponent is None:
            keep(infos["returns"])
        for last in infos.get("final_obs", ()):
            if last is not None:
                keep(*last.values())
    env.reset(seed=5)
    assert all(array.tobytes() == kept for array, kept in given)


def test_writing_into_what_was_given_changes_no_game() -> None:
    spoiled, plain = (DurakVectorEnv(4, rules=SMALL) for _ in range(2))
    mine, my_infos = spoiled.reset(seed=6)
    theirs, their_infos = plain.reset(seed=6)
    for _ in range(30):
        assert same(mine, theirs)
        assert same(my_infos["action_mask"], their_infos["action_mask"])
        actions = plain.sample_actions()
        mine[:] = 1
        mine, *_, my_infos = spoiled.step(actions)
        theirs, *_, their_infos = plain.step(actions)


def test_buffers_are_the_same_without_copies() -> None:
    env = DurakVectorEnv(4, copy=False)
    observation, infos = env.reset(seed=7)
    again, rewards, terminated, _, later = env.step(env.sample_actions())
    assert again is observation
    assert later["action_mask"] is infos["action_mask"]
    more = env.step(env.sample_actions())
    assert more[0] is observation
    assert more[1] is rewards
    assert more[2] is terminated


# Self-play


@pytest.mark.parametrize("rules", [Rules(), SMALL, Rules(include_trumps=False)], ids=str)
@each_mode
def test_self_play_against_the_engine(rules: Rules, mode: AutoresetMode) -> None:
    """Every game replayed by the engine from its deal: seats, masks, observations, rewards, returns."""
    games = 5
    env = DurakVectorEnv(games, None, rules, autoreset_mode=mode)
    rng = np.random.default_rng(8)
    observation, infos = env.reset(seed=8)
    states = [env._batch.games.states[row].copy() for row in range(games)]
    over = np.zeros(games, bool)
    finished = 0
    for _ in range(150):
        for row in np.flatnonzero(~over):
            seat = int(mover(states[row]))
            known = InformationSet.of(states[row], rules, seat)
            vector, mask = env.encoding.observe(known)
            assert infos["seat"][row] == seat
            assert np.array_equal(infos["action_mask"][row], mask)
            assert np.array_equal(observation[row], vector)
            assert env.information_set(row) == known
        if mode == AutoresetMode.DISABLED and over.any():
            observation, infos = env.reset(options={"reset_mask": over.copy()})
            for row in np.flatnonzero(over):
                states[row] = env._batch.games.states[row].copy()
            over[:] = False
            continue
        actors = infos["seat"].copy()
        actions = choices(infos["action_mask"], rng)
        observation, rewards, terminated, _, infos = env.step(actions)
        for row in range(games):
            if over[row]:  # begun anew
                assert mode == AutoresetMode.NEXT_STEP
                states[row] = env._batch.games.states[row].copy()
                over[row] = False
                assert (rewards[row], terminated[row]) == (0.0, False)
                continue
            step(states[row], env._batch._slots[actions[row]])
            assert terminated[row] == (states[row].phase == GAME_OVER)
            if not terminated[row]:
                assert rewards[row] == 0.0
                assert not infos["returns"][row].any()
                continue
            finished += 1
            paid = [float(returns(states[row], seat)) for seat in (0, 1)]
            assert infos["returns"][row].tolist() == paid
            assert sum(paid) == 0.0
            assert rewards[row] == paid[actors[row]]
            if mode == AutoresetMode.SAME_STEP:
                last = InformationSet.of(states[row], rules, int(actors[row]))
                assert np.array_equal(infos["final_obs"][row], env.encoding.observe(last)[0])
                states[row] = env._batch.games.states[row].copy()
            else:
                assert not infos["action_mask"][row].any()
                over[row] = True
    assert finished >= 3


def test_an_illegal_action_in_self_play_costs_its_seat() -> None:
    env = DurakVectorEnv(3, None)
    _, infos = env.reset(seed=9)
    illegal = np.array([int(np.flatnonzero(mask == 0)[0]) for mask in infos["action_mask"]])
    _, rewards, terminated, _, after = env.step(illegal)
    assert terminated.all()
    assert (rewards == -1).all()
    assert np.array_equal(after["seat"], infos["seat"])
    for row, seat in enumerate(infos["seat"]):
        assert after["returns"][row, seat] == -1


# Resets


def test_reset_mask_begins_only_the_games_named() -> None:
    env = DurakVectorEnv(5, autoreset_mode="Disabled", rules=SMALL)
    before, _ = env.reset(seed=10)
    mask = np.array([True, False, True, False, False])
    after, infos = env.reset(options={"reset_mask": mask})
    assert np.array_equal((before != after).any(axis=1), mask)
    assert np.array_equal(infos["_action_mask"], mask)
    seeded, _ = env.reset(seed=10, options={"reset_mask": ~mask})
    assert np.array_equal(seeded[~mask], before[~mask])
    assert np.array_equal(seeded[mask], after[mask])


def test_seeds_one_a_game() -> None:
    env = DurakVectorEnv(3)
    first, _ = env.reset(seed=[7, 0, 7])
    assert np.array_equal(first[0], first[2])
    for row, seed in enumerate((7, 0, 7)):
        assert np.array_equal(first[row], DurakEnv().reset(seed=seed)[0])
    again, _ = env.reset(seed=[7, None, 0])
    assert np.array_equal(again[0], first[0])
    assert np.array_equal(again[2], first[1])
    assert not np.array_equal(again[1], first[1])


def test_seed_zero_is_a_seed_and_no_seed_goes_on() -> None:
    env = DurakVectorEnv(3)
    runs = []
    for _ in range(2):
        starts = [env.reset(seed=0)[0].tobytes(), *(env.reset()[0].tobytes() for _ in range(4))]
        assert len(set(starts)) == 5
        runs.append(starts)
    assert runs[0] == runs[1]
    assert DurakVectorEnv(3).reset()[0].tobytes() != DurakVectorEnv(3).reset()[0].tobytes()


def test_a_deal_for_every_game() -> None:
    deck = [str(card) for card in Rules().deck][::-1]
    env = DurakVectorEnv(3, None)
    _, infos = env.reset(seed=11, options={"deck": deck, "attacker": 1})
    start = Deal(tuple(Rules().deck[::-1]), attacker=1).lay_out(Rules())
    assert infos["seat"].tolist() == [1, 1, 1]
    for row in range(3):
        assert env.information_set(row) == InformationSet.of(start, Rules(), 1)


@pytest.mark.parametrize("opponent", [*OPPONENTS.values(), None], ids=[*OPPONENTS, "self-play"])
def test_sampled_actions_are_legal(opponent: Any) -> None:
    env = DurakVectorEnv(6, opponent, SMALL)
    _, infos = env.reset(seed=12)
    for _ in range(40):
        actions = env.sample_actions()
        assert actions.dtype == np.int64
        assert actions.shape == (6,)
        alive = infos["action_mask"].any(axis=1)
        assert (infos["action_mask"][np.arange(6), actions] == 1)[alive].all()
        assert (actions[~alive] == 0).all()
        _, _, _, _, infos = env.step(actions)


# Bad input


BAD_ACTIONS = {
    "too few": (np.zeros(2, int), "shape"),
    "too many": (np.zeros(4, int), "shape"),
    "two axes": (np.zeros((3, 1), int), "shape"),
    "a scalar": (0, "shape"),
    "nothing": (None, "shape"),
    "floats": (np.zeros(3), "whole numbers"),
    "nan": (np.array([0, np.nan, 0]), "whole numbers"),
    "bools": (np.zeros(3, bool), "whole numbers"),
    "texts": (["6c", "7c", "8c"], "whole numbers"),
    "negative": (np.array([0, -1, 0]), "game 1: action -1 is out of range"),
    "too high": (np.array([0, 0, 38]), "game 2: action 38 is out of range"),
}


@pytest.mark.parametrize("opponent", ["greedy", None, Chancy()], ids=["compiled", "self-play", "object"])
@pytest.mark.parametrize(("actions", "match"), BAD_ACTIONS.values(), ids=BAD_ACTIONS)
def test_actions_that_are_none(actions: Any, match: str, opponent: Any) -> None:
    env = DurakVectorEnv(3, opponent)
    env.reset(seed=13)
    before = env._batch.games.states.tobytes()
    with pytest.raises(ValueError, match=match):
        env.step(actions)
    assert env._batch.games.states.tobytes() == before
    env.step(env.sample_actions())


@pytest.mark.parametrize("opponent", ["greedy", None, Chancy()], ids=["compiled", "self-play", "object"])
def test_illegal_actions_are_refused_and_nothing_is_played(opponent: Any) -> None:
    env = DurakVectorEnv(3, opponent, illegal="raise")
    _, infos = env.reset(seed=14)
    for _ in range(5):
        actions = env.sample_actions()
        actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
        before = env._batch.games.states.tobytes()
        with pytest.raises(ValueError, match=f"game 1: illegal action {actions[1]} "):
            env.step(actions)
        assert env._batch.games.states.tobytes() == before
        assert np.array_equal(env.action_masks(), infos["action_mask"] == 1)
        _, _, _, _, infos = env.step(env.sample_actions())


@each_mode
def test_step_before_reset(mode: AutoresetMode) -> None:
    env = DurakVectorEnv(2, autoreset_mode=mode)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(2, int))
    with pytest.raises(RuntimeError, match="reset"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=0)
    env.step(env.sample_actions())


def test_step_after_the_end_without_autoreset() -> None:
    env = DurakVectorEnv(3, rules=SMALL, autoreset_mode="Disabled")
    env.reset(seed=15)
    terminated = np.zeros(3, bool)
    while not terminated.any():
        _, _, terminated, _, infos = env.step(env.sample_actions())
    assert not infos["action_mask"][terminated].any()
    named = ", ".join(str(row) for row in np.flatnonzero(terminated))
    with pytest.raises(RuntimeError, match=rf"games \[{named}\] have ended"):
        env.step(env.sample_actions())
    env.reset(options={"reset_mask": terminated})
    env.step(env.sample_actions())


@pytest.mark.parametrize(
    "mask",
    [np.zeros(3, bool), np.ones(2, bool), np.ones(3, int), [1, 0, 1], "all", 3],
    ids=["none", "short", "int", "list", "text", "number"],
)
def test_bad_reset_masks(mask: Any) -> None:
    env = DurakVectorEnv(3)
    env.reset(seed=16)
    before = env._batch.games.states.tobytes()
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": mask})
    assert env._batch.games.states.tobytes() == before


@pytest.mark.parametrize("seed", [-1, 1.5, "123", [1, 2], [1, 2, -3], [1, 2, 0.5], float("nan")], ids=str)
def test_bad_seeds_change_nothing(seed: Any) -> None:
    env = DurakVectorEnv(3)
    env.reset(seed=17)
    before = env._batch.games.states.tobytes()
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    assert env._batch.games.states.tobytes() == before
    env.step(env.sample_actions())


@pytest.mark.parametrize("options", [{"deck": "6c"}, {"attacker": 1}], ids=str)
def test_bad_options_change_nothing(options: dict[str, Any]) -> None:
    env = DurakVectorEnv(3)
    env.reset(seed=18)
    before = env._batch.games.states.tobytes()
    with pytest.raises(ValueError, match="deck"):
        env.reset(options=options)
    assert env._batch.games.states.tobytes() == before
    env.step(env.sample_actions())


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": -3}, "num_envs"),
        ({"num_envs": 2.0}, "num_envs"),
        ({"num_envs": True}, "num_envs"),
        ({"num_threads": 0}, "num_threads"),
        ({"num_threads": 1.5}, "num_threads"),
        ({"render_mode": "ansi"}, "render"),
        ({"autoreset_mode": "Never"}, "autoreset_mode"),
        ({"autoreset_mode": None}, "autoreset_mode"),
        ({"opponent": "nobody"}, "unknown agent 'nobody'"),
        ({"opponent": []}, "pool of opponents"),
        ({"opponent": 7}, "7 is no opponent"),
        ({"opponent": None, "seat": 0}, "self-play"),
        ({"seat": 2}, "seat"),
        ({"observation": "image"}, "observation"),
        ({"encoding": "open"}, "open_world"),
        ({"dtype": "int64"}, "dtype"),
        ({"history": 65}, "history"),
        ({"illegal": "ignore"}, "illegal"),
    ],
    ids=str,
)
def test_bad_settings(settings: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        DurakVectorEnv(**{"num_envs": 2, **settings})


WITHOUT_JIT = """
import sys
from gymnasium.vector import AutoresetMode
from durak_env.rules import Rules
from tests.test_vector_env import OPPONENTS, check_equal_to_singles

rules = Rules(start_rank=13, hand_size=2)
for mode in AutoresetMode:
    for name in sys.argv[1:]:
        opponent = OPPONENTS[name]
        check_equal_to_singles(opponent, mode, steps=12, games=3, rules=rules, encoding="history", history=3)
print("equal")
"""


@pytest.mark.parametrize(
    "names",
    [
        ["compiled", "object", "callable"],
        ["compiled-pool"],
        ["mixed-pool"],
    ],
    ids="-".join,
)
def test_equal_to_single_environments_without_the_jit(names: list[str]) -> None:
    environment: dict[str, str] = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_JIT, *names],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "equal"
