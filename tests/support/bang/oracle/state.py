"""A game of Bang! in progress as plain values, and what follows from them alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.support.bang.oracle.actions import Action
from tests.support.bang.oracle.cards import CHARACTERS, LIVES, PLACE_OF, REACH, kind_of
from tests.support.bang.oracle.chance import Chance
from tests.support.bang.oracle.knowledge import Knowledge

RULES = {"num_players": 5, "max_rounds": 100, "free_discard": True, "jail_skips": False, "sid_saves": False}
NOBODY = "nobody"


class Question(NamedTuple):
    """A question to a seat for a ply in a phase."""

    seat: int
    phase: str


Plies = Generator[Question, Action, None]
"""A part of the game, which asks for plies and is sent actions."""


class GameOver(Exception):  # noqa: N818 - it is no error
    """The end of the game."""


class Game:
    """A game that has been dealt. The first card of the deck is its top, the last one of the pile is that of the pile.

    Args:
        rules: those that differ from the default ones.
        roles: letters by seat.
        characters: numbers by seat.
        deck: all cards in drawing order.
        chance: decides what the deal does not.
    """

    def __init__(
        self, rules: Mapping[str, Any], roles: str, characters: Sequence[int], deck: Sequence[int], chance: Chance
    ) -> None:
        self.rules = RULES | dict(rules)
        self.roles = roles
        self.characters = [CHARACTERS[number] for number in characters]
        self.chance = chance
        self.seats = range(len(roles))
        self.most = [LIVES[name] + (role == "S") for name, role in zip(self.characters, roles, strict=True)]
        self.lives = list(self.most)
        self.deck = list(deck)
        self.hands = [{self.deck.pop(0) for _ in range(lives)} for lives in self.lives]
        self.tables: list[dict[str, int]] = [{} for _ in self.seats]
        self.pile: list[int] = []
        self.emporio: list[int] = []
        self.looked: list[int] = []
        self.kit_knows_the_top = False
        self.dead: set[int] = set()
        self.fallen: list[tuple[int, int | None]] = []  # a seat and who is responsible, until the card is done
        self.sheriff = roles.index("S")
        self.turn = self.sheriff
        self.plies = self.turns = self.rounds = self.shots = self.needed = 0
        self.source: int | None = None
        self.duel: tuple[int, ...] = ()  # the two seats, while they fight
        self.suzy_may_discard = True
        self.attacks = [[0 for _ in self.seats] for _ in self.seats]
        self.winner = NOBODY
        self.knowledge = Knowledge(self.hands)

    # --- seats ------------------------------------------------------------------------------------------------------

    def seat_of(self, character: str) -> int | None:
        """Return the seat that has a character, dead or alive."""
        return self.characters.index(character) if character in self.characters else None

    def living_from(self, seat: int) -> list[int]:
        """Return the living seats clockwise, from one on. Those who have fallen live until the card is done."""
        return [one for one in [*self.seats[seat:], *self.seats[:seat]] if one not in self.dead]

    def left_of(self, seat: int) -> int:
        """Return the next living seat clockwise."""
        return next(one for one in self.living_from((seat + 1) % len(self.seats)) if one != seat)

    def others(self, seat: int) -> list[int]:
        """Return the other living seats, clockwise from the left."""
        return [one for one in self.living_from(seat) if one != seat]

    def has_fallen(self, seat: int) -> bool:
        """Return whether a seat is out of the game, or will be when the card is done."""
        return seat in self.dead or seat in [one for one, _ in self.fallen]

    def fall(self, seat: int, responsible: int | None) -> None:
        """Let a seat leave when the card is done."""
        self.fallen.append((seat, responsible))

    def target(self, seat: int, steps: int) -> int:
        """Return the seat so many steps clockwise, dead seats counted."""
        return (seat + steps) % len(self.seats)

    # --- distance ---------------------------------------------------------------------------------------------------

    def distance(self, seat: int, other: int) -> int:
        """Return the distance to another seat."""
        steps = self.living_from(seat).index(other)
        shorter = min(steps, len(self.living_from(seat)) - steps)
        farther = ("mustang" in self.tables[other]) + (self.characters[other] == "paul_regret")
        nearer = ("mirino" in self.tables[seat]) + (self.characters[seat] == "rose_doolan")
        return max(1, shorter + farther - nearer)

    def reach(self, seat: int) -> int:
        """Return the range of a seat's weapon."""
        gun = self.tables[seat].get("gun")
        return 1 if gun is None else REACH[kind_of(gun)]

    # --- cards ------------------------------------------------------------------------------------------------------

    def kinds_in_hand(self, seat: int) -> list[str]:
        """Return the kinds of the cards in a hand, by the numbers of the cards."""
        return [kind_of(card) for card in sorted(self.hands[seat])]

    def has_volcanic(self, seat: int) -> bool:
        """Return whether a volcanic lies before a seat."""
        gun = self.tables[seat].get("gun")
        return gun is not None and kind_of(gun) == "volcanic"

    def leave_hand(self, seat: int, card: int) -> None:
        """Move a card from a hand into the open."""
        self.hands[seat].remove(card)
        self.knowledge.comes_into_the_open(card)
        if not self.hands[seat]:
            self.knowledge.hand_becomes_empty(seat)

    def leave_hand_by_kind(self, seat: int, kind: str) -> int:
        """Move the lowest card of a kind from a hand into the open, and return it."""
        card = min(card for card in self.hands[seat] if kind_of(card) == kind)
        self.leave_hand(seat, card)
        return card

    def take_openly(self, seat: int, card: int) -> None:
        """Move an open card into a hand."""
        self.hands[seat].add(card)
        self.knowledge.open_card_enters(card, seat)

    def to_pile(self, seat: int, kind: str) -> None:
        """Move the lowest card of a kind from a hand to the pile."""
        self.pile.append(self.leave_hand_by_kind(seat, kind))

    def lay_before(self, seat: int, card: int) -> None:
        """Lay a blue card before a seat; a weapon that lay there goes to the pile."""
        place = PLACE_OF[kind_of(card)]
        if place in self.tables[seat]:
            self.pile.append(self.tables[seat].pop(place))
        self.tables[seat][place] = card

    def discard_all(self, seat: int) -> None:
        """Discard the hand, then the table of a seat, each from the lowest card on."""
        for card in sorted(self.hands[seat]):
            self.leave_hand(seat, card)
            self.pile.append(card)
        self.pile.extend(sorted(self.tables[seat].values()))
        self.tables[seat].clear()
