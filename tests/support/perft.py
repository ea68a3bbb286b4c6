"""The numbers of sequences of actions that follow a deal: counts per depth, kept in ``perft.txt``.

``python -m tests.support.perft --write`` deals anew and counts with the compiled rules; the tests count again with both
implementations. A line holds the rules, the deck in drawing order, the trump suit where the deal names it, the first
attacker, and the counts at the depths 1, 2, 3 and so on.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import durak_env.durak  # noqa: F401 - it tells the kit the functions of Durak's rules
from cardkit.playing_cards import Card
from durak_env.deals import Deal
from durak_env.rules import Rules
from tests.support.agreement import SLOTS, oracle_game, random_deal
from tests.support.counts import Counts
from tests.support.oracle import Game, perft

DEPTHS = 10
RULE_SETS = (
    Rules(),
    Rules(max_attack_cards=2),
    Rules(include_trumps=False),
    Rules(start_rank=2),
    Rules(start_rank=2, hand_size=26, max_attack_cards=6),
    Rules(hand_size=8, num_suits=3),
    Rules(num_suits=1),
    Rules(start_rank=11, hand_size=3),
    Rules(start_rank=9, hand_size=2, include_trumps=False),
    Rules(start_rank=12),
    Rules(start_rank=14, hand_size=2),
    Rules(start_rank=13, num_suits=3, hand_size=2, max_attack_cards=1),
    Rules(start_rank=10, num_suits=3),
    Rules(start_rank=6, hand_size=1),
    Rules(num_players=3),
    Rules(num_players=4),
    Rules(num_players=6),
    Rules(num_players=4, throw_in="neighbours", first_discard_limit=2, start_rank=10),
    Rules(num_players=4, throw_in="attacker", include_trumps=False, start_rank=11, hand_size=3),
    Rules(transfer=True, start_rank=11),
    Rules(transfer=True, passport=True, start_rank=12),
    Rules(num_players=3, transfer=True, start_rank=12, hand_size=4),
    Rules(num_players=4, transfer=True, passport=True, start_rank=10, hand_size=4),
    Rules(num_players=6, transfer=True, passport=True, start_rank=11, hand_size=4, max_attack_cards=3),
    Rules(num_players=4, num_teams=2, start_rank=12),
    Rules(num_players=4, num_teams=2, start_rank=10, num_suits=3, hand_size=2),
    Rules(num_players=6, num_teams=2, start_rank=12),
    Rules(num_players=6, num_teams=3, start_rank=13, throw_in="neighbours"),
)


@dataclass(frozen=True)
class Line:
    """A deal and its counts."""

    rules: Rules
    deck: tuple[str, ...]
    trump_suit: str | None
    attacker: int
    counts: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Line:
        """Read the line of a text."""
        rules, deck, trump_suit, attacker, counts = (part.strip() for part in text.split("|"))
        return cls(
            Rules.of(rules),
            tuple(deck.split()),
            None if trump_suit == "-" else trump_suit,
            int(attacker),
            tuple(map(int, counts.split())),
        )

    def __str__(self) -> str:
        counts = " ".join(map(str, self.counts))
        return f"{self.rules} | {' '.join(self.deck)} | {self.trump_suit or '-'} | {self.attacker} | {counts}"

    def game(self) -> Game:
        """Return the deal in the oracle."""
        return oracle_game(self.rules, self.deck, self.trump_suit, self.attacker)

    def state(self) -> Any:
        """Return the deal as a record."""
        return Deal(tuple(map(Card, self.deck)), self.trump_suit, self.attacker).lay_out(self.rules)


def deals() -> list[Line]:
    """Return the deals of the file, not counted yet."""
    rng, lines = random.Random(1), []
    for rules in RULE_SETS:
        deck, trump_suit, attacker = random_deal(rules, rng)
        first = oracle_game(rules, deck, trump_suit, attacker).attacker
        lines.append(Line(rules, tuple(deck), trump_suit, first, ()))
    return lines


COUNTS = Counts(
    Path(__file__).with_name("perft.txt"),
    "rules | deck | trump suit | attacker | sequences of 1, 2, 3 ... actions",
    "tests.support.perft",
    Line.parse,
    deals,
    lambda line: DEPTHS,
    SLOTS,
    perft,
    Game.after,
)

if __name__ == "__main__":
    COUNTS.main(sys.argv[1:])
