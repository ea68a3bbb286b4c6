"""Observations: an information set as a vector, and the legal actions as a mask.

`oh_hell_env.observation.pieces` is the one table of the encoding. The vector, the Gymnasium spaces, the table in the
documentation and `Encoding.decode` are derived from it.
"""

from cardkit.encoding import MAX_HISTORY
from cardkit.pieces import CLOSED, ENCODINGS, HISTORY, OPEN, Piece
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.observation.pieces import PIECES

__all__ = ["CLOSED", "ENCODINGS", "HISTORY", "MAX_HISTORY", "OPEN", "PIECES", "Encoding", "Piece"]
