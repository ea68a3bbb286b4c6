"""The dissertation reproduced: its arithmetic, judged figures, spread, and the command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from baselines.oh_hell.cli import app
from baselines.oh_hell.lab.document import DISSERTATION
from baselines.oh_hell.lab.matches import ALL, FALLING, LEVEL, LONE, OTHERS, play
from baselines.oh_hell.lab.schedule import Bounds, Schedule
from baselines.oh_hell.lab.spread import SAMPLES, deviations
from baselines.oh_hell.lab.tables import TABLES, Judge, a_little_under, mean_is, some_game
from cardkit.lab.answers import Answer
from cardkit.lab.finding import Finding
from cardkit.lab.scale import Scale
from tests.support.command_line import run_command

SCALE = Scale(quick=True)
AGREES, DIFFERS, COMPATIBLE = Answer.AGREES, Answer.DIFFERS, Answer.COMPATIBLE


def answers(finding: Finding) -> list[Answer]:
    return [verdict.answer for verdict in finding.verdicts]


def test_the_printed_bounds_are_those_of_13_to_1() -> None:
    found = Bounds().run(SCALE)
    assert found.rows[0] == (FALLING, "221", "152.75", "120.25")
    assert answers(found) == [AGREES, AGREES, DIFFERS]


def test_the_printed_means_fit_rounds_of_13_cards_alone() -> None:
    found = Schedule().run(SCALE)
    assert answers(found) == [DIFFERS, AGREES]
    assert [row[-1] for row in found.rows] == ["2.92", "0.97", "6.92", "4.97"]


def test_a_table_of_equals_has_a_quarter_of_the_tricks_and_10_points_for_each_round_made() -> None:
    for schedule, tricks in ((FALLING, 22.75), (LEVEL, 42.25)):
        table = play(SCALE, schedule, "random", "random")
        assert table.level("score", ALL).value == pytest.approx(tricks + 10 * table.level("made", ALL).value)


def test_figures_of_random_are_judged_for_both_schedules() -> None:
    tables = {schedule: play(SCALE, schedule, "random", "random") for schedule in (FALLING, LEVEL)}

    def judged(judge: Judge, games: int = 300) -> list[Answer]:
        return [judge(tables, schedule, games).answer for schedule in tables]

    assert judged(mean_is("score", "all", 52)) == [DIFFERS, AGREES]
    assert judged(mean_is("score", "all", 52), games=2) == [COMPATIBLE, COMPATIBLE]  # a mean of two games says little
    assert judged(mean_is("made", "all", 2)) == [AGREES, DIFFERS]
    assert judged(some_game("made", True, 3)) == [AGREES, AGREES]
    assert judged(some_game("score", True, 199), games=1) == [DIFFERS, DIFFERS]
    assert judged(a_little_under(3), games=10_000) == [AGREES, DIFFERS]


def test_the_lone_agent_is_the_first_of_its_lineup() -> None:
    table = play(SCALE, LEVEL, "informed:version=2", "random")
    lone, others = (table.level("score", places).value for places in (LONE, OTHERS))
    assert lone > others + 40
    assert table.lead().value == pytest.approx(lone - others)


def test_deviations_are_those_of_the_first_games() -> None:
    scores = np.random.default_rng(1).integers(0, 100, (2, 1000, 4))
    found = deviations(scores)
    assert found.shape == (8, len(SAMPLES))
    assert found[0, 0] == pytest.approx(scores[0, :10, 0].std(ddof=1))
    assert found[7, -1] == pytest.approx(scores[1, :, 3].std(ddof=1))


def test_each_experiment_has_its_own_name_and_the_page_names_the_figures() -> None:
    names = [one.name for one in DISSERTATION.experiments]
    assert len(set(names)) == len(names)
    assert {one.name for one in TABLES} <= set(names)


def run(arguments: Sequence[str]) -> str:
    done = run_command(app, "reproduce", *arguments)
    return done.output


def test_the_command_writes_the_page_with_pictures(tmp_path: Path) -> None:
    page = tmp_path / "oh_hell.md"
    shown = run(["schedule", "figures-5.4-5.5", "--quick", "--jobs", "1", "--write", str(page)])
    assert "Which schedule was played" in shown
    text = page.read_text()
    assert "### figures-5.4-5.5: Random agents among themselves" in text
    assert "![Random agents among themselves](figures/figures-5.4-5.5.svg)" in text
    assert (tmp_path / "figures" / "figures-5.4-5.5.svg").read_text().startswith("<?xml")


@pytest.mark.slow
def test_every_experiment_runs(tmp_path: Path) -> None:
    page = tmp_path / "oh_hell.md"
    run(["--quick", "--jobs", "1", "--write", str(page)])
    text = page.read_text()
    assert not re.search(r"\binf\b", text)  # an interval of too few games
    assert "They judge 30 statements" in text
    assert all(f"### {one.name}: {one.title}" in text for one in DISSERTATION.experiments)
