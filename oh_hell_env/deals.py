"""Complete deals: the decks of all rounds, so that a game can be repeated or replayed from its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.checks import listed
from cardkit.playing_cards import MAX_CARDS, SUITS, Card, card_of, cards_in_order, cards_of, check_deck
from cardkit.wording import quoted
from oh_hell_env.cards import NO_CARD
from oh_hell_env.core.dealing import begin, deal_round, new_states
from oh_hell_env.core.records import State
from oh_hell_env.rules import MOST_ROUNDS, Rules


@dataclass(frozen=True, slots=True)
class Deal:
    """All that chance decides in a game.

    Attributes:
        decks: for each round every card of the deck: the hands seat by seat, the turned card if there is one, then
            the cards that nobody sees.
        trumps: for each round one of ``c d h s``, if trumps are ``random``; else None.
    """

    decks: tuple[tuple[Card, ...], ...]
    trumps: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "decks", _decks(self.decks))
        object.__setattr__(self, "trumps", _trumps(self.trumps))

    @classmethod
    def from_options(cls, rules: Rules, options: Mapping[str, Any]) -> Deal | None:
        """Read the deal from an environment's reset options; None if they give none.

        Raises:
            ValueError: the options contradict the rules or each other.
        """
        if options.get("decks") is None:
            if options.get("trumps") is not None:
                raise ValueError("option 'trumps' needs the option 'decks': give the whole deal or nothing of it")
            return None
        deal = cls(options["decks"], options.get("trumps"))
        deal.check(rules)
        return deal

    def check(self, rules: Rules) -> None:
        """Raise ValueError, naming the problem, unless the deal fits the rules."""
        rounds = len(rules.schedule)
        if len(self.decks) != rounds:
            raise ValueError(f"decks must hold a deck for each of the {rounds} rounds, got {len(self.decks)}")
        for number, deck in enumerate(self.decks):
            check_deck(f"deck {number} of decks", deck, rules.deck)
        if rules.trump != "random":
            if self.trumps is not None:
                raise ValueError(
                    f"trumps must be left out, since trump={rules.trump!r} names them; got {quoted(self.trumps)}"
                )
            return
        trumps = self.trumps or ()
        if len(trumps) != rounds or not all(isinstance(suit, str) and suit in tuple(rules.suits) for suit in trumps):
            suits, given = " ".join(rules.suits), quoted(self.trumps)
            raise ValueError(f"trumps must name one of {suits} for each of the {rounds} rounds, got {given}")

    def lay_out(self, rules: Rules, payment: str = "points") -> Any:
        """Make the STATE record at the start of the game.

        Raises:
            ValueError: the deal does not fit the rules.
        """
        self.check(rules)
        state = new_states(rules, payment=payment)[0]
        for number, deck in enumerate(self.decks):
            first = number * MAX_CARDS
            state["given_decks"][first : first + len(deck)] = [card.slot for card in deck]
        if self.trumps is not None:
            state["given_trumps"][: len(self.trumps)] = [SUITS.index(suit) for suit in self.trumps]
        state["given"] = 1
        begin(state)
        return state


def capture_deal(start: State, rules: Rules) -> Deal:
    """Read the deal of a game that has just begun; of a random one, unseen cards are in the order of their ids."""
    states = np.zeros(1, start.dtype)
    states[0] = start
    state = states[0]
    decks, trumps = [], []
    for number in range(int(state.rounds)):
        if number > 0:
            state.round_number = number
            deal_round(state)
        decks.append(_given_deck(state, rules) if state.given else _deck_dealt(state, rules))
        trumps.append(SUITS[state.trump] if rules.trump == "random" else "")
    return Deal(tuple(decks), tuple(trumps) if rules.trump == "random" else None)


def _given_deck(state: State, rules: Rules) -> tuple[Card, ...]:
    first = int(state.round_number) * MAX_CARDS
    return tuple(map(card_of, state.given_decks[first : first + rules.num_cards]))


def _deck_dealt(state: State, rules: Rules) -> tuple[Card, ...]:
    dealt = [card for hand in state.hands for card in cards_of(hand)]
    if state.turned != NO_CARD:
        dealt.append(card_of(state.turned))
    return (*dealt, *(card for card in rules.deck if card not in dealt))


def _decks(decks: Any) -> tuple[tuple[Card, ...], ...]:
    rounds = listed("decks", decks, MOST_ROUNDS, "decks, one for each round")
    return tuple(cards_in_order(f"deck {number} of decks", deck) for number, deck in enumerate(rounds))


def _trumps(trumps: Any) -> tuple[str, ...] | None:
    if trumps is None:
        return None
    in_order = tuple(trumps[: MOST_ROUNDS + 1]) if isinstance(trumps, str) else trumps
    suits = listed("trumps", in_order, MOST_ROUNDS, "suits, one for each round")
    return None if all(suit is None for suit in suits) else suits
