"""Section 3.1.1: counts of the game's states, which are counts of sets of cards on the table."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from baselines.durak.lab.paper.kept_trees import RULES
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.lab.answers import Answer
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from cardkit.playing_cards import Cards, cards_of, suit_lane
from durak_env.cards import count
from durak_env.core.dealing import new_states
from durak_env.core.play import beats
from durak_env.rules import Rules

MOST = 12
"""Cards on the table of a bout of six attack cards."""


@jit
def pairs_that_beat(deck: Cards) -> int:
    """Count the pairs of an attack card and a card that beats it in a deck, clubs being trumps."""
    pairs, rest = 0, deck
    while rest != ZERO:
        pairs += count(beats(lowest(rest), suit_lane(0)) & deck)
        rest = without_lowest(rest)
    return pairs


class Counts:
    """The four numbers, counted by the rules; and whether they are counts of the game that was played."""

    name = "section-3.1.1"
    title = "Counts of cards on the table"

    def run(self, scale: Scale) -> Finding:
        """Count pairs by the rules, and sets by formula."""
        small, large = (new_states(rules)[0].deck for rules in (Rules(), RULES))
        of = {len(cards_of(deck)): deck for deck in (small, large)}
        rows = {
            "pairs of an attack card and one that beats it": (387, [pairs_that_beat(of[cards]) for cards in of]),
            "pairs of cards": (630, [comb(cards, 2) for cards in of]),
            f"sets of {MOST} cards": (1_251_677_700, [comb(cards, MOST) for cards in of]),
            f"sets of 1 to {MOST} cards": (
                2_241_812_647,
                [sum(comb(cards, size) for size in range(1, MOST + 1)) for cards in of],
            ),
        }
        return Finding(
            "counted by the rules of this package",
            0,
            ("what", "printed", *(f"{cards} cards" for cards in of)),
            tuple((what, f"{printed:,}", *(f"{each:,}" for each in ours)) for what, (printed, ours) in rows.items()),
            tuple(_verdicts(rows)),
            notes=("none of them counts states: hands, talon, discard and whose turn it is are left out",),
        )


def _verdicts(rows: dict[str, tuple[int, list[int]]]) -> Iterator[Verdict]:
    for what, (printed, (small, large)) in rows.items():
        right = Answer.AGREES if printed == small else Answer.DIFFERS
        yield Verdict(f"{printed:,} {what}, of 36 cards", right, f"{small:,} by the rules", statement=what)
        played = Answer.AGREES if printed == large else Answer.DIFFERS
        yield Verdict(
            f"{printed:,} {what} in the game of the experiments, of 52 cards",
            played,
            f"{large:,} there",
            statement=what,
        )
