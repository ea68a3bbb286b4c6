"""Cards and suits in lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.playing_cards import SUIT_SYMBOLS, SUITS, Card

HIDDEN = "??"


def card_text(card: Card | None) -> str:
    """Write a card: ``7♣``, or ``??`` for a hidden one."""
    return HIDDEN if card is None else card.symbol


def cards_text(cards: Sequence[Card | None]) -> str:
    """Write cards in a row; ``-`` for none."""
    return " ".join(map(card_text, cards)) or "-"


def suit_text(suit: str | None) -> str:
    """Write a suit: ``♣``, or ``none``."""
    return "none" if suit is None else SUIT_SYMBOLS[SUITS.index(suit)]
