"""The review's words for a ply."""

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


def test_what_one_may_try_in_place_of_a_mistake_does_not_tell_the_best_action() -> None:
    judged = [{"action": 5, "value": 1.0, "interval": None}, {"action": 3, "value": 0.5, "interval": None}]
    judged += [{"action": 4, "value": 1.0, "interval": None}, {"action": 2, "value": None, "interval": None}]
    tries = _judgement(judged, 3, True, of_both=True, seat=0)["tries"]
    cost = {"cost": 0.5, "exact": True, "interval": None}
    assert tries == [{"action": 3, "mistake": cost}, {"action": 4, "mistake": None}, {"action": 5, "mistake": None}]
    assert _judgement(judged, 4, True, of_both=True, seat=0)["tries"] == []
