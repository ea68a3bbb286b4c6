"""What a review tells of a ply."""

from __future__ import annotations

import pytest

from cardtable.advice import _judgement


@pytest.mark.parametrize(
    ("of_both", "seat", "value0"), [(True, 0, 0.75), (True, 1, 0.25), (False, 0, 0.75), (False, 1, None)]
)
def test_a_value_is_told_for_the_first_seat_where_it_is_known(of_both: bool, seat: int, value0: float | None) -> None:
    judged = [{"action": 3, "value": 0.75, "interval": None}]
    entry = _judgement(judged, 3, False, of_both, seat)
    assert (entry["value"], entry["value0"], entry["mistake"]) == (0.75, value0, None)
