"""The opponents inside the kit's environments: line-ups, pools, and opponents that fail."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from cardkit.agents import AgentExitError, compiled_choice
from cardkit.envs.gym_env import GameEnv
from cardkit.envs.vector_env import GameVectorEnv
from tests.support.herding import NUM_ACTIONS, SEATS
from tests.support.herding_envs import single, vector
from tests.support.herding_game import CompiledAgent, Failing, Random, compiled_random


def test_all_other_seats_are_the_opponent_s() -> None:
    class Asked(Random):
        def act(self, info: Any, rng: np.random.Generator) -> int:
            seen.add(info.seat)
            return super().act(info, rng)

    seen: set[int] = set()
    env = single(Asked(), seat=1)
    env.reset(seed=5)
    while not env.step(env.sample_action())[2]:
        pass
    assert seen == {0, 2}


def test_each_other_seat_has_an_opponent_of_its_own() -> None:
    class Asked(Random):
        def __init__(self) -> None:
            self.seats: set[int] = set()

        def act(self, info: Any, rng: np.random.Generator) -> int:
            self.seats.add(info.seat)
            return super().act(info, rng)

    for seat in range(SEATS):
        left, right = Asked(), Asked()
        env = single(opponents=[left, right], seat=seat)
        _, info = env.reset(seed=5)
        assert env.opponent_names[info["opponent"]] == "Asked, Asked"
        while not env.step(env.sample_action())[2]:
            pass
        assert (left.seats, right.seats) == ({(seat + 1) % SEATS}, {(seat + 2) % SEATS})


@pytest.mark.parametrize("opponents", ["choose_any", [Random()], [Random(), [Random()]], [Random()] * 3])
def test_a_line_up_has_one_opponent_for_each_other_seat(opponents: Any) -> None:
    for make in (single, lambda **settings: vector(2, **settings)):
        with pytest.raises(ValueError, match="opponents"):
            make(opponents=opponents)


def test_a_line_up_is_no_pool() -> None:
    for env in (single(opponents=[Random(), Random()]), vector(2, opponents=[Random(), Random()]), vector(2)):
        with pytest.raises(AttributeError, match="opponents"):
            _ = env.opponent_pool


@compiled_choice
def choose_nonsense(info: Any, stream: Any, memory: Any) -> int:
    return 63


@pytest.mark.parametrize("failing", [Failing, lambda: CompiledAgent(choose_nonsense)], ids=["python", "compiled"])
def test_the_one_of_a_line_up_that_answers_nonsense_is_named(failing: Any) -> None:
    def play() -> None:
        env.reset(seed=7)
        for _ in range(20):
            env.step(env.sample_actions())

    env = vector(3, opponents=[compiled_random(), failing()], seat=1)  # clockwise, seat 0 is the last opponent
    with pytest.raises(ValueError, match=r"opponent '(Failing|choose_nonsense)' in game \d: "):
        play()


@pytest.mark.parametrize("make", [single, lambda *given, **settings: vector(3, *given, **settings)])
def test_opponents_are_given_in_one_way(make: Any) -> None:
    with pytest.raises(ValueError, match=r"opponent and opponents .* got 'choose_any' and \['a', 'b'\]"):
        make("choose_any", opponents=["a", "b"])


class Leaving:
    """An agent that ends the program when it is asked, or when its answer is read."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def act(self, info: Any, rng: np.random.Generator) -> Any:
        return self._answer()

    def __ge__(self, other: Any) -> bool:
        raise SystemExit(0)


@pytest.mark.parametrize("opponent", [Leaving(sys.exit), Leaving(lambda: Leaving(None))], ids=["asked", "answer"])
@pytest.mark.parametrize("make", [single, lambda opponent: vector(3, opponent)], ids=["single", "vector"])
def test_an_opponent_does_not_end_the_program(make: Any, opponent: Any) -> None:
    env = make(opponent)
    with pytest.raises(AgentExitError, match="opponent 'Leaving' raised SystemExit"):  # noqa: PT012 - the first ply may be theirs
        env.reset(seed=1)
        while True:
            env.step(env.sample_action() if isinstance(env, GameEnv) else env.sample_actions())


@pytest.mark.parametrize("make", [single, lambda opponent: vector(3, opponent)], ids=["single", "vector"])
def test_an_opponent_that_answers_nonsense_is_named(make: Any) -> None:
    def play() -> None:
        for _ in range(20):
            env.step(env.sample_actions() if isinstance(env, GameVectorEnv) else env.sample_action())

    env = make(Failing())
    env.reset(seed=7)
    with pytest.raises(ValueError, match=rf"opponent 'Failing' in game \d: action {NUM_ACTIONS} "):
        play()


def test_a_pool_draws_an_opponent_for_each_game() -> None:
    env = vector(40, [compiled_random(), Random()])
    assert env.opponent_pool.names == ("choose_any", "Random")
    _, infos = env.reset(seed=13)
    assert {env.opponent_names[number] for number in infos["opponent"]} == {"choose_any", "Random"}
