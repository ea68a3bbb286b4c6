"""The words of cards and trumps in records: a slot, a suit, or that there is none or it is unknown."""

from __future__ import annotations

NO_SUIT, UNKNOWN_SUIT = 4, 5
"""In place of a suit, 0..3: a round without trumps; trumps that the seat does not know yet."""
NO_CARD, UNKNOWN_CARD = 0, 255
"""In place of a slot: there is no such card; the seat does not know it yet."""
NOT_BID = -1
