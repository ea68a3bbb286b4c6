"""The kit's arena on a game of three seats: matches, tournaments, ratings, records, compiled and not."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.arena.lineups import lineups
from cardkit.arena.match import play_match
from cardkit.arena.tournament import play_tournament
from cardkit.compiled.protocol import mover, step
from cardkit.report.tournament_tables import Standings, whole_percent
from cardkit.statistics.sprt import Sprt
from tests.support.herd import GAME, ISMCTS, PYTHON, RANDOM, rows
from tests.support.herding import SEATS, STATE
from tests.support.herding_game import Failing, Random, compiled_random, ismcts


def test_a_deal_is_played_in_all_rotations() -> None:
    games: list[Any] = []
    result = play_match(GAME, [RANDOM, PYTHON, RANDOM], games=7, seed=1, on_game=games.append)
    assert result.results["seating"].tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1]] * 2 + [[0, 1, 2]]
    starts = [game.start.tobytes() for game in games]
    assert [starts.index(start) for start in starts] == [0, 0, 0, 3, 3, 3, 6]
    assert games[1].players == [RANDOM, RANDOM, PYTHON]


@pytest.mark.parametrize("lineup", [[RANDOM] * SEATS, [ISMCTS, RANDOM, RANDOM]])
def test_compiled_and_python_play_the_same_games(lineup: list[str]) -> None:
    result = play_match(GAME, lineup, games=12, seed=4)
    shown = play_match(GAME, lineup, games=12, seed=4, on_game=lambda game: None)
    assert rows(result) == rows(shown)
    assert rows(result) == rows(play_match(GAME, lineup, games=12, seed=4, jobs=2))
    assert (result.results["choices"].sum(axis=1) < result.results["plies"]).all()  # some plies are forced


def test_a_match_in_parts_is_the_whole_match() -> None:
    lineup = [RANDOM, PYTHON, RANDOM]
    parts = [play_match(GAME, lineup, games, seed=4, begin=begin) for begin, games in ((0, 6), (6, 5))]
    assert [row for part in zip(*map(rows, parts), strict=True) for row in part[0] + part[1]] == [
        row for column in rows(play_match(GAME, lineup, 11, seed=4)) for row in column
    ]
    with pytest.raises(ValueError, match="begin must be a multiple of the 3 games of a deal, got 4"):
        play_match(GAME, lineup, 6, begin=4)


def test_processes_play_the_same_games() -> None:
    lineup = [PYTHON, RANDOM, ISMCTS]
    assert rows(play_match(GAME, lineup, games=9, jobs=2)) == rows(play_match(GAME, lineup, games=9))


def test_returns_are_those_of_the_game_and_the_team_shares() -> None:
    result = play_match(GAME, [PYTHON] * SEATS, games=6, seed=2)
    for row in result.results:
        by_seat = row["returns"][np.argsort(row["seating"])]
        assert by_seat[0] == by_seat[2]
        assert by_seat.sum() > 0
    assert result.mean_returns == pytest.approx(result.results["returns"].mean(axis=0))


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"sprt": 3}, "sprt .*3"),
        ({"sprt": "0 10"}, "sprt .*0 10"),
        ({"names": ["a", "b"]}, r"names must be 3 .*\['a', 'b'\]"),
        ({"games": 10**5000}, "games must be an integer from 1 to"),
    ],
)
def test_what_a_match_refuses(given: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        play_match(GAME, [RANDOM] * SEATS, **{"games": 3, **given})


def test_ismcts_beats_random_play() -> None:
    result = play_match(GAME, [ismcts(200), compiled_random(), compiled_random()], games=300, seed=3)
    low, high = result.return_interval()
    others = result.seen_by(1).return_interval()
    assert others[1] < low < result.mean_returns[0] < high
    assert result.interval()[0] > 0.5
    assert result.seen_by(1).mean_returns[0] == result.mean_returns[1]
    assert result.seen_by(2).names[0] == result.names[2]


def test_an_agent_that_fails_pays_as_the_game_says() -> None:
    result = play_match(GAME, [Failing(), Random(), Random()], games=6, forfeits=True)
    assert result.illegal_actions == (6, 0, 0)
    assert result.results["culprit"].tolist() == [0] * 6
    assert (result.results["returns"][:, 0] == -10).any()
    assert result.fault_reports[0].finished_none
    with pytest.raises(ValueError, match=r"agent 'Failing' in game 1: action 100"):
        play_match(GAME, [Failing(), Random(), Random()], games=6)


def test_each_agent_s_faults_stay_its_own_whoever_is_seen_first() -> None:
    result = play_match(GAME, [Random(), Failing(), Random()], games=6, forfeits=True)
    assert [result.seen_by(agent).illegal_actions for agent in range(SEATS)] == [(0, 6, 0), (6, 0, 0), (0, 0, 6)]
    assert [one.name for one in result.seen_by(2).fault_reports] == ["Failing"]


def test_what_is_for_two_seats_says_so() -> None:
    with pytest.raises(ValueError, match="sprt compares two agents"):
        play_match(GAME, [RANDOM] * SEATS, games=6, sprt=Sprt(0, 5))
    with pytest.raises(ValueError, match="3 seats"):
        play_match(GAME, [RANDOM, PYTHON], games=6)


@pytest.mark.parametrize(
    ("agents", "seats", "gauntlet", "expected"),
    [
        ("abc", 2, None, [(0, 1), (0, 2), (1, 2)]),
        ("abc", 2, "b", [(0, 1), (1, 2)]),
        ("abcd", 3, "d", [(0, 1, 3), (0, 2, 3), (1, 2, 3)]),
        ("ab", 3, None, [(0, 1, 1), (1, 0, 0)]),
    ],
)
def test_lineups(agents: str, seats: int, gauntlet: str | None, expected: list[tuple[int, ...]]) -> None:
    assert lineups(list(agents), seats, gauntlet) == expected


def test_lineups_of_all_orders() -> None:
    assert lineups(list("abcd"), 3, "d", seatings="all") == [
        *((0, 1, 3), (0, 3, 1)),
        *((0, 2, 3), (0, 3, 2)),
        *((1, 2, 3), (1, 3, 2)),
    ]
    assert lineups(list("abc"), 2, seatings="all") == lineups(list("abc"), 2)
    assert lineups(list("ab"), 3, seatings="all") == lineups(list("ab"), 3)
    with pytest.raises(ValueError, match=r"seatings .*'some'"):
        lineups(list("abc"), 3, seatings="some")


def test_a_tournament_in_all_orders_plays_each_deal_in_all_seatings() -> None:
    agents = [RANDOM, ISMCTS, PYTHON]
    found = play_tournament(GAME, agents, games=6, seed=1, seatings="all", jobs=2)
    seated = {
        tuple(match.names[place] for place in np.argsort(row["seating"]))
        for match in found.matches
        for row in match.results[:3]
    }
    assert seated == set(permutations(agents))
    assert sum(found.comparisons[0, 1].counts) == 12
    alone = play_match(GAME, found.matches[1].names, games=6, seed=1, seatings="rotations")
    assert rows(alone) == rows(found.matches[1])


def test_a_tournament_rates_its_agents() -> None:
    found = play_tournament(GAME, [RANDOM, ISMCTS, PYTHON], games=300, seed=1)
    assert found.lineups == [(0, 1, 2)]
    ratings = found.ratings()
    assert found.names[0] == RANDOM.replace("compiled_random", "Random")
    best = found.names.index(ISMCTS)
    others = [agent for agent in range(3) if agent != best]
    assert ratings.low[best] > ratings.high[others].max()
    assert found.mean_returns[best] > found.mean_returns[others].max() + 3
    strengths = found.strengths()
    assert strengths.low[best] > strengths.high[others].max()
    standings = Standings(found, 0.98)
    assert f"| {strengths.elo[best]:+.0f} |" in standings.strength_table().markdown()
    first = standings.figures()["agents"][0]
    assert first["strength"] == strengths.elo[best]
    assert first["return_interval"][0] < first["mean_return"] < first["return_interval"][1]
    assert standings.order[0] == best
    assert "herding, closed" in standings.title
    assert ISMCTS in standings.rating_table().markdown()
    brief = [row[2:] for row in standings.crosstable(width=40).rows]
    assert all(int(brief[row][column]) + int(brief[column][row]) == 100 for row in range(3) for column in range(row))


def test_whole_percentages_tell_nearly_all_from_all() -> None:
    assert [whole_percent(share) for share in (0.0, 0.001, 0.705, 0.995, 1.0)] == [0, 1, 70, 99, 100]


def test_fewer_agents_than_seats_sit_twice() -> None:
    found = play_tournament(GAME, [RANDOM, ISMCTS], games=60, seed=1)
    assert found.lineups == [(0, 1, 1), (1, 0, 0)]
    counts = found.comparisons[0, 1].counts
    assert sum(counts) == 2 * 60 * 2
    assert found.scores[0, 1] + found.scores[1, 0] == 1


@pytest.mark.slow
def test_a_tournament_survives_a_kill(tmp_path: Path) -> None:
    agents, games = [RANDOM, ISMCTS, PYTHON], 600
    code = (
        "from cardkit.arena.tournament import play_tournament; from tests.support.herding_game import Herding;"
        f"play_tournament(Herding(), {agents}, {games}, 1, store=r'{tmp_path / 'store.db'}')"
    )
    for _ in range(2):
        child = subprocess.Popen([sys.executable, "-c", code])
        deadline = time.monotonic() + 60
        while not (tmp_path / "store.db-wal").exists() and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.5)
        child.send_signal(signal.SIGKILL)
        child.wait()
    resumed = play_tournament(GAME, agents, games, 1, store=tmp_path / "store.db")
    assert rows(resumed.matches[0]) == rows(play_tournament(GAME, agents, games, 1).matches[0])


def test_records_tell_whole_games(tmp_path: Path) -> None:
    play_tournament(GAME, [RANDOM, ISMCTS, PYTHON], games=6, seed=1, records=tmp_path / "games.txt")
    games = [json.loads(line) for line in (tmp_path / "games.txt").read_text().splitlines()]
    assert len(games) == 6
    assert games[0]["start"] == games[2]["start"] != games[3]["start"]
    assert sorted(games[1]["players"]) == sorted([RANDOM, ISMCTS, PYTHON])
    state = np.frombuffer(bytes.fromhex(games[0]["start"]), STATE)[0].copy()
    for seat, action in games[0]["plies"]:
        slot = GAME.read_action(state, action)
        assert GAME.action_of(state, slot) == action
        assert mover(state) == seat
        step(state, slot)
    assert state.legal == 0
