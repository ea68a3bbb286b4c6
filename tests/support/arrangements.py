"""The arrangements of hidden cards in places, listed or counted card by card, in whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import factorial, prod

import numpy as np

Groups = tuple[tuple[int, int], ...]
"""Sets of places, as the bits of a number, each with how many cards may lie there."""
Room = tuple[int, ...]


def arrangements(may: Sequence[int], room: Room) -> Iterator[tuple[int, ...]]:
    """Yield all ways to lay cards, each with its set of places: the place of each card."""
    if not may:
        yield ()
        return
    for place, left in enumerate(room):
        if left and may[0] >> place & 1:
            for later in arrangements(may[1:], less(room, place)):
                yield (place, *later)


def less(room: Room, place: int) -> Room:
    return (*room[:place], room[place] - 1, *room[place + 1 :])


@cache
def number_of(groups: Groups, room: Room) -> int:
    """Return the number of arrangements."""
    if not groups:
        return 1
    (places, cards), *others = groups
    if not others and all(places >> place & 1 for place, left in enumerate(room) if left):
        return factorial(cards) // prod(map(factorial, room))
    rest = ((places, cards - 1), *others) if cards > 1 else tuple(others)
    return sum(number_of(rest, less(room, place)) for place, left in enumerate(room) if left and places >> place & 1)


def odds(may: Sequence[int], room: Room) -> np.ndarray:
    """Compute each card's probability in each place: by card, by place; zeros for cards with no place."""
    counted = Counter(places for places in may if places)
    groups = sorted(counted.items(), key=lambda group: group[1])
    every, found = number_of(tuple(groups), room), dict[int, list[float]]({0: [0.0] * len(room)})
    for places in counted:
        others = tuple((one, cards - (one == places)) for one, cards in groups if cards > (one == places))
        found[places] = [
            number_of(others, less(room, place)) / every if left and places >> place & 1 else 0.0
            for place, left in enumerate(room)
        ]
    return np.array([found[places] for places in may])


def farthest(counts: np.ndarray, draws: int, likely: np.ndarray) -> float:
    """Return the largest distance of counts from the likely ones, in standard deviations; infinite if impossible."""
    deviation = np.sqrt(draws * likely * (1 - likely))
    away = np.abs(counts - draws * likely)
    return float(np.where(deviation > 1e-9, away / np.maximum(deviation, 1e-9), np.where(away > 1e-6, np.inf, 0)).max())
