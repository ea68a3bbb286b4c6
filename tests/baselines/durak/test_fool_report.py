"""Matches of more than two seats: fool rates, their intervals, and the seats that count as one agent."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines.durak.cli import app
from baselines.durak.report.fool_report import FoolReport, fools
from cardkit.arena.match_result import MatchResult
from cardkit.arena.result_rows import new_results
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.support.command_line import run_command


def result_of(
    ended: np.ndarray, names: tuple[str, ...], rules: Rules | None = None, returns: str = "fool"
) -> MatchResult:
    """Return a match whose games ended with these agents as fools; -1 for a draw."""
    game = Durak(rules or Rules(num_players=len(names)), returns=returns)
    results = new_results(game, len(ended))
    for agent in range(len(names)):
        results["returns"][:, agent] = np.where(ended == agent, -1, 1 / (len(names) - 1))
    results["returns"][ended < 0] = 0
    return MatchResult(game, names, 0, results, (None,) * len(names))


def test_equal_names_are_one_agent_in_several_seats() -> None:
    result = result_of(np.array([0, 1, 2, 2, 1, -1]), ("a", "b", "b"))
    report = FoolReport(result, 0.95)
    a, b = report.players
    assert (a.seats, b.seats, b.label) == ((0,), (1, 2), "b (2 seats)")
    assert [one.value for one in report.fooled] == pytest.approx([1 / 6, 4 / 12])
    assert report.returned[0].value == pytest.approx((-1 + 4 * 0.5) / 6)
    assert report.draw_rate == pytest.approx(1 / 6)
    assert report.chance == 1 / 3


def test_the_verdict_names_who_is_the_fool_less_often_than_by_chance() -> None:
    few = np.tile([1, 2, 3, 1, 2, 3, 1, 0], 50)
    verdict = FoolReport(result_of(few, ("a", "b", "b", "b")), 0.98).verdict()
    assert "a is the fool less often than by chance: 12.5 % of the games" in verdict
    even = np.tile([0, 1, 2, 3], 100)
    assert "No fool rate" in FoolReport(result_of(even, ("a", "b", "b", "b")), 0.98).verdict()


def test_draws_make_nobody_better_than_chance() -> None:
    drawn = np.tile([0, 1, 2, 3, -1], 400)
    assert "No fool rate" in FoolReport(result_of(drawn, ("a", "b", "b", "b")), 0.98).verdict()
    assert "No fool rate" in FoolReport(result_of(drawn, ("a",) * 4), 0.98).verdict()
    often = np.tile([0, 0, 1, 2, 3, -1, -1, -1], 250)  # a quarter of all games, and two fifths of those with a fool
    verdict = FoolReport(result_of(often, ("a", "b", "b", "b")), 0.98).verdict()
    assert "a is the fool more often than by chance: 40.0 % of the games that have one" in verdict
    none = np.full(40, -1)
    assert "No fool rate" in FoolReport(result_of(none, ("a", "b", "b", "b")), 0.98).verdict()


def test_what_two_agents_have_is_one_number() -> None:
    """The rates of one agent, and of another in the other seats, have intervals that follow from each other."""
    rng = np.random.default_rng(2)
    ended = rng.choice([0, 1, 2, 3, -1], 800, p=[0.1, 0.28, 0.28, 0.28, 0.06])
    report = FoolReport(result_of(ended, ("a", "b", "b", "b")), 0.98)
    for (a_low, a_high), (b_low, b_high) in (
        report.claimed,
        [one.interval for one in report.fooled_of_decided],
        [(0.25 - one.interval[1] * 0.75, 0.25 - one.interval[0] * 0.75) for one in report.returned],
    ):
        assert (b_low, b_high) == pytest.approx(((1 - a_high) / 3, (1 - a_low) / 3), abs=1e-6)
    pairs = FoolReport(result_of(ended, ("a", "b", "a", "b")), 0.98).claimed
    assert pairs[1] == pytest.approx((0.5 - pairs[0][1], 0.5 - pairs[0][0]))


def test_a_match_without_a_fool_of_its_own_has_a_return_with_a_width() -> None:
    never = FoolReport(result_of(np.tile([1, 2, 3], 27)[:80], ("a", "b", "b", "b")), 0.98).returned[0]
    assert never.value == pytest.approx(1 / 3)
    assert never.interval[0] < 0.3
    assert never.interval[1] == pytest.approx(1 / 3)


def test_in_a_company_of_several_the_verdict_says_so() -> None:
    ended = np.random.default_rng(4).choice(4, 1200, p=[0.1, 0.3, 0.3, 0.3])
    verdict = FoolReport(result_of(ended, ("a", "b", "c", "d")), 0.98).verdict()
    assert verdict.startswith("a is the fool less often than by chance in this company: ")
    assert "98 % simultaneous interval" in verdict
    two = FoolReport(result_of(ended, ("a", "b", "b", "b")), 0.98).verdict()
    assert "company" not in two + FoolReport(result_of(ended[:9], ("a", "b", "c", "d")), 0.98).verdict()
    assert "98 % interval" in two


@pytest.mark.parametrize(
    ("seats", "matches"),
    [(6, 60), *(pytest.param(*sizes, marks=pytest.mark.slow) for sizes in ((3, 600), (4, 400), (6, 240)))],
)
def test_among_equals_a_verdict_is_as_rare_as_said(seats: int, matches: int) -> None:
    """At most one match in fifty misleads, however many agents are tested; each alone: 4.4, 6.6, 11.1 % for 3, 4, 6.

    60 matches would miss the last share one time in ten, 240 would not.
    """
    rng, names = np.random.default_rng(seats), tuple("abcdef"[:seats])
    claimed = sum(
        bool(FoolReport(result_of(rng.integers(0, seats, 30 * seats), names), 0.98).claims()) for _ in range(matches)
    )
    assert claimed / matches < 0.02 + 2.5 * np.sqrt(0.02 * 0.98 / matches)


@pytest.mark.slow
@pytest.mark.parametrize("likeness", [0.0, 0.5])
def test_intervals_of_fool_rates_cover(likeness: float) -> None:
    """Intervals cover deals of four games, in which at some rate the fool of the first is that of the others too."""
    rng = np.random.default_rng(1)
    chances = np.array([0.1, 0.3, 0.3, 0.3])
    covered, matches = 0, 1000
    for _ in range(matches):
        ended = rng.choice(4, (100, 4), p=chances)
        ended = np.where(rng.random((100, 1)) < likeness, ended[:, :1], ended)
        fooled = FoolReport(result_of(ended.ravel(), ("a", "b", "b", "b")), 0.95).fooled[0]
        covered += fooled.interval[0] <= chances[0] <= fooled.interval[1]
    assert covered / matches > 0.935  # 0.95 less two standard errors


def test_match_seats_as_many_as_there_are_agents() -> None:
    games = ["--games", "40", "--seed", "1"]
    run = CliRunner().invoke(app, ["match", "greedy", "random", "--players", "4", *games, "--json"])
    figures = json.loads(run.stdout)
    assert figures["seats"] == [1, 3]
    assert figures["fool_rates"][0] < figures["fool_rates"][1]
    each = CliRunner().invoke(app, ["match", "greedy", "random", "random", "random", *games])
    assert "num_players=4" in each.stdout
    assert "fool by chance" in each.stdout


def test_rules_for_another_number_of_players_are_refused() -> None:
    run = run_command(app, "match", "greedy", "random", "random", "--rules", "num_players=4", status=2)
    assert "--rules has num_players=4, but 3 agents are named: leave it out, or make it 3" in run.stderr


@pytest.mark.parametrize("players", ["2", "4"])
def test_more_or_fewer_agents_than_players_are_refused(players: str) -> None:
    run = run_command(app, "match", "greedy", "random", "random", "--players", players, status=2)
    assert f"--num-players is {players}, but 3 agents are named: leave --num-players out" in run.stderr


def test_a_tournament_tells_fool_rates(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    arguments = ["tournament", "random", "uniform", "--players", "4", "--games", "80", "--seed", "1"]
    run = CliRunner().invoke(app, [*arguments, "--csv", str(table), "--json"])
    figures = json.loads(run.stdout)
    random, uniform = figures["agents"]
    assert figures["chance"] == 0.25
    assert random["fool_interval"][0] < random["fool_rate"] < uniform["fool_rate"] < uniform["fool_interval"][1]
    assert random["strength"] > uniform["strength"]
    seats = 80 * (1 + 3)  # of each agent: alone in one match, in three places of the other
    assert (random["fool_rate"] + uniform["fool_rate"]) * seats == pytest.approx(2 * 80 * (1 - figures["draw_rate"]))
    written = list(csv.DictReader(table.open()))
    assert [float(row["fool_rate"]) for row in written] == pytest.approx([random["fool_rate"], uniform["fool_rate"]])
    shown = CliRunner().invoke(app, arguments, env={"COLUMNS": "160"}).stdout
    assert f"{100 * random['fool_rate']:.1f} ±" in shown
    assert "by chance 25.0 %" in shown


def test_a_tournament_tells_mean_places_where_places_pay() -> None:
    arguments = ["tournament", "random", "greedy", "--players", "4", "--games", "40", "--seed", "1"]
    plain = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert [one["mean_place"] for one in plain["agents"]] == [None, None]
    arguments += ["--returns", "places"]
    greedy, random = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)["agents"]
    assert greedy["mean_place"] == pytest.approx(2.5 - 1.5 * greedy["mean_return"])
    assert greedy["mean_place"] + random["mean_place"] == pytest.approx(5)  # each has half of the seats of both matches
    assert f" {greedy['mean_place']:.2f} " in CliRunner().invoke(app, arguments).stdout


def test_the_fool_is_the_last_by_places_too() -> None:
    result = result_of(np.array([2, 0, 1]), ("a", "b", "c"))
    result.results["returns"] = [[1, 0, -1], [-1, 0.5, 0.5], [0.5, -1, 0.5]]
    assert fools(result).tolist() == [[False, False, True], [True, False, False], [False, True, False]]
    result.results["returns"][0] = [1, -0.5, -0.5]  # the last two went out together
    assert FoolReport(result, 0.95).draw_rate == pytest.approx(1 / 3)


def test_where_places_pay_the_mean_place_is_told() -> None:
    result = result_of(np.array([2, 0, 1]), ("a", "b", "c"), returns="places")
    result.results["returns"] = [[1, 0, -1], [-1, 0.5, 0.5], [0.5, -1, 0.5]]
    report = FoolReport(result, 0.95)
    assert report.values()["mean_places"] == pytest.approx(((1 + 3 + 1.5) / 3, (2 + 1.5 + 3) / 3, (3 + 1.5 + 1.5) / 3))
    assert ("mean place", "1.83", "2.17", "2.00") in list(report.agent_rows())
    plain = FoolReport(result_of(np.array([2, 0, 1]), ("a", "b", "c")), 0.95)
    assert plain.values()["mean_places"] == (None,) * 3
    assert not any(row[0] == "mean place" for row in plain.agent_rows())
    shown = CliRunner().invoke(app, ["match", "low", "high", "random", "greedy", "--games", "6", "--returns", "places"])
    assert "mean place" in shown.stdout


def test_the_fool_of_teams_where_places_pay_is_the_team_that_is_last_alone() -> None:
    result = result_of(np.arange(5), ("a", "b", "c", "d"), Rules(num_players=4, num_teams=2), "places")
    result.results["seating"] = [0, 1, 2, 3]
    third = 1 / 3
    result.results["returns"] = [
        [1, third, -third, -1],  # d is left
        [-2 * third, 1, -2 * third, third],  # a and c are left
        [1, -2 * third, -2 * third, third],  # b and c go out together: a draw
        [0, 0, 0, 0],
        [1, third, -1, -third],
    ]
    result.results["seating"][4] = [1, 0, 2, 3]  # b and c are a team
    assert [np.flatnonzero(row).tolist() for row in fools(result)] == [[1, 3], [0, 2], [], [], [1, 2]]


def test_rates_of_teams_end_at_one() -> None:
    """A team of two shares out two fools a game, and each seat is one at most."""
    result = result_of(np.zeros(24, int), ("a", "b", "c", "d"), Rules(num_players=4, num_teams=2))
    result.results["seating"] = [0, 1, 2, 3]
    result.results["returns"] = [-1, 1, -1, 1]  # a and c always lose
    report = FoolReport(result, 0.98)
    assert fools(result).tolist() == [[True, False, True, False]] * 24
    for ends in (*(one.interval for one in report.fooled), *report.claimed):
        assert 0 <= ends[0] <= ends[1] <= 1


def test_the_thesis_is_for_two() -> None:
    run = run_command(app, "tournament", "random", "uniform", "--players", "4", "--games", "8", "--thesis", status=2)
    assert "two seats" in run.output


def test_teams_need_the_number_of_players() -> None:
    run = CliRunner().invoke(app, ["match", "greedy", "random", "--teams", "2"])
    assert run.exit_code != 0
    assert "num_players=2" in run.output
