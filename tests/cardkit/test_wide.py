"""A game of 150 slots plays all that the kit has: matches, searches, environments, records, the table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from cardkit.arena.compiled_games import illegal_choice
from cardkit.arena.match import MatchPlay, play_match
from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.records import record
from cardkit.compiled.slots import how_many, legal_of
from cardkit.game_check import check_game, check_tables
from tests.support.herding_game import Herding
from tests.support.table_server import Page, serving
from tests.support.wide import FULL, PASS, PLIES, SHARED, SLOT_OF
from tests.support.wide_envs import GAME, ISMCTS, RANDOM, VOLLEY, aec, single, vector
from tests.support.wide_game import ACTIONS, Random, Volley, beyond, first, ismcts, narrow, puct, random_agent, uct

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
    """Against two random agents, where a third of the wins would be level."""
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
    (kept,) = GAME.read_records(played.record_text())
    assert kept["plies"] == [list(ply) for ply in played.plies]
    plies = [line for line in GAME.transcript(kept) if line[0].isdigit()]
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
        legal = env.information_set(env.agent_selection).legal_actions
        assert np.flatnonzero(observation["action_mask"]).tolist() == list(legal)
        env.step(legal[-1])


def test_stable_baselines_gets_its_masks() -> None:
    sb3 = pytest.importorskip("cardkit.envs.sb3_env")
    envs = sb3.GameVecEnv(vector(4, random_agent()))
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
            state = page.settled(page.ask("act", action=action, ply=state["plies"]))
        assert state["plies"] == PLIES


# What is refused


def test_the_games_of_the_tests_pass_the_check() -> None:
    for game in (Volley(), Volley(open_world=True), Herding(), Herding(open_world=True)):
        check_game(game, games=5)


@dataclass(frozen=True)
class Faulty(Volley):
    """Volley with a fault."""

    fault: str = ""

    @property
    def seats(self) -> int:  # type: ignore[override]
        return 9 if self.fault == "seats" else 3

    @property
    def most_plies(self) -> int:  # type: ignore[override]
        return PLIES - 1 if self.fault == "plies" else PLIES

    @property
    def action_ids(self) -> np.ndarray:
        ids = super().action_ids
        if self.fault == "width":
            return ids[:, :64]
        if self.fault == "lacking":
            ids[0, SLOT_OF[7]] = -1
        if self.fault == "twice":
            ids[0, 149 + 10] = 7
        if self.fault == "beyond":
            ids[0, 149 + 10] = ACTIONS
        return ids

    def new_states(self, count: int = 1) -> np.ndarray:
        if self.fault == "fields":
            return np.zeros(count, record([("plies", np.int64)], "volley"))
        return super().new_states(count)

    def new_info(self) -> np.ndarray:
        if self.fault == "widths":
            fields = [("legal", np.uint64) if field[0] == "legal" else field for field in SHARED]
            return np.zeros(1, record([*fields, ("seat", np.int64)], "volley"))
        return super().new_info()

    def read_action(self, state: Any, action: object) -> int:
        return super().read_action(state, action) if self.fault != "reading" else 0

    def forfeit(self, state: Any, seat: int) -> list[float]:
        return [0.0] if self.fault == "forfeit" else list(super().forfeit(state, seat))


TABLES = {
    "seats": "has 9 seats: a game has 2 to 8",
    "width": r"shape \(kinds, 192\), since legal has the slots 0..191, got int64 of shape \(1, 64\)",
    "widths": "legal has 3 words in the STATE of volley, closed, 1 in its INFO",
    "lacking": "has no slot for the actions 7",
    "twice": "has the ids 7 in several slots",
    "beyond": "has the ids 148: ids are 0..147",
    "fields": "the STATE records of volley, closed: there is no field legal",
}
PLAYS = {
    "plies": "random game 0, ply 30: most_plies is 29",
    "reading": r"read_action\(state, \d+\) is not \d+",
    "forfeit": "forfeit gives 1 returns for 3 seats",
}


@pytest.mark.parametrize(("fault", "message"), TABLES.items(), ids=TABLES)
def test_a_wrong_table_is_refused_before_play(fault: str, message: str) -> None:
    for refuse in (check_tables, lambda game: MatchPlay(game, [random_agent()] * game.seats, 1)):
        with pytest.raises(ValueError, match=message):
            refuse(Faulty(fault=fault))


@pytest.mark.parametrize("event", [-2, 192])
def test_an_event_beyond_the_slots_is_found(event: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.game_check.event_after", lambda state, slot: event)
    with pytest.raises(ValueError, match=f"ply 2: event_after gives {event}; slots are 0..191"):
        check_game(GAME, games=1)


@pytest.mark.parametrize(("fault", "message"), PLAYS.items(), ids=PLAYS)
def test_random_play_finds_a_wrong_function(fault: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_game(Faulty(fault=fault), games=3)
