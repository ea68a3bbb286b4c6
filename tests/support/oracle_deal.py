"""The deal of the oracle's game: hands, talon, trump suit and first attacker, as the options say."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.oracle_cards import SUITS, deck_cards, seat_with_lowest_trump, suit_of


class Deal:
    """A deal, and the options of its game.

    `deck` is the whole deck in drawing order; any different cards will do, one a seat at least. `trump_suit` is to be
    given where there are trumps but no trump card. `attacker` is to be given where no hand holds a trump;
    where it is given, it is used as it is.

    A seat has a hand and plays for a team; without `num_teams` each seat is a team of its own.
    """

    def __init__(
        self,
        deck: Sequence[str],
        *,
        num_players: int = 2,
        hand_size: int = 6,
        include_trumps: bool = True,
        max_attack_cards: int | None = None,
        throw_in: str = "all",
        first_discard_limit: int | None = None,
        transfer: bool = False,
        passport: bool = False,
        num_teams: int | None = None,
        draws: bool = True,
        trump_suit: str | None = None,
        attacker: int | None = None,
    ) -> None:
        self.deck = tuple(deck)
        self.num_players = num_players
        self.seats = range(num_players)
        self.hand_size = hand_size
        self.max_attack_cards = max_attack_cards
        self.throw_in = throw_in
        self.first_discard_limit = first_discard_limit
        self.transfer = transfer
        self.passport = passport
        self.num_teams = num_teams
        self.draws = draws
        self._check_options(include_trumps)
        self.hands, self.talon = self._deal()
        self.trump_card: str | None = self.talon[-1] if include_trumps and self.talon else None
        self.trump_suit: str | None = self._settle_trump_suit(include_trumps, trump_suit)
        self.first_hands = [frozenset(hand) for hand in self.hands]
        self.first_attacker = self._settle_first_attacker(attacker)

    def limits(self) -> list[int | None]:
        """Return the limits on attack cards of a bout."""
        return [self.max_attack_cards, self.first_discard_limit]

    def _check_options(self, include_trumps: bool) -> None:
        """Refuse options that cannot be played."""
        if not 2 <= self.num_players <= 6:
            raise ValueError("num_players is 2 to 6")
        if len(set(self.deck)) != len(self.deck) or not set(self.deck) <= set(deck_cards(2)):
            raise ValueError("a deck is different cards")
        if len(self.deck) < self.num_players:
            raise ValueError("a deck has a card for each seat")
        if self.hand_size < 1 or any(limit is not None and limit < 1 for limit in self.limits()):
            raise ValueError("hand_size, max_attack_cards and first_discard_limit are at least 1")
        if self.throw_in not in ("all", "neighbours", "attacker"):
            raise ValueError("throw_in is all, neighbours or attacker")
        if self.passport and not (self.transfer and include_trumps):
            raise ValueError("passport needs transfer and trumps")
        if self.num_teams is not None:
            if self.num_players % self.num_teams or not 2 <= self.num_teams < self.num_players:
                raise ValueError("num_teams divides num_players into teams of two or more")
            if self.transfer:
                raise ValueError("teams do not transfer")

    def _deal(self) -> tuple[list[set[str]], list[str]]:
        """Return the hands and the talon; without a talon the deck is shared out, and the first seats have one more."""
        share, more = divmod(len(self.deck), self.num_players)
        hands, talon = [], list(self.deck)
        for seat in self.seats:
            size = min(self.hand_size, share + (seat < more))
            hands.append(set(talon[:size]))
            talon = talon[size:]
        return hands, talon

    def _settle_trump_suit(self, include_trumps: bool, given: str | None) -> str | None:
        """Return the suit of the trump card, or the suit given where there is none; no suit without trumps."""
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
        """Return the seat given, else the seat with the lowest trump."""
        first = seat_with_lowest_trump(self.hands, self.trump_suit) if given is None else given
        if first is None or first not in self.seats:
            raise ValueError("no trump in any hand: the first attacker (a seat) must be given")
        return first
