"""Compiled agents that choose what is not legal: named wherever they are asked, and nothing is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from cardkit.agents import compiled_choice
from cardkit.arena.result_rows import result_dtype
from cardkit.compiled.bits import lowest
from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.prng import chance
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.dealing import deal
from durak_env.durak import Durak
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.vandals import LastLegal
from tests.support.vector_play import SMALL, each_mode

SLOTS = [99, -5, 64, 2, 15, 2**63 - 1, -(2**63)]


@compiled_choice
def choose_told(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the slot that stands in the memory."""
    return memory.view(np.int64)[0]


@compiled_choice
def choose_id(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the id of an action of the 36-card deck where its slot is wanted."""
    slot = lowest(info.legal)
    return 36 + slot if slot < 2 else 9 * (slot // 16) + slot % 16 - 6


@compiled_choice
def choose_another_s(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest legal slot; in one of so many choices as the memory says a card of the other hand."""
    if info.hands[1 - info.seat] and chance(stream, memory.view(np.float64)[0]):
        return lowest(info.hands[1 - info.seat])
    return lowest(info.legal)


def telling(slot: int) -> CompiledAgent:
    return CompiledAgent(choose_told, np.array([slot]).view(np.uint8))


def rare(probability: float) -> CompiledAgent:
    return CompiledAgent(choose_another_s, np.array([probability]).view(np.uint8))


def single(opponent: Any) -> Callable[[], None]:
    """Start a game of a single environment, and return a function that plays it to its end."""
    env = DurakEnv(opponent, open_world=True, rules=SMALL)

    def play() -> None:
        terminated = not env.reset(seed=4)[1]["action_mask"].any()
        while not terminated:
            _, _, terminated, _, _ = env.step(env.sample_action())

    return play


def vector(opponent: Any, **settings: Any) -> Callable[[], None]:
    """Start the games of a vector environment, and return a function that plays on."""
    env = DurakVectorEnv(9, opponent, open_world=True, rules=SMALL, **settings)

    def play() -> None:
        env.reset(seed=4)
        for _ in range(100):
            env.step(env.sample_actions())
            whole = (env.states["hands"].sum(axis=1) + env.states["discard"] + env.states["attacks"]) & ~env.states[
                "deck"
            ]
            assert not whole.any()

    return play


PLAYS: dict[str, Callable[[Any], Callable[[], None]]] = {
    "single": single,
    "vector": vector,
    "threads": lambda opponent: vector(opponent, num_threads=3),
    "pool": lambda opponent: vector(["random", opponent]),
    "mixed pool": lambda opponent: vector([LastLegal(), opponent]),
}
each_play = pytest.mark.parametrize("make", PLAYS.values(), ids=PLAYS)


@each_play
@pytest.mark.parametrize("slot", SLOTS)
def test_an_opponent_s_slot_that_is_none_is_named(slot: int, make: Callable[[Any], Callable[[], None]]) -> None:
    with pytest.raises(ValueError, match=rf"opponent 'choose_told' in game \d: slot {slot} "):
        make(telling(slot))()


@each_play
def test_ids_instead_of_slots_are_named(make: Callable[[Any], Callable[[], None]]) -> None:
    with pytest.raises(ValueError, match=r"opponent 'choose_id' in game \d: slot \d+ "):
        make(CompiledAgent(choose_id))()


@each_play
def test_another_s_card_is_named(make: Callable[[Any], Callable[[], None]]) -> None:
    with pytest.raises(
        ValueError, match=r"'choose_another_s' in game \d: slot \d+ is an illegal action .*not in the hand"
    ):
        make(rare(0.03))()


def test_what_is_named_does_not_depend_on_the_threads() -> None:
    said = set()
    for num_threads in (1, 2, 5):
        with pytest.raises(ValueError, match="game") as caught:
            vector(rare(0.03), num_threads=num_threads, autoreset_mode="SameStep")()
        said.add(str(caught.value))
    assert len(said) == 1


def play(env: Any, steps: int) -> None:
    for _ in range(steps):
        env.step(env.sample_action() if isinstance(env, DurakEnv) else env.sample_actions())


@compiled_choice
def choose_until_late(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest legal slot, and none from the tenth ply on."""
    return lowest(info.legal) if info.plies < 10 else 15


@each_mode
@pytest.mark.parametrize("num_threads", [1, 3])
def test_an_environment_is_of_use_again_after_a_reset(num_threads: int, mode: Any) -> None:
    env, other = (
        DurakVectorEnv(6, opponent, num_threads=threads, autoreset_mode=mode)
        for opponent, threads in ((CompiledAgent(choose_until_late), num_threads), (CompiledAgent(choose_lowest), 1))
    )
    for seed in (1, 2):
        for one in (env, other):
            one.reset(seed=seed)
        for _ in range(2):
            steps = [one.step(one.sample_actions()) for one in (env, other)]
            assert np.array_equal(steps[0][0], steps[1][0])
        with pytest.raises(ValueError, match="slot 15 stands for no action"):
            play(env, 10)
        with pytest.raises(RuntimeError, match="opponent has failed to choose"):
            env.step(env.sample_actions())
        env.reset(options={"reset_mask": np.arange(6) < 3})
        with pytest.raises(RuntimeError, match="opponent has failed to choose"):
            env.step(env.sample_actions())
    env.close()


@compiled_choice
def choose_lowest(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest legal slot."""
    return lowest(info.legal)


def test_a_single_environment_says_so_until_its_reset() -> None:
    env = DurakEnv(CompiledAgent(choose_until_late))
    for seed in (1, 2):
        env.reset(seed=seed)
        with pytest.raises(ValueError, match="opponent 'choose_until_late' in game 0: slot 15 "):
            play(env, 10)
        with pytest.raises(RuntimeError, match="opponent has failed to choose"):
            env.step(0)


@pytest.mark.parametrize("slot", SLOTS)
def test_an_agent_asked_by_itself(slot: int) -> None:
    state = deal(Rules(), np.random.default_rng(1))
    info = InformationSet.of(state, Rules(), int(state.attacker))
    with pytest.raises(ValueError, match=f"slot {slot} "):
        telling(slot).act(info, np.random.default_rng(1))


@pytest.mark.parametrize("opponent", ["greedy", LastLegal()], ids=["compiled", "in Python"])
def test_a_match_counts_the_same_faults_however_it_is_played(opponent: Any) -> None:
    compiled, shown = (
        play_match(rare(0.1), opponent, games=20, seed=1, open_world=True, rules=SMALL, forfeits=True, on_game=on_game)
        for on_game in (None, lambda game: None)
    )
    names = [name for name in result_dtype(2, Durak.COUNTS).names or () if name != "seconds"]
    assert all(np.array_equal(compiled.results[name], shown.results[name]) for name in names)
    assert compiled.illegal_actions[0] > 2
    assert compiled.crashes == (0, 0)


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="labels are read from a search's memory by its address")
def test_who_makes_labels_is_checked() -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from baselines.durak.learning.imitation import labeller
    from baselines.durak.learning.outcome_labels import OutcomeLabeller

    with pytest.raises(ValueError, match=r"agent 'choose_told' in game 11: slot 15 "):
        OutcomeLabeller(Rules(), telling(15), seed=3, threads=1).label(5, 2)
    search: Any = make_agent("ismcts:simulations=10,endgame=search")
    greedy: Any = make_agent("greedy")
    for plan, student, sparring in (
        ((0.0, 0.0, 0.0), telling(15), greedy),
        ((1.0, 1.0, 0.0), greedy, telling(15)),
    ):
        with pytest.raises(ValueError, match=r"agent 'choose_told' in game \d+: slot 15 "):
            labeller(Rules(), search, sparring, plan, seed=3, threads=1).label(student, 5, 2)
