"""Exports with a judge, in the games whose positions nobody solves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines.bang.cli.app import app as bang
from baselines.oh_hell.cli.app import app as oh_hell
from cardkit.export.dataset import Dataset
from cardkit.export.judging import read_values
from tests.support.command_line import run_command

JUDGE = "ismcts:simulations=60"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("app", "agent", "rules"),
    [(oh_hell, "informed:version=2", ("--hand-sizes", "2-1")), (bang, "rair", ("--players", "4"))],
    ids=["oh-hell", "bang"],
)
def test_a_search_values_every_legal_action_and_no_regret_is_known(
    app: Any, agent: str, rules: tuple[str, ...], tmp_path: Path
) -> None:
    command = "export", "--agents", agent, "--games", "8", "--to", str(tmp_path), "--seed", "1", *rules
    run_command(app, *command, "--judge", JUDGE, "--judged", "2")
    values, data = read_values(tmp_path), Dataset(tmp_path).arrays()
    rows = data["game"] < 2
    assert np.array_equal(values.game, data["game"][rows])
    assert np.array_equal(values.choice, data["choice"][rows])
    assert np.array_equal(np.isfinite(values.values), data["action_mask"][rows] == 1)
    assert np.nanmin(values.values) >= 0
    assert np.nanmax(values.values) <= 1
    assert np.nanstd(values.values) > 0.05
    assert not values.exact.any()
    assert np.isnan(values.regret).all()


@pytest.mark.slow
@pytest.mark.parametrize("app", [oh_hell, bang], ids=["oh-hell", "bang"])
def test_an_agent_that_tells_no_values_cannot_judge(app: Any, tmp_path: Path) -> None:
    command = "export", "--agents", "random", "--games", "8", "--to", str(tmp_path / "games"), "--judge", "random"
    done = run_command(app, *command, status=2)
    assert done.stderr.endswith(": 'random' cannot judge: it does not tell what actions are worth, as searches can\n")
    assert not (tmp_path / "games").exists()
