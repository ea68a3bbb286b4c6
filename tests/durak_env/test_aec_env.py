"""The AEC environment: masks, rewards, seeds, pickles, deals that are given."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces
from pettingzoo.utils import BaseWrapper

from cardkit.playing_cards import Card
from durak_env import durak_v0
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.aec_play import NO_TALON, PLAYERS, SMALL, each_kind, each_maker, first_legal, opening, play_out, same


class Doubled(BaseWrapper[Any, Any, Any]):
    """A wrapper of arrays, as SuperSuit's are: it knows nothing of dicts."""

    def observation_space(self, agent: Any) -> spaces.Box:
        space: Any = self.env.observation_space(agent)
        return spaces.Box(2 * space.low, 2 * space.high, dtype=space.dtype)

    def observe(self, agent: Any) -> np.ndarray:
        seen: Any = super().observe(agent)
        return 2 * seen


@each_maker
def test_flat_observations_go_through_wrappers_of_arrays(make: Callable[..., Any]) -> None:
    """Flat observations pass wrappers of arrays: the wrapper doubles the vector, and the mask stays in the infos."""
    flat, nested = Doubled(make(observation="flat")), make()
    rng = random.Random(4)
    flat.reset(seed=4)
    nested.reset(seed=4)
    for player in nested.agent_iter():
        vector, *rest, info = flat.last()
        observation, *others, _ = nested.last()
        assert vector is not None
        assert flat.agent_selection == player
        assert rest == others
        assert flat.observation_space(player).contains(vector)
        assert np.array_equal(vector, 2 * observation["observation"])
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        legal = np.flatnonzero(info["action_mask"]).tolist()
        action = rng.choice(legal) if legal else None
        flat.step(action)
        nested.step(action)


def test_an_illegal_action_ends_the_game_with_flat_observations() -> None:
    env = durak_v0.env(observation="flat")
    env.reset(seed=5)
    player = env.agent_selection
    env.step(int(np.flatnonzero(env.infos[player]["action_mask"] == 0)[0]))
    assert env.rewards[player] == -1
    assert all(env.terminations.values())


def test_state_is_the_truth_whatever_the_players_see() -> None:
    closed, opened = durak_v0.raw_env(), durak_v0.raw_env(open_world=True)
    for seed in range(10):
        closed.reset(seed=seed)
        opened.reset(seed=seed)
        assert closed.state_space == opened.state_space
        for _ in range(12):
            assert np.array_equal(closed.state(), opened.state())
            assert np.array_equal(opened.state(), opened.observe("player_0")["observation"])
            action = first_legal(closed)
            closed.step(action)
            opened.step(action)


# Masks, rewards, terminations


@each_kind
def test_masks_and_flags_in_every_position(make: Callable[..., Any]) -> None:
    env, rng = make(), random.Random(2)
    for seed in range(20):
        env.reset(seed=seed)
        while env.agents:
            mover = env.agent_selection
            over = env.terminations[mover]
            for agent in PLAYERS:
                observed = env.observe(agent)
                mask = observed["action_mask"]
                assert env.observation_space(agent).contains(observed)
                assert mask.dtype == np.int8
                assert mask.shape == (env.action_space(agent).n,)
                if agent in env.agents:
                    assert env.infos[agent]["action_mask"].dtype == np.int8
                    assert np.array_equal(env.infos[agent]["action_mask"], mask)
                    assert type(env.terminations[agent]) is bool
                    assert type(env.truncations[agent]) is bool
                    assert env.truncations[agent] is False
                assert mask.any() == (agent == mover and not over)
            if not over:
                assert all(env.rewards[agent] == 0 for agent in PLAYERS)
            elif len(env.agents) == 2:
                assert sum(env.rewards.values()) == 0
                assert set(env.rewards.values()) in ({0}, {1, -1})
            env.step(None if over else rng.choice(np.flatnonzero(env.observe(mover)["action_mask"]).tolist()))


def test_the_reward_is_the_state_s_result() -> None:
    env, rng = durak_v0.raw_env(SMALL), random.Random(3)
    results = set()
    for seed in range(60):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()))
        left = [len(env.information_set(agent).hand) for agent in PLAYERS]
        wanted = (0, 0) if left == [0, 0] else ((1, -1) if left[0] == 0 else (-1, 1))
        assert tuple(env.rewards[agent] for agent in PLAYERS) == wanted
        assert tuple(env._cumulative_rewards[agent] for agent in PLAYERS) == wanted
        results.add(wanted)
    assert results == {(1, -1), (-1, 1), (0, 0)}


def test_what_is_handed_out_is_the_caller_s_own() -> None:
    env = durak_v0.raw_env()
    env.reset(seed=4)
    for agent in PLAYERS:
        before = env.observe(agent)
        kept = {name: array.copy() for name, array in before.items()}
        for array in before.values():
            array[:] = 1
        env.infos[agent]["action_mask"][:] = 1
        assert same(env.observe(agent), kept)
    legal = [int(action) for action in np.flatnonzero(env.observe(env.agent_selection)["action_mask"])]
    illegal = next(action for action in range(env.rules.num_actions) if action not in legal)
    with pytest.raises(ValueError, match="illegal action"):
        env.step(illegal)


def test_the_information_set_is_what_is_observed() -> None:
    env, rng = durak_v0.raw_env(), random.Random(5)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        for agent in PLAYERS:
            info = env.information_set(agent)
            assert isinstance(info, InformationSet)
            vector, mask = env.encoding.observe(info)
            assert same(env.observe(agent), {"observation": vector, "action_mask": mask})
            assert info.seat == PLAYERS.index(agent)
            assert info.to_move == (agent == env.agent_selection)
        env.step(rng.choice(env.information_set(env.agent_selection).legal_actions))


def test_sampled_actions_are_legal_and_vary() -> None:
    env = durak_v0.raw_env()
    env.reset(seed=6)
    for _ in range(30):
        while not any(env.terminations.values()):
            action = env.sample_action()
            assert env.infos[env.agent_selection]["action_mask"][action] == 1
            env.step(action)
        assert env.sample_action() is None
        env.reset()
    assert len({env.sample_action() for _ in range(200)}) == len(env.information_set(env.agent_selection).legal_actions)


# Seeds


@each_maker
@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_a_seed_begins_the_same_sequence_of_games(make: Callable[..., Any], seed: int) -> None:
    first, second = make(), make()
    runs = []
    for env in (first, second, first):
        env.reset(seed=seed)
        starts = [opening(env)]
        for _ in range(5):
            env.reset()
            starts.append(opening(env))
        runs.append(starts)
    assert runs[0] == runs[1] == runs[2]
    assert len(set(runs[0])) == 6


@each_maker
def test_seeds_differ_and_no_seed_is_new(make: Callable[..., Any]) -> None:
    starts = []
    for seed in (0, 1, None, None):
        env = make()
        env.reset(seed=seed)
        starts.append(opening(env))
    assert len(set(starts)) == 4


def test_sampling_leaves_the_deals_alone() -> None:
    plain, sampled = durak_v0.raw_env(), durak_v0.raw_env()
    plain.reset(seed=7)
    sampled.reset(seed=7)
    for _ in range(5):
        for _ in range(20):
            sampled.sample_action()
        plain.reset()
        sampled.reset()
        assert opening(plain) == opening(sampled)


# Pickling


@each_kind
def test_a_pickled_game_plays_on_identically(make: Callable[..., Any]) -> None:
    env = make(encoding="history")
    env.reset(seed=8)
    for _ in range(9):
        env.step(first_legal(env))
    copy = pickle.loads(pickle.dumps(env))
    for _ in range(3):
        rng = random.Random(8)
        while env.agents:
            assert copy.agent_selection == env.agent_selection
            assert same(copy.last()[0], env.last()[0])
            assert copy.last()[1:4] == env.last()[1:4]
            assert copy.unwrapped.information_set("player_0") == env.unwrapped.information_set("player_0")
            assert copy.unwrapped.sample_action() == env.unwrapped.sample_action()
            done = env.terminations[env.agent_selection]
            mask = env.observe(env.agent_selection)["action_mask"]
            action = None if done else rng.choice(np.flatnonzero(mask).tolist())
            env.step(action)
            copy.step(action)
        env.reset()
        copy.reset()
        assert opening(env) == opening(copy)


def test_an_environment_not_begun_is_pickled_too() -> None:
    copy = pickle.loads(pickle.dumps(durak_v0.raw_env(SMALL)))
    assert copy.rules == SMALL
    copy.reset(seed=0)
    assert play_out(copy, random.Random(0))


# Deals given whole


def test_a_deck_is_dealt_in_drawing_order() -> None:
    env = durak_v0.raw_env()
    deck = [str(card) for card in env.rules.deck]
    random.Random(9).shuffle(deck)
    for attacker in (0, 1):
        for given in (deck, tuple(deck), " ".join(deck), [Card(card) for card in deck]):
            env.reset(options={"deck": given, "attacker": attacker})
            assert env.agent_selection == PLAYERS[attacker]
            for seat, agent in enumerate(PLAYERS):
                info = env.information_set(agent)
                assert set(info.hand) == {Card(card) for card in deck[6 * seat : 6 * seat + 6]}
                assert info.trump_card == Card(deck[-1])
    assert play_out(env, random.Random(0))


def test_trump_suit_where_no_card_names_it() -> None:
    env = durak_v0.raw_env(NO_TALON)
    deck = "Kc Ad Ac Kd"
    for suit in "cd":
        env.reset(options={"deck": deck, "trump_suit": suit, "attacker": 1})
        assert env.information_set("player_0").trump_suit == suit
    env.reset(options={"deck": deck, "trump_suit": "d"})
    assert env.agent_selection == "player_1"  # it holds the lowest trump


def test_a_deal_given_leaves_the_stream_alone() -> None:
    plain, given = durak_v0.raw_env(), durak_v0.raw_env()
    plain.reset(seed=10)
    deck = [str(card) for card in plain.rules.deck]
    given.reset(seed=10, options={"deck": deck, "attacker": 0})
    dealt = opening(given)
    given.reset()
    assert opening(given) == opening(plain)
    assert dealt != opening(given)


STANDARD = [str(card) for card in Rules().deck]


@each_maker
def test_unknown_options_are_named_and_ignored(make: Callable[..., Any]) -> None:
    env = make()
    with pytest.warns(UserWarning, match="'decks'"):
        env.reset(seed=0, options={"decks": "6c"})
    assert play_out(env, random.Random(0))


# Rendering and the registry


def test_render_without_a_mode() -> None:
    env = durak_v0.raw_env()
    env.reset(seed=0)
    with pytest.raises(ValueError, match="render_mode"):
        env.render()


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has a registry from 1.27 on")
def test_the_registry() -> None:
    made = pettingzoo.make("aec", "durak_env/Durak-v0", open_world=True)
    made.reset(seed=1)
    assert made.metadata["name"] == "durak_v0"
