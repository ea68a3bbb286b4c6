"""Times in reports stand in the unit that suits them."""

from __future__ import annotations

import math

import pytest

from cardkit.report.text_table import duration


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (2345.6, "2.35 s"),
        (1.0, "1 ms"),
        (42, "42 ms"),
        (0.5, "500 µs"),
        (0.00012, "120 ns"),
        (0, "under 1 ns"),
        (math.nan, "-"),
    ],
)
def test_a_duration_has_the_largest_unit_of_which_it_holds_one(ms: float, text: str) -> None:
    assert duration(ms) == text
