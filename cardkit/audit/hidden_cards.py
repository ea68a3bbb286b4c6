"""Cells that hold a card: adapters list the hidden ones, and the audit exchanges their cards."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import Any, Protocol


class Cell(Protocol):
    """A place that holds a card, which can be read and put there."""

    card: Any


@dataclass
class ListCell:
    """A place in a list, such as a hand or a deck."""

    cards: MutableSequence[Any]
    place: int

    @property
    def card(self) -> Any:
        """The card there."""
        return self.cards[self.place]

    @card.setter
    def card(self, card: Any) -> None:
        self.cards[self.place] = card


@dataclass
class AttributeCell:
    """An attribute of an object that holds one card, as a player's only one."""

    owner: Any
    name: str

    @property
    def card(self) -> Any:
        """The card there."""
        return getattr(self.owner, self.name)

    @card.setter
    def card(self, card: Any) -> None:
        setattr(self.owner, self.name, card)


@dataclass
class SlotCell:
    """A card in a set of slots, as a game of the kit keeps hands: ``SlotCell(state.record["hands"], seat, slot)``."""

    sets: Any
    index: int
    slot: int

    @property
    def card(self) -> int:
        """The card there, by its slot."""
        return self.slot

    @card.setter
    def card(self, card: int) -> None:
        other = int(card)  # of any type of NumPy
        self.sets[self.index] = int(self.sets[self.index]) ^ 1 << self.slot ^ 1 << other  # right within one set too
        self.slot = other


def cells_of(*lists: MutableSequence[Any]) -> list[ListCell]:
    """List the places of several lists of cards."""
    return [ListCell(cards, place) for cards in lists for place in range(len(cards))]


def slot_cells(sets: Any, index: int, hidden: int | None = None) -> list[SlotCell]:
    """List the cards of a set of up to 64 slots; with ``hidden``, a set as a number, only those that are in it too."""
    cards = int(sets[index]) if hidden is None else int(sets[index]) & hidden
    return [SlotCell(sets, index, slot) for slot in range(cards.bit_length()) if cards >> slot & 1]
