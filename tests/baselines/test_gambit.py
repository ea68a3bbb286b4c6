"""Trees as Gambit files, which OpenSpiel reads."""

from __future__ import annotations

import pytest

from baselines.solving.best_response import nash_conv
from baselines.solving.durak_tree import DurakTree
from baselines.solving.gambit import write_gambit


def test_openspiel_reads_the_tree_and_agrees(smallest: DurakTree, tmp_path) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    write_gambit(tmp_path / "small.efg", smallest)
    game = pyspiel.load_efg_game((tmp_path / "small.efg").read_text())
    uniform = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert uniform == pytest.approx(nash_conv(smallest.tree, smallest.tree.uniform()), abs=1e-9)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 1e-3
