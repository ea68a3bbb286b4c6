"""Cards and suits in lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.playing_cards import SUIT_SYMBOLS, SUITS, Card

HIDDEN = "??"


def card_text(card: Card | None) -> str:
    """``7♣``, or ``??`` for a hidden card."""
    return HIDDEN if card is None else card.symbol


def cards_text(cards: Sequence[Card | None]) -> str:
    """Cards in a row; ``-`` for none."""
    return " ".join(map(card_text, cards)) or "-"


def suit_text(suit: str | None) -> str:
    """``♣``, or ``none``."""
    return "none" if suit is None else SUIT_SYMBOLS[SUITS.index(suit)]


def by_suit(cards: Sequence[Card], trump_suit: str | None) -> tuple[Card, ...]:
    """The cards in the order of a hand: by suit, trumps last, and by rank."""
    return tuple(sorted(cards, key=lambda card: (card[1] == trump_suit, card.suit, card.rank)))
