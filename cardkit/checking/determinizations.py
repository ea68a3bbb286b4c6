"""A check: a fact known to one seat but not to another has to occur in the determinizations drawn for the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from cardkit.compiled.protocol import Info, State

FEWEST_GAMES, FEWEST = 10, 30
"""Games and positions in which a seat does not know of a value, after which it counts as one that is never drawn."""

_NUMBERS = "biuf"  # the kinds of dtypes whose values are compared

NEVER_DRAWN = (
    "{what} was known to one seat and hidden from another in {games} games, and in none of the determinizations drawn "
    "for the other: determinize must leave the state as step would"
)


class DeterminizationCheck:
    """Counts the values in STATE records that some seats know and others do not, and those drawn for the others."""

    def __init__(self) -> None:
        self._true = defaultdict[tuple[str, int, float], list[int]](list)  # games, by field, place and value
        self._drawn = defaultdict[str, set[tuple[int, float]]](set)  # places and values, by field that some seats know

    def note(self, game: int, state: State, infos: Sequence[Info], drawn: Sequence[State]) -> None:
        """Note a position of a game: what its seats know, and a determinization for each."""
        for field in state.dtype.names:
            kind = state.dtype[field]
            if field.startswith("gap_") or kind.base.kind not in _NUMBERS or not _has(infos[0], field, kind):
                continue
            true, known, found = _cells([state], field)[0], _cells(infos, field), _cells(drawn, field)
            aware = (known == true) & (true != 0)
            unaware = aware.any(axis=0) & ~aware & (true != 0)
            for place in np.flatnonzero(unaware.any(axis=0)).tolist():
                self._true[field, place, true[place].item()] += [game] * int(unaware[:, place].sum())
                self._drawn[field]  # is kept from now on
            if field in self._drawn:
                seats, places = np.nonzero(~aware & (found != 0))
                self._drawn[field].update(zip(places.tolist(), found[seats, places].tolist(), strict=True))

    def fault_of_all(self) -> str | None:
        """Name a value that seats did not know of time and again and that was never drawn; None if there is none."""
        for (field, place, value), games in self._true.items():
            often = len(games) >= FEWEST and len(set(games)) >= FEWEST_GAMES
            if often and (place, value) not in self._drawn[field]:
                return NEVER_DRAWN.format(what=f"{value} at place {place} of {field}", games=len(set(games)))
        return None


def _has(info: Info, field: str, kind: np.dtype[Any]) -> bool:
    return field in info.dtype.names and info.dtype[field] == kind


def _cells(records: Sequence[State], field: str) -> np.ndarray:
    """Return the values of a field in some records, a row for each; those of sets bit by bit."""
    rows = np.array([np.ravel(record[field]) for record in records])
    if rows.dtype != np.uint64:
        return rows
    return np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
