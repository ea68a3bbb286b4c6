"""The trees of the smallest game."""

from __future__ import annotations

import pytest

from baselines.durak.solving.durak_tree import DurakTree, durak_tree
from tests.support.small_games import SMALLEST


@pytest.fixture(scope="session")
def smallest() -> DurakTree:
    """Return the tree in which endgames end with their exact value."""
    return durak_tree(SMALLEST)


@pytest.fixture(scope="session")
def played_out() -> DurakTree:
    """Return the tree in which endgames are played to their end."""
    return durak_tree(SMALLEST, played_out=True)
