"""ISMCTS as an agent of Durak: `cardkit.search.ismcts` with greedy playouts, and exact endgames."""

from __future__ import annotations

import numpy as np

from baselines.durak.agents.heedful import HeedfulAgent, as_told
from baselines.durak.evaluation.playout import quiet_scale
from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.memory import PLAYOUTS, leaf_in, search_in, search_memory
from cardkit.agents import compiled_choice
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import is_single, lowest
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.search.ismcts import search_information_set
from cardkit.search.memory import CHOICES, begin_move
from cardkit.search.tree import end_search
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import Info


def ismcts(
    simulations: int = 5000,
    c: float = 0.7,
    playout: str = "greedy",
    noise: float = 0.1,
    choice: str = "visits",
    ms: float | None = None,
    endgame: str = "exact",
    evidence: str = "no",
) -> CompiledAgent | HeedfulAgent:
    """Search by information set MCTS: one search tree for all possible arrangements of the hidden cards.

    Args:
        simulations: of a move, 1..100,000,000.
        c: weight of exploration, 0..100.
        playout: ``greedy`` or ``random``.
        noise: probability that a ply of a greedy playout is random, 0..1.
        choice: the action with the most ``visits`` or the best ``mean``.
        ms: milliseconds per move, 0.001..1,000,000, instead of ``simulations``; moves then depend on the machine.
        endgame: once the talon is empty, ``exact`` gives the search only the actions that keep the value of the
            endgame, if it can be solved quickly; ``search`` gives it all.
        evidence: ``yes`` draws the hidden cards from the worlds in which the whole game could have gone as it did, in
            games of two seats without transfers or first_discard_limit. Such games are played from Python.

    Raises:
        ValueError: a parameter is out of range.
    """
    simulations = whole("simulations", simulations, 1, 100_000_000, 5000)
    memory = search_memory(
        simulations,
        ms,
        limit=simulations,
        c=real("c", c, 0, 100, 0.7),
        scale=quiet_scale(real("noise", noise, 0, 1, 0.1)),
        playout=chosen("playout", playout, PLAYOUTS, "greedy"),
        choice=chosen("choice", choice, CHOICES, "visits"),
    )
    return as_told(SearchAgent(choose_ismcts, memory, any_table=True), endgame, evidence)


@compiled_choice
def choose_ismcts(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action that the search prefers."""
    address = address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    if is_single(info.legal):
        return lowest(info.legal)
    search_information_set(search, info, leaf_in(info, address), stream)
    return end_search(search)
