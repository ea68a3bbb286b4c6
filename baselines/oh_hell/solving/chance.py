"""Chance in small games of Oh Hell!: the hands of a round, its turned card or its trump suit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb

from cardkit.compiled.protocol import Slot, step
from cardkit.playing_cards import MAX_CARDS, SUITS, Card, card_of, cards_of
from oh_hell_env.cards import NO_CARD
from oh_hell_env.core.records import PLAY, SIZE_MASK, State
from oh_hell_env.deals import Deal
from oh_hell_env.oh_hell import OhHell

MOST_DEALS = 2**16 - 1
Dealt = tuple[tuple[Card, ...], str]
"""A deck of a round, and its trump suit, if trumps are random."""


class RoundDeals:
    """The deals of each round, all equally probable; those that differ only in cards that nobody sees count as one.

    Raises:
        ValueError: a round has more than `MOST_DEALS`.
    """

    def __init__(self, game: OhHell) -> None:
        self._game, self._rules = game, game.rules
        for size in self._rules.schedule:
            if (number := self._number(size)) > MOST_DEALS:
                raise ValueError(
                    f"a round of {size} cards has {number:,} deals, a tree at most {MOST_DEALS:,}: choose a smaller "
                    "deck or smaller hands"
                )

    def deals(self) -> list[State]:
        """Return the deals of the first round. The later ones are not dealt yet."""
        rounds = len(self._rules.schedule)
        random = self._rules.trump == "random"
        return [
            Deal((deck,) * rounds, (trump,) * rounds if random else None).lay_out(self._rules, self._game.returns)
            for deck, trump in self._dealt(self._rules.schedule[0])
        ]

    def after(self, state: State, slot: Slot) -> list[State]:
        """Return the deals of the next round, if the ply ends one; else none."""
        if state.phase != PLAY or state.played + 1 != state.hand_size * self._rules.num_players:
            return []
        if state.round_number + 1 == state.rounds:
            return []
        return [self._dealt_after(state, slot, dealt) for dealt in self._dealt(self._size_after(state))]

    def text(self, state: State) -> str:
        """Write the hands of a round, such as ``seat 0: Qc; seat 1: Kd; trumps h``, and the turned card."""
        parts = [f"seat {seat}: {' '.join(cards_of(hand))}" for seat, hand in enumerate(state.hands)]
        if state.turned != NO_CARD:
            parts.append(f"turned {card_of(state.turned)}")
        elif self._rules.trump == "random":
            parts.append(f"trumps {SUITS[state.trump]}")
        return "; ".join(parts)

    def _dealt_after(self, state: State, slot: Slot, dealt: Dealt) -> State:
        after, number = state.copy(), int(state.round_number) + 1
        deck, trump = dealt
        first = number * MAX_CARDS
        after.given_decks[first : first + len(deck)] = [card.slot for card in deck]
        if trump:
            after.given_trumps[number] = SUITS.index(trump)
        step(after, slot)
        return after

    @staticmethod
    def _size_after(state: State) -> int:
        return int(state.plan[state.round_number + 1]) & SIZE_MASK

    def _number(self, size: int) -> int:
        """Count the deals of a round, without listing them."""
        left, number = self._rules.num_cards, 1
        for _ in range(self._rules.num_players):
            number *= comb(left, size)
            left -= size
        if self._rules.trump == "turn_up":
            return number * max(left, 1)
        return number * (self._rules.num_suits if self._rules.trump == "random" else 1)

    def _dealt(self, size: int) -> Iterator[Dealt]:
        trumps = self._rules.suits if self._rules.trump == "random" else ("",)
        for hands, trump in product(self._hands(self._rules.deck, self._rules.num_players, size), trumps):
            held = [card for hand in hands for card in hand]
            rest = [card for card in self._rules.deck if card not in held]
            turned = rest if self._rules.trump == "turn_up" and rest else [None]
            for card in turned:
                hidden = [one for one in rest if one != card]
                yield (*held, *([card] if card is not None else []), *hidden), trump

    def _hands(self, cards: tuple[Card, ...], seats: int, size: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """Yield all ways to deal hands of this size."""
        if seats == 0:
            yield ()
            return
        for hand in combinations(cards, size):
            left = tuple(card for card in cards if card not in hand)
            for others in self._hands(left, seats - 1, size):
                yield hand, *others
