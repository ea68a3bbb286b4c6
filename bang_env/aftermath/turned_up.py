"""The cards that a ply lays onto the pile, and the luck of those that are turned up."""

from __future__ import annotations

from collections.abc import Sequence

from bang_env.cards import BLAST, HEART, LUCK_OF
from bang_env.information import InformationSet


def laid_on_pile(before: InformationSet, after: InformationSet) -> tuple[int, ...] | None:
    """Return the cards that a ply has laid onto the pile, in order; None after a reshuffle, which hides the first."""
    if after.record.reshuffles != before.record.reshuffles:
        return None
    return after.pile[len(before.pile) :]


def draws_of(info: InformationSet, seat: int) -> int:
    """Count the cards that a seat turns up for luck."""
    return 2 if info.characters[seat] == "lucky_duke" else 1


def is_heart(cards: Sequence[int]) -> bool:
    """Return whether one of the cards is a heart."""
    return any(LUCK_OF[card] == HEART for card in cards)


def is_blast(cards: Sequence[int]) -> bool:
    """Return whether all cards set off dinamite."""
    return all(LUCK_OF[card] == BLAST for card in cards)
