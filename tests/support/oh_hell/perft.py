"""The numbers of sequences of actions that follow a deal of Oh Hell!: counts per depth, kept in ``perft.txt``.

``python -m tests.support.oh_hell.perft --write`` deals anew and counts with the compiled rules; the tests count again
with both implementations. A line holds the rules, the decks of the rounds, the trumps where they are drawn, and the
counts at the depths 1, 2, 3 and so on, down to the end of the game where that is not too far.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import oh_hell_env.oh_hell  # noqa: F401 - what counts sequences steps by it
from oh_hell_env.rules import Rules
from tests.support.counts import Counts
from tests.support.oh_hell.agreement import SLOTS, deal_of, oracle_game, random_deal
from tests.support.oh_hell.oracle import Game, perft

DEPTHS = 16
RULE_SETS = (
    Rules(),
    Rules(hand_sizes=(2,)),
    Rules(hand_sizes=(1, 1, 1)),
    Rules(hand_sizes=(2, 1), hook=False, trump_order="-"),
    Rules(hand_sizes=(3,), trump="turn_up", num_suits=2, blind="half"),
    Rules(hand_sizes=(3,), trump="random", start_rank=12, first_dealer=1),
    Rules(num_players=2, hand_sizes=(1, 2, 1)),
    Rules(num_players=2, hand_sizes=(4,), num_suits=1, hook=False),
    Rules(num_players=2, hand_sizes=(3,), start_rank=12, num_suits=2, trump="turn_up"),
    Rules(num_players=2, hand_sizes=(26,), trump_order="s"),
    Rules(num_players=3, hand_sizes=(2, 1)),
    Rules(num_players=3, hand_sizes=(3,), start_rank=9, trump="turn_up", scoring="penalty"),
    Rules(num_players=5, hand_sizes=(2,)),
    Rules(num_players=6, hand_sizes=(1, 1), blind="full"),
    Rules(num_players=7, hand_sizes=(2,), start_rank=11, trump_order="hc"),
)


@dataclass(frozen=True)
class Line:
    """A deal and its counts."""

    rules: Rules
    decks: tuple[tuple[str, ...], ...]
    trumps: tuple[str, ...] | None
    counts: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Line:
        """Read the line of a text."""
        rules, decks, trumps, counts = (part.strip() for part in text.split("|"))
        return cls(
            Rules.of(rules),
            tuple(tuple(deck.split()) for deck in decks.split("/")),
            None if trumps == "-" else tuple(trumps.split()),
            tuple(map(int, counts.split())),
        )

    def __str__(self) -> str:
        decks = " / ".join(map(" ".join, self.decks))
        trumps = "-" if self.trumps is None else " ".join(self.trumps)
        return f"{self.rules} | {decks} | {trumps} | {' '.join(map(str, self.counts))}"

    def game(self) -> Game:
        """Return the deal in the oracle."""
        return oracle_game(self.rules, self.decks, self.trumps)

    def state(self) -> Any:
        """Return the deal as a record."""
        return deal_of(self.decks, self.trumps).lay_out(self.rules)


def deals() -> list[Line]:
    """Return the deals of the file, not counted yet."""
    rng, lines = random.Random(1), []
    for rules in RULE_SETS:
        decks, trumps = random_deal(rules, rng)
        lines.append(Line(rules, tuple(map(tuple, decks)), None if trumps is None else tuple(trumps), ()))
    return lines


COUNTS = Counts(
    Path(__file__).with_name("perft.txt"),
    "rules | decks | trumps | sequences of 1, 2, 3 ... actions",
    "tests.support.oh_hell.perft",
    Line.parse,
    deals,
    lambda line: min(DEPTHS, line.rules.num_plies),
    SLOTS,
    perft,
    Game.after_action,
)

if __name__ == "__main__":
    COUNTS.main(sys.argv[1:])
