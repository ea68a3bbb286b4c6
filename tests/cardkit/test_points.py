"""Reports of games of points: places, first places, leads, and what is counted by seat."""

from __future__ import annotations

import csv
import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from cardkit.arena.match import play_match
from cardkit.arena.match_result import MatchResult
from cardkit.arena.result_rows import new_results
from cardkit.arena.tournament import play_tournament
from cardkit.commands.app import app
from cardkit.report.points_report import PointsReport
from cardkit.report.points_tables import PointsStandings
from cardkit.statistics.intervals import clustered_count_interval, clustered_range_interval
from cardkit.statistics.returns import first_places, leads, places
from tests.support.command_line import run_command
from tests.support.heist_game import Heist, HeistBySeats
from tests.support.herding_game import Herding

HERE = "tests.support.herding_game"
STRONG, WEAK = f"{HERE}:ismcts:simulations=30", f"{HERE}:compiled_random"


class HerdingForPoints(Herding):
    """Herding whose returns count as points."""

    POINTS = True


APP = app("herd", HerdingForPoints)
RETURNS = np.array([[10, 5, 5], [3, 8, 1], [7, 7, 0], [2, 2, 2]], np.float32)


def result_of(names: tuple[str, ...], returns: np.ndarray = RETURNS) -> MatchResult:
    results = new_results(Herding(), len(returns))
    results["returns"] = returns
    return MatchResult(Herding(), names, 0, results, (None,) * 3)


class HeistForPoints(Heist):
    """Heist whose returns count as points."""

    POINTS = True


class HeistBySeatsForPoints(HeistBySeats):
    """Heist of seats with roles whose returns count as points."""

    POINTS = True


@pytest.mark.parametrize("game", [HeistForPoints(), HeistBySeatsForPoints()], ids=["parties", "seats"])
def test_roles_have_no_mean(game: Heist) -> None:
    heist = "tests.support.heist_game"
    names = [f"{heist}:high", *[f"{heist}:random_agent"] * (game.places - 1)]
    played = play_tournament(game, names[:2], games=2 * game.places, seed=1)
    assert set(PointsStandings(played, 0.9).means) == {"points", "place", "first", "lead"}
    assert not PointsReport(play_match(game, names, 2 * game.places, 1), 0.9).counts


def test_places_are_shared_by_equal_agents() -> None:
    assert places(RETURNS).tolist() == [[1, 2.5, 2.5], [2, 1, 3], [1.5, 1.5, 3], [2, 2, 2]]
    assert first_places(RETURNS) == pytest.approx(np.array([[1, 0, 0], [0, 1, 0], [0.5, 0.5, 0], [1 / 3] * 3]))


def test_a_lead_is_over_the_agents_of_other_names() -> None:
    assert leads(RETURNS, "abb")[:, 0].tolist() == [5, -1.5, 3.5, 0]
    assert leads(RETURNS, "abb")[:, 1].tolist() == [-5, 5, 0, 0]
    assert leads(RETURNS, "abc")[:, 2].tolist() == [-2.5, -4.5, -7, 0]
    assert not leads(RETURNS, "aaa").any()


def test_a_lone_agent_leads_by_what_the_others_lack() -> None:
    report = PointsReport(result_of(("a", "b", "b")), 0.9)
    alone, others = report.leads
    assert alone.value == -others.value == pytest.approx(7 / 4)
    sums, sizes = np.array([7, 0.0]), np.array([3, 1])  # two deals: three games, and one of the next
    assert alone.interval == pytest.approx(clustered_range_interval(sums, sizes, 0.9, *report.result.lead_range))
    assert [one.value for one in report.points] == pytest.approx([22 / 4, 30 / 8])
    assert "No agent is shown" in report.verdict()


@pytest.mark.parametrize("deals", [2, 3, 5])
def test_equals_are_hardly_ever_said_to_lead_after_a_few_deals_that_went_alike(deals: int) -> None:
    """All ten points of a deal go to one side, by lot; each course of the deals is as likely as any other."""
    claimed = []
    for sides in product((0, 1), repeat=deals):
        won = np.repeat(sides, 3)
        report = PointsReport(result_of(("a", "b", "b"), 10.0 * np.stack([won, 1 - won, 1 - won], axis=1)), 0.98)
        claimed.append(bool(report.claims()))
    assert np.mean(claimed) <= 0.02


def test_counts_without_a_spread_have_no_interval() -> None:
    assert clustered_count_interval(np.array([2.0, 2.0]), np.array([2, 2]), 0.98) == (-np.inf, np.inf)


def test_an_interval_of_places_stays_among_them() -> None:
    """Two deals say little, but nobody is better than first."""
    for one in PointsReport(result_of(("a", "b", "b")), 0.98).places:
        low, high = one.interval
        assert 1 <= low < one.value < high <= 3


def test_an_interval_of_counts_does_not_go_below_zero() -> None:
    result = result_of(("a", "b", "b"))
    result.results["tricks"][0] = 1
    for one in PointsReport(result, 0.98).counts["tricks"]:
        low, high = one.interval
        assert low == 0 < one.value < high


def test_the_verdict_names_who_has_more() -> None:
    rng = np.random.default_rng(1)
    returns = rng.integers(0, 9, (300, 3)) + np.array([4, 0, 0])
    assert "a has more points than the others: +" in PointsReport(result_of(("a", "b", "c"), returns), 0.98).verdict()
    alike = PointsReport(result_of(("a", "a", "a"), returns), 0.98)
    assert "No agent is shown" in alike.verdict()
    assert "lead over the others" not in [row[0] for row in alike.agent_rows()]


def test_what_seats_have_done_stands_under_their_agent() -> None:
    result = play_match(Herding(), [STRONG, WEAK, WEAK], 30, seed=2)
    tricks = result.results["tricks"]
    assert (tricks.sum(axis=1) == 5).all()
    assert tricks[:, 0].mean() > tricks[:, 1:].mean()
    assert (result.seen_by(1).results["tricks"] == tricks[:, [1, 2, 0]]).all()
    alone = PointsReport(result, 0.98).counts["tricks"][0]
    assert alone.value == pytest.approx(tricks[:, 0].mean())
    slow = play_match(Herding(), [STRONG, WEAK, WEAK], 6, seed=2, on_game=lambda game: None)
    assert (slow.results["tricks"] == tricks[:6]).all()


def test_a_match_tells_points() -> None:
    arguments = ["match", STRONG, WEAK, "--games", "60", "--seed", "1"]
    shown = CliRunner().invoke(APP, arguments, env={"COLUMNS": "200"}).stdout
    figures = json.loads(CliRunner().invoke(APP, [*arguments, "--json"]).stdout)
    assert figures["seats"] == [1, 2]
    assert figures["points"][0] > figures["points"][1]
    assert figures["leads"][0] == pytest.approx(-figures["leads"][1])
    (low, high), of_the_others = figures["lead_intervals"]
    assert low > 0
    assert of_the_others == pytest.approx([-high, -low])  # one number, of one agent or of the two seats of the other
    for name in ("points a game", "tricks a game", "place", "first places", "lead over the others"):
        assert name in shown
    assert f"{figures['points'][0]:.1f}" in shown
    assert f"{100 * figures['first_places'][0]:.1f} %" in shown


def test_a_tournament_tells_points_and_goes_on_from_its_store(tmp_path: Path) -> None:
    table, store = tmp_path / "table.csv", str(tmp_path / "store.db")
    arguments = ["tournament", STRONG, WEAK, "--seed", "1", "--store", store]
    run_command(APP, *arguments, "--games", "30", "--json")
    figures = json.loads(CliRunner().invoke(APP, [*arguments, "--games", "60", "--csv", str(table), "--json"]).stdout)
    strong, weak = figures["agents"]
    assert (strong["agent"], weak["agent"]) == (STRONG, WEAK)
    assert strong["points_interval"][0] < strong["points"]
    assert strong["lead"] > 0 > weak["lead"]
    assert strong["first_interval"][0] < strong["first"] <= strong["first_interval"][1] <= 1
    assert strong["tricks"] > weak["tricks"]
    written = list(csv.DictReader(table.open()))
    assert [float(row["points"]) for row in written] == pytest.approx([strong["points"], weak["points"]])
    shown = CliRunner().invoke(APP, [*arguments, "--games", "60"], env={"COLUMNS": "160"}).stdout
    alone = PointsReport(play_match(Herding(), [STRONG, WEAK, WEAK], 60, seed=1), 0.98).points[0]
    assert "Alone" in shown
    assert f"{alone.value:.1f} ±" in shown
