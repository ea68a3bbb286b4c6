"""Best responses, held against plain recursion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from baselines.durak.solving.durak_tree import DurakTree
from cardkit.solving.best_response import best_response, response_value
from tests.support.kuhn import kuhn
from tests.support.plain_solving import plain_response_value


@pytest.mark.parametrize("player", [0, 1])
def test_best_responses_agree_with_plain_recursion(smallest: DurakTree, player: int) -> None:
    rng = np.random.default_rng(player)
    weights = rng.random(smallest.tree.actions) ** 3
    sums = np.add.reduceat(weights, smallest.tree.first_action[:-1])
    strategy = weights / np.repeat(sums, np.diff(smallest.tree.first_action))
    found = response_value(smallest.tree, strategy, player)
    assert found == pytest.approx(plain_response_value(smallest.tree, strategy, player), abs=1e-12)
    assert found > 0.1


def test_of_equal_actions_the_first_is_played() -> None:
    """The first of equal actions is played; else a learnt response's wins would hang on the order of the walk."""
    tree = kuhn()
    nothing_to_win = replace(tree, payoff=np.zeros_like(tree.payoff))
    for player in (0, 1):
        response = best_response(nothing_to_win, tree.uniform(), player)
        own = np.flatnonzero(tree.player == player)
        assert (response[tree.first_action[own]] == 1).all()
