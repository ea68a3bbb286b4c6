"""The Gymnasium environment: opponents of every kind, rewards, seats, seeds, copies."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from durak_env.action_errors import action_text
from durak_env.agents import heuristic
from durak_env.envs.gym_env import DurakEnv
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.agreement import oracle_game, shuffled
from tests.support.opponents import Lowest, each_opponent, highest, legal_of, play_out
from tests.support.rule_sets import RULE_SETS

SMALL = Rules(start_rank=11, hand_size=3)


def trace(env: Any, games: int, seed: int, choose: int = 0) -> list[Any]:
    """Return everything that an environment gives in some games under equal play."""
    rng = random.Random(choose)
    seen: list[Any] = []
    for game in range(games):
        observation, info = env.reset(seed=seed if game == 0 else None)
        terminated = not info["action_mask"].any()
        while True:
            seen.append((observation.tobytes(), info["action_mask"].tobytes(), info["seat"]))
            if terminated:
                break
            observation, reward, terminated, _, info = env.step(rng.choice(legal_of(info)))
            seen.append((reward, terminated))
    return seen


# Spaces, masks, sampling


def test_sampled_actions_reach_every_legal_one() -> None:
    env = DurakEnv(seat=0)
    _, info = env.reset(seed=2)
    assert {env.sample_action() for _ in range(300)} == set(legal_of(info))


def test_arrays_handed_out_do_not_change_later() -> None:
    env = DurakEnv(observation="dict")
    rng = random.Random(3)
    observation, info = env.reset(seed=3)
    kept = []
    for _ in range(8):
        kept.append((observation, info, {name: array.copy() for name, array in observation.items()}))
        observation, _, terminated, _, info = env.step(rng.choice(legal_of(info)))
        if terminated:
            break
    for given, infos, copies in kept:
        assert all(np.array_equal(given[name], copies[name]) for name in copies)
        assert np.array_equal(infos["action_mask"], copies["action_mask"])


# Rewards


@pytest.mark.parametrize(
    "opponent",
    [
        pytest.param("greedy", id="spec"),
        *(
            pytest.param(one, id=name, marks=pytest.mark.slow)
            for name, one in {"object": Lowest(), "callable": highest}.items()
        ),
        pytest.param(["random", Lowest()], id="pool"),
    ],
)
def test_rewards_are_the_oracle_s_results(opponent: Any) -> None:
    """Rewards are the oracle's results in games of given decks, games that end on either seat's ply among them."""
    rng = random.Random(4)
    ends = set()
    for number in range(80):
        rules = RULE_SETS[number % len(RULE_SETS)] if number % 2 else SMALL
        env = DurakEnv(opponent, rules)
        deck = shuffled(rules, rng)
        named = rules.include_trumps and not rules.has_talon
        options = {"deck": deck, "attacker": number % 2, "trump_suit": "c" if named else None}
        _, info = env.reset(seed=number, options=options)
        reward, info = play_out(env, info, rng)
        game = oracle_game(rules, deck, options["trump_suit"], options["attacker"])
        plies = env.information_set().plies
        for seat, action in plies:
            assert game.to_move == seat
            game.play(action_text(action, rules))
        assert game.over
        if any(seat == info["seat"] for seat, _ in plies):
            assert reward == game.returns[info["seat"]]
            ends.add((plies[-1][0] == info["seat"], reward))
    if opponent is not highest:  # one that says DONE where it can seldom ends a game
        assert {(False, -1.0), (False, 1.0), (True, -1.0), (True, 1.0)} <= ends


def test_draws_pay_nothing() -> None:
    env = DurakEnv("uniform", SMALL)
    rng = random.Random(5)
    rewards = set()
    for seed in range(200):
        _, info = env.reset(seed=seed)
        reward, _ = play_out(env, info, rng)
        rewards.add(reward)
    assert rewards == {-1.0, 0.0, 1.0}


# Opponents


def test_a_python_agent_is_asked_as_the_other_seat_with_all_plies() -> None:
    agent = Lowest()
    env = DurakEnv(agent, seat=1)
    _, info = env.reset(seed=6)
    play_out(env, info, random.Random(6))
    plies = env.information_set().plies
    assert agent.seen
    for known in agent.seen:
        assert known.seat == 0
        assert not known.open_world
        assert known.plies == plies[: len(known.plies)]
        assert plies[len(known.plies)] == (0, known.legal_actions[0])


def test_a_callable_sees_its_own_side_in_the_environment_s_encoding() -> None:
    seen = []

    def policy(observation: np.ndarray, mask: np.ndarray) -> int:
        seen.append((observation.copy(), mask.copy()))
        return int(np.flatnonzero(mask)[0])

    env: Any = DurakEnv(policy, seat=0, dtype="uint8", encoding="history")
    _, info = env.reset(seed=7)
    play_out(env, info, random.Random(7))
    assert seen
    for observation, mask in seen:
        assert env.encoding.vector_space.contains(observation)
        assert env.encoding.mask_space.contains(mask)
        assert env.encoding.decode(observation)["role"][1] == 1
    lowest = DurakEnv(Lowest(), seat=0, dtype="uint8", encoding="history")
    assert trace(env, 3, seed=7) == trace(lowest, 3, seed=7)


def test_a_pool_draws_each_member() -> None:
    first, second = Lowest(), Lowest()
    env = DurakEnv([first, second])
    asked = []
    for seed in range(30):
        counts = len(first.seen), len(second.seen)
        _, info = env.reset(seed=seed)
        play_out(env, info, random.Random(8))
        grown = len(first.seen) > counts[0], len(second.seen) > counts[1]
        assert sum(grown) <= 1  # one opponent a game
        asked.append(grown)
    assert {(True, False), (False, True)} <= set(asked)


def test_compiled_and_python_play_of_an_agent_are_the_same() -> None:
    """An agent plays alike inside the compiled loop and outside, in a pool with a Python agent that is never drawn."""

    class Greedy:
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            return heuristic.greedy().act(info, rng)

    assert trace(DurakEnv("greedy"), 10, seed=9) == trace(DurakEnv(Greedy()), 10, seed=9)


@pytest.mark.parametrize("choice", [-1, 99, 0.5, None, "6c"], ids=str)
def test_an_opponent_s_bad_choice_is_its_own_error(choice: Any) -> None:
    env = DurakEnv(lambda observation, mask: choice, seat=0)
    with pytest.raises(ValueError, match="action"):  # noqa: PT012 - at whatever ply it is asked first
        for seed in range(20):
            _, info = env.reset(seed=seed)
            play_out(env, info, random.Random(seed))


def test_an_opponent_s_illegal_choice_names_the_opponent() -> None:
    class Cheat:
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            return next(action for action in range(info.rules.num_actions) if action not in info.legal_actions)

    env = DurakEnv(Cheat(), seat=0)
    with pytest.raises(ValueError, match="opponent 'Cheat' in game 0: illegal action"):  # noqa: PT012
        for seed in range(20):
            _, info = env.reset(seed=seed)
            play_out(env, info, random.Random(seed))


def test_after_an_opponent_s_failure_a_game_is_not_played_on() -> None:
    asked = []

    def faltering(observation: np.ndarray, mask: np.ndarray) -> Any:
        asked.append(mask)
        if len(asked) == 1:
            raise KeyError("lost for words")
        return np.flatnonzero(mask)[0]

    env = DurakEnv(faltering, seat=0)
    env.reset(seed=11, options={"deck": list(Rules().deck), "attacker": 0})
    with pytest.raises(KeyError, match="lost for words"):
        env.step(env.sample_action())
    with pytest.raises(RuntimeError, match=r"opponent has failed to choose: call reset"):
        env.step(env.sample_action())
    _, info = env.reset()
    play_out(env, info, random.Random(11))


# Seats


@pytest.mark.parametrize("seat", [0, 1])
def test_a_fixed_seat(seat: int) -> None:
    env = DurakEnv(seat=seat)
    rng = random.Random(10)
    for seed in (0, None, None, 1, None):
        _, info = env.reset(seed=seed)
        assert info["seat"] == seat
        assert play_out(env, info, rng)[1]["seat"] == seat


def test_seats_alternate_and_the_first_is_drawn() -> None:
    env = DurakEnv()
    firsts = set()
    for seed in range(20):
        seats = [env.reset(seed=seed)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(5))]
        assert seats in ([0, 1] * 3, [1, 0] * 3)
        firsts.add(seats[0])
    assert firsts == {0, 1}


# Forced plies


@each_opponent
def test_skip_forced_asks_for_choices_only(opponent: Any) -> None:
    rng = random.Random(11)
    env = DurakEnv(opponent, skip_forced=True)
    skipped = 0
    for seed in range(25):
        _, info = env.reset(seed=seed)
        first, terminated = True, not info["action_mask"].any()
        asked = 0
        while not terminated:
            assert first or len(legal_of(info)) > 1
            first = False
            asked += 1
            _, _, terminated, _, info = env.step(rng.choice(legal_of(info)))
        skipped += sum(seat == info["seat"] for seat, _ in env.information_set().plies) - asked
    assert skipped > 10


def test_skip_forced_asks_for_the_first_ply_of_a_game_all_the_same() -> None:
    """A reset plays nothing for the learner, so it cannot end the game."""
    env = DurakEnv("greedy", seat=0, rules=Rules(hand_size=1), skip_forced=True)
    _, info = env.reset(options={"deck": [str(card) for card in Rules().deck], "attacker": 0})
    assert len(legal_of(info)) == 1
    assert env.information_set().plies == ()


def test_without_skip_forced_every_ply_is_asked() -> None:
    rng = random.Random(12)
    env = DurakEnv()
    forced = 0
    for seed in range(10):
        _, info = env.reset(seed=seed)
        asked, terminated = 0, False
        while not terminated:
            asked += 1
            forced += len(legal_of(info)) == 1
            _, _, terminated, _, info = env.step(rng.choice(legal_of(info)))
        assert asked == sum(seat == info["seat"] for seat, _ in env.information_set().plies)
    assert forced


# Seeds


@each_opponent
def test_a_seed_determines_everything(opponent: Any) -> None:
    first, again, other = (trace(DurakEnv(opponent, skip_forced=True), 6, seed) for seed in (0, 0, 1))
    assert first == again
    assert first != other


def test_no_seed_goes_on() -> None:
    env = DurakEnv(seat=0)
    starts = [env.reset(seed=0)[0].tobytes(), *(env.reset()[0].tobytes() for _ in range(4))]
    assert len(set(starts)) == 5
    fresh = {DurakEnv(seat=0).reset()[0].tobytes() for _ in range(4)}
    assert len(fresh) == 4
    assert starts == [env.reset(seed=0)[0].tobytes(), *(env.reset()[0].tobytes() for _ in range(4))]


# Copies


@pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("opponent", ["random", Lowest(), ["greedy", Lowest()]], ids=["compiled", "object", "pool"])
def test_a_copy_plays_on_by_itself_and_identically(opponent: Any, again: Any) -> None:
    env = DurakEnv(opponent, rules=SMALL, observation="dict", encoding="history")
    env.reset(seed=13)
    for _ in range(3):
        env.step(env.sample_action())
    before = env.information_set()
    trial = again(env)
    tried = trace_of_samples(trial)
    assert env.information_set() == before
    assert trace_of_samples(env) == tried


def trace_of_samples(env: DurakEnv) -> list[Any]:
    """Return everything that an environment gives under sampled play, to the end of the present game and in another."""
    seen: list[Any] = []
    for _ in range(2):
        terminated = False
        while not terminated:
            observation, reward, terminated, _, info = env.step(env.sample_action())
            seen.append((observation["observation"].tobytes(), reward, info["action_mask"].tobytes(), info["seat"]))
            assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
        env.reset()
    return seen


# Rendering


def test_render_shows_what_the_learner_knows() -> None:
    """Two deals that differ in hidden cards alone are drawn alike."""
    deck = [str(card) for card in Rules().deck]
    random.Random(18).shuffle(deck)
    other = deck[:6] + deck[6:-1][::-1] + deck[-1:]
    for mode in ("ansi", "rgb_array"):
        env = DurakEnv(seat=0, render_mode=mode)
        drawn = []
        for one in (deck, other):
            env.reset(seed=18, options={"deck": one, "attacker": 0})
            drawn.append(env.render())
        assert np.array_equal(drawn[0], drawn[1])
    env = DurakEnv()
    with pytest.raises(ValueError, match="render_mode"):
        env.render()
