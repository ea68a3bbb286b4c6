"""Learning from searched positions: the targets, and a run that goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines.durak.endgames.solver import UNSOLVED
from baselines.durak.learning.searched import positions
from baselines.durak.learning.searched.positions import Piece, PieceFolder, SearchedSettings
from baselines.durak.learning.searched.targets import COMPLETED, SHARES, targets_of
from durak_env.rules import Rules

SCALE = 10.0


def piece(visits: list[int], values: list[float], priors: list[float], exact: int = UNSOLVED) -> Piece:
    """A position with as many legal actions as there are values, and one illegal."""
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
    """With many visits by the factor of the scaled difference, about."""
    targets = targets_of(piece([10_000, 10_000], [0.5, 0.7], [0.8, 0.2]), COMPLETED, SCALE)[0]
    assert targets[1] / targets[0] == pytest.approx(0.25 * np.exp(0.2 * SCALE), rel=0.02)


def test_an_unvisited_action_has_the_mixed_value() -> None:
    """Between a visited one that is better and one that is worse."""
    targets = targets_of(piece([500, 500, 0], [0.8, 0.2, 0], [0.25, 0.25, 0.5]), COMPLETED, SCALE)[0]
    gains = targets[:3] / [0.25, 0.25, 0.5]
    assert gains[1] < gains[2] < gains[0]


def test_a_solved_endgame_leaves_the_priors_of_what_keeps_the_value() -> None:
    targets = targets_of(piece([1, 1, 0], [1, 1, 0], [0.1, 0.3, 0.6], exact=1), COMPLETED, SCALE)[0]
    assert targets == pytest.approx([0.25, 0.75, 0, 0], abs=1e-3)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    from baselines.durak.learning.searched import distillation

    monkeypatch.setattr(positions, "GAMES", 12)
    monkeypatch.setattr(distillation, "STEPS", 3)
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
