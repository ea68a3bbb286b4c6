"""Desks: a match has an agent of its own for each place in the lineup and seat, so that none meets a deal twice."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from cardkit.arena import match
from cardkit.arena.match import MatchPlay
from cardtable.records import play_span
from durak_env.compiled_agents import CompiledAgent
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support import cheats
from tests.support.cheats import ByBatch, ByObject, Locked, by_memory

HERE = "tests.support.cheats"
PAIRS = 300
SMALL, FOUR = Rules(start_rank=9, hand_size=4), Rules(start_rank=9, hand_size=4, num_players=4)


def recognized(agent: Any, games: int = 2 * PAIRS, **given: Any) -> int:
    """Count the games in which an agent knew the deal."""
    return play_match(agent, "greedy", games, seed=1, forfeits=True, rules=SMALL, **given).illegal_actions[0]


@pytest.mark.parametrize(
    "agent",
    [ByObject(), pytest.param(ByBatch(), marks=pytest.mark.slow), by_memory(), f"{HERE}:by_memory"],
    ids=["by object", "by batch", "by memory", "by a spec's memory"],
)
def test_none_recognizes_a_deal(agent: Any) -> None:
    assert recognized(agent) == 0


@pytest.mark.slow
def test_nor_does_a_program(tmp_path: Path) -> None:
    program = tmp_path / "cheat.py"
    program.write_text(cheats.PROGRAM)
    assert recognized(f"exec:{sys.executable} {program}") == 0


@pytest.mark.parametrize("agent", ["ByObject", "ByBatch", "by_memory"])
def test_nor_does_one_of_four(agent: str) -> None:
    result = match.play_match(
        Durak(FOUR, open_world=True),
        [f"{HERE}:{agent}", f"{HERE}:{agent}", "greedy", "random"],
        100,
        seed=1,
        forfeits=True,
    )
    assert result.illegal_actions[:2] == (0, 0)  # in the open world the talon tells deals apart for certain


@pytest.mark.parametrize("agent", ["ByObject", "by_memory"])
def test_nor_where_each_deal_is_played_in_all_orders(agent: str) -> None:
    lineup = [f"{HERE}:{agent}", "greedy", "random", "smart"]
    result = match.play_match(Durak(FOUR, open_world=True), lineup, 96, seed=1, forfeits=True, seatings="all")
    assert result.illegal_actions[0] == 0


@pytest.mark.slow
def test_nor_by_another_match_of_a_tournament(tmp_path: Path) -> None:
    options: list[dict[str, Any]] = [{}, {"jobs": 2}, {"store": tmp_path / "games.db"}, {"records": tmp_path / "text"}]
    for given in options:
        agents = ["greedy", "random", f"{HERE}:ByObject", f"{HERE}:by_memory"]
        result = play_tournament(agents, 20, seed=1, rules=SMALL, **given)
        assert sum(sum(one.illegal_actions) for one in result.matches) == 0


def test_nor_in_processes_that_stay_for_the_next_match() -> None:
    assert [recognized(ByObject(), 60, jobs=2) for _ in range(2)] == [0, 0]


def test_nor_where_games_are_seen_or_played_again_from_python() -> None:
    assert recognized(by_memory(), 60, on_game=lambda game: None) == 0
    crashing = f"{HERE}:crashing"
    result = play_match(by_memory(), crashing, 200, seed=1, forfeits=True, jobs=2, rules=SMALL)
    assert result.crashes[1] > 0
    assert result.illegal_actions[0] == 0


def test_nor_at_the_table_where_a_match_is_played_again() -> None:
    for name in ("first", "second"):
        rows, faults = play_span(Durak(SMALL), (f"{HERE}:ByObject", "greedy"), 1, name, 0, 20)
        assert rows
        assert faults == [None, None]


def test_the_given_agent_is_not_asked() -> None:
    agent, compiled = ByObject(), by_memory()
    play_match(agent, compiled, 8)
    play_match(compiled, "greedy", 8)
    assert agent.memory.kept == {}
    assert not compiled.memory.any()


def test_a_factory_makes_an_agent_for_each_seat() -> None:
    made: list[ByObject] = []

    def make() -> ByObject:
        made.append(Locked())
        return made[-1]

    assert recognized(make, 8) == 0
    assert len(made) == 2
    assert all(one.memory.kept for one in made)
    assert play_match(ByObject, "greedy", 2).names[0] == "ByObject"


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (Locked(), r"agent 'Locked' cannot be copied \(TypeError: it holds a lock\).*give its spec, or what makes one"),
        (cheats.single, "agent 'single' is the same object at each call"),
        (f"{HERE}:single", "agent 'tests.support.cheats:single' is the same object at each call"),
        (lambda: 3, "must return an agent"),
        (lambda: [][0], "makes no agent: IndexError"),
    ],
    ids=["not copied", "one factory", "one spec", "no agent", "an error"],
)
def test_what_cannot_be_made_for_each_seat_is_refused(agent: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        play_match(agent, "greedy", 4, forfeits=True)


class Rounds:
    """An agent that counts the rounds of a match, and finds choices of others that the rounds reveal as forced."""

    told = 0

    def __init__(self) -> None:
        self.asked: list[list[InformationSet]] = []

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return self.act_batch([info], [rng])[0]

    def act_batch(self, infos: list[InformationSet], rngs: list[np.random.Generator]) -> list[int]:
        self.asked.append(infos)
        Rounds.told += len({len(info.plies) for info in infos}) > 1
        return [int(rng.choice(info.legal_actions)) for info, rng in zip(infos, rngs, strict=True)]


class Batches:
    """An agent that counts the questions of the largest batch that one of its kind has been asked."""

    most = 0

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return info.legal_actions[0]

    def act_batch(self, infos: list[InformationSet], rngs: list[np.random.Generator]) -> list[int]:
        Batches.most = max(Batches.most, len(infos))
        return [info.legal_actions[0] for info in infos]


def test_an_agent_of_each_seat_does_not_make_batches_smaller() -> None:
    Batches.most = 0
    MatchPlay(Durak(SMALL), [Batches, "greedy"], seed=1)(0, 512)
    assert Batches.most > 128  # of 256 games at once, as if one agent played both seats


def test_compiled_agents_need_one_memory_each_however_many_games_a_deal_has() -> None:
    large = CompiledAgent(cheats.choose_first, np.zeros(1 << 22, np.uint8), any_table=True)
    play = MatchPlay(Durak(FOUR), [large, "greedy", "random", "smart"], seed=1, seatings="all")
    play.compile()
    tracemalloc.start()
    play(0, 24)
    assert tracemalloc.get_traced_memory()[1] < 2 * len(large.memory)
    tracemalloc.stop()


def test_the_first_illegal_choice_by_number_ends_a_match_whatever_the_order_of_play() -> None:
    """The first illegal choice in a deal's second game is found before others in the first games of later deals."""
    every = MatchPlay(Durak(SMALL), [f"{HERE}:sometimes_illegal", "greedy"], seed=1, forfeits=True)(0, 100)
    first = np.flatnonzero(every.results["fault"])
    assert first[0] % 2 == 1
    assert (first % 2 == 0).any()
    fault = every.faults[0]
    assert fault is not None
    assert fault.game == first[0]
    with pytest.raises(ValueError, match=f"in game {first[0] + 1}:"):
        MatchPlay(Durak(SMALL), [f"{HERE}:sometimes_illegal", "greedy"], seed=1)(0, 100)


def test_rounds_do_not_tell_which_plies_were_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that an agent is asked about in a round is equally old, so a round is worth a ply, forced or not."""
    monkeypatch.setattr("cardkit.processes.workers.SPAN_SECONDS", 60)
    Rounds.told = 0
    play_match(Rounds(), "greedy", 120, seed=1)
    assert Rounds.told == 0
