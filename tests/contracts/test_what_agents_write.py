"""An agent's inputs are its own: nothing that it writes there reaches the game, the other agent or a later ply."""

from __future__ import annotations

import random
from typing import Any, cast

import numpy as np
import pytest
from gymnasium import spaces

from baselines import Agent, PolicyAgent, play_match
from baselines.durak.cli.play import DurakPlayOptions
from cardkit.agents import compiled_choice
from cardkit.arena.compiled_games import NO_FAULT
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.result_rows import result_dtype
from cardkit.commands.person import GameLeft, Person
from cardkit.compiled.bits import lowest, nth_bit
from cardkit.compiled.jit import JIT_OFF
from durak_env import durak_v0
from durak_env.cards import count
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.dealing import deal
from durak_env.core.play import step
from durak_env.durak import Durak
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.knowledge import INFO, observe
from durak_env.rules import Rules
from tests.support.aec_play import first_illegal
from tests.support.opponents import legal_of
from tests.support.vandals import BatchCheat, BatchVandal, Cheat, Dicing, LastLegal, Vandal, spoil
from tests.support.vector_play import SMALL, each_mode, same

COMPILED_FIELDS = [name for name in INFO.names or () if not (JIT_OFF and name.startswith("gap_"))]
RESULT = [name for name in result_dtype(2, Durak.COUNTS).names or () if name != "seconds"]


# Matches


def played(a: Agent | str, b: Agent | str, shown: bool) -> tuple[Any, ...]:
    """Play a match and return all to compare: results, and where games are shown all that they keep."""
    games: list[PythonGame] = []
    rules = Rules(start_rank=11, num_suits=3, hand_size=3)
    result = play_match(a, b, games=12, seed=3, rules=rules, on_game=games.append if shown else None)
    assert rules == cast(Durak, result.game).rules == Rules(start_rank=11, num_suits=3, hand_size=3)
    results = [result.results[name].tolist() for name in RESULT]
    return results, [(game.start.tobytes(), game.plies, game.variant.rules) for game in games]


@pytest.mark.parametrize("shown", [False, True], ids=["together", "one by one"])
@pytest.mark.parametrize("vandal", [Vandal, BatchVandal])
@pytest.mark.parametrize(
    "other",
    [
        pytest.param(Dicing(), id="dicing", marks=pytest.mark.slow),
        pytest.param("random", id="random"),
        pytest.param("mcts:limit=5,samples=2", id="mcts"),
    ],
)
def test_a_vandal_s_games_are_those_of_an_honest_agent(vandal: type[Vandal], other: Any, shown: bool) -> None:
    assert played(vandal(), other, shown) == played(LastLegal(), other, shown)
    assert played(other, vandal(), shown) == played(other, LastLegal(), shown)


@pytest.mark.parametrize("cheat", [Cheat(), BatchCheat()], ids=["one by one", "together"])
def test_an_agent_does_not_decide_what_is_legal(cheat: Agent) -> None:
    result = play_match(cheat, "greedy", games=40, seed=1, forfeits=True)
    assert result.illegal_actions[0] == 40 - (result.results["fault"] == NO_FAULT).sum() > 30
    with pytest.raises(ValueError, match=r"agent '(Batch)?Cheat' in game \d+: illegal action"):
        play_match(cheat, "greedy", games=40, seed=1)


class TwoNumbers:
    """A number that is a legal action where it is looked at, and another one where it is taken for an int."""

    def __init__(self, legal: int) -> None:
        self._legal = legal

    def __index__(self) -> int:
        return self._legal

    def __int__(self) -> int:
        return -1


class Ambiguous:
    """An agent that answers with two numbers at once."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> Any:
        return TwoNumbers(info.legal_actions[-1])


def test_what_is_played_is_what_was_found_legal() -> None:
    assert played(Ambiguous(), "greedy", True) == played(LastLegal(), "greedy", True)
    rewards = [play_vector(DurakVectorEnv(8, opponent, rules=SMALL), 1) for opponent in (Ambiguous(), LastLegal())]
    assert rewards[0] == rewards[1]


class Reaching(CompiledAgent):
    """An agent that plays compiled, and spoils all memory around the stream that it is asked with from Python."""

    def act_from(self, info: Any, stream: Any) -> int:
        action = super().act_from(info, stream)
        spoil(stream)
        return action


@compiled_choice
def choose_lowest(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest legal slot."""
    return lowest(info.legal)


def test_an_agent_s_random_stream_leads_to_no_other_s() -> None:
    assert played("random", Reaching(choose_lowest), True) == played("random", CompiledAgent(choose_lowest), True)


@compiled_choice
def choose_and_tell(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest legal slot; write into the record all that the other agent would like to know."""
    slot = lowest(info.legal)
    for place in range(len(info.talon)):
        info.talon[place] = 7
    info.legal = ~info.legal
    info.unseen = info.hands[info.seat]
    info.seat = 1 - info.seat
    return slot


@compiled_choice
def choose_as_told(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest legal slot; the highest once the other agent has told it something."""
    told = info.talon[len(info.talon) - 1] != 0
    return nth_bit(info.legal, count(info.legal) - 1 if told else 0)


def test_compiled_agents_cannot_talk_through_what_they_are_given() -> None:
    quiet, talking, listening = (CompiledAgent(choose) for choose in (choose_lowest, choose_and_tell, choose_as_told))
    assert played(talking, listening, False) == played(quiet, quiet, False)
    for seed in (1, 2):
        rewards = [
            play_vector(DurakVectorEnv(8, pool, rules=SMALL), seed)
            for pool in ([talking, listening], [quiet, listening])
        ]
        assert rewards[0] == rewards[1]


@compiled_choice
def choose_and_blame(info: Any, stream: Any, memory: Any) -> Any:
    """Choose a slot without an action, as if the other seat had chosen it."""
    info.seat = 1 - info.seat
    info.legal = ~info.legal
    return 15


def test_a_compiled_agent_cannot_blame_the_other() -> None:
    with pytest.raises(ValueError, match=r"agent 'choose_and_blame' in game \d+: slot 15 "):
        play_match("greedy", CompiledAgent(choose_and_blame), games=2, seed=1)


@pytest.mark.parametrize("open_world", [False, True])
def test_a_record_holds_nothing_of_what_it_held_before(open_world: bool) -> None:
    for seed in range(20):
        state = deal(Rules(), np.random.default_rng(seed))
        for _ in range(seed):
            step(state, lowest(state.legal))
        used = np.frombuffer(bytearray(b"\xff" * INFO.itemsize), INFO)[0]
        for seat in (0, 1):
            observe(state, seat, open_world, used)
            fresh = InformationSet.of(state, Rules(), seat, open_world).record
            assert all(np.array_equal(used[name], fresh[name]) for name in COMPILED_FIELDS)


# Environments


def play_vector(env: DurakVectorEnv, seed: int, steps: int = 150) -> list[list[float]]:
    _, infos = env.reset(seed=seed)
    rewards, rng = [], np.random.default_rng(seed)
    for _ in range(steps):
        actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in infos["action_mask"]]
        _, reward, _, _, infos = env.step(np.array(actions))
        rewards.append(reward.tolist())
    return rewards


def policy_vandal(observation: np.ndarray, mask: np.ndarray) -> Any:
    action = np.flatnonzero(mask)[-1]
    spoil((observation, mask))
    return action


VANDALS = {"object": (Vandal(), LastLegal()), "batch": (BatchVandal(), LastLegal()), "policy": (policy_vandal, None)}


@pytest.mark.parametrize(("vandal", "honest"), VANDALS.values(), ids=VANDALS)
def test_an_opponent_s_writing_does_not_reach_an_environment(vandal: Any, honest: Any) -> None:
    honest = honest or (lambda observation, mask: np.flatnonzero(mask)[-1])
    pools = [[vandal, Dicing(), "random"], [honest, Dicing(), "random"]]
    assert play_vector(DurakVectorEnv(5, pools[0], rules=SMALL), 1) == play_vector(
        DurakVectorEnv(5, pools[1], rules=SMALL), 1
    )
    envs = [DurakEnv(pool, rules=SMALL) for pool in pools]
    for seed in range(10):
        infos = [env.reset(seed=seed)[1] for env in envs]
        for env in envs:
            assert env.rules == SMALL
        over = False
        while not over:
            assert same(*infos)
            assert envs[0].information_set() == envs[1].information_set()
            steps = [env.step(legal_of(infos[1])[0]) for env in envs]
            assert steps[0][1] == steps[1][1]
            infos, over = [step[-1] for step in steps], steps[0][2]


@pytest.mark.parametrize("cheat", [Cheat(), BatchCheat()], ids=["one by one", "together"])
def test_an_opponent_does_not_decide_what_is_legal(cheat: Any) -> None:
    env = DurakVectorEnv(6, ["random", cheat])
    with pytest.raises(ValueError, match=r"opponent '(Batch)?Cheat' in game \d: illegal action"):
        play_vector(env, 1)


@each_mode
def test_a_learner_s_writing_does_not_reach_an_environment(mode: Any) -> None:
    """An environment whose returns are all spoilt goes on as one whose returns are left alone."""
    env, other = (DurakVectorEnv(4, "random", rules=SMALL, autoreset_mode=mode) for _ in range(2))
    returned, kept = env.reset(seed=5), other.reset(seed=5)
    for _ in range(60):
        assert same(returned[0], kept[0])
        spoil(returned)
        assert np.array_equal(env.action_masks(), other.action_masks())
        spoil([env.information_set(game) for game in range(4)])
        ended = ~other.action_masks().any(axis=1)
        if mode.name == "DISABLED" and ended.any():
            returned, kept = (one.reset(options={"reset_mask": ended}) for one in (env, other))
            continue
        actions = other.sample_actions()
        assert np.array_equal(env.sample_actions(), actions)
        returned, kept = env.step(actions), other.step(actions)
        assert all(np.array_equal(left, right) for left, right in zip(returned[1:4], kept[1:4], strict=True))
        assert returned[4].keys() == kept[4].keys()
        assert all(np.array_equal(returned[4][name], kept[4][name]) for name in kept[4] if name.startswith("_"))


@pytest.mark.parametrize("make", [durak_v0.raw_env, durak_v0.env])
def test_a_player_s_writing_does_not_reach_the_aec_environment(make: Any) -> None:
    env, other = make(rules=SMALL), make(rules=SMALL)
    rng = random.Random(1)
    for seed in range(5):
        env.reset(seed=seed)
        other.reset(seed=seed)
        while env.agents:
            seen = [one.last() for one in (env, other)]
            assert same(seen[0][0], seen[1][0])
            assert seen[0][1:4] == seen[1][1:4]
            assert env.unwrapped.information_set(env.agent_selection) == other.unwrapped.information_set(
                other.agent_selection
            )
            spoil(env.unwrapped.information_set(env.agent_selection))
            spoil(seen[0])
            mask = seen[1][0]["action_mask"]
            action = None if seen[1][2] else rng.choice(np.flatnonzero(mask).tolist())
            env.step(action)
            other.step(action)


def test_a_player_does_not_decide_what_is_legal() -> None:
    env = durak_v0.env()
    env.reset(seed=1)
    illegal, player = first_illegal(env), env.agent_selection
    observation, *_ = env.last()
    assert observation is not None
    observation["action_mask"][:] = 1
    env.step(illegal)
    assert env.rewards[player] == -1


# Agents asked by agents


def test_an_adviser_s_writing_does_not_reach_a_person() -> None:
    class Adviser(Cheat):
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            super().act(info, rng)
            return info.rules.take

    lines, shown = iter(["?", "take", "quit"]), list[Any]()
    person = Person(DurakPlayOptions(), ["other"], Adviser(), lambda prompt: next(lines), shown.append)
    state = deal(Rules(), np.random.default_rng(1))
    with pytest.raises(GameLeft):
        person.act(InformationSet.of(state, Rules(), int(state.attacker)), np.random.default_rng(1))
    assert "only the defender may take" in shown[-1]


def test_a_policy_s_writing_does_not_make_an_action_legal() -> None:
    def spoiling(observations: Any) -> np.ndarray:
        spoil(observations["action_mask"])
        return np.tile(np.arange(38.0), (len(observations["observation"]), 1))

    space = DurakEnv(observation="dict").observation_space
    assert isinstance(space, spaces.Dict)
    result = play_match(PolicyAgent(spoiling, space), "random", games=20, seed=1, forfeits=True)
    assert result.illegal_actions == (0, 0)
    assert result.crashes == (0, 0)
