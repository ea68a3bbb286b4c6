"""The native vector environment: registry, threads, buffers, self-play, resets."""

from __future__ import annotations

import copy
import pickle
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from durak_env.actions import slots_of_actions
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.opponents import Chancy
from tests.support.vector_play import OPPONENTS, SMALL, choices, each_mode, same


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


@each_mode
@pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("opponent", ["random", None, Chancy()], ids=["compiled", "self-play", "object"])
def test_an_environment_copied_plays_on_by_itself_and_identically(
    opponent: Any, again: Any, mode: AutoresetMode
) -> None:
    env = DurakVectorEnv(5, opponent, SMALL, autoreset_mode=mode, num_threads=2, copy=False)
    env.reset(seed=8)
    env.step(env.sample_actions())
    before = env.states.tobytes()
    trial = again(env)
    tried = steps_of_samples(trial)
    assert env.states.tobytes() == before
    assert steps_of_samples(env) == tried


def steps_of_samples(env: DurakVectorEnv) -> list[bytes]:
    """Return all that an environment gives under sampled play, in the present games and in those that follow."""
    seen = []
    for _ in range(60):
        observation, rewards, terminated, _, infos = env.step(env.sample_actions())
        seen += [part.tobytes() for part in (observation, rewards, terminated, infos["action_mask"], infos["seat"])]
        if env.autoreset_mode == AutoresetMode.DISABLED and terminated.any():
            env.reset(options={"reset_mask": terminated.copy()})
    env.close()
    return seen


# Self-play


@pytest.mark.parametrize("rules", [Rules(), SMALL, Rules(include_trumps=False)], ids=str)
@each_mode
def test_self_play_against_the_engine(rules: Rules, mode: AutoresetMode) -> None:
    """The engine replays every game from its deal: seats, masks, observations, rewards, returns."""
    games = 5
    env = DurakVectorEnv(games, None, rules, autoreset_mode=mode)
    rng = np.random.default_rng(8)
    observation, infos = env.reset(seed=8)
    states = [env.states[row].copy() for row in range(games)]
    over = np.zeros(games, bool)
    finished = 0
    for _ in range(150):
        for row in np.flatnonzero(~over).tolist():
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
                states[row] = env.states[row].copy()
            over[:] = False
            continue
        actors = infos["seat"].copy()
        actions = choices(infos["action_mask"], rng)
        observation, rewards, terminated, _, infos = env.step(actions)
        for row in range(games):
            if over[row]:  # begun anew
                assert mode == AutoresetMode.NEXT_STEP
                states[row] = env.states[row].copy()
                over[row] = False
                assert (rewards[row], terminated[row]) == (0.0, False)
                continue
            step(states[row], slots_of_actions(rules)[actions[row]])
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
                states[row] = env.states[row].copy()
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


def test_a_deal_for_each_game() -> None:
    """Each game takes its deal from a list of options; the others are dealt as without."""
    decks = [[str(card) for card in Rules().deck][::step] for step in (1, -1)]
    given = [{"deck": decks[1], "attacker": 1}, {}, {"deck": decks[0], "attacker": 0}]
    env, plain = DurakVectorEnv(3, None), DurakVectorEnv(3, None)
    seats = env.reset(seed=11, options=given)[1]["seat"]
    plain.reset(seed=11)
    for row, options in enumerate(given):
        start = Deal.from_options(Rules(), options)
        expected = plain.states[1] if start is None else start.lay_out(Rules())
        assert env.information_set(row) == InformationSet.of(expected, Rules(), int(seats[row]))


# What users of vector environments expect


def test_calls_reach_every_game() -> None:
    env = DurakVectorEnv(3, "greedy", SMALL, render_mode="ansi")
    env.reset(seed=13)
    masks = env.call("action_masks")
    assert np.array_equal(np.stack(masks), env.action_masks())
    assert env.call("information_set") == tuple(env.information_set(game) for game in range(3))
    assert env.call("render") == env.render()
    assert env.get_attr("rules") == (SMALL,) * 3
    assert env.get_attr("opponent_pool") == (env.opponent_pool,) * 3
    for name, said in (("reset", "'reset'.*action_masks, information_set, render"), ("colour", "colour")):
        with pytest.raises(AttributeError, match=said):
            env.call(name)
    with pytest.raises(AttributeError, match="'rules' cannot be set"):
        env.set_attr("rules", Rules())


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_games_are_drawn_as_single_ones(mode: str) -> None:
    env = gymnasium.make_vec("durak_env/Durak-v0", num_envs=3, render_mode=mode)
    single, inside = DurakEnv(render_mode=mode), cast(Any, env.unwrapped)
    env.reset(seed=14)
    frames = env.render()
    assert frames is not None
    for game, frame in enumerate(frames):
        single.reset(seed=14 + game)
        assert np.array_equal(frame, single.render())
        assert np.array_equal(frame, inside.render(game))
    with pytest.raises(ValueError, match="render_mode"):
        DurakVectorEnv(2).render()
