"""Information set MCTS over roles and hands: one tree for all determinizations."""

from __future__ import annotations

import numpy as np

from bang_env.core.records import Info, State
from baselines.bang.evaluation.playout import PLAYOUTS, keep_values, play_on, score_by_gain
from baselines.bang.evaluation.weights import default_weights
from baselines.bang.search.agent import SearchAgent
from baselines.bang.search.memory import LAYOUT, leaf_in, search_in
from baselines.bang.search.worlds import determinize_by_guess
from cardkit.agents import compiled_choice
from cardkit.checks import chosen, real, whole
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream, determinize
from cardkit.compiled.slots import first_slot, is_lone, legal_of, put_legal
from cardkit.search.ismcts import descend
from cardkit.search.memory import CHOICES, begin_move
from cardkit.search.memory import GameSearch as Search
from cardkit.search.tree import back_up, deadline_of, end_search, finish, is_over, start_tree

ROLES = {"any": 0, "guessed": 1}
DEPTH = 20


def ismcts(
    simulations: int = 1000,
    c: float = 0.7,
    playout: str = "sparing",
    roles: str = "guessed",
    choice: str = "visits",
    depth: int = DEPTH,
    ms: float | None = None,
) -> SearchAgent:
    """Search by information set MCTS: one tree for all hands and roles that may be.

    Args:
        simulations: of a decision, 1..100,000,000.
        c: weight of exploration, 0..100.
        playout: ``rai``, lots by cards, or ``sparing``, the same without what harms those who are allies in the
            determinization.
        roles: ``any`` that may be, or ``guessed`` by who has attacked the Sheriff.
        choice: the action with the most ``visits`` or the best ``mean``.
        depth: plies below the root, 1..300, after which the weights of ``eai`` judge what each seat has gained; 0 plays
            to the end.
        ms: milliseconds per decision, 0.001..1,000,000, instead of ``simulations``; choices then depend on the machine.

    Raises:
        ValueError: a parameter is out of range.
    """
    simulations = whole("simulations", simulations, 1, 100_000_000, 1000)
    memory = LAYOUT.new(
        simulations,
        ms,
        limit=simulations,
        c=real("c", c, 0, 100, 0.7),
        playout=chosen("playout", playout, PLAYOUTS, "sparing"),
        guesses=chosen("roles", roles, ROLES, "guessed"),
        choice=chosen("choice", choice, CHOICES, "visits"),
        horizon=whole("depth", depth, 0, 300, DEPTH),
        weights=default_weights(),
    )
    return SearchAgent(choose_ismcts, memory)


@compiled_choice
def choose_ismcts(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action that the search prefers."""
    address = address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    legal = legal_of(info)
    if is_lone(legal):
        return first_slot(legal)
    grow(search, info, leaf_in(info, address), stream)
    return end_search(search)


@jit
def grow(search: Search, info: Info, leaf: State, stream: Stream) -> None:
    """Grow a new tree for an INFO record until the simulations or the time are used up."""
    deadline = deadline_of(search)
    start_tree(search)
    for done in range(search.limit):
        if is_over(deadline, done):
            break
        if search.guesses:
            determinize_by_guess(info, stream, leaf)
        else:
            determinize(info, stream, leaf)
        put_legal(leaf, legal_of(info))
        if search.horizon == 0:
            finish(search, leaf, descend(search, leaf, stream), stream)
            continue
        keep_values(search, leaf)
        depth = descend(search, leaf, stream)
        play_on(search, leaf, max(0, np.int64(search.horizon) - depth), stream)
        score_by_gain(search, leaf)
        back_up(search, depth)
