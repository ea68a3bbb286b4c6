"""Checks of arguments refuse what is no number."""

from __future__ import annotations

import math
from typing import Any

import pytest

from cardkit.checks import real


@pytest.mark.parametrize("value", [math.nan, math.inf, -0.1, 1.1, "0.5", True, None])
def test_what_is_no_number_of_a_range_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"share must be a number from 0 to 1 \(default 0\.5\), got "):
        real("share", value, 0, 1, 0.5)


@pytest.mark.parametrize("value", [0, 1, 0.25])
def test_the_ends_of_a_range_belong_to_it(value: float) -> None:
    assert real("share", value, 0, 1, 0.5) == value
