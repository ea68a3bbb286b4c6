"""Strategy MCTS: a tree of strategies for the rest of a bout, LOW, HIGH, MULTIPLE and PASS, whatever the cards are.

Source: E. Lipin, B. Tang, S. Worthy (2023), section 3.2. The nodes know no cards. Each iteration deals one opponent a
hand from the unseen cards, and walks down the tree while both play the strategies of its path on the table in turn::

    root ── LOW, HIGH, MULTIPLE, PASS of the seat that chooses
               └── LOW, HIGH, MULTIPLE, PASS of its opponent ── ... the seat again ...

A player without a card to play loses the iteration; PASS ends it. At a node without children four are added, whose
player wins if it has a card to play. What the paper leaves open is settled so: the winner's nodes count a win; PASS
is worth 0 to a defender and 1/2 to an attacker, and a whole win to the other; new children count one simulation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.evaluation.hand_value import mean_hand_value
from cardkit.compiled.bits import ZERO, Number, nth_bit, random_bit
from cardkit.compiled.blocks import Block
from cardkit.compiled.elementary import log
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import Address, record_reader
from cardkit.compiled.prng import below
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import OpenRecord as Search
from cardkit.compiled.records import record
from cardkit.playing_cards import MAX_CARDS, Cards
from durak_env.agents.tactics import highest_card, lowest_card, multiples
from durak_env.cards import bit, count, same_ranks
from durak_env.core.asking import limit
from durak_env.core.play import beats
from durak_env.core.records import DEFENCE, Info
from durak_env.core.seating import defender_of
from durak_env.core.transfers import card_to_beat

LOW, HIGH, MULTIPLE, PASS = range(4)
STRATEGIES = "low", "high", "multiple", "pass"
NO_STRATEGY = -1
ATTACKER, DEFENDER = range(2)
PLAIN_CARDS = 3  # times as likely as a trump, as the card of MULTIPLE

NODE = record([("wins", np.float64), ("visits", np.int64), ("first", np.int64)])
"""A node: its player's wins, its simulations, the place of its first child; 0 without children, as the root is none."""
NODE_BYTES = NODE.itemsize
SEARCH = record(
    [
        ("c", np.float64),  # weight of exploration
        ("iterations", np.int64),  # of a decision
        ("by_hand", np.int64),  # whether a hand is won by H (the paper, 3.1.3) or by who can play on (3.2)
        ("capacity", np.int64),  # nodes of a tree; beyond them a tree does not grow
        ("grown", np.int64, 2),  # nodes of each tree so far, at least its root
        ("chosen", np.int64),  # the last strategy chosen; NO_STRATEGY if there was nothing to choose
        ("role", np.int64),  # of the seat that chooses
        ("hands", np.uint64, 2),  # of the bout that is played: attacker's and defender's
        ("table", np.uint64),
        ("gone", np.uint64),  # the discard
        ("trumps", np.uint64),
        ("open", np.int64),  # the slot to beat
        ("attacks", np.int64),  # attack cards so far
        ("most", np.int64),  # attack cards at most
        ("before", np.float64),  # H of the attacker's hand as the bout is now
        ("value", np.float64, 2),  # what the iteration is worth to each role
        ("path", np.int64, 2 * MAX_CARDS + 2),  # places of nodes, the root's first
    ]
)
"""Settings of a search, and the bout that an iteration plays."""

RESULTS = {"reach": 0, "hand": 1}
"""The wins of an iteration, as a setting names them."""
HEAD = Block(("search", SEARCH, 1))
search_in = HEAD.reader("search")
NODES_AT = HEAD.nbytes
"""Offset of the nodes in the memory."""


def strategy_memory(capacity: int, trees: int, c: float, iterations: int, result: str) -> np.ndarray:
    """Memory for trees of so many nodes each, and the settings of the search."""
    memory = HEAD.followed_by(("nodes", NODE, capacity * trees)).new()
    search = HEAD.view(memory, "search")
    search["capacity"], search["c"], search["iterations"], search["by_hand"] = capacity, c, iterations, RESULTS[result]
    return memory


node_at = record_reader(NODE)
"""``node_at(nodes, place)``: a node, given the address of a tree's nodes."""


@jit
def start_tree(search: Search, nodes: Address, tree: int):
    """Begin a tree anew: a root alone."""
    clear_node(node_at(nodes, 0))
    search.grown[tree] = 1


@jit
def clear_node(node: Any):
    """Give a node no simulations and no children."""
    node.wins = 0.0
    node.visits = 0
    node.first = 0


@jit
def think(search: Search, nodes: Address, tree: int, info: Info, stream: Stream) -> None:
    """Run the iterations of a decision."""
    for _ in range(search.iterations):
        begin_bout(search, info, stream)
        back_up(search, nodes, walk(search, nodes, tree, stream))


@jit
def begin_bout(search: Search, info: Info, stream: Stream) -> None:
    """Take over the table, and deal the opponent a hand: the defender, or for a defender the attacker."""
    seat, defender = np.int64(info.seat), defender_of(info)
    search.role = DEFENDER if info.phase == DEFENCE else ATTACKER
    other = np.int64(info.attacker) if search.role == DEFENDER else np.int64(defender)
    search.hands[search.role] = info.hands[seat]
    search.hands[1 - search.role] = hand_from_unseen(info, other, stream)
    search.table = info.attacks | info.defences
    search.gone = info.discard
    search.trumps = info.trumps
    search.open = np.int64(card_to_beat(info)) if search.role == DEFENDER else 0
    search.attacks = count(info.attacks)
    search.most = limit(info)
    search.before = mean_hand_value(search.hands[ATTACKER], search.trumps, search.gone | search.table)


@jit
def hand_from_unseen(info: Info, seat: int, stream: Stream) -> Cards:
    """Complete the known cards of a hand at random from those that may be in it."""
    hand, unseen = info.hands[seat], info.unseen
    for _ in range(np.int64(info.hand_sizes[seat]) - count(hand)):
        card = bit(random_bit(unseen, stream))
        hand |= card
        unseen &= ~card
    return hand


@jit
def playable_by(search: Search, role: int) -> Cards:
    """Return the cards that a role may play now."""
    if role == DEFENDER:
        return search.hands[DEFENDER] & beats(search.open, search.trumps)
    if search.hands[DEFENDER] == ZERO or search.attacks >= search.most:
        return ZERO
    return search.hands[ATTACKER] if search.table == ZERO else search.hands[ATTACKER] & same_ranks(search.table)


@jit
def card_of_strategy(strategy: int, cards: Cards, hand: Cards, trumps: Cards, stream: Stream) -> Slot:
    """Choose the card that a strategy plays of ``cards``; for MULTIPLE there must be one."""
    if strategy == LOW:
        return lowest_card(cards, trumps)
    if strategy == HIGH:
        return highest_card(cards, trumps)
    several = multiples(cards, hand)
    plain = count(several & ~trumps)
    place = below(stream, PLAIN_CARDS * plain + count(several & trumps))
    if place < PLAIN_CARDS * plain:
        return nth_bit(several & ~trumps, place // PLAIN_CARDS)
    return nth_bit(several & trumps, place - PLAIN_CARDS * plain)


@jit
def walk(search: Search, nodes: Address, tree: int, stream: Stream) -> int:
    """Play down to a node without children, or to the end of the bout; return the length of the path."""
    depth, player = 0, search.role
    search.path[0] = 0
    while True:
        here = node_at(nodes, search.path[depth])
        cards = playable_by(search, player)
        if here.first == 0 or cards == ZERO:
            settle(search, player, cards != ZERO)
            if here.first == 0:
                expand(search, nodes, tree, here, search.value[player])
            return depth
        strategy = most_promising(search, nodes, here, options_of(search, player, cards), stream)
        depth += 1
        search.path[depth] = here.first + strategy
        if strategy == PASS:
            settle_pass(search, player)
            return depth
        lay(search, player, card_of_strategy(strategy, cards, search.hands[player], search.trumps, stream))
        player = 1 - player


@jit
def options_of(search: Search, player: int, cards: Cards) -> Number:
    """Return the strategies that can be played, a bit each: MULTIPLE needs such a card, PASS something on the table."""
    several = multiples(cards, search.hands[player]) != ZERO
    return 1 << LOW | 1 << HIGH | np.int64(several) << MULTIPLE | np.int64(search.table != ZERO) << PASS


@jit
def lay(search: Search, player: int, card: Slot) -> None:
    """Move a card to the table."""
    search.hands[player] &= ~bit(card)
    search.table |= bit(card)
    if player == ATTACKER:
        search.open = card
        search.attacks += 1


@jit
def most_promising(search: Search, nodes: Address, parent: Any, options: int, stream: Stream) -> int:
    """Find the strategy with the highest UCB1 among those that can be played; of equals, one at random."""
    best, most, equals = NO_STRATEGY, -np.inf, 0
    spread = log(np.float64(max(parent.visits, 1)))
    for strategy in range(4):
        if options >> strategy & 1:
            child = node_at(nodes, parent.first + strategy)
            visits = np.float64(child.visits)
            bound = child.wins / visits + search.c * np.sqrt(spread / visits)
            equals = equals + 1 if bound == most else 1 if bound > most else equals
            if bound > most or (bound == most and below(stream, equals) == 0):
                best, most = strategy, bound
    return best


@jit
def settle(search: Search, player: int, can_play: bool) -> None:
    """Value an iteration that ends where ``player`` is to play: the player wins if there is a card to play."""
    search.value[player] = np.float64(can_play)
    search.value[1 - player] = 1.0 - np.float64(can_play)
    if search.by_hand:
        value_hands(search, player == DEFENDER and not can_play)


@jit
def settle_pass(search: Search, player: int) -> None:
    """Value an iteration that ``player`` ends by PASS."""
    search.value[player] = 0.5 if player == ATTACKER else 0.0
    search.value[1 - player] = 1.0
    if search.by_hand:
        value_hands(search, player == DEFENDER)


@jit
def value_hands(search: Search, taken: bool) -> None:
    """Compute the hand wins of the paper's 3.1.3.

    They are a bout beaten off for the defender, a hand worth more for the attacker.
    """
    after = mean_hand_value(search.hands[ATTACKER], search.trumps, search.gone | search.table)
    search.value[DEFENDER] = 0.0 if taken else 1.0
    search.value[ATTACKER] = 1.0 if after > search.before else 0.0 if after < search.before else 0.5


@jit
def expand(search: Search, nodes: Address, tree: int, parent: Any, value: float) -> None:
    """Give a node four children, each with one simulation of this value."""
    first = np.int64(search.grown[tree])
    if first + 4 > search.capacity:
        return
    for strategy in range(4):
        child = node_at(nodes, first + strategy)
        child.wins = value
        child.visits = 1
        child.first = 0
    parent.first = first
    search.grown[tree] = first + 4


@jit
def back_up(search: Search, nodes: Address, depth: int) -> None:
    """Count the iteration at the root and at the nodes of its path, which belong to the two players in turn."""
    count_visit(node_at(nodes, 0), 0.0)
    for place in range(1, depth + 1):
        player = search.role if place % 2 == 1 else 1 - search.role
        count_visit(node_at(nodes, search.path[place]), search.value[player])


@jit
def count_visit(node: Any, value: float) -> None:
    """Add a simulation to a node."""
    node.visits += 1
    node.wins += value


@jit
def most_simulated(nodes: Address, options: int, stream: Stream) -> int:
    """Find the strategy of depth 1 with the most simulations among the playable; of equals, one at random."""
    best, most, equals, root = NO_STRATEGY, -1, 0, node_at(nodes, 0)
    for strategy in range(4):
        if options >> strategy & 1:
            visits = node_at(nodes, root.first + strategy).visits
            equals = equals + 1 if visits == most else 1 if visits > most else equals
            if visits > most or (visits == most and below(stream, equals) == 0):
                best, most = strategy, visits
    return best
