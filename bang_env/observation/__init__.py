"""Observations: an information set as a vector, and the legal actions as a mask.

`bang_env.observation.pieces` is the one table of the encoding. The vector, the Gymnasium spaces, the table in the
documentation and `Encoding.decode` are derived from it.
"""

from bang_env.observation.encoding import Encoding
from bang_env.observation.pieces import PIECES
from cardkit.encoding import MAX_HISTORY
from cardkit.pieces import CLOSED, ENCODINGS, HISTORY, OPEN, Piece

__all__ = ["CLOSED", "ENCODINGS", "HISTORY", "MAX_HISTORY", "OPEN", "PIECES", "Encoding", "Piece"]
