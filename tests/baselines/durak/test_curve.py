"""Curves are drawn from the runs' logs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from baselines.durak.learning.curve import main, scores_against
from cardkit.learning.curves import points_of


def log(folder: Path, scores: dict[int, float]) -> Path:
    folder.mkdir()
    rows = ({"plies": at, "scores": {"greedy": [score, 0.0, 1.0]}} for at, score in scores.items())
    (folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def test_seeds_are_compared_where_all_were_evaluated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = log(tmp_path / "ppo-1", {100: 0.25, 200: 0.5, 300: 0.75})
    second = log(tmp_path / "ppo-2", {100: 0.75, 200: 0.5})
    plies, points = points_of([first, second], scores_against("greedy"))
    assert plies.tolist() == [100, 200]
    np.testing.assert_array_equal(points, [[0.25, 0.5], [0.75, 0.5]])
    main([str(first), str(second), "--to", str(tmp_path / "drawn" / "curve.svg")])
    drawn = (tmp_path / "drawn" / "curve.svg").read_text()
    assert drawn.startswith("<?xml")
    assert "currentColor" in drawn  # the ink of the page
    assert "prefers-color-scheme:dark" in drawn
    assert "100 choices, mean 0.500, seeds 0.250 to 0.750" in capsys.readouterr().out
    with pytest.raises(ValueError, match="was not evaluated against 'smart'"):
        points_of([first], scores_against("smart"))


def test_a_folder_without_a_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"nowhere has no log\.jsonl"):
        main([str(tmp_path / "nowhere"), "--to", str(tmp_path / "curve.png")])
