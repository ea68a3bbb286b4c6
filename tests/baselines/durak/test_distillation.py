"""Learning from searched positions: the targets, runs of policies and critics that go on, and judged critics."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines.durak.endgames.solver import UNSOLVED
from baselines.durak.learning.searched import positions
from baselines.durak.learning.searched.positions import Piece, PieceFolder, SearchedSettings
from baselines.durak.learning.searched.targets import COMPLETED, SHARES, chances_to_win, targets_of
from durak_env.rules import Rules

SCALE = 10.0


def piece(visits: list[int], values: list[float], priors: list[float], exact: int = UNSOLVED) -> Piece:
    """Make a position with as many legal actions as there are values, and one illegal."""
    inputs = np.array([[*[1] * len(values), 0]], np.float16)
    of_priors, of_values = (np.array([[*some, 0]], np.float16) for some in (priors, values))
    of_visits, outcomes = np.array([[*visits, 0]], np.int32), np.zeros(1, np.float16)
    solved, talon, games = np.array([exact], np.int8), np.zeros(1, np.uint8), np.zeros(1, np.int64)
    return Piece(inputs, inputs, of_priors, of_visits, of_values, solved, talon, outcomes, games)


def test_shares_are_those_of_the_simulations() -> None:
    assert targets_of(piece([6, 3, 1], [0.5, 0.5, 0.5], [0.5, 0.3, 0.2]), SHARES, SCALE)[0] == pytest.approx(
        [0.6, 0.3, 0.1, 0]
    )


def test_equal_values_keep_the_priors() -> None:
    targets = targets_of(piece([90, 9, 1], [0.5, 0.5, 0.5], [0.5, 0.3, 0.2]), COMPLETED, SCALE)
    assert targets[0] == pytest.approx([0.5, 0.3, 0.2, 0], abs=1e-3)


def test_a_better_value_raises_its_action() -> None:
    """With many visits a better value raises its action by about the factor of the scaled difference."""
    targets = targets_of(piece([10_000, 10_000], [0.5, 0.7], [0.8, 0.2]), COMPLETED, SCALE)[0]
    assert targets[1] / targets[0] == pytest.approx(0.25 * np.exp(0.2 * SCALE), rel=0.02)


def test_an_unvisited_action_has_the_mixed_value() -> None:
    """An unvisited action's value lies between a visited one that is better and one that is worse."""
    targets = targets_of(piece([500, 500, 0], [0.8, 0.2, 0], [0.25, 0.25, 0.5]), COMPLETED, SCALE)[0]
    gains = targets[:3] / [0.25, 0.25, 0.5]
    assert gains[1] < gains[2] < gains[0]


def test_a_solved_endgame_leaves_the_priors_of_what_keeps_the_value() -> None:
    targets = targets_of(piece([1, 1, 0], [1, 1, 0], [0.1, 0.3, 0.6], exact=1), COMPLETED, SCALE)[0]
    assert targets == pytest.approx([0.25, 0.75, 0, 0], abs=1e-3)


def test_a_critic_learns_results_and_what_the_search_found() -> None:
    """A critic learns values where results are unknown, nothing if these have no share, and exact endgames' values."""
    searched = piece([60, 40, 0], [0.5, 1, 0], [0.4, 0.3, 0.3])  # of a lost game
    assert chances_to_win(searched, 0.5)[0] == pytest.approx(0.5 * 0.7, abs=1e-3)
    assert chances_to_win(searched, 1)[0] == 0
    unknown = searched._replace(outcomes=np.full(1, -1, np.float16))
    assert chances_to_win(unknown, 0.5)[0] == pytest.approx(0.7, abs=1e-3)
    assert np.isnan(chances_to_win(unknown, 1)[0])
    for exact in (-1, 0, 1):
        assert chances_to_win(piece([1], [0.5], [1], exact=exact), 0.5)[0] == 0.5 + 0.5 * exact


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    from baselines.durak.learning.searched import distillation, stored

    monkeypatch.setattr(positions, "GAMES", 12)
    monkeypatch.setattr(stored, "STEPS", 3)
    searched = SearchedSettings(teacher="champion-search:simulations=20", player="champion", seed=3)
    list(PieceFolder(tmp_path / "labels").label(searched, 2))
    return distillation.Settings(
        folder=str(tmp_path / "run"),
        labels=str(tmp_path / "labels"),
        plies=3 * 32 * 4,
        batch=32,
        check_every=2,
        check_games=20,
        ladder="greedy",
    )


@pytest.mark.slow
def test_it_learns_from_a_folder_and_goes_on(settings: Any) -> None:
    from baselines.durak.learning.searched.distillation import Distillation
    from baselines.durak.networks.network_file import load_policy

    whole = Distillation(replace(settings, folder=settings.folder + "-whole"))
    list(whole.run())
    broken = Distillation(settings)
    for update in broken.run():
        if update == 2:
            break
    again = Distillation(replace(settings, resume=True))
    list(again.run())
    policies = [load_policy(Path(run.settings.folder) / "policy.safetensors") for run in (whole, again)]
    for (one, _), (other, _) in zip(policies[0].layers, policies[1].layers, strict=True):
        assert np.array_equal(one, other)
    assert 0 < whole.log[-1]["loss"] < 3


@pytest.mark.slow
def test_an_empty_folder_and_a_strange_target_are_refused(settings: Any, tmp_path: Path) -> None:
    from baselines.durak.learning.searched.distillation import Distillation

    for changes, message in (
        ({"labels": str(tmp_path / "none")}, "durak label"),
        ({"target": "best"}, "target"),
        ({"against": "greedy"}, "against"),
        (
            {"rules": Rules(hand_size=5), "start": ""},
            "are of the standard rules, not of hand_size=5",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            Distillation(replace(settings, **changes))


@pytest.mark.slow
def test_a_critic_learns_from_the_same_folder_and_is_judged_by_its_last_pieces(
    settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from baselines.durak.learning.searched import reliability, valuation
    from baselines.durak.networks.network_file import load_critic

    chosen = {name: getattr(settings, name) for name in ("labels", "plies", "batch", "check_every")}
    wanted = valuation.Settings(folder=str(tmp_path / "critic"), hidden=16, held_out=1, **chosen)
    run = valuation.Valuation(wanted)
    list(run.run())
    file = tmp_path / "critic" / "critic.safetensors"
    assert 0 < run.log[-1]["fresh loss"] < 1
    critic = load_critic(file)
    last = PieceFolder(Path(settings.labels)).read(1)
    assert len(run.judged.results) == (last.outcomes >= 0).sum()
    curve = run.judged.curve(critic)
    assert sum(count for count, _, _ in curve) == len(run.judged.results)
    assert sum(count * won for count, _, won in curve) == pytest.approx(run.judged.results.sum())
    reliability.main(["--labels", settings.labels, "--last", "1", str(file)])
    assert f"{len(run.judged.results):,} positions, fresh loss" in capsys.readouterr().out
    for changes, message in (
        ({"ladder": "greedy"}, "plays no games"),
        ({"outcome": 1.5}, "outcome"),
        ({"held_out": 2}, "durak label"),
        ({"held_out": 0}, "held_out"),
    ):
        with pytest.raises(ValueError, match=message):
            valuation.Valuation(replace(wanted, **changes))
