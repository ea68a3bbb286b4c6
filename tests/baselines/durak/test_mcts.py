"""MCTS: honest, repeatable, within its budgets, and right where the truth is known."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from baselines import play_match
from baselines.durak.agents.mcts import mcts
from baselines.durak.evaluation.playout import play_out_greedily
from baselines.durak.search.memory import LAYOUT, leaf_in, root_in, search_in, search_memory
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from_seed
from cardkit.search.memory import begin_move
from cardkit.search.uct import search_state
from durak_env.actions import slots_of_actions
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from tests.support.search_positions import legal_slots, positions


def searched(state: Any, simulations: int, c: float, room: int | None = None) -> tuple[Any, np.ndarray]:
    """Return the SEARCH record and the nodes after a UCT search with greedy playouts."""
    memory = search_memory(simulations, c=c)
    address = address_of(memory)
    search = search_in(state, address)
    begin_move(search, address)
    search.room = search.room if room is None else room
    root, leaf = root_in(state, address), leaf_in(state, address)
    search_state(search, state, leaf, streams_from_seed(1)[0], simulations, 0)
    del root
    return LAYOUT.search(memory), LAYOUT.nodes(memory)


class Plain:
    """UCT as in the thesis: a node counts the points of the seat to move, turned where the mover changes."""

    def __init__(self, state: Any) -> None:
        self.state, self.visits, self.points = state, 0, 0.0
        self.over = state.phase == GAME_OVER
        self.seat = None if self.over else int(mover(state))
        self.untried = sorted(legal_slots(state), key=lambda slot: (slot < 2, slot))
        self.children: dict[int, Plain] = {}

    def mean(self, child: Plain) -> float:
        mean = child.points / child.visits
        return 1 - mean if child.seat != self.seat else mean

    def iterate(self, c: float) -> None:
        node: Plain = self
        path: list[Plain] = [node]
        while not node.over and not node.untried:
            bounds = {
                slot: node.mean(child) + c * math.sqrt(2 * math.log(node.visits) / child.visits)
                for slot, child in sorted(node.children.items())
            }
            node = node.children[max(bounds, key=lambda slot: bounds[slot])]
            path.append(node)
        if not node.over:
            slot = node.untried.pop(0)
            state = node.state.copy()
            step(state, slot)
            node.children[slot] = Plain(state)
            path.append(node.children[slot])
        end = path[-1].state.copy()
        play_out_greedily(end, streams_from_seed(0)[0], 0.0)
        for visited in path:
            visited.visits += 1
            visited.points += 0.5 + 0.5 * returns(end, visited.seat or 0)


@pytest.mark.parametrize("c", [0.2, 1.0])
def test_the_tree_is_that_of_plain_uct(c: float) -> None:
    for _, state, seat in positions(12, seed=3):
        plain = Plain(state)
        for _ in range(150):
            plain.iterate(c)
        _, nodes = searched(state, 150, c)
        children = nodes[nodes[0]["first"] :][: len(plain.children)]
        assert {int(child["slot"]): int(child["visits"]) for child in children} == {
            slot: child.visits for slot, child in plain.children.items()
        }
        for child in children:
            found = child["points"] / child["visits"]
            assert found == pytest.approx(plain.mean(plain.children[int(child["slot"])]))
        assert int(nodes[0]["visits"]) == 150
        assert plain.seat == seat


def test_a_full_tree_is_searched_on() -> None:
    for _, state, _ in positions(6, seed=11):
        search, nodes = searched(state, 2000, 1.0, room=64)
        assert search.used <= 64
        assert int(nodes[0]["visits"]) == 2000
        assert not nodes[64:]["visits"].any()


def test_once_nothing_is_hidden_all_simulations_go_into_one_tree() -> None:
    agent = mcts(limit=20, samples=7)
    checked = 0
    for rules, state, seat in positions(120, seed=12):
        info = InformationSet.of(state, rules, seat)
        agent.act(info, np.random.default_rng(0))
        root = LAYOUT.nodes(agent.memory)[0]
        assert root.visits == (20 if info.unseen else 140)
        checked += not info.unseen
        agent.act(InformationSet.of(state, rules, seat, True), np.random.default_rng(0))
        assert LAYOUT.nodes(agent.memory)[0].visits == 20
    assert checked > 10


@pytest.mark.parametrize("choice", ["mean", "visits"])
def test_of_equal_actions_the_first_card_is_played_and_null_last(choice: str) -> None:
    """The first of equal actions is played, by the merits in one tree where all is known, else by two trees' votes."""
    agent = mcts(limit=12, samples=2, choice=choice)
    ties = {True: 0, False: 0}
    for rules, state, seat in positions(120, seed=13):
        for open_world in ties:
            info = InformationSet.of(state, rules, seat, open_world)
            action = agent.act(info, np.random.default_rng(0))
            merits = merits_of(agent.memory, choice)
            equal = [slot for slot, merit in merits.items() if merit == max(merits.values())]
            assert slots_of_actions(rules)[action] == min(equal, key=lambda slot: (slot < 2, slot))
            ties[open_world] += min(equal) < 2 <= max(equal)
    assert min(ties.values()) > 5  # between a card and TAKE or DONE


def merits_of(memory: np.ndarray, choice: str) -> dict[int, float]:
    """Return by slot the merits that decided the last choice."""
    search, nodes = LAYOUT.search(memory), LAYOUT.nodes(memory)
    if search.votes.sum() > 1:
        return {int(slot): int(search.votes[slot]) for slot in np.flatnonzero(search.votes)}
    children = nodes[nodes[0]["first"] :][: int(nodes[0]["tried"]).bit_count()]
    merits = children["visits"] if choice == "visits" else children["points"] / children["visits"]
    return dict(zip(children["slot"].tolist(), merits.tolist(), strict=True))


@pytest.mark.slow
def test_strength_in_the_open_world() -> None:
    result = play_match("mcts:limit=800,c=1.0,simulation=greedy", "greedy", games=300, seed=21, open_world=True)
    assert 0.92 < result.wins / (result.wins + result.losses) <= 1


@pytest.mark.slow
def test_strength_in_the_closed_world() -> None:
    result = play_match("mcts:limit=30,c=1.4,simulation=greedy,samples=30", "greedy", games=600, seed=22)
    assert 0.64 < result.wins / (result.wins + result.losses) < 0.80
