"""Hidden cards laid into places: each arrangement equally likely, against lists of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from cardkit.dealing.places import lay_cards
from tests.support.arrangements import arrangements, farthest, odds


@jit
def draw(may: np.ndarray, room: Any, stream: Any, rows: np.ndarray) -> None:
    """Lay the cards once for each row."""
    left = may.copy()
    for row in range(len(rows)):
        for card in range(len(may)):
            left[card] = may[card]
        lay_cards(left, room, rows[row], stream)


def drawn(may: Sequence[int], room: Sequence[int], draws: int) -> np.ndarray:
    """Return where each card comes to lie, by draw; -1 for cards that are not hidden."""
    rows = np.full((draws, len(may)), -1, np.int64)
    word = np.uint64(sum(left << 8 * place for place, left in enumerate(room)))
    draw(np.array(may, np.uint8), word, streams_from_seed(7)[0], rows)
    return rows


CASES = {
    "one card in one of two hands of 1 and 2": ([0b011, *[0b111] * 6], [1, 2, 4], 45),
    "all may lie everywhere": ([0b11] * 6, [2, 4], 15),
    "all are settled one after another": ([0b001, 0b011, 0b110, 0b111], [1, 1, 2], 1),
    "a full hand settles others": ([0b0001, 0b0011, 0b1110, 0b1110, 0b1110, 0b1111], [1, 1, 2, 2], 6),
    "places apart": ([0b0011] * 3 + [0b1100] * 3, [1, 2, 2, 1], 9),
    "two groups": ([0b0011, 0b0011, 0b0110, 0b0110, *[0b1111] * 4], [2, 2, 1, 3], 28),
    "no group may lie everywhere": ([0b0011] * 2 + [0b0110] * 3 + [0b1100] * 3, [1, 3, 2, 2], 18),
    "voids of three hands": ([0b1101] * 3 + [0b1011] * 3 + [0b0111] * 2 + [0b1111], [2, 2, 2, 3], 783),
    "five groups": ([0b00011, 0b00110, 0b01100, 0b11000, 0b10001, *[0b11111] * 3], [1, 2, 2, 2, 1], 72),
    "some are not hidden": ([0, 0b11, 0, 0b01, 0b11, 0], [2, 1], 2),
}


@pytest.mark.parametrize("case", CASES)
def test_all_arrangements_are_equally_likely(case: str) -> None:
    may, room, number = CASES[case]
    listed = {tuple(lying) for lying in arrangements([one for one in may if one], tuple(room))}
    assert len(listed) == number
    rows = drawn(may, room, max(20_000, 20 * len(listed)))
    assert (rows[:, [not one for one in may]] == -1).all()
    found = Counter(map(tuple, rows[:, [bool(one) for one in may]].tolist()))
    assert set(found) <= listed
    assert len(listed) == 1 or chisquare([found[one] for one in listed]).pvalue > 0.01


@pytest.mark.parametrize(
    ("cards", "positions", "most"), [(12, 20, 10), pytest.param(20, 12, 16, marks=pytest.mark.slow)]
)
def test_cards_of_many_groups_lie_where_they_likely_do(cards: int, positions: int, most: int) -> None:
    rng, groups = np.random.default_rng(5), 0
    for _ in range(positions):
        places = int(rng.integers(4, 9))
        lying = rng.integers(0, places, cards)
        may = [int(1 << place | rng.integers(0, 1 << places)) for place in lying]
        room = tuple(np.bincount(lying, minlength=places).tolist())
        rows = drawn(may, room, 400)
        counts = (rows[:, :, None] == np.arange(places)).sum(axis=0)
        assert farthest(counts, 400, odds(may, room)) < 4.5
        groups = max(groups, len(set(may)))
    assert groups >= most
