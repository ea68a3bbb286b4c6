"""Tournaments: the same table however they are played, the thesis' rule, and all forms of the output."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from baselines import play_match
from baselines.durak.arena.thesis_growth import thesis_growth, undecided
from baselines.durak.arena.tournament import play_tournament
from baselines.durak.cli import app
from baselines.durak.report.thesis_tables import Standings
from cardkit.arena.match_result import outcomes
from cardkit.arena.result_rows import result_dtype
from cardkit.arena.schedule import ScheduledMatch
from cardkit.arena.tournament_result import TournamentResult
from cardkit.statistics.intervals import clustered_range_interval
from durak_env.agents.heuristic import greedy
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.baselines.durak.test_match import Constant, Crashing

AGENTS = ("greedy", "smart", "random", "uniform")
THESIS_AGENTS = ("random", "greedy", "smart:preset=thesis", "minimax:preset=thesis", "mcts:preset=thesis")
SMALL = Rules(start_rank=11, num_suits=3, hand_size=3)
RUNNER = CliRunner()


def durak(*arguments: str) -> Result:
    return RUNNER.invoke(app, arguments, env={"COLUMNS": "160"})


def figures(result: TournamentResult, confidence: float = 0.98) -> dict[str, Any]:
    """Return all figures but the times, which are those of a machine."""
    found = Standings(result, confidence).figures()
    del found["ms_a_choice"]
    return found


@pytest.fixture(scope="module")
def result() -> TournamentResult:
    return play_tournament(AGENTS, games=200, seed=1)


def test_jobs_and_the_order_of_agents_change_nothing(result: TournamentResult) -> None:
    assert figures(play_tournament(AGENTS[::-1], games=200, seed=1, jobs=2)) == figures(result)
    assert figures(play_tournament(AGENTS, games=200, seed=2)) != figures(result)


def test_a_match_of_a_tournament_is_that_of_play_match(result: TournamentResult) -> None:
    match = result.matches[1]
    alone = play_match(*match.names, games=200, seed=1)
    assert match.names == ("greedy", "smart")
    assert np.array_equal(outcomes(match.results), outcomes(alone.results))
    assert match.score == alone.score


def test_scores(result: TournamentResult) -> None:
    assert result.complete
    assert result.scores + result.scores.T == pytest.approx(np.ones((4, 4)))
    assert result.mean_scores.sum() == pytest.approx(2)
    assert [result.names[agent] for agent in Standings(result, 0.9).order] == ["smart", "greedy", "random", "uniform"]


@pytest.mark.slow
def test_the_five_agents_of_the_thesis_play_under_their_names() -> None:
    found = play_tournament(THESIS_AGENTS, games=20, seed=1)
    assert set(found.names) == set(THESIS_AGENTS)
    by_name = dict(zip(found.names, found.mean_scores, strict=True))
    assert max(by_name, key=by_name.__getitem__) == "mcts:preset=thesis"
    assert min(by_name, key=by_name.__getitem__) == "random"


def test_each_preset_has_a_line_below_its_agent() -> None:
    for agent, sets in (
        ("smart", "weaknesses=single, defence=program"),
        ("minimax", "depth=6, eval=basic, samples=20, order=deck, weaknesses=single"),
        ("mcts", "limit=100, c=1.41, simulation=greedy, samples=20"),
    ):
        (line,) = (line for line in durak("agents", agent).output.splitlines() if "preset=thesis" in line)
        assert sets in line


def test_the_intervals_of_the_ratings_hold_the_ratings(result: TournamentResult) -> None:
    ratings, narrower = result.ratings(0.98), result.ratings(0.8)
    assert (ratings.low < ratings.elo).all()
    assert (ratings.elo < ratings.high).all()
    assert (ratings.high - ratings.low > narrower.high - narrower.low).all()
    assert ratings.elo.mean() == pytest.approx(0, abs=1e-6)


def test_the_interval_of_a_mean_return_is_that_of_all_games(result: TournamentResult) -> None:
    """Each deal counts once, with all games that the agent plays of it."""
    for agent, interval in enumerate(one.interval for one in result.returns(0.9)):
        matches = [
            (match, line.index(agent))
            for match, line in zip(result.matches, result.lineups, strict=True)
            if agent in line
        ]
        won = [match.results["returns"][:, place].astype(float).reshape(-1, 2).sum(axis=1) for match, place in matches]
        sums = np.sum(won, axis=0)
        assert len(matches) == 3
        assert interval == pytest.approx(clustered_range_interval(sums, np.full(100, 6), 0.9, -1, 1))
        assert interval[0] < result.mean_returns[agent] < interval[1]


def test_rules_and_world_are_those_asked_for() -> None:
    found = play_tournament(["smart", "greedy"], games=40, open_world=True, rules=SMALL)
    alone = play_match("greedy", "smart", games=40, open_world=True, rules=SMALL)
    assert found.matches[0].wins == alone.wins
    assert "open world, rules: start_rank=11" in Standings(found, 0.9).title


def test_a_gauntlet_plays_one_against_all() -> None:
    found = play_tournament(AGENTS, games=100, gauntlet="random")
    assert len(found.matches) == 3
    assert all("random" in match.names for match in found.matches)
    assert found.nash() is None
    sheet = Standings(found, 0.98).crosstable()
    assert "Gauntlet" in sheet.title
    assert sum(cell == "" for row in sheet.rows for cell in row[2:]) == 4 + 6


def test_the_thesis_plays_on_while_undecided() -> None:
    found = play_tournament(["random", "greedy", "smart"], games=100, seed=1, thesis=True, jobs=2)
    games = {match.names: match.games for match in found.matches}
    assert games["greedy", "random"] == games["random", "smart"] == 100
    assert games["greedy", "smart"] > 100
    assert games["greedy", "smart"] % 500 == 100
    assert figures(found) == figures(play_tournament(["random", "greedy", "smart"], games=100, seed=1, thesis=True))
    longer = play_match("greedy", "smart", games=games["greedy", "smart"] - 500, seed=1)
    assert thesis_growth(longer.results) == 500


def test_the_thesis_gives_up_at_ten_thousand_games() -> None:
    found = play_tournament(["greedy", greedy()], games=500, thesis=True)
    assert found.matches[0].games == 10_000
    assert [match.names for match in found.matches if undecided(match.results)] == [("choose_greedy", "greedy")]
    ending = "\nEqually Strong Agents (Upper bound: 10000):\nchoose_greedy - greedy\n"
    assert Standings(found, 0.98).csv().endswith(ending)


def test_a_fixture_is_filled_in_any_order() -> None:
    rng = np.random.default_rng(0)
    whole = play_match("random", "uniform", games=120, seed=7).results
    one = ScheduledMatch(Durak(), 120)
    one.learn(2, 0.03)
    while one.left:
        first, count = one.take(rng)
        assert first % 2 == count % 2 == 0
        one.note(np.arange(first, first + count, 2) // 2, whole[first : first + count])
    assert one.results.tobytes() == whole.tobytes()


def test_what_others_have_played_is_not_taken() -> None:
    one = ScheduledMatch(Durak(), 10)
    one.note(np.array([3, 1, 2]), np.zeros(6, result_dtype(2, Durak.COUNTS)))
    assert [one.take(), one.take()] == [(0, 2), (8, 2)]
    assert not one.left
    assert one.games_played == 6


def test_faults_are_counted_and_lost() -> None:
    found = play_tournament([Constant(99), Crashing(), "greedy"], games=10, rules=SMALL)
    counts = dict(zip(found.names, found.faults.tolist(), strict=True))
    assert counts["greedy"] == [0, 0]
    assert counts["Constant"][0] > 10
    assert counts["Constant"][1] == counts["Crashing"][0] == 0
    assert counts["Crashing"][1] > 0
    sheet = Standings(found, 0.9).rating_table()
    assert sheet.header[-1] == "faults"
    assert {row[1]: row[-1] for row in sheet.rows}["Constant"] == str(counts["Constant"][0])


@pytest.mark.parametrize(
    "arguments",
    [
        {"games": 0},
        {"games": 501},
        {"games": "7"},
        {"seed": -1},
        {"jobs": 0},
        {"agents": ["greedy"]},
        {"agents": "greedy"},
        {"agents": ["greedy", " greedy"]},
        {"agents": ["greedy", "gredy"]},
        {"gauntlet": "uniform"},
        {"rules": "standart"},
    ],
    ids=str,
)
def test_bad_arguments(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        play_tournament(**{"agents": ["greedy", "random"], "games": 2} | arguments)


def test_the_command_prints_crosstable_and_ratings(tmp_path: Path) -> None:
    files = {kind: tmp_path / f"table.{kind}" for kind in ("csv", "html", "png", "markdown")}
    options = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
    printed = durak("tournament", *AGENTS, "--games", "200", "--seed", "1", "--jobs", "2", "--thesis", *options)
    assert printed.exit_code == 0, printed.output
    for words in ("Round robin", "│ 1 │ smart", "±", "Elo", "Nash", "As in the thesis", "%-", "(200)"):
        assert words in printed.stdout
    assert printed.stderr == ""
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    assert '<td class="name">smart</td>' in files["html"].read_text()
    assert "| 1 | smart |" in files["markdown"].read_text()
    rows = list(csv.reader(io.StringIO(files["csv"].read_text())))
    assert rows[0] == ["", "uniform", "random", "greedy", "smart"]
    assert rows[1][0] == "uniform"
    assert rows[1][1] == ""
    assert rows[1][2].endswith("% (200)")


def test_the_command_writes_a_section(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    for games in ("20", "40", "40"):  # the last takes the place of the one before, another tournament does not
        written = durak("tournament", "greedy", "random", "--games", games, "--seed", "0", "--write", str(page))
        assert written.exit_code == 0, written.output
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Results\n")
    for heading in ("## A tournament", "### Ratings", "### Time a ply with a choice"):
        assert text.count(heading) == 2
    assert text.count("40 games a match") == 3  # the heading and the marks of the section
    assert "| 1 | greedy |" in text


@pytest.mark.parametrize(("columns", "cell"), [("80", r" \d\d │"), ("160", r" 0\.\d{3} ±")])
def test_the_crosstable_fits_the_terminal(columns: str, cell: str) -> None:
    agents = ["random", "uniform", "greedy", "smart", "evolved", "champion"]
    arguments = ["tournament", *agents, "--games", "50", "--seed", "1"]
    printed = CliRunner().invoke(app, arguments, env={"COLUMNS": columns})
    table = printed.stdout.partition("Ratings")[0]
    assert re.search(cell, table)
    assert "…" not in printed.stdout
    assert ("in per cent" in table) == (columns == "80")


def test_the_command_prints_json(result: TournamentResult) -> None:
    options = ["--games", "200", "--seed", "1", "--confidence", "0.9", "--json"]
    printed = json.loads(durak("tournament", *AGENTS, *options).stdout)
    assert set(printed.pop("ms_a_choice")) == set(AGENTS)
    assert printed == json.loads(json.dumps(figures(result, 0.9)))
    assert printed["agents"][0]["agent"] == "smart"


def test_the_command_plays_as_the_thesis_does() -> None:
    arguments = ["tournament", "greedy", "smart", "--games", "100", "--seed", "1", "--thesis"]
    expected = play_tournament(["greedy", "smart"], games=100, seed=1, thesis=True).matches[0].games
    (match,) = json.loads(durak(*arguments, "--json").stdout)["matches"]
    assert match["games"] == expected > 100


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greedy"], "a tournament needs two agents or more"),
        (["greedy", "gredy"], "unknown agent 'gredy'"),
        (["greedy", "greedy"], "named twice"),
        (["greedy", "random", "--games", "5"], "even number"),
        (["greedy", "random", "--gauntlet", "smart"], "got 'smart'"),
        (["greedy", "random", "--jobs", "0"], "jobs"),
        (["greedy", "random", "--confidence", "2"], "confidence"),
        (["greedy", "random", "--csv", "/no/such/folder/table.csv"], "No such file"),
    ],
)
def test_bad_input(arguments: list[str], said: str) -> None:
    refused = durak("tournament", *arguments)
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("head", "command"),
    [
        ("Round robin, 3,000 games", "tournament random uniform greedy smart --games 3000 --seed 1"),
        ("400 games, seed 1", "match greedy random --players 4 --games 400 --seed 1"),
        ("Whole games", "tournament greedy smart low high --players 4 --games 4800 --seed 1"),
    ],
)
def test_the_tables_that_are_documented_are_those_that_are_played(head: str, command: str) -> None:
    page = (Path(__file__).parents[3] / "docs" / "kit" / "arena.md").read_text(encoding="utf-8")
    assert f"durak {command}" in page
    printed = durak(*command.split()).stdout
    block = page.partition(f"```text\n{head}")[2].partition("```")[0]
    shown = [line for line in block.splitlines() if line.startswith("│ ") and "time a ply" not in line]
    assert len(shown) >= 4
    assert all(line in printed for line in shown)


def test_the_thesis_rule_and_other_rules_go_by_what_a_store_has(tmp_path: Path) -> None:
    """Games that are already in the store are not played again, and games by other rules are others."""
    file, names = tmp_path / "games.db", ["greedy", "smart"]
    assert play_tournament(names, games=4000, seed=1, store=file).matches[0].games == 4000
    found = play_tournament(names, games=100, seed=1, thesis=True, store=file)
    assert figures(found) == figures(play_tournament(names, games=100, seed=1, thesis=True))
    small = play_tournament(names, games=40, seed=1, rules=SMALL, store=file).matches[0]
    assert small.wins == play_match(*names, games=40, seed=1, rules=SMALL).wins
