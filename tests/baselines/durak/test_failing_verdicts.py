"""Verdicts on agents that fail: none beyond the share allowed, else one whatever their games would have given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines import play_match
from baselines.durak.cli import app
from baselines.durak.report.control_report import ControlReport
from baselines.durak.report.fool_report import FoolReport
from baselines.durak.report.match_report import MatchReport
from cardkit.arena.compiled_games import CRASH
from cardkit.arena.match_result import MatchResult
from cardkit.arena.result_rows import new_results
from cardkit.report.match_report import sprt_figures
from cardkit.report.points_report import PointsReport
from cardkit.statistics.sprt import LastRateSprt, Sprt
from durak_env.durak import Durak
from durak_env.rules import Rules
from oh_hell_env import OhHell
from tests.support.vandals import Dicing

RNG = np.random.default_rng(5)
FOUR = ("a", "b", "b", "b")
SOUR = "tests.support.faulty_agents:Sour"


def pairs_of(score: float, games: int, fails: int) -> MatchResult:
    """Return a match of two in which a scores so much; b fails in some games that it would have won."""
    won = np.random.default_rng(5).random(games) < score
    results = new_results(Durak(), games)
    results["bouts"] = 1
    results["returns"][:, 0] = np.where(won, 1, -1)
    failed = np.flatnonzero(~won)[:fails]
    results["returns"][failed, 0] = 1
    results["returns"][:, 1] = -results["returns"][:, 0]
    results["fault"][failed], results["culprit"][failed] = CRASH, 1
    return MatchResult(Durak(), ("a", "b"), 0, results, (None, None))


def table_of(ended: np.ndarray, failing: np.ndarray, names: tuple[str, ...] = FOUR) -> MatchResult:
    """Return a match of four whose games end with these places as fools, some because the fool has failed."""
    results = new_results(Durak(Rules(num_players=4)), len(ended))
    results["returns"] = np.where(ended[:, None] == np.arange(4), -1, 1 / 3)
    results["fault"][failing], results["culprit"][failing] = CRASH, ended[failing]
    return MatchResult(Durak(Rules(num_players=4)), names, 0, results, (None,) * 4)


def test_crashes_do_not_make_the_other_agent_stronger() -> None:
    """Level games and crashes: the score is high, and nothing is shown; won games and a few: it is stronger."""

    class Unsteady(Dicing):
        def __init__(self, every: int) -> None:
            self._games, self._every = 0, every

        def act(self, info: Any, rng: Any) -> int:
            self._games += info.record.plies < 2
            if self._games % self._every == 0:
                raise RuntimeError("unsteady")
            return super().act(info, rng)

    level = play_match(
        Dicing(), Unsteady(2), games=200, seed=1, rules=Rules(start_rank=11, num_suits=3, hand_size=3), forfeits=True
    )
    assert level.interval()[0] > 0.5
    failed = level.crashes[1]
    assert MatchReport(level, 0.98).verdict() == f"Unsteady failed {failed} of 200 games: no verdict on strength."
    allowed = MatchReport(level, 0.98, most_failures=1.0).verdict()
    assert allowed.startswith("No difference is shown: Dicing scores 0.")
    assert "What the games that failed would have given decides it." in allowed
    better = play_match(
        "greedy", Unsteady(50), games=400, seed=1, rules=Rules(start_rank=11, num_suits=3, hand_size=3), forfeits=True
    )
    assert "failed" in MatchReport(better, 0.98).verdict()
    judged = MatchReport(better, 0.98, most_failures=0.05).verdict()
    assert judged.startswith("greedy is stronger than Unsteady")
    assert judged.endswith("of 400 games by crashes.")


def test_who_fails_too_often_is_named_first_and_leaves_no_verdict() -> None:
    result = pairs_of(0.79, 600, 20)
    report = MatchReport(result, 0.98, Sprt(0, 50))
    assert report.verdict() == "b failed 20 of 600 games: no verdict on strength."
    figures = report.figures()
    assert figures["failed_too_often"] == ["b"]
    assert figures["verdict"] == report.verdict()
    assert figures["sprt"]["accepted"] is None
    assert "no verdict, since b failed too often, after 300 pairs" in str([*report.parts()][-1])


def test_a_verdict_that_holds_whatever_a_few_games_would_have_given_stands() -> None:
    few = MatchReport(pairs_of(0.79, 600, 6), 0.98, Sprt(0, 50))
    assert few.verdict().startswith("a is stronger than b: score 0.")
    assert few.verdict().endswith("b lost 6 of 600 games by crashes.")
    assert few.figures()["sprt"]["accepted"] == "H1"
    many = MatchReport(pairs_of(0.79, 600, 20), 0.98, most_failures=0.05)
    assert many.verdict().startswith("a is stronger")


def test_a_verdict_that_a_few_games_might_turn_does_not() -> None:
    """10 of 1,000 failed: a leads as played, and not if b had won them."""
    close = pairs_of(0.51, 1000, 10)
    assert close.interval()[0] > 0.5
    verdict = MatchReport(close, 0.98).verdict()
    assert verdict.startswith("No difference is shown: a scores 0.5")
    assert verdict.endswith(
        "What the games that failed would have given decides it. b lost 10 of 1,000 games by crashes."
    )
    turned = MatchReport(close.seen_by(1), 0.98).verdict()
    assert turned.startswith("No difference is shown: b scores 0.4")


def test_one_failure_leaves_a_freed_score_its_verdict() -> None:
    result = pairs_of(0.55, 1000, 1)
    luck = 0.45 * np.sign(result.results["returns"][:, 0].astype(float)) + 0.1 * RNG.standard_normal(1000)
    result = MatchResult(result.game, result.names, 0, result.results, (None, None), luck - luck.mean())
    report = ControlReport(result, 0.98)
    assert report.freed.is_worth_it
    assert report.verdict().startswith(f"a is stronger than b: score {report.freed.mean:.3f}")
    assert report.control_line().startswith("That is the score less the luck")
    often = ControlReport(result, 0.98, most_failures=0.0)
    assert often.verdict() == "b failed 1 of 1,000 games: no verdict on strength."
    assert often.control_line().startswith("The luck of the draws taken off")


def test_failures_of_one_make_no_other_less_often_the_fool() -> None:
    """Equal play, but d fails in a tenth of its games: the others are the fool less often only for that."""
    rng = np.random.default_rng(3)
    ended = rng.integers(0, 4, 2400)
    failing = rng.random(2400) < 0.1
    ended[failing] = 3
    result = table_of(ended, failing, ("a", "b", "c", "d"))
    said = f"d failed {failing.sum()} of 2,400 games: no verdict on strength."
    report = FoolReport(result, 0.98, LastRateSprt(0.25, 0.23))
    assert report.verdict() == said
    assert report.figures()["sprt"]["accepted"] is None
    allowed = FoolReport(result, 0.98, most_failures=1.0).verdict()
    assert "less often" not in allowed
    assert allowed.startswith("No fool rate is shown to differ from chance")
    seats = FoolReport(table_of(ended, failing, ("a", "b", "a", "b")), 0.98)
    assert seats.verdict() == said.replace("d ", "b ", 1)


def test_a_few_failures_leave_a_clear_fool_rate_its_verdict() -> None:
    rng = np.random.default_rng(3)
    ended = rng.choice(4, 2400, p=[0.1, 0.3, 0.3, 0.3])
    failing = (np.arange(2400) % 200 == 0) & (ended > 0)
    verdict = FoolReport(table_of(ended, failing), 0.98).verdict()
    assert verdict.startswith("a is the fool less often than by chance: ")
    assert f"b lost {failing.sum()} of 2,400 games by crashes." in verdict


@pytest.mark.parametrize(("lead", "said"), [(4, "a has more points"), (1, "No agent is shown")])
def test_leads_in_points_hold_whatever_failed_games_would_have_given(lead: float, said: str) -> None:
    game = OhHell()
    results = new_results(game, 2000)
    results["returns"] = RNG.normal(60, 2, (2000, 4)) + np.array([lead, 0, 0, 0])
    plain = PointsReport(MatchResult(game, FOUR, 0, results.copy(), (None,) * 4), 0.98)
    assert plain.verdict().startswith("a has more points")
    results["fault"][:10], results["culprit"][:10] = CRASH, 1
    report = PointsReport(MatchResult(game, FOUR, 0, results, (None,) * 4), 0.98)
    assert report.verdict().startswith(said)
    never = PointsReport(report.result, 0.98, most_failures=0.0).verdict()
    assert never == "b failed 10 of 2,000 games: no verdict on strength."


def test_the_test_accepts_nothing_that_failed_games_might_turn() -> None:
    close = pairs_of(0.50, 1000, 60)
    assert sprt_figures(close, Sprt(0, 50))["accepted"] is None
    kept = close.results.copy()
    kept["fault"] = 0
    unfailing = MatchResult(close.game, close.names, 0, kept, (None, None))
    assert sprt_figures(unfailing, Sprt(0, 50))["accepted"] == "H1"


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})


def test_the_commands_name_a_bad_loser(tmp_path: Path) -> None:
    """An agent that raises as soon as it holds many cards more than the other: the loser does not erase the verdict."""
    match = run("match", "greedy", SOUR, "--games", "60", "--seed", "1", "--sprt", "0", "50")
    assert "no verdict, since" in match.stdout
    assert f"{SOUR} failed " in match.stdout
    assert "is stronger" not in match.stdout
    assert "No difference" not in match.stdout
    allowed = run("tournament", "greedy", SOUR, "--games", "30", "--seed", "1", "--failures", "100")
    assert "no verdict" not in allowed.stdout


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_tournament_names_a_bad_loser(seats: int) -> None:
    command = ["tournament", "greedy", SOUR, "--games", "30", "--seed", "1", "--players", str(seats)]
    notes = run(*command).stdout.split("┘")[1]
    assert notes.lstrip().startswith(f"{SOUR} failed ")
    figures = json.loads(run(*command, "--json").stdout)
    assert {one["agent"]: one["failed_too_often"] for one in figures["agents"]} == {"greedy": False, SOUR: True}


@pytest.mark.slow
def test_a_match_from_python_takes_the_share_of_failures_too() -> None:
    """A test that failures would leave without a verdict ends the match where it is decided; else all are played."""
    games = [
        play_match("greedy", SOUR, games=600, seed=1, forfeits=True, sprt=Sprt(0, 50), most_failures=share).games
        for share in (0.01, 1.0)
    ]
    assert games[0] < games[1]


def test_the_help_of_seatings_says_what_excludes_the_sequential_test() -> None:
    assert "does not go with --sprt" in " ".join(run("match", "--help").stdout.replace("│", " ").split())


@pytest.mark.parametrize("share", ["-1", "101", "nan"])
def test_a_share_of_failures_is_a_percentage(share: str) -> None:
    refused = run("match", "greedy", "random", "--games", "2", "--failures", share)
    assert refused.exit_code == 2
    assert "failures" in refused.stderr
