"""The remains of the paper's idea: its four strategies decide which plies an information set search looks at.

Until a node has ``patience`` visits, the search considers only the plies that LOW, HIGH, MULTIPLE or PASS may choose,
whichever seat is to move; after that it considers all. Unlimited patience restricts the search to the strategies, less
patience makes them a prior, and ``patience=0`` is `cardkit.search.ismcts`, ply for ply.

Sources: E. Lipin, B. Tang, S. Worthy (2023) for the strategies; for plies that join later, progressive unpruning,
G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search", New Mathematics and Natural Computation 4
(2008).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.agents.exact import with_endgames
from baselines.durak.evaluation.playout import play_out_noisily, quiet_scale
from cardkit.agents import compiled_choice
from cardkit.checks import whole
from cardkit.compiled.bits import ZERO, Bits, is_single, lowest, random_bit, without_lowest
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream, determinize, implement, play_out
from cardkit.search.ismcts import most_promising
from cardkit.search.memory import (
    LONGEST_PATH,
    NO_LIMIT,
    VISITS,
    SearchMemory,
    Table,
    begin_move,
    node_at,
    search_record,
    tried_of,
)
from cardkit.search.memory import GameSearch as Search
from cardkit.search.tree import (
    NO_NODE,
    add_child,
    append_to_path,
    end_search,
    finish,
    follow,
    past_event,
    start_tree,
)
from durak_env.agents.tactics import NULLS, highest_card, lowest_card, multiples, playable, way_to_play
from durak_env.cards import SHOW_BIT, bit
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import STATES, Info, State
from durak_env.core.seating import mover
from durak_env.knowledge import INFOS

SEARCHES = {seats: search_record("durak", seats, [("scale", np.float64), ("patience", np.int64)]) for seats in STATES}
LAYOUT = SearchMemory(
    *(Table(INFOS[seats], STATES[seats], SEARCHES[seats]) for seats in STATES),
    last=int(NULLS),
)
search_in, leaf_in = LAYOUT.search_in, LAYOUT.leaf_in


def strategy_ismcts(simulations: int = 5000, patience: int = NO_LIMIT) -> CompiledAgent:
    """Make `ismcts` with its defaults, but for the plies that the search looks at; for three seats and more.

    Args:
        simulations: of a move, 1..100,000,000.
        patience: visits of a node before the plies of no strategy join the others, 0..2**62; by default never.

    Raises:
        ValueError: a parameter is out of range.
    """
    simulations = whole("simulations", simulations, 1, 100_000_000, 5000)
    memory = LAYOUT.new(
        simulations,
        limit=simulations,
        c=0.7,
        scale=quiet_scale(0.1),
        choice=VISITS,
        patience=whole("patience", patience, 0, NO_LIMIT, NO_LIMIT),
    )
    agent = CompiledAgent(choose_strategy_ismcts, memory)
    agent.info_dtypes = tuple(INFOS.values())
    return with_endgames(agent, "exact")


@compiled_choice
def choose_strategy_ismcts(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action with the most visits."""
    address = address_of(memory)
    search, leaf = search_in(info, address), leaf_in(info, address)
    begin_move(search, address)
    if is_single(info.legal):
        return lowest(info.legal)
    start_tree(search)
    for _ in range(search.limit):
        determinize(info, stream, leaf)
        leaf.legal = info.legal
        finish(search, leaf, descend(search, leaf, stream), stream)
    return end_search(search)


@jit
def descend(search: Search, state: State, stream: Stream) -> int:
    """Walk down as `cardkit.search.ismcts.descend` does, with fewer plies where a node has few visits."""
    number, depth = 0, 0
    append_to_path(search, 0, 0, 0)
    while number != NO_NODE and state.legal != ZERO and depth < LONGEST_PATH - 2:
        node = node_at(search, number)
        plies = state.legal if node.visits >= search.patience else strategic(state)
        tried: Any = tried_of(node)
        untried = plies & ~tried
        number = most_promising(search, node, plies)
        if untried != ZERO:
            number = add_child(search, node, random_bit(untried, stream))
            if number == NO_NODE:
                return depth
        depth += 1
        follow(search, state, depth, number)
        if untried != ZERO:
            return depth
        number, depth = past_event(search, state, depth, number)
    return depth


@jit
def strategic(state: State) -> Bits:
    """Return the legal actions that one of the four strategies may choose, and showing a trump, which plays no card."""
    plies, cards = state.legal & (NULLS | SHOW_BIT), playable(state)
    if cards == ZERO:
        return plies
    left = bit(lowest_card(cards, state.trumps)) | bit(highest_card(cards, state.trumps))
    left |= multiples(cards, state.hands[mover(state)])
    while left != ZERO:
        plies |= bit(way_to_play(state, lowest(left)))
        left = without_lowest(left)
    return plies


@jit_inline
def play_out_greedily(search: Search, state: State, stream: Stream) -> None:
    """Finish a game greedily with the noise of the settings."""
    play_out_noisily(state, stream, search.scale)


for _search in SEARCHES.values():
    implement(play_out, _search, play_out_greedily)
