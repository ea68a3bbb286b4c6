"""Complete deals: a deck in drawing order, so that a game can be repeated or replayed from its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.playing_cards import SUITS, Card, cards_in_order, check_deck
from cardkit.wording import quoted
from durak_env.core.dealing import begin, deal_deck, first_attacker, new_states
from durak_env.core.records import NO_SEAT
from durak_env.rules import Rules


@dataclass(frozen=True, slots=True)
class Deal:
    """All that chance decides in a game.

    Attributes:
        deck: every card of the deck in drawing order: the hands seat by seat, then the talon; its last card is the
            trump card.
        trump_suit: one of ``c d h s`` if the game has trumps but no face-up card; else None.
        attacker: seat of the first attacker. None: the seat with the lowest trump, which must then exist.
    """

    deck: tuple[Card, ...]
    trump_suit: str | None = None
    attacker: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "deck", cards_in_order("deck", self.deck))

    @classmethod
    def from_options(cls, rules: Rules, options: Mapping[str, Any]) -> Deal | None:
        """Read the deal from an environment's reset options; None if they give none.

        Raises:
            ValueError: the options contradict the rules or each other.
        """
        if options.get("deck") is None:
            for name in ("trump_suit", "attacker"):
                if options.get(name) is not None:
                    raise ValueError(f"option {name!r} needs the option 'deck': give the whole deal or nothing of it")
            return None
        deal = cls(cards_in_order("deck", options["deck"]), options.get("trump_suit"), options.get("attacker"))
        deal.lay_out(rules)
        return deal

    def check(self, rules: Rules) -> None:
        """Raise ValueError, naming the problem, unless the deal fits the rules."""
        check_deck("deck", self.deck, rules.deck)
        if self.trump_suit is not None and (not rules.include_trumps or rules.has_trump_card):
            reason = "the deck's last card names it" if rules.has_trump_card else "the rules have no trumps"
            raise ValueError(f"trump_suit must be left out, since {reason}; got {quoted(self.trump_suit)}")
        if rules.include_trumps and not rules.has_trump_card:
            suits = SUITS[: rules.num_suits]
            if not isinstance(self.trump_suit, str) or len(self.trump_suit) != 1 or self.trump_suit not in suits:
                raise ValueError(
                    f"trump_suit must be one of {' '.join(suits)}, since no card is left to name it; "
                    f"got {quoted(self.trump_suit)}"
                )
        whole = isinstance(self.attacker, (int, np.integer)) and not isinstance(self.attacker, bool)
        if self.attacker is not None and not (whole and self.attacker in range(rules.num_players)):
            raise ValueError(f"attacker must be seat {rules.seats_in_words}, got {quoted(self.attacker)}")

    def lay_out(self, rules: Rules) -> Any:
        """Make the STATE record at the start of the game.

        Raises:
            ValueError: the deal does not fit the rules.
        """
        self.check(rules)
        state = new_states(rules)[0]
        state["talon"][: len(self.deck)] = [card.slot for card in reversed(self.deck)]
        suit = SUITS.index(self.trump_suit) if self.trump_suit is not None else 0
        deal_deck(state, len(self.deck), suit)
        attacker = first_attacker(state) if self.attacker is None else self.attacker
        if attacker == NO_SEAT:
            raise ValueError(
                f"no hand holds a trump, so the deal must name the first attacker: attacker={rules.seats_in_words}"
            )
        begin(state, attacker)
        return state
