"""A slow and obvious referee of two-player Podkidnoy Durak, written with sets and strings.

It shares no code with the package: the fast engine is tested against it move for move. A card is its text,
rank then suit ("6c", "Th"); an action is a card's text, "take" or "done".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
TAKE = "take"
DONE = "done"


def deck_cards(start_rank: int = 6, num_suits: int = 4) -> list[str]:
    """All cards from `start_rank` (2 to 14) up to the ace, suit by suit, ranks ascending."""
    if not 2 <= start_rank <= 14 or not 1 <= num_suits <= 4:
        raise ValueError(f"no such deck: start_rank={start_rank}, num_suits={num_suits}")
    return [rank + suit for suit in SUITS[:num_suits] for rank in RANKS[start_rank - 2 :]]


def rank_of(card: str) -> int:
    """The rank of a card, 2 to 14."""
    return RANKS.index(card[0]) + 2


def suit_of(card: str) -> str:
    """The suit of a card, one of c, d, h, s."""
    return card[1]


def beats(card: str, attack_card: str, trump_suit: str | None) -> bool:
    """Higher of the same suit, or a trump on a card that is not a trump."""
    if suit_of(card) == suit_of(attack_card):
        return rank_of(card) > rank_of(attack_card)
    return suit_of(card) == trump_suit


def seat_with_lowest_trump(hands: Sequence[set[str]], trump_suit: str | None) -> int | None:
    """The seat that holds the lowest trump dealt, None where no hand holds a trump."""
    trumps = [(rank_of(c), seat) for seat in (0, 1) for c in hands[seat] if suit_of(c) == trump_suit]
    return min(trumps)[1] if trumps else None


class Game:
    """One game from the deal to its end.

    `deck` is the whole deck in drawing order; any two or more different cards will do. `trump_suit` is to be
    given where there are trumps but no trump card. `attacker` is to be given where no hand holds a trump;
    where it is given, it is used as it is.
    """

    def __init__(
        self,
        deck: Sequence[str],
        *,
        hand_size: int = 6,
        include_trumps: bool = True,
        max_attack_cards: int | None = None,
        trump_suit: str | None = None,
        attacker: int | None = None,
    ) -> None:
        if len(deck) < 2 or len(set(deck)) != len(deck) or not set(deck) <= set(deck_cards(2)):
            raise ValueError("a deck is two or more different cards")
        if hand_size < 1 or (max_attack_cards is not None and max_attack_cards < 1):
            raise ValueError("hand_size and max_attack_cards are at least 1")
        self.deck = tuple(deck)
        self.hand_size = hand_size
        self.max_attack_cards = max_attack_cards
        self.hands, self.talon = self._deal()
        self.trump_card: str | None = self.talon[-1] if include_trumps and self.talon else None
        self.trump_suit: str | None = self._settle_trump_suit(include_trumps, trump_suit)
        self.attacker: int = self._settle_first_attacker(attacker)
        self.table: list[tuple[str, str]] = []
        self.discard: set[str] = set()
        self.known: list[set[str]] = [set(), set()]
        self.phase: str = "attack"
        self.bouts: int = 0
        self.plies: int = 0

    def _deal(self) -> tuple[list[set[str]], list[str]]:
        """The hands and the talon; where there is no talon each seat has half, seat 0 the odd card."""
        second = min(self.hand_size, len(self.deck) // 2)
        first = min(self.hand_size, len(self.deck) - second)
        hands = [set(self.deck[:first]), set(self.deck[first : first + second])]
        return hands, list(self.deck[first + second :])

    def _settle_trump_suit(self, include_trumps: bool, given: str | None) -> str | None:
        """The suit of the trump card, or the suit given where there is none; no suit without trumps."""
        if not include_trumps:
            if given is not None:
                raise ValueError("a trump suit in a game without trumps")
            return None
        if self.trump_card is not None:
            if given not in (None, suit_of(self.trump_card)):
                raise ValueError("the trump card names another trump suit")
            return suit_of(self.trump_card)
        if given is None or len(given) != 1 or given not in SUITS:
            raise ValueError("without a trump card the trump suit must be given")
        return given

    def _settle_first_attacker(self, given: int | None) -> int:
        """The seat given, else the seat with the lowest trump."""
        first = seat_with_lowest_trump(self.hands, self.trump_suit) if given is None else given
        if first not in (0, 1):
            raise ValueError("no trump in either hand: the first attacker (0 or 1) must be given")
        return first

    @property
    def defender(self) -> int:
        """The seat that does not attack."""
        return 1 - self.attacker

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def to_move(self) -> int | None:
        """The seat whose ply it is, None when the game is over."""
        return None if self.over else self.defender if self.phase == "defence" else self.attacker

    @property
    def returns(self) -> tuple[int, int]:
        """+1 for the winner and -1 for the fool; zeros for a draw and while the game runs."""
        if not self.over or self.hands[0] == self.hands[1]:  # equal hands: both are empty
            return (0, 0)
        return (1, -1) if not self.hands[0] else (-1, 1)

    def attack_cards(self) -> list[str]:
        """The attack cards of this bout, in order."""
        return [card for role, card in self.table if role == "attack"]

    def has_room(self) -> bool:
        """Whether one more attack card may be added to the table."""
        attacks = len(self.attack_cards())
        beaten = len(self.table) - attacks
        within_bound = self.max_attack_cards is None or attacks < self.max_attack_cards
        return within_bound and attacks - beaten < len(self.hands[self.defender])

    def throw_ins(self) -> set[str]:
        """The attacker's cards that may be thrown in: a rank that lies on the table, if there is room."""
        if not self.has_room():
            return set()
        ranks = {rank_of(card) for _, card in self.table}
        return {card for card in self.hands[self.attacker] if rank_of(card) in ranks}

    def beating_cards(self) -> set[str]:
        """The defender's cards that beat the last attack card."""
        last = self.attack_cards()[-1]
        return {card for card in self.hands[self.defender] if beats(card, last, self.trump_suit)}

    def legal(self) -> set[str]:
        """The actions of the seat to move; none when the game is over."""
        if self.phase == "attack":
            return set(self.hands[self.attacker])
        if self.phase == "defence":
            return self.beating_cards() | {TAKE}
        if self.phase in ("throw_in", "throw_in_after_take"):
            return self.throw_ins() | {DONE}
        return set()

    def play(self, action: str) -> None:
        """Play one ply."""
        if action not in self.legal():
            raise ValueError(f"illegal action {action!r} in phase {self.phase}")
        self.plies += 1
        if self.phase == "attack":
            self.bouts += 1
            self._lay("attack", action)
            self.phase = "defence"
        elif action == TAKE:
            self._go_on_after_take()
        elif self.phase == "defence":
            self._lay("defence", action)
            self._go_on_after_beat()
        elif self.phase == "throw_in" and action == DONE:
            self._end_bout_beaten_off()
        elif self.phase == "throw_in":
            self._lay("attack", action)
            self.phase = "defence"
        elif action == DONE:
            self._end_bout_taken()
        else:
            self._lay("attack", action)
            self._go_on_after_take()

    def _lay(self, role: str, card: str) -> None:
        """Move a card from the hand of the seat to move onto the table."""
        seat = self.defender if role == "defence" else self.attacker
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        self.table.append((role, card))

    def _go_on_after_beat(self) -> None:
        """The game ends at once, or the defender's last card ends the bout, or the attacker may throw in."""
        if self._is_decided():
            self.phase = "over"
        elif not self.hands[self.defender]:
            self._end_bout_beaten_off()
        else:
            self.phase = "throw_in"

    def _go_on_after_take(self) -> None:
        """The attacker has a ply only if there is a card that he may add; else the bout ends."""
        if self.throw_ins():
            self.phase = "throw_in_after_take"
        else:
            self._end_bout_taken()

    def _end_bout_beaten_off(self) -> None:
        """The table goes to the discard, both refill, and the defender attacks next."""
        self.discard |= {card for _, card in self.table}
        self.table = []
        self._refill()
        self.attacker = self.defender
        self.phase = "over" if self._is_decided() else "attack"

    def _end_bout_taken(self) -> None:
        """The table goes openly into the defender's hand, both refill, and the attacker attacks again."""
        taken = {card for _, card in self.table}
        self.hands[self.defender] |= taken
        self.known[self.defender] |= taken
        self.table = []
        self._refill()
        self.phase = "over" if self._is_decided() else "attack"

    def _refill(self) -> None:
        """First the attacker of the bout, then the defender, as far as the talon goes."""
        for seat in (self.attacker, self.defender):
            while self.talon and len(self.hands[seat]) < self.hand_size:
                card = self.talon.pop(0)
                self.hands[seat].add(card)
                if card == self.trump_card:
                    self.known[seat].add(card)

    def _is_decided(self) -> bool:
        """The talon is empty and a seat has no cards."""
        return not self.talon and (not self.hands[0] or not self.hands[1])

    def copy(self) -> Game:
        """A game in the same state that goes its own way."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.hands = [set(hand) for hand in self.hands]
        other.talon = list(self.talon)
        other.table = list(self.table)
        other.discard = set(self.discard)
        other.known = [set(cards) for cards in self.known]
        return other

    def after(self, action: str) -> Game:
        """A copy in which one more ply has been played."""
        other = self.copy()
        other.play(action)
        return other


def sees(game: Game, seat: int) -> dict[str, Any]:
    """All that a seat knows in the closed world; equal for any two states that the seat cannot tell apart.

    `known_other` are the cards known to be in the other hand, `known_own` the own cards that the other seat
    knows openly. `trump_card` is the trump card while it lies under the talon, else None.
    """
    other = 1 - seat
    under_talon = game.trump_card if game.talon else None
    on_table = {card for _, card in game.table}
    placed = game.hands[seat] | on_table | game.discard | game.known[other] | {under_talon}
    unseen = set(game.deck) - placed
    known_other = set(game.known[other])
    if len(unseen) == len(game.hands[other]) - len(known_other):
        known_other |= unseen
        unseen = set()
    return {
        "seat": seat,
        "hand": set(game.hands[seat]),
        "table": list(game.table),
        "discard": set(game.discard),
        "trump_suit": game.trump_suit,
        "trump_card": under_talon,
        "known_own": set(game.known[seat]),
        "known_other": known_other,
        "unseen": unseen,
        "hand_sizes": (len(game.hands[0]), len(game.hands[1])),
        "talon_size": len(game.talon),
        "attacker": game.attacker,
        "phase": game.phase,
        "legal": game.legal() if game.to_move == seat else set(),
    }


def perft(game: Game, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies; a finished game has none."""
    if depth == 0:
        return 1
    return sum(perft(game.after(action), depth - 1) for action in game.legal())
