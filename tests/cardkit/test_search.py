"""The kit's searches on a game of three seats, compiled and not."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.compiled.bits import ONE, ZERO, nth_bit, popcount
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of, record_reader
from cardkit.compiled.prng import STREAM, below, derive
from cardkit.search.ismcts import search_information_set
from cardkit.search.memory import VISITS, begin_move
from cardkit.search.tree import end_search
from cardkit.search.uct import search_state
from tests.support import herding
from tests.support.herding_game import LAYOUT, SEARCH

LEAF_AT, NODES_AT = LAYOUT.leaf_at, LAYOUT.nodes_at
search_at, state_at = record_reader(SEARCH), record_reader(herding.STATE)


@jit
def choose(info, stream, memory, root, knows_all):  # type: ignore[no-untyped-def]
    """What ISMCTS chooses, or UCT where everything is known."""
    address = address_of(memory)
    search, leaf = search_at(address, 0), state_at(address + LEAF_AT, 0)
    begin_move(search, address + NODES_AT)
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
        if seat == searcher and state.legal & (state.legal - ONE) != ZERO:
            herding.observe(state, seat, False, info)
            slot = choose(info, stream, memory, state, knows_all)
        else:
            slot = nth_bit(state.legal, below(stream, popcount(state.legal)))
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


def test_the_tree_backs_up_what_each_seat_gets() -> None:
    """At the root's children stand the scores of the seat that searches; its mean is that of its playouts."""
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
