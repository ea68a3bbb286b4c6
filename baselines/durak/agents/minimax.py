"""Minimax: alpha-beta search of the state if it is known, else of determinizations that vote.

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.3 and 4.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from baselines.durak.agents.exact import with_endgames
from baselines.durak.evaluation.alpha_beta import (
    BASIC,
    BASIC_OF_ALL,
    LINEAR,
    MAX_DEPTH,
    PLAYOUT,
    SEARCH,
    next_action,
    search_root,
)
from baselines.durak.evaluation.basic import WIN
from baselines.durak.evaluation.linear import load_evaluation, set_weights
from cardkit.agents import compiled_choice
from cardkit.checks import chosen, whole
from cardkit.compiled.bits import ZERO, bit
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import OpenRecord as Search
from cardkit.notation.analysis import Analysis, Finding
from cardkit.notation.search_tree import Branch, Cut, SearchTree
from cardkit.search.analyst import CompiledAnalyst
from durak_env.action_errors import action_text
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.agents.presets import presets
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, Info, State
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from durak_env.knowledge import determinize_into
from durak_env.rules import Rules

EVALUATIONS = {"playout": PLAYOUT, "basic": BASIC, "evolved": LINEAR}
WEAKNESSES = {"single": False, "all": True}
ORDERS = {"greedy": True, "deck": False}

MEMORY = Block(("search", SEARCH, 1))
search_in = MEMORY.reader("search")


class MinimaxAgent(CompiledAnalyst, CompiledAgent):
    """A compiled agent whose memory is the SEARCH of `baselines.durak.evaluation.alpha_beta`."""

    def explain(
        self, info: InformationSet, chosen: int, memory: np.ndarray, stream: Stream, known: Mapping[int, float]
    ) -> Analysis:
        """Return the value of every legal action, found by a separate search of each, and the expected line.

        Values run from 0 to 1; certain and foreseen wins are near 1, shorter ones nearer. If searches vote, values are
        means, and the line ends with the first action. Positions, depth and time are those of the choice alone. Actions
        that it left out have no value, since they were not searched; not even a known one, since these values also say
        how soon a game ends.
        """
        search = MEMORY.view(memory, "search").copy()[0]
        positions, depth = int(search.nodes), int(search.deepest)
        found = {action: self._finding(search, action, info, stream.copy()) for action in info.legal_actions}
        slot = int(slots_of_actions(info.rules)[chosen])
        line = (chosen,) if search.votes.sum() > 1 else self._line(search, slot, info)
        return Analysis.of(chosen, found, line, positions, depth, lambda action: action_text(action, info.rules))

    def _finding(self, search: Search, action: int, info: InformationSet, stream: Stream) -> Finding:
        slot = int(slots_of_actions(info.rules)[action])
        votes = int(search.votes[slot]) if search.votes.sum() > 1 else None
        if int(search.choices) >> slot & 1 == 0:
            return Finding(None, 0, votes=votes)
        before = int(search.nodes)
        value = mean_value(search, info.record, stream, slot)
        return Finding((1 + value / WIN) / 2, int(search.nodes) - before, votes=votes)

    def _line(self, search: Search, slot: int, info: InformationSet) -> tuple[int, ...]:
        """Return the expected actions from that of ``slot``, to the same horizon; overwrite the search."""
        line, state = [], search.path[0].state
        while True:
            line.append(int(actions_of_slots(info.rules)[slot]))
            step(state, slot)
            search.depth -= 1
            if state.phase == GAME_OVER or search.depth == 0:
                return tuple(line)
            search_root(search, state.legal)
            slot = int(search.path[0].action)

    def tree(self, info: InformationSet, memory: np.ndarray, cut: Cut) -> SearchTree:
        """Return the plies from the last determinization on.

        The search keeps no tree: each ply is searched anew, to the same horizon, and its visits are the positions
        looked at. So plies that the search has skipped have their values too.
        """
        search = MEMORY.view(memory, "search").copy()[0]
        root = search.path[0].state.copy()
        root.legal = search.choices
        branches = _below(search, root, int(search.depth), cut, info.rules)
        return SearchTree.of(int(search.votes.sum()), cut, *branches, how=", each ply searched anew")


def _below(search: Search, state: Any, horizon: int, cut: Cut, rules: Rules) -> tuple[tuple[Branch, ...], int]:
    """Return the plies from a state that are shown, best first, and how many are left out; overwrites the search."""
    if cut.depth == 0 or horizon == 0 or state.phase == GAME_OVER:
        return (), 0
    slots = [slot for slot in range(64) if int(state.legal) >> slot & 1]
    found = {slot: _searched_anew(search, state, slot, horizon) for slot in slots}
    ids, branches = actions_of_slots(rules), list[Branch]()
    for slot, (value, visits) in sorted(found.items(), key=lambda one: -one[1][0]):
        if visits >= cut.visits:
            after, less = state.copy(), cut._replace(depth=cut.depth - 1)
            step(after, slot)
            rest = _below(search, after, horizon - 1, less, rules)
            branches.append(Branch(action_text(int(ids[slot]), rules), int(mover(state)), value, visits, *rest))
    return tuple(branches), len(found) - len(branches)


def _searched_anew(search: Search, state: Any, slot: int, horizon: int) -> tuple[float, int]:
    """Return the value, from 0 to 1, of a ply for who plays it, and the positions that this search looked at."""
    search.path[0].state, search.depth, search.nodes = state, horizon, 0
    value = search_root(search, bit(slot))
    return (1 + value / WIN) / 2, int(search.nodes)


@presets(
    thesis={"depth": 6, "eval": "basic", "samples": 20, "order": "deck", "weaknesses": "single"},
)
def minimax(
    depth: int = 9,
    eval: str = "playout",
    samples: int = 20,
    order: str = "greedy",
    pruning: bool = True,
    caching: bool = True,
    endgame: str = "search",
    weaknesses: str = "single",
) -> CompiledAgent:
    """Search by alpha-beta; if cards are hidden, search several determinizations, and let the majority decide.

    Args:
        depth: plies searched, 1..64.
        eval: positions at that depth are judged by a greedy ``playout``, by ``basic`` features, or by the features and
            weights of the agent ``evolved``.
        samples: determinizations if cards are hidden, 1..10,000.
        order: which of equal actions is played, ``greedy``'s choice or the first in the ``deck``.
        pruning: whether to skip branches that cannot matter; the move stays the same.
        caching: whether a search remembers the positions it met; the move stays the same.
        endgame: once the talon is empty, ``exact`` gives the search only the actions that keep the value of the
            endgame, if it can be solved quickly; ``search`` gives it all.
        weaknesses: whether ``basic`` heeds a ``single`` weak rank, as the thesis' evaluation does, or ``all``, several
            of which the attacker can be rid too (figure 4.7).
        preset: ``thesis``, the settings of the thesis' section 4.5.1: ``depth=6,eval=basic,samples=20,order=deck``. Its
            tournaments have ``eval=playout`` and ``depth=9``, in the closed world ``depth=3,samples=30``.

    Raises:
        ValueError: a parameter is out of range, or ``weaknesses`` is given to another evaluation than ``basic``.
    """
    memory = MEMORY.new()
    search = MEMORY.view(memory, "search")[0]
    search.depth = whole("depth", depth, 1, MAX_DEPTH, 9)
    search.evaluation = chosen("eval", eval, EVALUATIONS, "playout")
    if chosen("weaknesses", weaknesses, WEAKNESSES, "single"):
        if search.evaluation != BASIC:
            raise ValueError(f"weaknesses=all needs eval=basic, which heeds them; got eval={eval}")
        search.evaluation = BASIC_OF_ALL
    if search.evaluation == LINEAR:
        set_weights(search, load_evaluation())
    search.samples = whole("samples", samples, 1, 10_000, 20)
    search.as_greedy = chosen("order", order, ORDERS, "greedy")
    search.pruning = _switch("pruning", pruning)
    search.caching = _switch("caching", caching)
    return with_endgames(MinimaxAgent(choose_minimax, memory), endgame)


@compiled_choice
def choose_minimax(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action that most searches find best: one search if nothing is hidden, else one a determinization."""
    return most_voted(search_in(address_of(memory)), info, stream)


@jit
def most_voted(search: Search, info: Info, stream: Stream) -> Slot:
    """Find the legal action that most searches find best."""
    search.nodes = 0
    search.deepest = 0
    search.choices = info.legal
    for slot in range(64):
        search.votes[slot] = 0
    root = search.path[0]
    for _ in range(searches(search, info)):
        determinize_into(info, stream, root.state)
        search_root(search, info.legal)
        search.votes[root.action] += 1
    return elected(search, root.state)


@jit
def searches(search: Search, info: Info) -> int:
    """Return the number of searches for an INFO record."""
    return search.samples if info.unseen != ZERO else 1


@jit
def elected(search: Search, root: State) -> Slot:
    """Return the slot with the most votes; ties go to the first in search order."""
    left = search.choices
    best = next_action(root, left, search.as_greedy)
    while left != ZERO:
        action = next_action(root, left, search.as_greedy)
        left &= ~bit(action)
        if search.votes[action] > search.votes[best]:
            best = action
    return best


@jit
def mean_value(search: Search, info: Info, stream: Stream, slot: Slot) -> float:
    """Compute the mean value of an action over searches of that action alone."""
    total = 0
    for _ in range(searches(search, info)):
        determinize_into(info, stream, search.path[0].state)
        total += search_root(search, bit(slot))
    return total / searches(search, info)


def _switch(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False (default True), got {value!r}")
    return bool(value)
