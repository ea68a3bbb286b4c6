"""Curves of evolved weights are drawn from the checks in the logs of `bang train`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baselines.bang.learning.curve import main


def log(folder: Path, checks: dict[int, list[float]]) -> str:
    folder.mkdir()
    rows = [{"settings": {}}, {"generation": 1}, *({"generation": at, "check": won} for at, won in checks.items())]
    (folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(folder)


def test_the_chosen_team_is_drawn_over_the_seeds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = log(tmp_path / "es-1", {10: [0.5, 0.6, 0.7, 0.25], 20: [0.5, 0.6, 0.7, 0.5]})
    second = log(tmp_path / "es-2", {10: [0.5, 0.6, 0.7, 0.75]})
    main([first, second, "--team", "renegade", "--to", str(tmp_path / "curve.png")])
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out.split() == [
        "es:",
        "10",
        "generations,",
        "mean",
        "0.500,",
        "seeds",
        "0.250",
        "to",
        "0.750",
    ]


def test_a_run_without_checks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="never checked against rair"):
        main([log(tmp_path / "es-1", {}), "--to", str(tmp_path / "curve.png")])
