"""The kit's searches on a game of three seats, compiled and not."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.compiled.bits import ZERO, is_single, random_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import STREAM, derive
from cardkit.search.findings import LEAST_VISITS, _children, expected_slots
from cardkit.search.ismcts import most_promising, search_information_set
from cardkit.search.memory import VISITS, begin_move, node_at
from cardkit.search.tree import add_child, end_search, start_tree
from cardkit.search.uct import search_state
from tests.support import herding
from tests.support.herding_game import LAYOUT

search_in, leaf_in = LAYOUT.search_in, LAYOUT.leaf_in


@jit
def choose(info, stream, memory, root, knows_all):  # type: ignore[no-untyped-def]
    """Choose by ISMCTS, or by UCT where everything is known."""
    address = address_of(memory)
    search, leaf = search_in(info, address), leaf_in(info, address)
    begin_move(search, address)
    if knows_all:
        search_state(search, root, leaf, stream, search.limit, 0)
    else:
        search_information_set(search, info, leaf, stream)
    return end_search(search)


@jit
def play(states, infos, streams, memory, searcher, knows_all, game, returns):  # type: ignore[no-untyped-def]
    """Play a game in which one seat searches and the others play at random."""
    state, info, stream = states[0], infos[0], streams[0]
    derive(stream, np.uint64(7), game)
    herding.deal(state, stream)
    while state.legal != ZERO:
        seat = herding.mover(state)
        if seat == searcher and not is_single(state.legal):
            herding.observe(state, seat, False, info)
            slot = choose(info, stream, memory, state, knows_all)
        else:
            slot = random_bit(state.legal, stream)
        herding.step(state, slot)
    for seat in range(3):
        returns[seat] += herding.points_of(state, seat)


def mean_returns(searcher: int, knows_all: bool, games: int, simulations: int = 200) -> np.ndarray:
    states, infos = np.zeros(1, herding.STATE), np.zeros(1, herding.INFO)
    streams, returns = np.zeros(1, STREAM), np.zeros(3)
    memory = LAYOUT.new(simulations, limit=simulations, c=0.3, choice=VISITS)
    for game in range(games):
        play(states, infos, streams, memory, searcher, knows_all, game, returns)
    return returns / games


@pytest.mark.parametrize("knows_all", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_search_wins_more_than_random_play_at_the_same_seat(seat: int, knows_all: bool) -> None:
    games = 120
    searching, at_random = (mean_returns(one, knows_all, games)[seat] for one in (seat, -1))
    assert searching > at_random + 5  # of about 40; the standard error of each mean is near 1.6


def test_ismcts_goes_to_the_highest_bound_among_the_legal_children() -> None:
    """The bound counts how often each child was visited and could have been, this time included."""
    memory, slots, c = LAYOUT.new(100, c=0.8), (3, 5, 9, 20), 0.8
    search = LAYOUT.search(memory)
    begin_move(search, address_of(memory))
    start_tree(search)
    root = node_at(search, 0)
    for slot in slots:
        add_child(search, root, slot)
    first = int(root.first)
    children = LAYOUT.nodes(memory)[first:][: len(slots)]
    rng = np.random.default_rng(1)
    for _ in range(300):
        visits = children["visits"] = rng.integers(1, 50, len(slots))
        before = children["available"] = visits + rng.integers(0, 500, len(slots))
        points = children["points"] = visits * rng.random(len(slots))
        legal = rng.random(len(slots)) < 0.7
        chosen = most_promising(search, root, np.uint64(sum(1 << slot for slot in np.array(slots)[legal].tolist())))
        bounds = np.where(legal, points / visits + c * np.sqrt(np.log(before + 1) / visits), -1.0)
        assert chosen - first == (bounds.argmax() if legal.any() else -1 - first)
        assert (children["available"] - before == legal).all()


def test_the_tree_backs_up_what_each_seat_gets() -> None:
    """The root's children hold the scores of the seat that searches; its mean is that of its playouts."""
    memory = LAYOUT.new(500, limit=500, c=0.3, choice=VISITS)
    states, infos, streams = np.zeros(1, herding.STATE), np.zeros(1, herding.INFO), np.zeros(1, STREAM)
    herding.deal(states[0], streams[0])
    herding.observe(states[0], 0, False, infos[0])
    slot = choose(infos[0], streams[0], memory, states[0], False)
    nodes = LAYOUT.nodes(memory)
    children = nodes[nodes[0]["first"] :][: int(nodes[0]["tried"]).bit_count()]
    assert set(children["slot"]) == {5, 10, 15}
    assert children["visits"].sum() == 500
    assert slot == 15  # to call more pays more
    assert np.all(np.diff(children["points"] / children["visits"]) > 0)


def test_an_expected_line_ends_where_few_simulations_came() -> None:
    memory = LAYOUT.new(150, limit=150, c=0.3, choice=VISITS)
    states, infos, streams = np.zeros(1, herding.STATE), np.zeros(1, herding.INFO), np.zeros(1, STREAM)
    herding.deal(states[0], streams[0])
    herding.observe(states[0], 0, False, infos[0])
    slot = choose(infos[0], streams[0], memory, states[0], False)
    nodes, visits = LAYOUT.nodes(memory), list[int]()
    node = nodes[0]
    for one in (slot, *expected_slots(LAYOUT, memory, slot)):
        node = next(child for child in _children(nodes, node) if child["slot"] == one)
        visits.append(int(node["visits"]))
    assert len(visits) > 1
    assert visits[-1] >= LEAST_VISITS
    assert _children(nodes, node)["visits"].max(initial=0) < LEAST_VISITS
