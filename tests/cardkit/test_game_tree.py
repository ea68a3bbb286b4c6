"""Trees grown over the protocol, from any game and its chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.solving.best_response import value
from cardkit.solving.cfr import solve
from cardkit.solving.equilibria import Equilibria
from cardkit.solving.gambit import write_tree
from cardkit.solving.game_tree import game_tree
from tests.support.herding_game import Herding
from tests.support.kuhn import kuhn
from tests.support.plain_solving import value_by_linear_program
from tests.support.poker_game import KUHN, LEDUC, Poker

LEDUC_VALUE = -0.085606424
"""For seat 0: M. Lanctot, "Monte Carlo sampling and regret minimization", 2013, and OpenSpiel's sequence_form_lp."""


def test_a_game_of_the_protocol_grows_into_the_tree_that_is_written_by_hand() -> None:
    grown, written = game_tree(KUHN, KUHN).tree, kuhn()
    for name in ("parent", "kind", "arity", "action", "payoff", "first_action", "first_node"):
        assert np.array_equal(getattr(grown, name), getattr(written, name)), name


def test_chance_during_play_grows_too() -> None:
    """Leduc poker has 936 information sets."""
    tree = game_tree(LEDUC, LEDUC).tree
    assert tree.infosets == 936
    found = solve(tree, 1e-2)
    assert found.nash_conv <= 1e-2
    assert value(tree, found.strategy) == pytest.approx(LEDUC_VALUE, abs=1e-2)
    assert value_by_linear_program(tree) == pytest.approx(LEDUC_VALUE, abs=1e-6)
    assert Equilibria(tree).value == pytest.approx(LEDUC_VALUE, abs=1e-6)


def test_files_name_what_players_and_chance_do(tmp_path: Path) -> None:
    grown = game_tree(KUHN, KUHN)
    words = [("fold", "call", "raise")[action] for _, action in grown.choices()]
    write_tree(tmp_path / "kuhn.efg", grown.tree, str(KUHN), words, grown.draws, "choose a smaller game")
    lines = (tmp_path / "kuhn.efg").read_text().splitlines()
    assert lines[0] == 'EFG 2 R "Kuhn poker" { "seat 0" "seat 1" }'
    assert lines[3].startswith('c "" 1 "" { "0 1" 1/6 "0 2" 1/6')
    assert lines[4:6] == ['p "" 1 1 "" { "call" "raise" } 0', 'p "" 2 1 "" { "call" "raise" } 0']
    assert lines[6] == 't "" 1 "" { -1 1 }'


class Mute(Poker):
    """A game in which chance has no way to begin."""

    def deals(self) -> list[Any]:
        return []


def test_what_cannot_be_solved_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"two seats are solved, .* has 3"):
        game_tree(Herding(), KUHN)
    with pytest.raises(ValueError, match="the tree has more than 10 nodes"):
        game_tree(KUHN, KUHN, most_nodes=10)
    mute: Any = Mute("Kuhn poker", 1, 1, 1, 1)
    with pytest.raises(ValueError, match="chance has 0 ways in Kuhn poker"):
        game_tree(KUHN, mute)
    with pytest.raises(ValueError, match="most_nodes must be an integer from 1"):
        game_tree(KUHN, KUHN, most_nodes=0)
