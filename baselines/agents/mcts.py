"""MCTS: UCT on the state where it is known, else on determinizations that vote (perfect information Monte Carlo).

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.4 and 4.5. As there, the action with the best mean is chosen, and
``c`` stands before the root of 2 ln N / n.
"""

from __future__ import annotations

from typing import Any

from baselines.agents.exact import endgame_choice, without_mistakes
from baselines.agents.protocol import compiled_choice
from baselines.search.agent import SearchAgent
from baselines.search.memory import LEAF_AT, NODES_AT, PLAYOUTS, ROOT_AT, search_at, search_memory, state_at
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import ONE, ZERO, lowest
from cardkit.compiled.clock import ticks
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.search.memory import CHOICES, begin_move
from cardkit.search.tree import deadline_of, end_search, most_votes
from cardkit.search.uct import search_state
from durak_env.information import determinize_into


def mcts(
    limit: int = 800,
    c: float = 1.0,
    simulation: str = "greedy",
    samples: int = 30,
    choice: str = "mean",
    ms: float | None = None,
    endgame: str = "search",
) -> SearchAgent:
    """UCT; where cards are hidden, a UCT for each of some determinizations, and the majority decides.

    Args:
        limit: simulations of a search, 1..10,000,000.
        c: weight of exploration, 0..100.
        simulation: playouts are ``greedy`` or ``random``.
        samples: determinizations in the closed world, 1..10,000. Once nothing is hidden there is one search with
            ``limit * samples`` simulations.
        choice: the action with the best ``mean`` or the most ``visits``.
        ms: milliseconds a move, 0.001..1,000,000, instead of ``limit``; moves then depend on the machine.
        endgame: once the talon is empty, ``exact`` leaves only actions that keep the value of the endgame to the
            search, if it can be solved quickly; ``search`` leaves it all.

    Raises:
        ValueError: a parameter is out of its range.
    """
    limit = whole("limit", limit, 1, 10_000_000, 800)
    samples = whole("samples", samples, 1, 10_000, 30)
    memory = search_memory(
        limit * samples,
        endgame_choice(endgame),
        ms,
        limit=limit,
        samples=samples,
        c=real("c", c, 0, 100, 1.0),
        playout=chosen("simulation", simulation, PLAYOUTS, "greedy"),
        choice=chosen("choice", choice, CHOICES, "mean"),
    )
    return SearchAgent(choose_mcts if endgame == "search" else choose_mcts_exactly, memory)


@compiled_choice
def choose_mcts(info: Any, stream: Any, memory: Any) -> Any:
    """The action that the search likes best, or that most of the searches do."""
    address = address_of(memory)
    search, root, leaf = search_at(address, 0), state_at(address + ROOT_AT, 0), state_at(address + LEAF_AT, 0)
    begin_move(search, address + NODES_AT)
    if info.legal & (info.legal - ONE) == ZERO:
        return lowest(info.legal)
    if info.unseen != ZERO:
        take_votes(search, info, root, leaf, stream)
        return most_votes(search, info.legal)
    determinize_into(info, stream, root)
    root.legal = info.legal
    limit = search.limit
    if not info.open_world and search.ticks == 0:
        limit *= search.samples
    search_state(search, root, leaf, stream, limit, deadline_of(search))
    return end_search(search)


@compiled_choice
def choose_mcts_exactly(info: Any, stream: Any, memory: Any) -> Any:
    """The same among the actions that keep the value of the endgame."""
    return choose_mcts(without_mistakes(info, memory), stream, memory)


@jit
def take_votes(search: Any, info: Any, root: Any, leaf: Any, stream: Any) -> None:
    """Search each of the determinizations; each search votes for the action that it likes best."""
    began = ticks()
    for sample in range(search.samples):
        determinize_into(info, stream, root)
        deadline = began + search.ticks * (sample + 1) // search.samples if search.ticks > 0 else 0
        search_state(search, root, leaf, stream, search.limit, deadline)
        end_search(search)
