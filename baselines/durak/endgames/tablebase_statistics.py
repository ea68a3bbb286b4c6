"""Statistics of endgames from the tablebase: winners over all positions of a deck, and the longest wins.

The tablebase holds one position for all that differ only in the names of suits, gaps between ranks and the order of
rows that may change places. Here each is counted as often as it occurs with the cards of a deck and a fixed trump suit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from baselines.durak.endgames.position import canonical_start
from baselines.durak.endgames.search import LONG, search
from baselines.durak.endgames.tablebase import DRAW, LOSS, SMALLEST, WIN, number_of, probe
from baselines.durak.endgames.tablebase_build import new_works, scatter_bits, shapes_by_size, words_by_size
from baselines.durak.endgames.transpositions import ENTRY
from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from durak_env.cards import count
from durak_env.core.records import ATTACK

RANKS = 9
"""The ranks of the 36-card deck."""
_TABLE_BITS = 21
_4 = np.uint64(4)


@dataclass(frozen=True)
class Statistics:
    """All positions of one size at the start of a bout.

    Attributes:
        cards: cards of both hands.
        counts: positions by the attacker's cards and by outcome: int64 array of shape (cards + 1, 4); see LOSS, WIN.
        longest: plies of the longest win if the winner hurries and the loser delays.
        example: hands of the attacker and the defender of such a win, as rank-major words.
        attacker_wins: whether the attacker wins it.
    """

    cards: int
    counts: np.ndarray
    longest: int
    example: tuple[int, int]
    attacker_wins: bool

    @property
    def total(self) -> int:
        """The number of all positions of this size."""
        return int(self.counts.sum())

    def share(self, outcome: int) -> float:
        """Compute the share of positions with LOSS, DRAW or WIN for the attacker."""
        return float(self.counts[:, outcome].sum() / self.total)


def statistics(tablebase: np.ndarray, cards: int, ranks: int = RANKS, draws: bool = True) -> list[Statistics]:
    """Compute the statistics of sizes up to ``cards`` of a tablebase, for a deck of four suits and ``ranks`` ranks.

    The tablebase is of games by the rule ``draws``.
    """
    choose = np.array([math.comb(ranks, rows) for rows in range(cards + 1)], np.int64)
    shapes, words = shapes_by_size(cards), words_by_size(cards, False)
    table = np.zeros(1 << _TABLE_BITS, ENTRY)
    works = new_works(tablebase, cards, draws)
    works["win"], works["ply_cost"], works["table_bits"] = LONG, 1, _TABLE_BITS
    found = []
    for size in range(SMALLEST, cards + 1):
        weights = np.zeros(len(shapes[size]), np.int64)
        weigh(tablebase, words[size], choose, weights)
        counts, longest = np.zeros((size + 1, 4), np.int64), np.zeros(3, np.int64)
        tally(tablebase, shapes[size], weights, size, counts)
        find_longest(works, table, shapes[size], weights, size, longest)
        plies, mine, defender = longest.tolist()
        found.append(Statistics(size, counts, abs(plies), (mine, defender), plies > 0))
    return found


@jit
def weigh(tablebase: np.ndarray, words: np.ndarray, choose: np.ndarray, weights: np.ndarray) -> None:
    """Add to the weight of each shape, by its number, how many card sets of the deck have this shape."""
    address = address_of(tablebase)
    for word in words:
        rows = 0
        while word >> (_4 * np.uint64(rows)) != ZERO:
            rows += 1
        shape = canonical_start(ZERO, word, True)[0]
        weights[number_of(address, shape)] += choose[rows]


@jit
def tally(tablebase: np.ndarray, shapes: np.ndarray, weights: np.ndarray, size: int, counts: np.ndarray) -> None:
    """Add the outcomes of all positions of some shapes of one size to ``counts``, by the attacker's cards."""
    address = address_of(tablebase)
    for number in range(len(shapes)):
        for owners in range(1, (1 << size) - 1):
            mine = scatter_bits(np.uint64(owners), shapes[number])
            outcome = probe(address, shapes[number], mine)
            counts[count(mine), outcome] += weights[number]


@jit
def find_longest(
    works: np.ndarray, table: np.ndarray, shapes: np.ndarray, weights: np.ndarray, size: int, longest: np.ndarray
) -> None:
    """Write the longest win of one size: its plies, negative if the defender wins, and both hands."""
    work = works[0]
    work.table = address_of(table)
    start, low, high = np.int64(ATTACK), np.int64(-LONG), np.int64(LONG)
    for held in range(1, size):  # from few to many cards held, so that the results of a bout are already known
        for number in range(len(shapes)):
            for owners in range(1, (1 << size) - 1):
                if weights[number] > 0 and count(np.uint64(owners)) == held:
                    mine = scatter_bits(np.uint64(owners), shapes[number])
                    value = search(work, start, mine, shapes[number] ^ mine, ZERO, ZERO, work.limit, low, high)
                    plies = LONG - abs(value)
                    if value != 0 and plies > abs(longest[0]):
                        longest[0] = plies if value > 0 else -plies
                        longest[1] = np.int64(mine)
                        longest[2] = np.int64(shapes[number] ^ mine)


# --- text -------------------------------------------------------------------------------------------------------------


def markdown(found: list[Statistics]) -> str:
    """Write the statistics as tables."""
    by_size = [
        "| cards | positions | attacker wins | draws | defender wins | longest win |",
        "| --- | --- | --- | --- | --- | --- |",
        *(f"| {one.cards} | {one.total:,} | {_shares(one)} | {one.longest} plies |" for one in found),
    ]
    by_hands = [
        f"| attacker's cards of {found[-1].cards} | positions | attacker wins | draws | defender wins |",
        "| --- | --- | --- | --- | --- |",
        *(f"| {held} | {int(row.sum()):,} | {_percentages(row)} |" for held, row in _hands(found[-1])),
    ]
    return "\n".join([*by_size, "", *by_hands, "", _example(found[-1])])


def _shares(one: Statistics) -> str:
    return _percentages(one.counts.sum(axis=0))


def _percentages(row: np.ndarray) -> str:
    return " | ".join(f"{100 * row[outcome] / row.sum():.2f} %" for outcome in (WIN, DRAW, LOSS))


def _hands(one: Statistics) -> list[tuple[int, np.ndarray]]:
    return [(held, one.counts[held]) for held in range(1, one.cards)]


def _example(one: Statistics) -> str:
    attacker, defender = (_cards_text(word) for word in one.example)
    winner = "attacker" if one.attacker_wins else "defender"
    return (
        f"A longest win with {one.cards} cards, by the {winner} in {one.longest} plies, with diamonds as trumps: "
        f"the attacker has {attacker}, the defender {defender}."
    )


def _cards_text(word: int) -> str:
    """Write a rank-major word as cards of the 36-card deck."""
    cells = [cell for cell in range(4 * RANKS) if word >> cell & 1]
    return " ".join("6789TJQKA"[cell // 4] + "dchs"[cell % 4] for cell in cells)
