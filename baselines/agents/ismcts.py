"""ISMCTS as an agent of Durak: `cardkit.search.ismcts` with greedy playouts, and exact endgames."""

from __future__ import annotations

from typing import Any

from baselines.agents.exact import endgame_choice, without_mistakes
from baselines.agents.protocol import compiled_choice
from baselines.evaluation.playout import quiet_scale
from baselines.search.agent import SearchAgent
from baselines.search.memory import LEAF_AT, NODES_AT, PLAYOUTS, search_at, search_memory, state_at
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import ONE, ZERO, lowest
from cardkit.compiled.memory import address_of
from cardkit.search.ismcts import search_information_set
from cardkit.search.memory import CHOICES, begin_move
from cardkit.search.tree import end_search


def ismcts(
    simulations: int = 5000,
    c: float = 0.7,
    playout: str = "greedy",
    noise: float = 0.1,
    choice: str = "visits",
    ms: float | None = None,
    endgame: str = "exact",
) -> SearchAgent:
    """Information set MCTS: one search tree for all the ways in which the hidden cards may lie.

    Args:
        simulations: of a move, 1..100,000,000.
        c: weight of exploration, 0..100.
        playout: ``greedy`` or ``random``.
        noise: probability with which a ply of a greedy playout is a random one, 0..1.
        choice: the action with the most ``visits`` or the best ``mean``.
        ms: milliseconds a move, 0.001..1,000,000, instead of ``simulations``; moves then depend on the machine.
        endgame: once the talon is empty, ``exact`` leaves only actions that keep the value of the endgame to the
            search, if it can be solved quickly; ``search`` leaves it all.

    Raises:
        ValueError: a parameter is out of its range.
    """
    simulations = whole("simulations", simulations, 1, 100_000_000, 5000)
    memory = search_memory(
        simulations,
        endgame_choice(endgame, "exact"),
        ms,
        limit=simulations,
        c=real("c", c, 0, 100, 0.7),
        scale=quiet_scale(real("noise", noise, 0, 1, 0.1)),
        playout=chosen("playout", playout, PLAYOUTS, "greedy"),
        choice=chosen("choice", choice, CHOICES, "visits"),
    )
    return SearchAgent(choose_ismcts if endgame == "search" else choose_ismcts_exactly, memory)


@compiled_choice
def choose_ismcts(info: Any, stream: Any, memory: Any) -> Any:
    """The action that the search likes best."""
    address = address_of(memory)
    search, leaf = search_at(address, 0), state_at(address + LEAF_AT, 0)
    begin_move(search, address + NODES_AT)
    if info.legal & (info.legal - ONE) == ZERO:
        return lowest(info.legal)
    search_information_set(search, info, leaf, stream)
    return end_search(search)


@compiled_choice
def choose_ismcts_exactly(info: Any, stream: Any, memory: Any) -> Any:
    """The same among the actions that keep the value of the endgame."""
    return choose_ismcts(without_mistakes(info, memory), stream, memory)
