"""ISMCTS as an agent of Oh Hell!: `cardkit.search.ismcts` over one round, whose bids are moves of the tree."""

from __future__ import annotations

import numpy as np

from baselines.oh_hell.evaluation.playout import PLAYOUTS
from baselines.oh_hell.search.agent import SearchAgent
from baselines.oh_hell.search.memory import LAYOUT, leaf_in, search_in
from baselines.oh_hell.search.rounds import search_round
from cardkit.agents import compiled_choice
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import is_single, lowest
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.search.ismcts import search_information_set
from cardkit.search.memory import CHOICES, begin_move
from cardkit.search.tree import end_search
from oh_hell_env.core.records import Info


def ismcts(
    simulations: int = 5000,
    c: float = 0.3,
    playout: str = "aiming",
    noise: float = 0.1,
    choice: str = "visits",
    ms: float | None = None,
) -> SearchAgent:
    """Search the rest of the round, bids included, by information set MCTS: one tree for all deals that may be.

    Args:
        simulations: of a decision, 1..100,000,000.
        c: weight of exploration, 0..100; points are scaled from 0 for the fewest of the round to 1 for the most.
        playout: ``avoiding``, random cards that do not win for a seat on its bid, or ``aiming``, for or against the
            trick.
        noise: probability that a card of an aiming playout is random, 0..1.
        choice: the action with the most ``visits`` or the best ``mean``.
        ms: milliseconds per decision, 0.001..1,000,000, instead of ``simulations``; choices then depend on the machine.

    Raises:
        ValueError: a parameter is out of range.
    """
    simulations = whole("simulations", simulations, 1, 100_000_000, 5000)
    memory = LAYOUT.new(
        simulations,
        ms,
        limit=simulations,
        c=real("c", c, 0, 100, 0.3),
        playout=chosen("playout", playout, PLAYOUTS, "aiming"),
        noise=round(256 * real("noise", noise, 0, 1, 0.1)),
        choice=chosen("choice", choice, CHOICES, "visits"),
    )
    return SearchAgent(choose_ismcts, memory)


@compiled_choice
def choose_ismcts(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action that the search prefers."""
    address = address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    if is_single(info.legal):
        return lowest(info.legal)
    search_round(info)
    search_information_set(search, info, leaf_in(info, address), stream)
    return end_search(search)
