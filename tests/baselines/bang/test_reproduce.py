"""The thesis reproduced: splits of the teams, shares, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from baselines.bang.agents.eai import WEIGHTS, eai
from baselines.bang.cli import app
from baselines.bang.lab import tables
from baselines.bang.lab.document import THESIS
from baselines.bang.lab.duels import SIZES, SPLITS, Wins, duel
from cardkit.lab.answers import Answer
from cardkit.lab.scale import Scale
from tests.support.command_line import run_command

SCALE = Scale(quick=True)


@pytest.mark.slow  # for it compiles tables of four sizes
def test_two_agents_share_all_games_of_a_duel_and_the_teams_equally() -> None:
    first, second = duel(SCALE, "rai", "rair", 240)
    assert first.hits.shape == second.hits.shape == (40, SPLITS)
    assert not (first.hits & second.hits).any()
    assert np.mean(first.hits | second.hits) > 0.98  # games in which all lose are rare
    assert (first.as_team[:, 1] == 120).all()
    assert (second.as_team[:, 1] == 120).all()
    assert len(first.by_team.split()) == 3


def test_each_table_has_an_experiment_of_its_own() -> None:
    names = [one.name for one in THESIS.experiments]
    assert len(set(names)) == len(names)
    assert {f"table-8.{number}" for number in range(1, 9)} <= set(names)
    assert len(SIZES) == 4


def wins(games: int) -> Wins:
    """Return so many wins in 480 games."""
    return Wins((np.arange(480) < games).reshape(80, SPLITS), np.ones((3, 2)))


@pytest.mark.parametrize(("twice", "answer"), [(340, Answer.COMPATIBLE), (420, Answer.DIFFERS)])
def test_a_gain_differs_only_beyond_the_error_of_the_thesis(
    monkeypatch: pytest.MonkeyPatch, twice: int, answer: Answer
) -> None:
    """The thesis printed 54.8 % of 1,000 games and 55.8 % of 500, which tells its gain of one point to six points."""
    once, more = wins(300), wins(twice)
    assert more.ahead_of(once).low > 0
    monkeypatch.setattr(
        tables, "against_rair", lambda scale, search, games: more if f"={tables.ONE}" in search else once
    )
    verdict = tables.twice_the_time(SCALE, tables.MCAI, tables.MCAI_WINS)
    assert verdict.answer is answer
    assert "improves mcai by 1.0 points" in verdict.claim


def test_what_our_training_lost_is_not_told_of_the_thesis() -> None:
    """The evolved weights are ours, so where they fall short our training does."""
    duels = {one.name: one for one in tables.TABLES if isinstance(one, tables.Duel)}
    assert duels["table-8.7"].second == tables.EVOLVED
    assert "our training" in duels["table-8.7"].because
    assert "our training" not in duels["table-8.6"].because


@pytest.mark.parametrize(("evolved", "answer"), [(100, Answer.UNTOLD), (300, Answer.AGREES)])
def test_that_our_evolved_agent_is_behind_does_not_tell_of_the_thesis(
    monkeypatch: pytest.MonkeyPatch, evolved: int, answer: Answer
) -> None:
    monkeypatch.setattr(tables, "three", lambda scale, agents, games: (wins(60), wins(200), wins(evolved)))
    said = {one.claim: one for one in tables.Three().run(SCALE).verdicts}
    verdict = said[f"{tables.EVOLVED} is ahead of {tables.HAI.format(tables.HALF)}"]
    assert verdict.answer is answer
    assert ("our training weakened ours" in str(verdict)) is (answer is Answer.UNTOLD)


def test_the_evolved_weights_are_of_the_training_that_loses_least() -> None:
    """With steps of 0.1 it lost three times as much, so its weights said more of our training than of the thesis'."""
    origin = json.loads(WEIGHTS["es"].read_text())["origin"]
    assert origin["settings"]["spread"] == 0.03
    assert origin["settings"]["against"] == "rair"


def test_each_search_has_a_curve_of_its_own() -> None:
    curves = {one.name: one.search for one in tables.TABLES if isinstance(one, tables.Curve)}
    assert curves == {"playouts-mcai": tables.MCAI, "playouts-hai": tables.HAI}


def test_the_evolved_weights_play() -> None:
    assert not np.array_equal(eai("es").memory, eai().memory)
    with pytest.raises(ValueError, match="weights must be one of own, es"):
        eai("nobody")


@pytest.mark.slow
def test_the_command_writes_the_page(tmp_path: Path) -> None:
    page = tmp_path / "bang.md"
    run_command(app, "reproduce", "table-8.1", "--quick", "--jobs", "1", "--write", str(page))
    assert "### table-8.1: rair against rai" in page.read_text()
    assert "rair wins 59.16% of 5,000 games" in page.read_text()
