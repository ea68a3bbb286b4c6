"""The numbers of sequences of actions that follow a deal of Bang!: counts per depth, kept in ``perft.txt``.

``python -m tests.support.bang.perft --write`` deals anew and counts with the compiled rules; the tests count again with
both implementations. A line holds the rules, the deal, the word of the stream that decides what chance gives after it,
and the counts at the depths 1, 2, 3 and so on. The oracle is given what that stream gave.
"""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bang_env.bang import feed
from bang_env.deals import Chance as Entries
from bang_env.deals import Deal, chance_in
from bang_env.game import step
from bang_env.rules import NUM_ACTIONS, Rules
from tests.support.bang.golden_games import random_deal
from tests.support.bang.oracle.chance import Chance
from tests.support.bang.oracle.referee import Referee
from tests.support.bang.oracle.state import Game
from tests.support.counts import Counts

DEPTHS = 5
RULE_SETS = (
    Rules(num_players=4),
    Rules(num_players=4, free_discard=False),
    Rules(num_players=4, jail_skips=True, sid_saves=True),
    Rules(num_players=4, max_rounds=1),
    Rules(),
    Rules(free_discard=False, jail_skips=True, sid_saves=True),
    Rules(num_players=6),
    Rules(num_players=6, free_discard=False),
    Rules(num_players=7),
    Rules(num_players=7, free_discard=False, jail_skips=True, sid_saves=True),
)


class Told(Chance):
    """Chance with given outcomes."""

    def __init__(self, entries: Entries) -> None:
        super().__init__(random.Random(0))
        self._coming = deque(entries)

    def order(self, pile: Sequence[int]) -> list[int]:
        """Return the next entry, an order of the pile."""
        deck = self._coming.popleft()
        assert isinstance(deck, tuple)
        assert sorted(deck) == sorted(pile)
        return list(deck)

    def pick(self, hand: Collection[int]) -> int:
        """Return the next entry, a card of the hand."""
        card = self._coming.popleft()
        assert card in hand
        return card  # type: ignore[return-value]


@dataclass(frozen=True)
class Line:
    """A deal and its counts; as the game of the oracle, also the actions that have been played."""

    rules: Rules
    deal: Deal
    word: int
    counts: tuple[int, ...]
    played: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Line:
        """Read the line of a text."""
        rules, roles, characters, deck, word, counts = (part.strip() for part in text.split("|"))
        deal = Deal(roles, _numbers(characters), _numbers(deck))
        return cls(Rules.of(rules), deal, int(word), _numbers(counts))

    def __str__(self) -> str:
        deal = self.deal
        rows = (" ".join(map(str, row)) for row in (deal.characters, deal.deck, [self.word], self.counts))
        return " | ".join([str(self.rules), deal.roles, *rows])

    def game(self) -> Line:
        """Return the deal in the oracle, which plays sequences from the deal on: its game cannot be copied."""
        return self

    def state(self) -> Any:
        """Return the deal as a record."""
        state = self.deal.lay_out(self.rules)
        state.word = np.uint64(self.word)
        return state

    def legal(self) -> tuple[int, ...]:
        """Return the oracle's legal actions after those that have been played."""
        start = self.state()
        state = start.copy()
        for action in self.played:
            step(state, action)
        feed(start, state)
        deal = self.deal
        chance = Told(chance_in(start))
        rules = {name: getattr(self.rules, name) for name in self.rules.__slots__}
        referee = Referee(Game(rules, deal.roles, deal.characters, deal.deck, chance))
        for action in self.played:
            referee.step(action)
        return referee.legal

    def after(self, action: int) -> Line:
        """Return the game after one more action."""
        return replace(self, played=(*self.played, action))


def perft(game: Line, depth: int) -> int:
    """Count the sequences of ``depth`` actions that follow, by the oracle."""
    if depth == 0:
        return 1
    legal = game.legal()
    return len(legal) if depth == 1 else sum(perft(game.after(action), depth - 1) for action in legal)


def deals() -> list[Line]:
    """Return the deals of the file, not counted yet."""
    rng = random.Random(1)
    return [Line(rules, random_deal(rules, rng), rng.getrandbits(64), ()) for rules in RULE_SETS]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


COUNTS = Counts(
    Path(__file__).with_name("perft.txt"),
    "rules | roles | characters | deck | word of the stream | sequences of 1, 2, 3 ... actions",
    "tests.support.bang.perft",
    Line.parse,
    deals,
    lambda line: DEPTHS,
    {action: action for action in range(NUM_ACTIONS)},
    perft,
    Line.after,
    quick=300,
)

if __name__ == "__main__":
    COUNTS.main(sys.argv[1:])
