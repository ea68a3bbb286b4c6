"""What comes of a span of games, as a worker hands it on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from baselines.faults import FirstFaults, first_faults
from baselines.games import GAME_RESULT
from baselines.python_games import PythonGame


@dataclass(frozen=True, eq=False)
class Played:
    """Games of a match, in order.

    Attributes:
        results: GAME_RESULT array.
        faults: the first of a and of b.
        records: the two games of each pair as text, where they are wanted.
    """

    results: np.ndarray
    faults: FirstFaults = (None, None)
    records: Sequence[str] | None = None


def played_from_python(games: Sequence[PythonGame], records: Sequence[str] | None = None) -> Played:
    """What came of games that were played from Python."""
    results = np.array([game.result for game in games], GAME_RESULT)
    return Played(results, first_faults(game.fault for game in games), records)
