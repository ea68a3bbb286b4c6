"""MCTS: UCT on the state if it is known, else on determinizations that vote (perfect information Monte Carlo).

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.4 and 4.5. As there, the agent chooses the action with the best
mean, and ``c`` is the factor of sqrt(2 ln N / n).
"""

from __future__ import annotations

import numpy as np

from baselines.durak.agents.exact import with_endgames
from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.memory import PLAYOUTS, leaf_in, root_in, search_in, search_memory
from cardkit.agents import compiled_choice
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import ZERO, is_single, lowest
from cardkit.compiled.clock import ticks
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.search.memory import CHOICES, begin_move
from cardkit.search.memory import GameSearch as Search
from cardkit.search.tree import deadline_of, end_search, most_votes
from cardkit.search.uct import search_state
from durak_env.agents.presets import presets
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import Info, State
from durak_env.knowledge import determinize_into


@presets(thesis={"limit": 100, "c": 1.41, "simulation": "greedy", "samples": 20})
def mcts(
    limit: int = 800,
    c: float = 1.0,
    simulation: str = "greedy",
    samples: int = 30,
    choice: str = "mean",
    ms: float | None = None,
    endgame: str = "search",
) -> CompiledAgent:
    """Search by UCT; if cards are hidden, search each of several determinizations, and let the majority decide.

    Args:
        limit: simulations of a search, 1..10,000,000.
        c: weight of exploration, 0..100: the factor of sqrt(2 ln N / n).
        simulation: playouts are ``greedy`` or ``random``.
        samples: determinizations in the closed world, 1..10,000. If nothing is hidden, there is one search with
            ``limit * samples`` simulations.
        choice: the action with the best ``mean`` or the most ``visits``.
        ms: milliseconds per move, 0.001..1,000,000, instead of ``limit``; moves then depend on the machine.
        endgame: once the talon is empty, ``exact`` gives the search only the actions that keep the value of the
            endgame, if it can be solved quickly; ``search`` gives it all.
        preset: ``thesis``, the settings of the thesis' section 4.5.1:
            ``limit=100,c=1.41,simulation=greedy,samples=20``. Its tournaments have ``limit=800,c=1``, in the closed
            world ``limit=30,c=1.4,samples=30``.

    Raises:
        ValueError: a parameter is out of range.
    """
    limit = whole("limit", limit, 1, 10_000_000, 800)
    samples = whole("samples", samples, 1, 10_000, 30)
    memory = search_memory(
        limit * samples,
        ms,
        limit=limit,
        samples=samples,
        c=real("c", c, 0, 100, 1.0),
        playout=chosen("simulation", simulation, PLAYOUTS, "greedy"),
        choice=chosen("choice", choice, CHOICES, "mean"),
    )
    return with_endgames(SearchAgent(choose_mcts, memory, any_table=True), endgame)


@compiled_choice
def choose_mcts(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action that the search prefers, or that most of the searches prefer."""
    address = address_of(memory)
    search, root, leaf = search_in(info, address), root_in(info, address), leaf_in(info, address)
    begin_move(search, address)
    if is_single(info.legal):
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


@jit
def take_votes(search: Search, info: Info, root: State, leaf: State, stream: Stream) -> None:
    """Search each of the determinizations; each search votes for the action that it prefers."""
    began = ticks()
    for sample in range(search.samples):
        determinize_into(info, stream, root)
        deadline = began + search.ticks * (sample + 1) // search.samples if search.ticks > 0 else 0
        search_state(search, root, leaf, stream, search.limit, deadline)
        end_search(search)
