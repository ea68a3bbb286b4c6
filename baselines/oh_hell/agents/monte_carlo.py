"""Monte-Carlo: a UCT tree for each of several determinizations of the round, results added.

Source: W. Sarsfield, dissertation, Manchester 2024, which calls it ISMCTS. Points are those of the round, not scaled;
`c` is for these. A bid comes from the tree of the seat as if it led the first trick and nobody had bid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from baselines.oh_hell.evaluation.playout import AVOIDING
from baselines.oh_hell.search.agent import TreeAgent
from baselines.oh_hell.search.memory import LAYOUT, leaf_in, root_in, search_in
from baselines.oh_hell.search.rounds import lead_first, search_round, search_tricks
from cardkit.agents import compiled_choice
from cardkit.checks import check_flag, real, whole
from cardkit.compiled.bits import ZERO, Bits, bit, is_single, lowest, popcount, without_lowest
from cardkit.compiled.clock import ticks_in
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream, copy_state, determinize
from cardkit.compiled.records import OpenRecord as Search
from cardkit.notation.analysis import Analysis, Finding
from cardkit.search.memory import LONGEST_PATH, SEAT_BITS, begin_move, node_at
from cardkit.search.memory import Search as TreeSearch
from cardkit.search.sums import add_means, clear_sums
from cardkit.search.tree import deadline_of, end_search, finish, has_passed, is_over, start_tree
from cardkit.search.uct import descend
from oh_hell_env.actions import PLAY, actions_of_slots
from oh_hell_env.compiled_agents import CompiledAgent
from oh_hell_env.core.records import BID, Info, State, seats_of
from oh_hell_env.information import InformationSet

DEEPEST = LONGEST_PATH - 1
MOST_TREES = 10_000


def monte_carlo(
    samples: int = 2,
    iterations: int = 5000,
    stop: int = 1000,
    agree: int = 10,
    c: float = 2.0,
    depth: int | None = None,
    voids: bool = False,
    ms: float | None = None,
) -> CompiledAgent:
    """Grow a UCT tree for each of several determinizations; play the highest sum of means, bid the expected tricks.

    Args:
        samples: determinizations of a decision, 1..10,000.
        iterations: of a tree, 1..10,000,000.
        stop: visits of an action after which its tree is left, 1..10,000,000.
        agree: trees in a row that prefer the same card, after which it is played, 1..10,000.
        c: weight of exploration for points, 0..1,000: the factor of sqrt(2 ln N / n).
        depth: plies below which a tree does not grow, 1..255; None for no limit.
        voids: whether the hidden cards are dealt so that no seat gets a suit that it has not followed.
        ms: milliseconds per decision, 0.001..1,000,000, instead of ``samples``, which is then ignored; at most 10,000
            trees are grown, and choices depend on the machine. The dissertation gives 5,000, within which a card is
            played earlier if enough trees ``agree``.

    Raises:
        ValueError: a parameter is out of range.
    """
    iterations = whole("iterations", iterations, 1, 10_000_000, 5000)
    check_flag("voids", voids)
    memory = LAYOUT.new(
        iterations,
        samples=whole("samples", samples, 1, MOST_TREES, 2) if ms is None else MOST_TREES,
        ticks=0 if ms is None else ticks_in(real("ms", ms, 0.001, 1e6, None)),
        limit=iterations,
        stop=whole("stop", stop, 1, 10_000_000, 1000),
        agree=whole("agree", agree, 1, 10_000, 10),
        weight=real("c", c, 0, 1000, 2.0),
        tree_depth=DEEPEST if depth is None else whole("depth", depth, 1, DEEPEST, DEEPEST),
        voids=voids,
        playout=AVOIDING,
    )
    return MonteCarloAgent(choose_monte_carlo, memory)


class MonteCarloAgent(TreeAgent):
    """A search whose trees are of cards alone, also where the choice is a bid; of bids it knows no values."""

    def actions_along(self, info: InformationSet, slots: Sequence[int]) -> list[int]:
        """Cards."""
        return [int(actions_of_slots(info.rules)[PLAY, slot]) for slot in slots]

    def finding_of(self, search: TreeSearch, slot: int) -> Finding:
        """Return the mean of a card's means in all trees, which is what decides, and its visits in all of them."""
        found = super().finding_of(search, slot)
        return found if found.visits == 0 else Finding(float(search.sums[slot] / search.votes.sum()), found.visits)

    def explain(
        self, info: InformationSet, chosen: int, memory: np.ndarray, stream: Stream, known: Mapping[int, float]
    ) -> Analysis:
        """Values and visits of all cards; of a bid how much was searched for it."""
        if info.phase != BID:
            return super().explain(info, chosen, memory, stream, known)
        search, unknown = self.layout.search(memory), dict.fromkeys(info.legal_actions, Finding(None, 0))
        positions, depth = int(search.simulations), int(search.deepest)
        return Analysis.of(chosen, unknown, (chosen,), positions, depth, lambda action: self.text_of(info, action))


@compiled_choice
def choose_monte_carlo(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the card with the highest sum of means, or the bid of the expected tricks."""
    address = address_of(memory)
    search, root, leaf = search_in(info, address), root_in(info, address), leaf_in(info, address)
    begin_move(search, address)
    if is_single(info.legal):
        return lowest(info.legal)
    if not search.voids:
        for seat in range(seats_of(info)):
            info.voids[seat] = 0
    if info.phase == BID:
        search_tricks(info)
        return expected_bid(search, info, root, leaf, stream)
    search_round(info)
    return best_sum(search, info, root, leaf, stream)


@jit
def best_sum(search: Search, info: Info, root: State, leaf: State, stream: Stream) -> Slot:
    """Search the determinizations until all are done or enough in a row agree."""
    begin_sums(search, info)
    leader, in_a_row, deadline = -1, 0, deadline_of(search)
    for _ in range(search.samples):
        determinize(info, stream, root)
        root.legal = info.legal
        grow(search, root, leaf, stream, deadline)
        add_means(search)
        end_search(search)
        best = highest_sum(search, info.legal)
        in_a_row = in_a_row + 1 if best == leader else 1
        leader = best
        if in_a_row >= search.agree or has_passed(deadline):
            break
    return leader


@jit
def expected_bid(search: Search, info: Info, root: State, leaf: State, stream: Stream) -> Slot:
    """Round the mean of the tricks over all cards led and all trees."""
    seat, total, cards, deadline = np.int64(info.seat), 0.0, 0, deadline_of(search)
    begin_sums(search, info)
    for _ in range(search.samples):
        determinize(info, stream, root)
        lead_first(root, seat)
        grow(search, root, leaf, stream, deadline)
        add_means(search)
        end_search(search)
        cards += popcount(node_at(search, 0).tried)
        if has_passed(deadline):
            break
    for slot in range(64):
        total += search.sums[slot]
    return rounded_bid(info, total / np.float64(cards) * np.float64(info.most))


@jit
def rounded_bid(info: Info, tricks: float) -> Slot:
    """Return the legal bid for a number of tricks, rounded, a half to even.

    The dealer rounds up, or down if the others have bid more than there are tricks. If that is banned it takes the
    other neighbour of the number, or one more if this is whole, one less at all tricks.
    """
    size, others, bidders = np.int64(info.hand_size), 0, 0
    for seat in range(seats_of(info)):
        if info.bids[seat] >= 0:
            others += np.int64(info.bids[seat])
            bidders += 1
    low, high = np.int64(np.floor(tricks)), np.int64(np.ceil(tricks))
    bid = np.int64(np.rint(tricks))
    if bidders == seats_of(info) - 1:
        bid = low if others > size else high
    if info.legal & bit(bid) != ZERO:
        return bid
    if low != high:
        return low + high - bid
    return bid + 1 if bid < size else bid - 1


@jit
def grow(search: Search, root: State, leaf: State, stream: Stream, deadline: int) -> None:
    """Grow a new tree until its iterations or the time are used up, or an action has been chosen often enough."""
    start_tree(search)
    for done in range(search.limit):
        if is_over(deadline, done):
            break
        copy_state(root, leaf)
        depth = descend(search, leaf)
        finish(search, leaf, depth, stream)
        chosen_first = node_at(search, np.int64(search.path[1]) >> SEAT_BITS)
        if np.int64(chosen_first.visits) > search.stop:
            break


@jit_inline
def begin_sums(search: Search, info: Info) -> None:
    """Clear the sums of the decision before, and weigh exploration for the points of this round."""
    search.c = search.weight / np.float64(np.int64(info.most) - np.int64(info.least))
    clear_sums(search)


@jit
def highest_sum(search: Search, legal: Bits) -> Slot:
    """Find the action with the highest sum of means; the first of equal ones."""
    best, rest = lowest(legal), without_lowest(legal)
    while rest != ZERO:
        slot = lowest(rest)
        rest = without_lowest(rest)
        if search.sums[slot] > search.sums[best]:
            best = slot
    return best
