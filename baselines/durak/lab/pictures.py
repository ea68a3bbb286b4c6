"""The numbers of the thesis' pictures 5.1 to 5.12: games won against greedy."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from baselines.durak.lab.reasons import LEAK, TIES, UNKNOWN
from cardkit.lab.curve import Curve

AS_THESIS = "first of equals"
"""The line of agents with the thesis' order of equal actions."""
WEIGHTS = 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2
"""The weights of exploration."""
BUDGET = 900


def split(samples: int) -> str:
    """Describe a budget of iterations that is split over so many samples."""
    return f"{samples} x {BUDGET // samples}"


def _at(places: Iterable[object], *won: int) -> dict[str, int]:
    return dict(zip(map(str, places), won, strict=True))


_EVALUATIONS, _PLAYOUTS = ("basic", "playout"), ("random", "greedy")
_curve = partial(Curve, whose="thesis")
_CURVES = (
    _curve("figure-5.1", 1000, _at(range(2, 13, 2), 626, 498, 478, 550, 610, 688), AS_THESIS, TIES),
    _curve("figure-5.2", 1000, _at(_EVALUATIONS, 359, 601), AS_THESIS, TIES),
    _curve("figure-5.3", 1000, _at(range(100, 1001, 100), 945, 951, 945, 946, 948, 949, 947, 956, 944, 943)),
    _curve("figure-5.4", 1000, _at(WEIGHTS, 952, 956, 958, 951, 950, 939, 941, 933, 929)),
    _curve("figure-5.5", 1000, _at(_PLAYOUTS, 738, 958)),
    _curve("figure-5.6", 100, _at(range(2, 9), 48, 50, 38, 45, 41, 43, 41), AS_THESIS, UNKNOWN),
    _curve("figure-5.7", 100, _at(_EVALUATIONS, 19, 50), AS_THESIS, UNKNOWN),
    _curve("figure-5.8", 100, _at(range(10, 51, 10), 50, 52, 54, 45, 51), AS_THESIS, UNKNOWN),
    _curve("figure-5.9", 100, _at(range(10, 91, 10), 73, 62, 70, 70, 74, 69, 71, 72, 80), because=LEAK),
    _curve("figure-5.10", 100, _at(WEIGHTS, 73, 78, 75, 72, 81, 76, 75, 70, 70), because=LEAK),
    _curve("figure-5.11", 100, _at(_PLAYOUTS, 60, 81), because=LEAK),
    _curve("figure-5.12", 100, _at(map(split, range(10, 41, 10)), 81, 73, 75, 70), because=LEAK),
)
PICTURES = {curve.name: curve for curve in _CURVES}
"""The pictures by the names of our experiments."""
