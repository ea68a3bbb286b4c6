"""``durak reproduce --paper``: trees that are kept, runs as samples, and verdicts on the paper's claims."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from baselines.durak.arena.match import play_match
from baselines.durak.arena.roster import make_agent
from baselines.durak.cli import app
from baselines.durak.lab.paper.catalogue import PAPER
from baselines.durak.lab.paper.counts import Counts
from baselines.durak.lab.paper.example_tree import ExampleTree
from baselines.durak.lab.paper.hand_states import HandStates
from baselines.durak.lab.paper.kept_trees import CHOICES, GAMES, HANDS, OUTCOME, RULES, WON_TWICE, play_run, runs_of
from baselines.durak.lab.paper.opponents import SPECS
from baselines.durak.lab.paper.run_time import RunTime
from baselines.durak.lab.paper.win_rates import PRINTED, no_share_of
from cardkit.lab.answers import Answer
from cardkit.lab.kept import Kept
from cardkit.lab.scale import Scale
from cardkit.report.page_section import section_of
from tests.support.command_line import run_command


def test_what_the_paper_shows_is_there() -> None:
    figures = {"figure-4", "figure-4-card", "figure-4-uniform", "figure-4-fresh", "figure-5", "figure-6"}
    sections = {"section-3.1.1", "section-3.1.2", "example-tree", "full-state", "run-time"}
    assert {one.name for one in PAPER.experiments} == sections | figures


def test_the_counts_are_of_36_cards_and_not_of_the_game_played() -> None:
    found = Counts().run(Scale())
    assert [verdict.answer for verdict in found.verdicts] == [Answer.AGREES, Answer.DIFFERS] * 4
    assert [row[3] for row in found.rows][:2] == ["819", "1,326"]


def test_a_share_that_no_number_of_games_has() -> None:
    verdict = no_share_of(GAMES, PRINTED)
    assert verdict.answer is Answer.DIFFERS
    assert verdict.shown == "168 are 84.00%, 169 are 84.50%; the fewest games with such a share are 113"
    assert no_share_of(113, PRINTED).answer is Answer.AGREES


@pytest.mark.slow  # the trees of runs compile for seconds
def test_a_run_depends_on_its_seed_and_its_memory_on_its_games() -> None:
    run = play_run(2.5, "random", 6, "reach", 1, 0)
    assert np.array_equal(run, play_run(2.5, "random", 6, "reach", 1, 0))
    assert np.array_equal(run[:3], play_run(2.5, "random", 3, "reach", 1, 0))  # later games change nothing
    assert not np.array_equal(run, play_run(2.5, "random", 6, "reach", 1, 1))
    assert set(np.unique(run[:, OUTCOME])) <= {-1, 0, 1}
    hands, won = run[:, HANDS : HANDS + 2], run[:, WON_TWICE : WON_TWICE + 2]
    assert np.all(won <= 2 * hands)
    assert run[:, CHOICES:].sum(axis=1).min() > 5


@pytest.mark.slow
def test_workers_take_whole_runs(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    one = runs_of(1.0, "random", 3, 4, Scale(kept=kept))
    assert np.array_equal(one, runs_of(1.0, "random", 3, 4, Scale(jobs=2)))
    assert len(list(tmp_path.iterdir())) == 1
    assert np.array_equal(one, runs_of(1.0, "random", 3, 4, Scale(kept=Kept(tmp_path))))


@pytest.mark.slow
def test_a_player_without_exploration_hardens_and_no_tree_is_like_another() -> None:
    """At C = 0 a pair of trees plays one strategy in nearly all defences; which one is chance."""
    runs = np.array([play_run(0.0, "random", 100, "reach", 1, number) for number in range(12)])
    defences = runs[..., CHOICES + 4 :].sum(axis=1)
    assert np.median(defences.max(axis=1) / defences.sum(axis=1)) > 0.9
    assert len(set(defences.argmax(axis=1).tolist())) > 1


def test_the_readings_of_random_differ_in_how_often_they_pass() -> None:
    takes = {
        name: play_match(spec, spec, 200, rules=RULES, seed=2).results["bouts"].mean() for name, spec in SPECS.items()
    }
    assert takes["uniform"] > takes["random"] > takes["card"]
    assert callable(make_agent(SPECS["card"]).act)


def test_the_example_is_a_tree() -> None:
    found = ExampleTree().run(Scale())
    assert found.rows[0][0] == "root"
    assert {row[0] for row in found.rows} >= {"low", "high", "multiple", "pass"}
    paths = {tuple(row[0].split(" > ")) for row in found.rows[1:]}
    assert all(path[:-1] in paths for path in paths if len(path) > 1)


@pytest.mark.slow
def test_the_command_judges_the_paper(tmp_path: Path) -> None:
    page = tmp_path / "paper.md"
    done = run_command(app, "reproduce", "--paper", "--quick", "--jobs", "1", "--write", str(page))
    said = " ".join(done.output.split())
    assert "differs: almost all hands are won" in said
    assert "differs: playing the lowest leads to more losses: always LOW more than always HIGH, against random" in said
    assert "docs/results/paper.md says what each word means" in said
    text = page.read_text(encoding="utf-8")
    assert text.count("![") == 9
    assert not re.search(r"\binf\b", text)  # an interval of too few games
    assert "They judge 15 statements" in text


def test_the_page_holds_all_experiments() -> None:
    findings = section_of(Path(__file__).parents[3] / "docs" / "results" / "paper.md", PAPER.command)
    assert re.findall(r"^### ([a-z0-9.-]+): ", findings, re.MULTILINE) == [one.name for one in PAPER.experiments]


@pytest.mark.slow
def test_values_of_cards_lie_in_four_ranges_that_follow_each_other() -> None:
    found = HandStates().run(Scale(quick=True))
    ranges = [tuple(map(int, row[1].split(" to "))) for row in found.rows]
    assert [row[0] for row in found.rows] == ["1", "2", "3", "4"]
    assert all(low <= high for low, high in ranges)
    assert all(before[1] < after[0] for before, after in pairwise(ranges))
    assert sum(float(row[2].rstrip("%")) for row in found.rows) == pytest.approx(100, abs=0.3)
    assert " p = " in found.answers[0]


@pytest.mark.slow
def test_time_that_is_thought_twice_counts_once() -> None:
    found = RunTime().run(Scale(quick=True))
    choices, thinking = (float(row[1].rstrip("%")) for row in found.rows)
    assert 0 < thinking < choices + 5
    assert choices < 100
