"""The rules that vary: seats and teams, sizes of the deck and of a hand, trumps, throw-ins, transfers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardkit.playing_cards import HIGHEST_RANK, LOWEST_RANK, SUITS
from cardkit.variant_rules import DeckRules
from cardkit.wording import quoted

NO_LIMIT = 255
"""``max_attack_cards`` in a record without a limit; no deck has as many cards."""
FEWEST_SEATS, MOST_SEATS = 2, 6
THROWERS = ("all", "neighbours", "attacker")
"""Who may throw in: the values of ``throw_in``."""


@dataclass(frozen=True, slots=True)
class Rules(DeckRules):
    """The rules that vary. The defaults are the 36-card game with trumps.

    Attributes:
        start_rank: lowest rank of the deck, 2..14 (6: 36 cards, 2: 52 cards, 14: aces only).
        num_suits: suits of the deck, 1..4.
        hand_size: cards dealt to each hand, and the size up to which it draws; 1 or more.
        include_trumps: whether there is a trump suit (and, where there is a talon, a face-up trump card).
        max_attack_cards: largest number of attack cards in a bout, 1 or more; None: only the defender's hand limits it.
        num_players: seats, 2..6.
        throw_in: who may throw in: ``all`` seats but the defender; the ``neighbours`` of the defender, who are the
            attacker and the first seat after the defender that is in; the ``attacker`` alone.
        first_discard_limit: largest number of attack cards in a bout while nothing has been discarded, 1 or more.
        transfer: whether a defender may pass the attack on with a card of its rank (Perevodnoy).
        passport: whether a defender may also transfer by showing the trump of that rank, once a game.
        num_teams: number of teams, 2 or more: a divisor of the seats, and fewer than these. Seat s plays for team s mod
            ``num_teams``. None: each seat plays for itself.

    Raises:
        ValueError: a value is out of its range, the deck has too few cards for the seats, or the rules contradict
            each other.
    """

    start_rank: int = 6
    num_suits: int = 4
    hand_size: int = 6
    include_trumps: bool = True
    max_attack_cards: int | None = None
    num_players: int = 2
    throw_in: str = THROWERS[0]
    first_discard_limit: int | None = None
    transfer: bool = False
    passport: bool = False
    num_teams: int | None = None

    def __post_init__(self) -> None:
        _check_range("start_rank", self.start_rank, LOWEST_RANK, HIGHEST_RANK)
        _check_range("num_suits", self.num_suits, 1, len(SUITS))
        _check_range("hand_size", self.hand_size, 1, None)
        _check_range("num_players", self.num_players, FEWEST_SEATS, MOST_SEATS)
        for name in ("include_trumps", "transfer", "passport"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} must be True or False, got {quoted(getattr(self, name))}")
        for name in ("max_attack_cards", "first_discard_limit"):
            if getattr(self, name) is not None:
                _check_range(name, getattr(self, name), 1, None)
        if self.throw_in not in THROWERS:
            raise ValueError(f"throw_in must be one of {', '.join(THROWERS)}, got {quoted(self.throw_in)}")
        self._check_passport()
        self._check_teams()
        self.check_deck_size()

    def _check_passport(self) -> None:
        if self.passport and not self.transfer:
            raise ValueError("passport=True needs transfer=True: it is a way to transfer")
        if self.passport and not self.include_trumps:
            raise ValueError("passport=True needs include_trumps=True: the card shown is a trump")

    def _check_teams(self) -> None:
        if self.num_teams is None:
            return
        possible = [teams for teams in range(2, self.num_players) if self.num_players % teams == 0]
        whole = isinstance(self.num_teams, int) and not isinstance(self.num_teams, bool)
        if not whole or self.num_teams not in possible:
            wanted = " or ".join(["None", *map(str, possible)])
            raise ValueError(
                f"num_teams must be {wanted} with {self.num_players} players, got {quoted(self.num_teams)}"
            )
        if self.transfer:
            raise ValueError(f"num_teams={self.num_teams} does not go with transfer=True: teams play without transfers")

    @property
    def num_actions(self) -> int:
        """Number of action ids: one a card, TAKE and DONE; with transfers also one a suit; with passports also SHOW."""
        return self.num_cards + 2 + self.transfer * self.num_suits + self.passport

    @property
    def take(self) -> int:
        """Action id of TAKE."""
        return self.num_cards

    @property
    def done(self) -> int:
        """Action id of DONE."""
        return self.num_cards + 1

    def plays_like(self, other: Rules) -> bool:
        """Whether games by both rules go alike: nobody throws in where two play the plain game."""
        return self == (replace(other, throw_in=self.throw_in) if self.is_plain else other)

    @property
    def is_plain(self) -> bool:
        """Whether this is the game of two seats, without transfers and without a limit for the first discard."""
        return self.num_players == 2 and not self.transfer and self.first_discard_limit is None

    @property
    def teams(self) -> int:
        """Number of sides: the teams, or the seats where each plays for itself."""
        return self.num_teams or self.num_players

    @property
    def dealt(self) -> tuple[int, ...]:
        """Number of cards dealt to each seat."""
        seats = self.num_players
        if self.has_talon:
            return (self.hand_size,) * seats
        return tuple(self.num_cards // seats + (seat < self.num_cards % seats) for seat in range(seats))

    @property
    def has_talon(self) -> bool:
        """Whether the deal leaves any cards."""
        return self.num_cards > self.num_players * self.hand_size

    @property
    def has_trump_card(self) -> bool:
        """Whether the talon's last card lies face up and names the trump suit."""
        return self.include_trumps and self.has_talon


RulesLike = Rules | Mapping[str, Any] | str | None
"""What `Rules.of` accepts."""


def _check_range(name: str, value: Any, low: int, high: int | None) -> None:
    wanted = f"of at least {low}" if high is None else f"from {low} to {high}"
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < low or (high is not None and value > high):
        raise ValueError(f"{name} must be an integer {wanted}, got {quoted(value)}")
