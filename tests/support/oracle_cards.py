"""The cards of the oracle: a card is its text, rank then suit ("6c", "Th")."""

from __future__ import annotations

from collections.abc import Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_OF = {text: rank for rank, text in enumerate(RANKS, start=2)}


def deck_cards(start_rank: int = 6, num_suits: int = 4) -> list[str]:
    """Return all cards from `start_rank` (2 to 14) up to the ace, suit by suit, ranks ascending."""
    if not 2 <= start_rank <= 14 or not 1 <= num_suits <= 4:
        raise ValueError(f"no such deck: start_rank={start_rank}, num_suits={num_suits}")
    return [rank + suit for suit in SUITS[:num_suits] for rank in RANKS[start_rank - 2 :]]


def rank_of(card: str) -> int:
    """Return the rank of a card, 2 to 14."""
    return RANK_OF[card[0]]


def suit_of(card: str) -> str:
    """Return the suit of a card, one of c, d, h, s."""
    return card[1]


def beats(card: str, attack_card: str, trump_suit: str | None) -> bool:
    """Return whether a card is higher of one suit, or a trump on a card that is not a trump."""
    if suit_of(card) == suit_of(attack_card):
        return rank_of(card) > rank_of(attack_card)
    return suit_of(card) == trump_suit


def seat_with_lowest_trump(hands: Sequence[set[str]], trump_suit: str | None) -> int | None:
    """Return the seat that holds the lowest trump dealt, None where no hand holds a trump."""
    trumps = [(rank_of(c), seat) for seat, hand in enumerate(hands) for c in hand if suit_of(c) == trump_suit]
    return min(trumps)[1] if trumps else None
