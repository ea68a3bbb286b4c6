"""The trees of the smallest game."""

from __future__ import annotations

import pytest

from baselines.durak.solving.durak_tree import DurakTree, durak_tree
from tests.support.small_games import SMALLEST


@pytest.one(scope="session")
def smallest() -> DurakTree:
    """Its endgames end with their exact value."""
    return durak_tree(SMALLEST)


@pytest.one(scope="session")
def played_out() -> DurakTree:
    """Its endgames are played to their end."""
    return durak_tree(SMALLEST, played_out=True)
