"""The pool of opponents: names, weights, changes between games, and the names reported for past games."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from cardkit.envs.opponents import OpponentPool
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from tests.support.opponents import Chancy, Lowest, highest
from tests.support.vandals import Dicing, LastLegal, Vandal
from tests.support.vector_play import SMALL, each_mode
from tests.support.vector_singles import check_equal_to_singles


def steps(env: DurakVectorEnv, count: int) -> list[tuple[list[str], list[bool]]]:
    """Return the opponents told and the ends of so many steps of sampled play."""
    told = []
    for _ in range(count):
        _, _, terminated, _, infos = env.step(env.sample_actions())
        told.append(([env.opponent_names[number] for number in infos["opponent"]], terminated.tolist()))
    return told


# Who is drawn


@pytest.mark.parametrize(
    ("opponents", "expected"),
    [
        (["greedy", "random", "uniform"], ["210222", "000110", "211201", "102201"]),
        (["greedy", Chancy(), highest, "smart", "random"], ["420334", "101320", "422312", "104312"]),
    ],
    ids=["compiled", "mixed"],
)
def test_seeds_draw_the_opponents_that_they_always_drew(opponents: list[Any], expected: list[str]) -> None:
    env = DurakVectorEnv(4, opponents, SMALL, autoreset_mode="SameStep")
    _, infos = env.reset(seed=5)
    names = env.opponent_pool.names
    drawn = list(map(str, infos["opponent"]))
    for playing, terminated in steps(env, 150):
        for game in np.flatnonzero(terminated):
            drawn[game] += str(names.index(playing[game]))
    assert [numbers[:6] for numbers in drawn] == expected


def test_weights_that_are_equal_draw_as_none() -> None:
    plain, weighted = (DurakVectorEnv(8, ["greedy", "random", "smart"], SMALL) for _ in range(2))
    weighted.opponent_pool.set_weights(dict.fromkeys(("greedy", "random", "smart"), 0.1))
    plain.reset(seed=1)
    weighted.reset(seed=1)
    assert steps(plain, 40) == steps(weighted, 40)


def test_opponents_are_drawn_by_their_weights() -> None:
    env = DurakVectorEnv(4000, ["greedy", "random", "smart", "uniform"], SMALL)
    env.opponent_pool.set_weights({"random": 3, "smart": 0, "uniform": 0.5})
    drawn = Counter(env.opponent_names[number] for number in env.reset(seed=2)[1]["opponent"])
    assert env.opponent_pool.weights == {"greedy": 1.0, "random": 3.0, "smart": 0.0, "uniform": 0.5}
    assert drawn["smart"] == 0
    for name, share in (("greedy", 1 / 4.5), ("random", 3 / 4.5), ("uniform", 0.5 / 4.5)):
        assert drawn[name] / 4000 == pytest.approx(share, abs=0.03)


# What is named


def test_opponents_have_names() -> None:
    env = DurakEnv([" greedy ", "greedy", Lowest(), highest, ["mcts:limit=3"]])
    assert env.opponent_pool.names == ("greedy", "greedy#2", "Lowest", "highest", "mcts:limit=3")
    assert env.opponent_pool.add(Lowest()) == "Lowest#2"
    assert env.opponent_pool.add(Lowest(), name="league 7") == "league 7"
    assert len(env.opponent_pool) == 7


def test_infos_name_the_opponent() -> None:
    env = DurakEnv(["greedy", "random"])
    assert env.opponent_names == ("greedy", "random")
    assert {env.reset(seed=seed)[1]["opponent"] for seed in range(20)} == {0, 1}
    _, info = env.reset(seed=0)
    assert env.step(env.sample_action())[-1]["opponent"] == info["opponent"]


def test_infos_of_the_step_that_ends_a_game_name_its_opponent_and_the_next_one_s() -> None:
    env = DurakVectorEnv(6, ["greedy", "random"], SMALL, autoreset_mode="SameStep")
    _, infos = env.reset(seed=3)
    playing, ended, others = infos["opponent"].copy(), 0, 0
    for _ in range(60):
        _, _, terminated, _, infos = env.step(env.sample_actions())
        if terminated.any():
            last = infos["final_info"]["opponent"]
            assert last[terminated].tolist() == playing[terminated].tolist()
            assert not infos["final_info"]["_opponent"][~terminated].any()
            ended += terminated.sum()
            others += (infos["opponent"] != playing).sum()
        assert (infos["opponent"] == playing)[~terminated].all()
        playing = infos["opponent"].copy()
    assert ended > others > 0


def test_self_play_has_no_pool() -> None:
    env = DurakVectorEnv(2, None)
    assert "opponent" not in env.reset(seed=0)[1]
    assert env.opponent_names == ()
    assert not hasattr(env, "opponent_pool")


def test_stable_baselines_infos_name_the_opponent_of_the_game_that_ended() -> None:
    sb3_env = pytest.importorskip("durak_env.sb3_env", reason="the extra 'train' is not installed")
    env = sb3_env.DurakVecEnv(4, opponent=["greedy", "random"], rules=SMALL)
    env.seed(4)
    env.reset()
    env.opponent_pool.remove("random")
    names = []
    for _ in range(60):
        *_, infos = env.step(env.games.sample_actions())
        names += [info["opponent"] for info in infos if "episode" in info]
    assert "random" in names[:8]
    assert set(names[8:]) == {"greedy"}


def test_the_number_of_an_opponent_stays_its_own_when_others_come_and_go() -> None:
    env = DurakVectorEnv(6, ["greedy", "random"], SMALL, autoreset_mode="SameStep")
    env.reset(seed=3)
    pool = env.opponent_pool
    pool.remove("greedy")
    pool.add("smart")
    pool.add("uniform", name="greedy")
    _, infos = env.reset(seed=3)
    assert env.opponent_names == ("greedy", "random", "smart", "greedy")
    assert set(infos["opponent"]) == {1, 2, 3}
    assert env.get_attr("opponent_names") == (env.opponent_names,) * 6


# Changes


def test_a_change_holds_for_the_games_that_begin_afterwards() -> None:
    """A game that is on keeps its opponent, even one that has been removed."""
    first, second = Lowest(), Lowest()
    env = DurakEnv(first, seat=0)
    env.reset(seed=5)
    env.opponent_pool.add(second, name="second")
    env.opponent_pool.remove("Lowest")
    assert env.opponent_pool.names == ("second",)
    asked, terminated = 0, False
    while not terminated:
        asked = len(first.seen)
        _, _, terminated, _, info = env.step(env.sample_action())
        assert env.opponent_names[info["opponent"]] == "Lowest"
    assert asked
    assert not second.seen
    asked = len(first.seen)
    assert env.opponent_names[env.reset()[1]["opponent"]] == "second"
    while not env.step(env.sample_action())[2]:
        pass
    assert len(first.seen) == asked
    assert second.seen


def test_an_opponent_that_has_left_reaches_no_later_game() -> None:
    """An opponent that has left keeps its inputs, a generator among them, but they are of no use in later games."""
    told = []
    for leaving in (Vandal(), LastLegal()):
        env = DurakVectorEnv(6, leaving, SMALL, autoreset_mode="SameStep")
        env.reset(seed=9)
        env.opponent_pool.add(Dicing(), name="next")
        env.opponent_pool.remove(env.opponent_pool.names[0])
        assert {"next"} == set(steps(env, 40)[-1][0])
        told.append(env.states.tobytes())
    assert told[0] == told[1]


CHANGES: dict[str, dict[int, Any]] = {
    "grow and shrink": {
        3: lambda pool: pool.add("smart"),
        20: lambda pool: pool.remove(pool.names[0]),
        40: lambda pool: pool.set_weights({"smart": 0}) if len(pool) > 1 else None,
    },
    "compiled, Python, compiled": {
        5: lambda pool: pool.add(Chancy(), weight=5.0),
        25: lambda pool: pool.remove("Chancy"),
        45: lambda pool: pool.add(highest),
    },
    "at once": {0: lambda pool: (pool.add("uniform"), pool.remove(pool.names[0]))},
}


@each_mode
@pytest.mark.parametrize(
    ("opponent", "changes"),
    [
        pytest.param(opponent, changes, id=f"{kind}-{name}", marks=[] if place == number else pytest.mark.slow)
        for place, (kind, opponent) in enumerate(
            {"one": "greedy", "compiled": ["greedy", "random"], "mixed": [Chancy(), "greedy"]}.items()
        )
        for number, (name, changes) in enumerate(CHANGES.items())
    ],
)
def test_games_of_a_batch_change_as_single_ones(opponent: Any, changes: dict[int, Any], mode: AutoresetMode) -> None:
    changes = {step: change for step, change in changes.items() if opponent != [Chancy(), "greedy"] or step != 25}
    assert check_equal_to_singles(opponent, mode, 70, threads=3, rules=SMALL, changes=changes) > 5


def test_python_opponents_that_come_later_know_all_plies_of_their_games() -> None:
    class Perfect(Chancy):
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            plies.append((info.record.plies, len(info.plies)))
            return super().act(info, rng)

    plies: list[tuple[int, int]] = []
    env = DurakVectorEnv(3, "greedy", SMALL)
    env.reset(seed=6)
    steps(env, 5)
    env.opponent_pool.add(Perfect(), weight=100.0)
    steps(env, 60)
    assert len(plies) > 20
    assert all(record == told for record, told in plies)
    assert env.information_set(0).plies == ()


def test_games_are_compiled_again_once_no_other_opponent_plays() -> None:
    env = DurakVectorEnv(4, ["greedy", Chancy()], SMALL)
    env.reset(seed=7)
    assert env._batch._outside
    env.opponent_pool.remove("Chancy")
    told = steps(env, 60)
    assert any("Chancy" in names for names, _ in told[:1])
    assert not any("Chancy" in names for names, _ in told[-5:])
    assert not env._batch._outside


@pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_a_copy_has_a_pool_of_its_own(again: Any) -> None:
    env = DurakVectorEnv(5, ["greedy", Chancy(), "random"], SMALL, num_threads=2)
    env.reset(seed=8)
    env.opponent_pool.remove("Chancy")
    env.opponent_pool.set_weights({"random": 4})
    twin = again(env)
    assert steps(twin, 40) == steps(env, 40)
    twin.opponent_pool.add("smart")
    assert env.opponent_pool.names == ("greedy", "random")


# What is refused


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda pool: pool.add("nobody"), "unknown agent 'nobody'"),
        (lambda pool: pool.add(7), "7 is not an opponent"),
        (lambda pool: pool.add("smart", name="greedy"), "already has an opponent 'greedy'"),
        (lambda pool: pool.add("smart", weight=-1), "weight of 'smart'.*-1"),
        (lambda pool: pool.add("smart", weight="2"), "weight of 'smart'.*'2'"),
        (lambda pool: pool.add("smart", weight=True), "weight of 'smart'.*True"),
        (lambda pool: pool.remove("smart"), "unknown opponent 'smart'"),
        (lambda pool: pool.add("smart", weight=10**400), "weight of 'smart'"),
        (lambda pool: pool.add("smart", name=5), "name .*5"),
        (lambda pool: pool.remove(["greedy"]), "unknown opponent .*greedy"),
        (lambda pool: pool.set_weights(5), "weights .*5"),
        (lambda pool: pool.set_weights("greedy"), "weights .*greedy"),
        (lambda pool: pool.set_weights({"smart": 1}), "unknown opponent 'smart'"),
        (lambda pool: pool.set_weights({"greedy": float("nan")}), "weight of 'greedy'.*nan"),
        (lambda pool: pool.set_weights({"greedy": 5, "random": float("inf")}), "weight of 'random'.*inf"),
        (lambda pool: pool.set_weights({"greedy": 0, "random": 0}), "no opponent"),
        (lambda pool: [pool.remove(name) for name in ("greedy", "random")], "'random' cannot be removed"),
    ],
)
def test_bad_changes(change: Any, match: str) -> None:
    pool = DurakEnv(["greedy", "random"]).opponent_pool
    with pytest.raises(ValueError, match=match):
        change(pool)
    assert set(pool.weights.values()) == {1.0}


def test_a_pool_is_full_at_some_point() -> None:
    pool = DurakEnv().opponent_pool
    for number in range(254):
        pool.add(highest, name=str(number))
    with pytest.raises(ValueError, match="255"):
        pool.add("smart")
    assert isinstance(pool, OpponentPool)
