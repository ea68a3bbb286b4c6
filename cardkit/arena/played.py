"""The results of a span of games, from one worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cardkit.arena.faults import FirstFaults, first_faults
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.result_rows import new_results
from cardkit.game import Game


@dataclass(frozen=True, eq=False)
class Played:
    """Games of a match, in order.

    Attributes:
        results: their rows.
        faults: the first fault of each agent.
        records: the games of each deal as text, if they are recorded.
        measured: a number of each game, if they are measured.
    """

    results: np.ndarray
    faults: FirstFaults
    records: Sequence[str] | None = None
    measured: Sequence[float] | None = None


def played_from_python(
    variant: Game,
    games: Sequence[PythonGame],
    records: Sequence[str] | None = None,
    measured: Sequence[float] | None = None,
) -> Played:
    """Gather the results of games that were played from Python."""
    results = new_results(variant, len(games))
    for row, game in enumerate(games):
        results[row] = game.result
    return Played(results, first_faults((game.fault for game in games), variant.places), records, measured)
