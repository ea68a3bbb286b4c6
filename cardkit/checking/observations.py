"""Check of an observation encoding: what its compiled writer writes, and where."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.encoding import PAST, Encoding, write_first
from cardkit.known import Known
from cardkit.pieces import SIZE

GUARD = 256  # entries before and behind a row that no writer may touch
FILLS = 0x55, 0xAA  # bytes; an entry that keeps what it held is not written
MOST_SHOWN = 8


class EncodingCheck:
    """A check of a writer: it must write all entries of a row, none beside it, and only values that the spaces hold.

    Compiled code does not check where it writes: an entry too many changes another game's observation.

    Args:
        encoding: of observations; of a `cardkit.pieces.PieceEncoding`, faults name the pieces.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding: Any = encoding

    def fault_of(self, info: Known) -> str | None:
        """Describe the fault of the observation of an information set; None if it has none."""
        written = [self._write(info, fill) for fill in FILLS]
        for part, (rows, others) in zip(("vector", "mask"), zip(*written, strict=True), strict=True):
            for place, guard in (("before", slice(None, GUARD)), ("behind", slice(-GUARD, None))):
                if (rows[guard].view(np.uint8) != FILLS[0]).any():
                    return f"the writer writes {place} the {part}, which has {len(rows) - 2 * GUARD} entries"
            row, other = rows[GUARD:-GUARD], others[GUARD:-GUARD]
            same = (row[:, None].view(np.uint8) == other[:, None].view(np.uint8)).all(axis=1)
            if not same.all():
                return f"the writer does not write the {part}'s {self._named(part, np.flatnonzero(~same))}"
        vectors, masks = written[0]
        return self._wrong_values(vectors[GUARD:-GUARD]) or _wrong_mask(masks[GUARD:-GUARD], info.legal_actions)

    def _write(self, info: Known, fill: int) -> tuple[np.ndarray, np.ndarray]:
        """Write a vector and a mask between guards, all of whose bytes are ``fill`` before."""
        guarded = [_guarded(rows, fill) for rows in self._encoding.new_rows(1)]
        vectors, masks = (rows[None, GUARD:-GUARD] for rows in guarded)
        past = self._encoding.past_of(info) if hasattr(self._encoding, "past_of") else np.zeros(1, PAST)
        write_first(self._encoding.writer, np.array([info.record], info.record.dtype), past, vectors, masks)
        return guarded[0], guarded[1]

    def _wrong_values(self, vector: np.ndarray) -> str | None:
        space = self._encoding.vector_space
        beyond = ~((space.low <= vector) & (vector <= space.high))
        for piece in getattr(self._encoding, "pieces", ()):
            if piece.kind != SIZE:
                place = self._encoding.slices[piece.name]
                beyond[place] |= (vector[place] != 0) & (vector[place] != 1)
        if not beyond.any():
            return None
        first = int(np.flatnonzero(beyond)[0])
        return (
            f"the writer writes {vector[first]} into the vector's {self._named('vector', np.array([first]))}, where "
            f"the space has {space.low[first]} to {space.high[first]}"
        )

    def _named(self, part: str, entries: np.ndarray) -> str:
        """Name entries by number, and the pieces that they belong to."""
        slices = getattr(self._encoding, "slices", {}) if part == "vector" else {}
        names = [name for name, place in slices.items() if ((place.start <= entries) & (entries < place.stop)).any()]
        shown = ", ".join(map(str, entries[:MOST_SHOWN].tolist())) + (", ..." if len(entries) > MOST_SHOWN else "")
        return f"entries {shown}" + (f" (pieces: {', '.join(names)})" if names else "")


def _guarded(rows: np.ndarray, fill: int) -> np.ndarray:
    """Return an array like the one row, with guards around it."""
    return np.full((2 * GUARD + rows.shape[1]) * rows.itemsize, fill, np.uint8).view(rows.dtype)


def _wrong_mask(mask: np.ndarray, legal: tuple[int, ...]) -> str | None:
    if np.isin(mask, (0, 1)).all() and np.flatnonzero(mask).tolist() == list(legal):
        return None
    return f"the mask has the actions {np.flatnonzero(mask).tolist()}, and legal are {list(legal)}: entries are 0 or 1"
