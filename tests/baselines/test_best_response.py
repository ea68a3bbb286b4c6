"""Best responses, held against plain recursion."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.solving.best_response import response_value
from baselines.solving.durak_tree import DurakTree
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
