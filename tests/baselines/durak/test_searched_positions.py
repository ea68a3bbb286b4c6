"""Searched positions: the content of a piece, and a folder that goes on where it was interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines.durak.endgames.solver import UNSOLVED
from baselines.durak.learning.searched import positions
from baselines.durak.learning.searched.positions import Piece, PieceFolder, SearchedSettings
from durak_env.rules import Rules

pytestmark = pytest.mark.slow  # no quick test needs the code that it compiles
SIMULATIONS = 20
SETTINGS = SearchedSettings(
    teacher=f"champion-search:simulations={SIMULATIONS},generation=1", player="champion:generation=1", seed=3
)


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "GAMES", 12)


@pytest.fixture
def piece(tmp_path: Path) -> Piece:
    folder = PieceFolder(tmp_path)
    list(folder.label(SETTINGS, 1))
    return folder.read(0)


def test_a_piece_holds_what_the_search_has_found(piece: Piece) -> None:
    masks = piece.inputs[:, -Rules().num_actions :] > 0
    searched = piece.exact == UNSOLVED
    assert len(piece.talon) > 50
    assert (masks.sum(1) > 1).all()  # who has no choice is not asked
    assert (piece.visits[searched].sum(1) == SIMULATIONS).all()
    assert (piece.visits[~masks] == 0).all()
    assert (piece.values[piece.visits == 0] == 0).all()
    assert piece.priors.astype(float).sum(1) == pytest.approx(1, abs=0.01)
    assert (piece.priors[~masks] == 0).all()


def test_solved_endgames_keep_the_actions_that_keep_the_value(piece: Piece) -> None:
    solved = piece.exact != UNSOLVED
    assert solved.any()
    assert (piece.talon[solved] == 0).all()
    kept = piece.visits[solved] > 0
    assert kept.any(1).all()
    values = (1 + piece.exact[solved].astype(float)) / 2
    assert (piece.values[solved] == np.where(kept, values[:, None], 0)).all()


def test_a_result_is_known_unless_chance_chose_later(piece: Piece) -> None:
    """The games go on, and end, after the last noisy ply; a game's results are then of the same two seats."""
    assert set(np.unique(piece.outcomes)) <= {-1, 0, 0.5, 1}
    for game in np.unique(piece.games):
        known = piece.outcomes[piece.games == game] >= 0
        assert (np.diff(known.astype(int)) >= 0).all()


def test_a_critic_sees_the_other_hand_too(piece: Piece) -> None:
    more = piece.open_inputs.astype(float).sum(1) - piece.inputs.astype(float).sum(1)
    hidden = piece.talon > 2
    assert (piece.open_inputs[hidden] != piece.inputs[hidden]).any(1).all()
    assert np.isfinite(more).all()


def test_an_interrupted_folder_goes_on_to_the_same_positions(tmp_path: Path) -> None:
    whole, broken = PieceFolder(tmp_path / "whole"), PieceFolder(tmp_path / "broken")
    assert [number for number, _ in whole.label(SETTINGS, 2)] == [0, 1]
    labelling = broken.label(SETTINGS, 2)
    next(labelling)
    labelling.close()
    assert broken.numbers() == [0]
    assert [number for number, _ in broken.label(SETTINGS, 2)] == [1]
    for number in (0, 1):
        assert same(whole.read(number), broken.read(number))


def same(one: Piece, other: Piece) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 4}, "other settings"),
        ({"teacher": "ismcts:simulations=20"}, "guides"),
        ({"player": "nobody"}, "player|agent"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    from dataclasses import replace

    folder = PieceFolder(tmp_path)
    list(folder.label(SETTINGS, 1))
    with pytest.raises(ValueError, match=message):
        list(folder.label(replace(SETTINGS, **changes), 2))


@pytest.mark.parametrize("place", [slice(5_000, 5_001), slice(-40, None)])
def test_a_damaged_piece_is_labelled_again(place: slice, tmp_path: Path) -> None:
    folder, file = PieceFolder(tmp_path), tmp_path / "000000.npz"
    list(folder.label(SETTINGS, 1))
    content = file.read_bytes()
    damaged = bytearray(content)
    damaged[place] = bytes(255 - one for one in content[place])
    file.write_bytes(damaged)
    assert [number for number, _ in folder.label(SETTINGS, 1)] == [0]
    assert file.read_bytes() == content
    assert list(folder.label(SETTINGS, 1)) == []


def test_a_folder_that_lost_its_settings_or_has_other_files_is_told(tmp_path: Path) -> None:
    folder = PieceFolder(tmp_path)
    list(folder.label(SETTINGS, 1))
    (tmp_path / "notes.npz").touch()
    assert folder.numbers() == [0]
    (tmp_path / "settings.json").write_text("{")
    with pytest.raises(ValueError, match=r"settings\.json is damaged .*: name a new folder"):
        list(folder.label(SETTINGS, 2))
    (tmp_path / "settings.json").unlink()
    with pytest.raises(ValueError, match=r"holds pieces and no settings\.json, .*: name a new folder"):
        list(folder.label(SETTINGS, 2))


def test_the_command_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from baselines.durak.cli.label import label

    label(tmp_path, 1, SETTINGS.teacher, SETTINGS.player, SETTINGS.seed)
    assert "holds 1 piece." in capsys.readouterr().out
