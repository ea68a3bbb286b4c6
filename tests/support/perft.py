"""How many sequences of actions follow a deal: counts per depth, kept in ``perft.txt``.

``python -m tests.support.perft --write`` deals anew and counts with the compiled rules; the tests count again with both
implementations. A line holds the rules, the deck in drawing order, the trump suit where the deal names it, the first
attacker, and the counts at the depths 1, 2, 3 and so on.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, lowest, popcount
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import step
from durak_env.cards import Card
from durak_env.deals import Deal
from durak_env.rules import Rules
from tests.support.agreement import SLOTS, oracle_game, random_deal
from tests.support.oracle import Game, perft

FILE = Path(__file__).with_name("perft.txt")
DEPTHS, LIMIT = 10, 100_000  # a deal is counted to this depth, or to the first count beyond the limit
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
        """The line of a text."""
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
        """The deal in the oracle."""
        return oracle_game(self.rules, self.deck, self.trump_suit, self.attacker)

    def state(self) -> Any:
        """The deal as a record."""
        return Deal(tuple(map(Card, self.deck)), self.trump_suit, self.attacker).lay_out(self.rules)


@jit
def count_sequences(states: Any, pending: Any, depth: Any) -> Any:
    """The sequences of ``depth`` actions from the first state; the other states and ``pending`` are work space."""
    if depth == 0:
        return 1
    total = 0
    level = 0
    pending[0] = states[0].legal
    while level >= 0:
        if level == depth - 1:
            total += popcount(pending[level])
            level -= 1
        elif pending[level] == ZERO:
            level -= 1
        else:
            action = lowest(pending[level])
            pending[level] &= pending[level] - ONE
            level += 1
            states[level] = states[level - 1]
            step(states[level], action)
            pending[level] = states[level].legal
    return total


def compiled_perft(state: Any, depth: int) -> int:
    """The oracle's ``perft``, counted with the compiled rules of any game."""
    states = np.zeros(depth + 1, state.dtype)
    states[0] = state
    return int(count_sequences(states, np.zeros(depth + 1, np.uint64), depth))


def counts_by_action(line: Line, depth: int) -> str:
    """For each first action the count that follows it on both sides, the differing ones marked."""
    game, rows = line.game(), []
    for action in sorted(game.legal()):
        state = line.state()
        step(state, SLOTS[action])
        pair = compiled_perft(state, depth - 1), perft(game.after(action), depth - 1)
        rows.append(f"  {action:5} compiled {pair[0]:>9} oracle {pair[1]:>9}{'' if pair[0] == pair[1] else '  <--'}")
    return f"{line}\nat depth {depth}:\n" + "\n".join(rows)


def read() -> list[Line]:
    """The lines of the file."""
    return [Line.parse(text) for text in FILE.read_text().splitlines() if text and not text.startswith("#")]


def deals() -> list[Line]:
    """The deals of the file, not counted yet."""
    rng, lines = random.Random(1), []
    for rules in RULE_SETS:
        deck, trump_suit, attacker = random_deal(rules, rng)
        first = oracle_game(rules, deck, trump_suit, attacker).attacker
        lines.append(Line(rules, tuple(deck), trump_suit, first, ()))
    return lines


def counted(line: Line) -> Line:
    """A deal with its counts, by the compiled rules."""
    counts: list[int] = []
    while len(counts) < DEPTHS and max(counts, default=0) <= LIMIT:
        counts.append(compiled_perft(line.state(), len(counts) + 1))
    return replace(line, counts=tuple(counts))


def text() -> str:
    """The file's text."""
    columns = "rules | deck | trump suit | attacker | sequences of 1, 2, 3 ... actions"
    head = f"# {columns}; by python -m tests.support.perft --write"
    return "\n".join([head, *map(str, map(counted, deals()))]) + "\n"


def main(arguments: Sequence[str]) -> None:
    """``--write``: write the file anew."""
    if list(arguments) != ["--write"]:
        raise SystemExit("usage: python -m tests.support.perft --write")
    FILE.write_text(text())


if __name__ == "__main__":
    main(sys.argv[1:])
