"""Trees as Gambit files, which OpenSpiel reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from baselines.durak.solving.durak_tree import DurakTree, durak_tree
from baselines.durak.solving.gambit import write_gambit
from cardkit.solving.best_response import nash_conv
from durak_env import Rules
from tests.support.small_games import SMALLEST


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


def branches(path: Path, game: DurakTree) -> list[tuple[str, list[str]]]:
    """Return the kind of each inner node, ``c`` for chance or ``p`` for a player, and the names of its branches."""
    write_gambit(path, game)
    lines = path.read_text(encoding="utf-8").splitlines()[3:]
    return [(line[0], re.findall(r'"([^"]+)"', line.partition("{")[2])) for line in lines if line[0] != "t"]


def test_branches_are_named_by_plies_and_by_the_cards_that_chance_deals(smallest: DurakTree, tmp_path: Path) -> None:
    """One deal is followed: 90 ways to deal, a ply, and the draws after the bout, no two of which are alike."""
    nodes = branches(tmp_path / "small.efg", smallest)
    assert nodes[0][0] == "c"
    assert len(set(nodes[0][1])) == len(nodes[0][1]) == 90
    assert nodes[0][1][0] == "trump Qc; seat 0: Kc Ac; seat 1: Qd Kd"
    assert nodes[1] == ("p", ["Kc", "Ac"])
    assert all(len(set(names)) == len(names) for _, names in nodes)
    cards = {str(card) for card in SMALLEST.deck}
    assert {name for kind, names in nodes if kind == "p" for name in names} == cards | {"take", "done"}
    draws = {name for kind, names in nodes[1:] if kind == "c" for name in names}
    assert all(re.fullmatch(r"(seat [01]: \w\w( \w\w)?(; )?)+", name) for name in draws)
    assert any(";" in name for name in draws)


def test_chance_names_the_first_attacker_without_trumps(tmp_path: Path) -> None:
    nodes = branches(tmp_path / "x", durak_tree(Rules(start_rank=12, num_suits=2, hand_size=2, include_trumps=False)))
    assert nodes[0][1][0] == "seat 0: Qc Kc; seat 1: Ac Qd"
    assert nodes[1] == ("c", ["seat 0 attacks", "seat 1 attacks"])
