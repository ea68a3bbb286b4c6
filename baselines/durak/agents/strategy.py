"""The agent strategy: it searches for one of four strategies to play, with a tree of the present decision alone.

Source: E. Lipin, B. Tang, S. Worthy (2023). Their program keeps two trees for all players and all games, so its results
depend on the order of games. This agent does not have that memory; `baselines.durak.lab.paper` measures it.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.search.strategy_tree import (
    HIGH,
    LOW,
    MULTIPLE,
    NO_STRATEGY,
    NODE,
    PASS,
    SEARCH,
    card_of_strategy,
    most_simulated,
    multiples,
    start_tree,
    think,
)
from cardkit.agents import compiled_choice
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import ZERO, is_single, lowest
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import Address, address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import OpenRecord as Search
from durak_env.agents.tactics import NULLS, may_show, playable, way_to_play
from durak_env.cards import SHOW_SLOT
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import Info

RESULTS = {"reach": 0, "hand": 1}
HEAD = Block(("search", SEARCH, 1))
search_in = HEAD.reader("search")
NODES_AT = HEAD.nbytes
"""Offset of the nodes in the memory."""


def strategy(c: float = 2.5, iterations: int = 10, result: str = "reach") -> CompiledAgent:
    """Search by UCB1 for the strategy to play: the lowest card, the highest, one of several of a rank, or none.

    Args:
        c: weight of exploration, 0..100: the factor of sqrt(ln N / n).
        iterations: of a decision, 1..10,000.
        result: what an iteration wins: ``reach``, to have a card to play where the other has none left; or ``hand``,
            for a defender to beat the bout off, for an attacker a higher mean value of the hand.

    Raises:
        ValueError: a parameter is out of range.
    """
    iterations = whole("iterations", iterations, 1, 10_000, 10)
    memory = strategy_memory(4 * iterations + 5, 1)
    search = HEAD.view(memory, "search")
    search["c"] = real("c", c, 0, 100, 2.5)
    search["iterations"] = iterations
    search["by_hand"] = chosen("result", result, RESULTS, "reach")
    return CompiledAgent(choose_strategy, memory, any_table=True)


def strategy_memory(capacity: int, trees: int) -> np.ndarray:
    """Make memory for trees of so many nodes each."""
    block = HEAD.followed_by(("nodes", NODE, capacity * trees))
    memory = block.new()
    HEAD.view(memory, "search")["capacity"] = capacity
    return memory


@compiled_choice
def choose_strategy(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action of the strategy that a new tree prefers."""
    address = address_of(memory)
    search, nodes = search_in(address), address + NODES_AT
    start_tree(search, nodes, 0)
    return choose_by_tree(search, nodes, 0, info, stream)


@jit
def choose_by_tree(search: Search, nodes: Address, tree: int, info: Info, stream: Stream) -> Slot:
    """Let a tree grow and play the strategy that it prefers; null without a card, the card itself if there is one."""
    search.chosen = NO_STRATEGY
    if may_show(info):
        return SHOW_SLOT
    cards = playable(info)
    if cards == ZERO:
        return lowest(info.legal)
    if is_single(cards):
        return way_to_play(info, lowest(cards))
    think(search, nodes, tree, info, stream)
    hand = info.hands[info.seat]
    several, null = multiples(cards, hand) != ZERO, info.legal & NULLS != ZERO
    options = 1 << LOW | 1 << HIGH | np.int64(several) << MULTIPLE | np.int64(null) << PASS
    search.chosen = most_simulated(nodes, options, stream)
    if search.chosen == PASS:
        return lowest(info.legal & NULLS)
    return way_to_play(info, card_of_strategy(search.chosen, cards, hand, info.trumps, stream))
