"""Observations: an information set as a vector, and the legal actions as a mask.

`durak_env.observation.pieces` is the one table of the encoding. The vector, the Gymnasium spaces, the table in the
documentation and `Encoding.decode` are derived from it.
"""

from cardkit.encoding import MAX_HISTORY, PAST
from durak_env.observation.encoding import Encoding
from durak_env.observation.pieces import (
    CARDS,
    CLOSED,
    ENCODINGS,
    HISTORY,
    LAYOUT,
    NAMES,
    OPEN,
    PIECES,
    SIZE,
    WORDS,
    Piece,
)
from durak_env.observation.writer import action_bits, fill_words, write_observation, write_row

__all__ = [
    "CARDS",
    "CLOSED",
    "ENCODINGS",
    "HISTORY",
    "LAYOUT",
    "MAX_HISTORY",
    "NAMES",
    "OPEN",
    "PAST",
    "PIECES",
    "SIZE",
    "WORDS",
    "Encoding",
    "Piece",
    "action_bits",
    "fill_words",
    "write_observation",
    "write_row",
]
