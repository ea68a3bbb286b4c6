"""A hundred tables of friends, and searches beside them: nothing is lost, and memory stays flat."""

from __future__ import annotations

import pytest

from tests.support.table_load import EVERY_SECONDS, PEOPLE, run


@pytest.mark.slow
def test_a_hundred_tables_of_friends_lose_nothing_and_memory_stays_flat() -> None:
    """A hundred tables of friends lose nothing beside two searches, for half a minute.

    How long a click takes depends on the machine: `python -m tests.support.table_load` prints it.
    """
    tables, seconds = 100, 30.0
    load = run(tables, seconds, searches=2)
    assert load.lost == 0
    assert len(load.clicks) > 0.8 * tables * PEOPLE * seconds / EVERY_SECONDS
    assert load.plies > tables
    assert load.searches > 0
    before, after = load.memory
    assert after < 1.1 * before + 10
