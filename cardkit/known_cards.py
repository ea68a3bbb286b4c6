"""Base class for information sets of games of playing cards."""

from __future__ import annotations

from cardkit.known import Known
from cardkit.playing_cards import Card, cards_of


class KnownCards(Known):
    """A `Known` whose record has ``hands``, ``hand_sizes`` and ``unseen``, cards that may be in several places."""

    __slots__ = ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own hand, suit by suit, ranks ascending; empty while it is not known."""
        return cards_of(self.record.hands[self.seat])

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards known to be in each hand, by seat."""
        return tuple(map(cards_of, self.record.hands))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Cards in each hand, by seat."""
        return tuple(map(int, self.record.hand_sizes))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in several places: in hands that are not known, or undealt."""
        return cards_of(self.record.unseen)
