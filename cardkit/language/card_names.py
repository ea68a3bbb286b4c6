"""Names of ranks and suits: the ordinary ones, or drawn ones, with which no memory of card games helps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cardkit.playing_cards import RANKS, SUIT_SYMBOLS, SUITS
from cardkit.wording import quoted

NEW_RANKS, NEW_SUITS = "BCDFGHLMNPRSVWXYZ", "bfgkmpvwxz"  # with no ordinary name, and no vowel that would make words
_SUIT = f"[{SUITS}{SUIT_SYMBOLS}]"
_ORDINARY = re.compile(rf"(?<!\w)[{RANKS}]{_SUIT}(?!\w)|[{SUIT_SYMBOLS}]")
_TYPED = re.compile(rf"(?<!\w)(?:1[0-4]|[{RANKS}]){_SUIT}(?!\w)|[{SUIT_SYMBOLS}]", re.IGNORECASE)
_NEW = re.compile(rf"(?<!\w)[{NEW_RANKS}]?[{NEW_SUITS}](?!\w)", re.IGNORECASE)


@dataclass(frozen=True)
class CardNames:
    """A letter for each rank, the lowest first, and for each suit; by default the ordinary ones.

    Attributes:
        ranks: the letters of the ranks.
        suits: the letters of the suits.
    """

    ranks: str = RANKS
    suits: str = SUITS

    @classmethod
    def drawn(cls, seed: int) -> CardNames:
        """Draw names that are not in use for cards; the same seed draws the same ones."""
        rng = np.random.default_rng(seed)
        return cls(*("".join(rng.permutation(list(pool))[:n]) for pool, n in ((NEW_RANKS, 13), (NEW_SUITS, 4))))

    def shown(self, text: str) -> str:
        """Rename all cards and suits in a text, which has them as ``7c``, ``7♣`` or ``♣``."""
        return text if self == ORDINARY else _ORDINARY.sub(lambda found: _renamed(self)[found[0]], text)

    def ordinary(self, text: str) -> str:
        """Give cards and suits in a text back their ordinary names; the letters may be of either case.

        Raises:
            ValueError: the text has an ordinary name, which these cards do not bear.
        """
        if self == ORDINARY:
            return text
        if known := _TYPED.search(text):
            raise ValueError(f"{quoted(known[0])} is no card of this game")
        return _NEW.sub(lambda found: _back(self).get(found[0].upper(), found[0]), text)


ORDINARY = CardNames()


@lru_cache
def _renamed(names: CardNames) -> dict[str, str]:
    suits = dict(zip(SUIT_SYMBOLS, names.suits, strict=True)) | dict(zip(SUITS, names.suits, strict=True))
    ranks = dict(zip(RANKS, names.ranks, strict=True))
    return {symbol: suits[symbol] for symbol in SUIT_SYMBOLS} | {
        rank + suit: new + suits[suit] for rank, new in ranks.items() for suit in suits
    }


@lru_cache
def _back(names: CardNames) -> dict[str, str]:
    """Return ordinary names by new ones in capital letters."""
    suits = dict(zip(names.suits.upper(), SUITS, strict=True))
    ranks = dict(zip(names.ranks, RANKS, strict=True))
    return suits | {new + suit: ranks[new] + suits[suit] for new in ranks for suit in suits}
