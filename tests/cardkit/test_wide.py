"""A game of 150 slots plays all that the kit has: matches, searches, environments, records, the table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test

from cardkit.arena.compiled_games import illegal_choice
from cardkit.arena.match import MatchPlay, play_match
from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.slots import how_many, legal_of
from tests.support.table_server import Page, at, serving
from tests.support.wide import FULL, PASS, PLIES
from tests.support.wide_envs import GAME, ISMCTS, RANDOM, VOLLEY, aec, single, vector
from tests.support.wide_game import ACTIONS, Random, beyond, first, ismcts, narrow, puct, random_agent, uct

SEARCHES = {"ismcts": ismcts, "uct": uct, "puct": puct}


def test_up_to_37_of_150_slots_are_legal_at_once() -> None:
    game = MatchPlay(GAME, [Random()] * 3, 1).play_one(0)
    sizes = [how_many(legal_of(state)) for state, _, _ in game.replay()]
    assert max(sizes) == 3 * FULL + 1 == 37
    assert {slot > 128 for _, _, slot in game.replay()} == {False, True}


def test_a_match_is_the_same_from_python_and_with_two_jobs() -> None:
    agents = [ismcts(20), random_agent(), first()]
    once = play_match(GAME, agents, 12, seed=3)
    again = play_match(GAME, agents, 12, seed=3, jobs=2)
    shown: list[Any] = []
    play_match(GAME, agents, 12, seed=3, on_game=shown.append)
    for name in ("returns", "plies", "choices"):
        assert np.array_equal(once.results[name], again.results[name])
        assert np.array_equal(once.results[name], [game.result[name] for game in shown])


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_a_search_wins_most_games(search: Any) -> None:
    """A search wins most games against two random agents, where a third of the wins would be level."""
    result = play_match(GAME, [search(100), random_agent(), random_agent()], 60, seed=1)
    assert result.results["returns"][:, 0].mean() > 0.7


@pytest.mark.skipif(JIT_OFF, reason="the games of this process are the ones to compare with")
def test_plain_python_plays_the_same_plies() -> None:
    code = "from tests.cardkit.test_wide import plies_of; plies_of()"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [*map(list, _plies())]


def plies_of() -> None:
    """Print the plies of a game of all searches."""
    print(json.dumps(_plies()))


def _plies() -> list[tuple[int, int]]:
    return MatchPlay(GAME, [ismcts(8), uct(8), puct(8)], 5).play_one(1).plies


def test_an_illegal_slot_is_named() -> None:
    with pytest.raises(ValueError, match=f"slot {PASS + 1} is not legal") as caught:
        play_match(GAME, [beyond(), random_agent(), random_agent()], 3)
    assert isinstance(caught.value, type(illegal_choice("any", 0, ValueError())))


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_an_agent_of_one_word_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        ValueError, match="reads a set of slots as one word, and the sets of this game have 3"
    ) as caught:
        play_match(GAME, [narrow(), random_agent(), random_agent()], 3)
    assert len(str(caught.value)) < 400


def test_records_replay() -> None:
    played = MatchPlay(GAME, [ismcts(10), Random(), random_agent()], 7).play_one(2)
    (kept,) = GAME.tell.read_records(played.record_text())
    assert kept["plies"] == [list(ply) for ply in played.plies]
    plies = [line for line in GAME.tell.transcript(kept) if line[0].isdigit()]
    assert len(plies) == PLIES


# Environments


def test_pettingzoo_and_gymnasium_find_no_fault() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec(), num_cycles=100)
        check_env(single(), skip_render_check=True)


@pytest.mark.parametrize("opponent", [None, Random(), ismcts(5)], ids=["self-play", "python", "compiled"])
def test_masks_and_samples_agree_over_many_games(opponent: Any) -> None:
    envs = vector(6, opponent)
    _, infos = envs.reset(seed=1)
    seen = np.zeros(ACTIONS, bool)
    for _ in range(2 * PLIES):
        masks, actions = np.asarray(infos["action_mask"]), envs.sample_actions()
        going = masks.any(axis=1)
        assert masks[going, actions[going]].all()
        assert set(masks[going].sum(axis=1) % 3) <= {1}  # each card at three seats, and a pass
        seen |= masks.any(axis=0)
        _, _, _, _, infos = envs.step(actions)
    assert seen.all()


def test_the_mask_names_the_legal_actions() -> None:
    env = aec()
    env.reset(seed=4)
    for _ in range(PLIES):
        observation, *_ = env.last()
        assert observation is not None
        legal = env.information_set(env.agent_selection).legal_actions
        assert np.flatnonzero(observation["action_mask"]).tolist() == list(legal)
        env.step(legal[-1])


def test_stable_baselines_gets_its_masks() -> None:
    sb3 = pytest.importorskip("cardkit.envs.sb3_env")
    envs = sb3.GameVecEnv(vector(4, random_agent(), autoreset_mode=AutoresetMode.SAME_STEP))
    envs.reset()
    masks = np.array(envs.env_method("action_masks"))
    assert masks.shape == (4, ACTIONS)
    assert set(masks.sum(axis=1) % 3) == {1}


# The table


def test_a_game_at_the_table() -> None:
    with serving(VOLLEY) as address, Page(address) as page:
        page.send("pace", seconds=0)
        state = page.settled(page.ask("new", seats=["human", RANDOM, ISMCTS], seed=1))
        assert len(state["legal"]) == 37
        while state["returns"] is None:
            action = state["legal"][-1]["action"]
            state = page.settled(page.ask("act", action=action, **at(state)))
        assert state["plies"] == PLIES
