"""The knowledge that seats keep: for each hand and the deck, the cards that may be there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tests.support.bang.oracle.cards import CARDS


def set_of(cards: Iterable[int]) -> int:
    """Return a set of cards as one number, which is compared at once: bit c stands for card c."""
    return sum(1 << card for card in cards)


class Knowledge:
    """The sets ``may[o][p]`` of each seat o, where p is a seat for its hand, and the number of seats for the deck."""

    def __init__(self, hands: Sequence[Collection[int]]) -> None:
        self.deck = len(hands)
        self.may = [self._after_the_deal(seat, set_of(hand)) for seat, hand in enumerate(hands)]

    def _after_the_deal(self, seat: int, hand: int) -> list[int]:
        others = set_of(range(len(CARDS))) & ~hand
        return [hand if place == seat else others for place in range(self.deck + 1)]

    def moves_hidden(self, card: int, place: int, seat: int, seen_by: Collection[int]) -> None:
        """Move a hidden card from a place to the hand of a seat."""
        for one, sets in enumerate(self.may):
            if one in seen_by:
                self._forget(one, card)
                sets[seat] |= 1 << card
            else:
                sets[seat] |= sets[place]

    def comes_into_the_open(self, card: int) -> None:
        """Let all see where a card is now."""
        for one in range(len(self.may)):
            self._forget(one, card)

    def open_card_enters(self, card: int, seat: int) -> None:
        """Move an open card into the hand of a seat."""
        for sets in self.may:
            sets[seat] |= 1 << card

    def hand_becomes_empty(self, seat: int) -> None:
        """Note that a hand has no cards."""
        for sets in self.may:
            sets[seat] = 0

    def deck_becomes_empty(self, but_for: Collection[int] = ()) -> None:
        """Note that the deck has no cards; some keep its set, as cards of it are looked at."""
        for one, sets in enumerate(self.may):
            if one not in but_for:
                sets[self.deck] = 0

    def reshuffle(self, pile: Collection[int], added_by: Collection[int] = ()) -> None:
        """Turn the pile into the deck; some add it to the cards of the deck that are looked at."""
        for one, sets in enumerate(self.may):
            if one not in added_by:
                sets[self.deck] = 0
            sets[self.deck] |= set_of(pile)

    def looks_at(self, seat: int, card: int) -> None:
        """Let Kit Carlson take a card off the deck to look at it."""
        self._forget(seat, card)

    def puts_back(self, seat: int, card: int) -> None:
        """Let Kit Carlson put a card back."""
        self.may[seat][self.deck] |= 1 << card

    def _forget(self, seat: int, card: int) -> None:
        sets = self.may[seat]
        sets[:] = [cards & ~(1 << card) for cards in sets]
