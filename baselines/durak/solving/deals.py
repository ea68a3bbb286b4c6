"""The deals of a small game of Durak, from which its tree grows."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from math import comb
from typing import TypeAlias

from cardkit.playing_cards import SUITS, Card
from durak_env.core.dealing import first_attacker
from durak_env.core.records import NO_SEAT, State
from durak_env.deals import Deal
from durak_env.rules import Rules

TRUMPS = SUITS[0]
MOST_DEALS = 2**16 - 1
"""The most deals of a game: the root of its tree has a child for each."""
SMALLER = "choose a smaller deck or a larger hand"

Starts: TypeAlias = list[State]
"""A deal: the state at its start, or two where chance decides who attacks first."""


def check_plain(rules: Rules) -> None:
    """Raise ValueError unless the rules are of the game that is solved here."""
    if not rules.is_plain:
        raise ValueError(f"rules must be of two players without transfers or limits of the first discard, got {rules}")


def all_deals(rules: Rules) -> list[Starts]:
    """List every deal once, all equally probable; those that differ in the order of the talon count as one.

    Raises:
        ValueError: the rules are not of the plain game, or there are too many deals.
    """
    check_plain(rules)
    if (number := _number_of_deals(rules)) > MOST_DEALS:
        raise ValueError(f"the game has {number:,} deals, a tree at most {MOST_DEALS:,}: {SMALLER}")
    deck, deals = rules.deck, []
    for last in [card for card in deck if card.suit == SUITS.index(TRUMPS)] if rules.has_trump_card else [None]:
        rest = [card for card in deck if card != last]
        for first in combinations(rest, rules.dealt[0]):
            left = [card for card in rest if card not in first]
            for second in combinations(left, rules.dealt[1]):
                talon = [card for card in left if card not in second]
                deals.append(_starts(rules, (*first, *second, *talon, *([last] if last else []))))
    return deals


def _number_of_deals(rules: Rules) -> int:
    """Count the deals without listing them."""
    cards = rules.num_cards - rules.has_trump_card
    first, second = rules.dealt[:2]
    bottoms = rules.num_ranks if rules.has_trump_card else 1
    return bottoms * comb(cards, first) * comb(cards - first, second)


def _starts(rules: Rules, deck: tuple[Card, ...]) -> Starts:
    """Return the start of a deck's deal, or both where no trump in the hands tells who attacks first."""
    suit = TRUMPS if rules.include_trumps and not rules.has_trump_card else None
    starts = [Deal(deck, suit, attacker).lay_out(rules) for attacker in range(2)]
    attacker = int(first_attacker(starts[0]))
    return starts if attacker == NO_SEAT else [starts[attacker]]


def by_dealt_hand(deals: list[Starts], seat: int) -> list[list[Starts]]:
    """Group the deals that a seat cannot tell apart by the hand it is dealt and the trump card."""
    groups = defaultdict(list)
    for starts in deals:
        groups[int(starts[0]["trump_card"]), int(starts[0]["hands"][seat])].append(starts)
    return list(groups.values())
