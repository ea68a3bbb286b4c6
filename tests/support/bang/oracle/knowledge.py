"""What seats keep in mind: for each hand and the deck, the cards that may be there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.support.bang.oracle.cards import CARDS


class Knowledge:
    """The sets ``may[o][p]`` of each seat o, where p is a seat for its hand, and the number of seats for the deck."""

    def __init__(self, hands: Sequence[Collection[int]]) -> None:
        self.deck = len(hands)
        self.may = [self._after_the_deal(seat, hand) for seat, hand in enumerate(hands)]

    def _after_the_deal(self, seat: int, hand: Collection[int]) -> list[set[int]]:
        others = set(range(len(CARDS))) - set(hand)
        return [set(hand) if place == seat else set(others) for place in range(self.deck + 1)]

    def moves_hidden(self, card: int, place: int, seat: int, seen_by: Collection[int]) -> None:
        """A hidden card moves from a place to the hand of a seat."""
        for one, sets in enumerate(self.may):
            if one in seen_by:
                self._forget(one, card)
                sets[seat].add(card)
            else:
                sets[seat] |= sets[place]

    def comes_into_the_open(self, card: int) -> None:
        """All see where a card is now."""
        for one in range(len(self.may)):
            self._forget(one, card)

    def open_card_enters(self, card: int, seat: int) -> None:
        """An open card goes into the hand of a seat."""
        for sets in self.may:
            sets[seat].add(card)

    def hand_becomes_empty(self, seat: int) -> None:
        """A hand has no cards."""
        for sets in self.may:
            sets[seat].clear()

    def deck_becomes_empty(self, but_for: Collection[int] = ()) -> None:
        """The deck has no cards; some keep its set, as cards of it are looked at."""
        for one, sets in enumerate(self.may):
            if one not in but_for:
                sets[self.deck].clear()

    def reshuffle(self, pile: Collection[int], added_by: Collection[int] = ()) -> None:
        """The pile becomes the deck; some add it to the cards of the deck that are looked at."""
        for one, sets in enumerate(self.may):
            if one not in added_by:
                sets[self.deck].clear()
            sets[self.deck] |= set(pile)

    def looks_at(self, seat: int, card: int) -> None:
        """Kit Carlson takes a card off the deck to look at it."""
        self._forget(seat, card)

    def puts_back(self, seat: int, card: int) -> None:
        """Kit Carlson puts a card back."""
        self.may[seat][self.deck].add(card)

    def _forget(self, seat: int, card: int) -> None:
        for cards in self.may[seat]:
            cards.discard(card)
