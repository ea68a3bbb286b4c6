"""Rule sets of larger tables and transfers, for the tests of observations and environments."""

from __future__ import annotations

import pytest

from durak_env.rules import Rules

TABLES = {
    "two-with-transfers": Rules(transfer=True),
    "four-with-transfers": Rules(num_players=4, transfer=True),
    "four-in-teams": Rules(num_players=4, num_teams=2),
    "three": Rules(num_players=3),
    "six-with-all": Rules(num_players=6, transfer=True, passport=True, first_discard_limit=5),
}
QUICK = ("four-with-transfers", "four-in-teams")
"""The rules whose records the quick suite compiles."""
each_table = pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, id=name, marks=[] if name in QUICK else pytest.mark.slow) for name, rules in TABLES.items()],
)
