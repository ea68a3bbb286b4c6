"""The rules that vary: seats and teams, sizes of the deck and of a hand, trumps, throw-ins, transfers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from cardkit.dealing.ranks import HIGHEST_RANK, LOWEST_RANK, SUITS
from cardkit.rules.declared import check_rules, choices_of, declared_rules, rule, with_attributes
from cardkit.rules.variant_rules import DeckRules
from cardkit.wording import quoted

NO_LIMIT = 255
"""A limit of None in a record, as `cardkit.rules.declared` writes it; no deck has as many cards."""
FEWEST_SEATS, MOST_SEATS = 2, 6
PLAIN_RULES = ("start_rank", "num_suits", "hand_size", "include_trumps", "max_attack_cards", "draws")
"""The rules that vary in the plain game, whose record has no others."""


@with_attributes
@dataclass(frozen=True, slots=True)
class Rules(DeckRules):
    """The rules that vary. The defaults are the 36-card game with trumps.

    Raises:
        ValueError: a value is out of its range, the deck has too few cards for the seats, or the rules contradict
            each other.
    """

    start_rank: int = rule(6, low=LOWEST_RANK, high=HIGHEST_RANK, say="lowest rank of the deck, 14 being aces only")
    num_suits: int = rule(4, low=1, high=len(SUITS), say="suits of the deck")
    hand_size: int = rule(6, low=1, say="cards dealt to each hand, and up to which it draws", record="u1")
    include_trumps: bool = rule(True, say="play with a trump suit", record="u1", aliases=["--no-trumps"])
    max_attack_cards: int | None = rule(
        None, low=1, none="the defender's hand alone limits them", say="most attack cards of a bout", record="u1"
    )
    num_players: int = rule(2, low=FEWEST_SEATS, high=MOST_SEATS, say="seats", aliases=["--players"], page=False)
    throw_in: str = rule(
        "all",
        choices={
            "all": "all seats but the defender",
            "neighbours": "the attacker, and the first seat after the defender that is in",
            "attacker": "the attacker alone",
        },
        say="who may throw in",
        record="u1",
    )
    first_discard_limit: int | None = rule(
        None, low=1, none="no other limit", say="most attack cards of a bout until a bout is beaten off", record="u1"
    )
    transfer: bool = rule(False, say="let defenders pass an attack on (Perevodnoy)", record="u1")
    passport: bool = rule(False, say="with transfer: also by showing a trump, once a game", record="u1")
    num_teams: int | None = rule(
        None,
        low=2,
        high=MOST_SEATS // 2,
        none="each seat for itself",
        say="teams, a divisor of four or six seats; seat s is in team s mod num_teams",
        aliases=["--teams"],
    )
    draws: bool = rule(True, say="a draw if the last go out in one bout; off: its defender is the fool", record="u1")

    NAMED = {  # an annotation would make it a field
        "thesis": {},
        "durak-online": {"max_attack_cards": 6, "first_discard_limit": 5},
        "pagat": {"max_attack_cards": 6},
    }

    def __post_init__(self) -> None:
        check_rules(self)
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
        if self.num_teams not in possible:
            wanted = " or ".join(["None", *map(str, possible)])
            raise ValueError(
                f"num_teams must be {wanted} with num_players={self.num_players}, got {quoted(self.num_teams)}"
            )
        if self.transfer:
            raise ValueError(f"num_teams={self.num_teams} does not go with transfer=True: teams play without transfers")

    @property
    def num_actions(self) -> int:
        """The number of action ids: one a card, TAKE and DONE; with transfers also one a suit; with passports SHOW."""
        return self.num_cards + 2 + self.transfer * self.num_suits + self.passport

    @property
    def take(self) -> int:
        """The action id of TAKE."""
        return self.num_cards

    @property
    def done(self) -> int:
        """The action id of DONE."""
        return self.num_cards + 1

    def plays_like(self, other: Rules) -> bool:
        """Return whether games by both rules go alike: nobody throws in where two play the plain game."""
        return self == (replace(other, throw_in=self.throw_in) if self.is_plain else other)

    @property
    def is_plain(self) -> bool:
        """True if this is the plain game, of two seats: all rules but PLAIN_RULES have their defaults."""
        return _fixed_of(self) == _PLAIN

    @property
    def teams(self) -> int:
        """The number of sides: the teams, or the seats where each plays for itself."""
        return self.num_teams or self.num_players

    @property
    def dealt(self) -> tuple[int, ...]:
        """The number of cards dealt to each seat."""
        seats = self.num_players
        if self.has_talon:
            return (self.hand_size,) * seats
        return tuple(self.num_cards // seats + (seat < self.num_cards % seats) for seat in range(seats))

    @property
    def has_talon(self) -> bool:
        """True if the deal leaves any cards."""
        return self.num_cards > self.num_players * self.hand_size

    @property
    def has_trump_card(self) -> bool:
        """True if the talon's last card lies face up and names the trump suit."""
        return self.include_trumps and self.has_talon


_FIXED_IN_PLAIN = [name for name in declared_rules(Rules) if name not in (*PLAIN_RULES, "throw_in")]
"""The rules that have their defaults in the plain game; with two seats nobody but the attacker throws in."""
_fixed_of = attrgetter(*_FIXED_IN_PLAIN)  # an agent's choice asks several times
_PLAIN = tuple(declared_rules(Rules)[name].default for name in _FIXED_IN_PLAIN)
PLAIN_ALONE = "two seats only, without transfers or first_discard_limit"
"""The plain games, as errors describe them where no other is supported."""
THROWERS = choices_of(Rules, "throw_in")
"""The choices of who may throw in."""
RulesLike = Rules | Mapping[str, Any] | str | None
"""The values that `Rules.of` accepts."""
