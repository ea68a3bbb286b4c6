"""The program ``oh-hell``: matches, tournaments, records, and a person at the terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from baselines.oh_hell.cli import app
from cardkit.arena.match import play_match
from cardkit.report.points_report import PointsReport
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

TWO, THREE = "informed:version=2", "informed:version=3"


def oh_hell(*arguments: str, written: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=written, env={"COLUMNS": "220"})


def told(result: Result) -> str:
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def figures(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told(oh_hell(*arguments, "--json")))
    return found


def test_a_match_tells_points_rounds_made_places_and_leads() -> None:
    arguments = ["match", TWO, "random", "--games", "40", "--seed", "1"]
    found = figures(*arguments)
    report = PointsReport(play_match(OhHell(), [TWO, *["random"] * 3], 40, seed=1), 0.98)
    assert found["seats"] == [1, 3]
    assert found["points"] == [one.value for one in report.points]
    assert found["made"] == [one.value for one in report.counts["made"]]
    assert found["lead_intervals"][0] == list(report.leads[0].interval)
    assert found["rounds_a_game"] == 13
    shown = told(oh_hell(*arguments))
    for word in ("points a game", "made a game", "place", "first places", "lead over the others", "98 % interval"):
        assert word in shown
    assert f"{TWO} has more points than the others" in shown


@pytest.mark.parametrize("players", [4, pytest.param(3, marks=pytest.mark.slow)])
def test_options_choose_all_rules(players: int) -> None:
    options = {
        "--players": str(players),
        "--hand-size": "4",
        "--rounds": "2",
        "--trump": "turn_up",
        "--trump-order": "sc",
        "--scoring": "penalty",
        "--bonus": "7",
        "--points-per-trick": "2",
        "--blind": "half",
        "--first-dealer": "1",
        "--start-rank": "5",
        "--num-suits": "3",
    }
    flags = ["--no-dynamic", "--no-hook", "--open-world"]
    words = [word for pair in options.items() for word in pair]
    found = figures("match", "random", "random", "--games", "3", "--seed", "1", *words, *flags)
    rules = Rules(
        *(players, 4, 2, False, None, "turn_up", "sc", False, "penalty", 7, 2, "half"),
        first_dealer=1,
        start_rank=5,
        num_suits=3,
    )
    assert found["game"] == str(OhHell(rules, open_world=True))
    sizes = figures("match", "random", "random", "--games", "4", "--seed", "1", "--hand-sizes", "3-2-1")
    assert sizes["game"] == str(OhHell(Rules(hand_sizes=(3, 2, 1))))


def test_a_tournament_tells_points_and_ratings() -> None:
    arguments = ["tournament", "random", TWO, THREE, "--games", "40", "--seed", "1", "--hand-size", "5"]
    found = figures(*arguments)
    assert [one["agent"] for one in found["agents"]][-1] == "random"
    for one in found["agents"]:
        assert one["points_interval"][0] < one["points"] < one["points_interval"][1]
        assert 0 <= one["made"] <= 5
        assert {"place", "first", "lead", "strength"} <= set(one)
    shown = told(oh_hell(*arguments))
    for word in ("Ratings", "Whole games", "Points", "made", "first, %", "lead", "Alone"):
        assert word in shown


@pytest.mark.slow
def test_a_tournament_that_is_killed_goes_on(tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    agents = ["tournament", "random", TWO, "--games", "40000", "--seed", "1", "--hand-size", "7", "--store", store]
    code = "from baselines.oh_hell.cli import app; app()"
    program = subprocess.Popen([sys.executable, "-c", code, *agents], env=os.environ, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not (os.path.exists(f"{store}-wal") and os.path.getsize(f"{store}-wal") > 100_000):
        assert time.monotonic() < deadline
        assert program.poll() is None or program.returncode == 0
        if program.returncode == 0:
            break  # a fast machine
        time.sleep(0.02)
    program.send_signal(signal.SIGKILL)
    program.wait()
    again = figures(*agents)
    whole = figures(*agents[:-2])
    assert {"ms_a_choice": None, **again} | {"ms_a_choice": 0} == {"ms_a_choice": None, **whole} | {"ms_a_choice": 0}


def test_agents_and_their_parameters_are_listed() -> None:
    shown = told(oh_hell("agents"))
    for name in ("random", "informed", "monte-carlo", "ismcts"):
        assert name in shown
    shown = told(oh_hell("agents", "informed"))
    for parameter in ("version=3", "weight_12"):
        assert parameter in shown


class Failing:
    """An agent that answers what is not legal in the second round."""

    def act(self, info: Any, rng: np.random.Generator) -> int:
        return info.legal_actions[0] if info.round == 0 else -1


class Crashing:
    """An agent that crashes once it has a bid to make."""

    def act(self, info: Any, rng: np.random.Generator) -> int:
        raise RuntimeError("no idea")


def test_a_failing_agent_loses_its_games() -> None:
    here = "tests.baselines.oh_hell.test_cli"
    failed = oh_hell("match", f"{here}:Failing", "random", "--games", "4", "--seed", "1", "--hand-size", "3")
    assert failed.exit_code == 3
    assert "lost all 4 games by illegal actions; the first: " in failed.stderr
    found = figures_of_failing(f"{here}:Crashing")
    assert found["crashes"] == [4, 0]
    assert found["points"][0] == 0 < found["points"][1]  # the least that is possible, and the most
    assert "no idea" in found["first_errors"][0]


def figures_of_failing(agent: str) -> dict[str, Any]:
    result = oh_hell("match", agent, "random", "--games", "4", "--seed", "1", "--hand-size", "3", "--json")
    assert result.exit_code == 3
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["match", "random", "random", "random"], "4 seats"),
        (["match", "nobody", "random"], "unknown agent 'nobody'"),
        (["match", "random", "random", "--players", "8"], "num_players"),
        (["match", "random", "random", "--hand-size", "14"], "hand_size"),
        (["match", "random", "random", "--blind", "half"], "blind='half'"),
        (["match", "random", "random", "--hand-sizes", "3-x"], "hand_sizes"),
        (["tournament", "random", TWO, "--games", "6"], "multiple of 4"),
        (["match", "informed:version=4", "random"], "version must be an integer from 1 to 3"),
    ],
)
def test_bad_input(arguments: list[str], said: str) -> None:
    result = oh_hell(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_games_are_kept_and_replayed(tmp_path: Path) -> None:
    log = str(tmp_path / "games.txt")
    told(oh_hell("match", TWO, "random", "--games", "2", "--seed", "1", "--hand-sizes", "2-1", "--log", log))
    assert told(oh_hell("replay", log, "--show-hidden")).count("Game ") == 2
    seen, shown = (told(oh_hell("replay", log, "--game", "2", *how)) for how in (["--seat", "2"], ["--show-hidden"]))
    assert "2 cards" in seen
    assert len(shown) > len(seen)


def test_a_person_plays(tmp_path: Path) -> None:
    log = str(tmp_path / "games.txt")
    everything = ["0", "b1", "b2", *(f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA")]
    arguments = ["play", TWO, "--games", "2", "--seed", "3", "--hint", THREE, "--hand-sizes", "2-1", "--log", log]
    shown = oh_hell(*arguments, written="\n".join(["x", "?", *everything * 8]))
    assert shown.exit_code == 0, (shown.output, shown.exception)
    assert "a bid such as 3" in shown.output
    assert "'x' is not an action" in shown.output
    assert shown.output.count("You have ") == 2
    text = Path(log).read_text()
    assert "player_0 you" in text
    assert "player_1 you" in text


def test_a_person_is_told_why_a_card_is_illegal() -> None:
    shown = told(oh_hell("play", "random", "--hand-size", "2", "--seed", "1", written="0\n7c\n7d\n7h\n7s\nq\n"))
    assert "is not in your hand; you may play " in shown
    assert "seat 0" not in shown
