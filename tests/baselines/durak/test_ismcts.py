"""ISMCTS: honest, repeatable, within its budgets, and stronger the longer it searches."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from baselines import play_match
from baselines.durak.agents.ismcts import ismcts
from baselines.durak.search.memory import LAYOUT
from durak_env.cards import TAKE_SLOT
from durak_env.durak import BOUT_ENDED
from durak_env.information import InformationSet
from tests.support.search_positions import positions


def tree(agent: object) -> np.ndarray:
    """Return the nodes of an agent's last search."""
    memory = agent.memory  # type: ignore[attr-defined]
    return LAYOUT.nodes(memory)


def test_the_counts_of_the_tree_agree() -> None:
    agent, ended = ismcts(simulations=400, endgame="search"), 0
    for number, (rules, state, seat) in enumerate(positions(12, seed=31)):
        agent.act(InformationSet.of(state, rules, seat), np.random.default_rng(number))
        nodes = tree(agent)
        root = nodes[0]
        assert root["visits"] == 400
        assert int(root["tried"]) == int(state.legal)  # its own actions are known to it
        todo = [root]
        while todo:
            node = todo.pop()
            children = nodes[node["first"] :][: int(node["tried"]).bit_count()]
            slots = [slot for slot in range(64) if int(node["tried"]) >> slot & 1]
            assert children["slot"].tolist() == slots
            assert children["visits"].sum() <= node["visits"]
            if BOUT_ENDED in slots:
                assert node["slot"] == TAKE_SLOT
                ended += 1
            own = children[children["slot"] != BOUT_ENDED]
            assert (own["available"] < node["visits"]).all()
            assert (own["available"] + 1 >= own["visits"]).all()
            assert (children["points"] <= children["visits"]).all()
            todo += list(children)
    assert ended > 100  # nodes of a take tell whether the attacker had a card to add


def test_searches_keep_their_trees() -> None:
    """A change that is to make a search faster makes no other; 3,000 visits are beyond the tables of the bounds."""
    agent: Any = ismcts(simulations=3000, endgame="search")
    trees = sha256()
    for number, (rules, state, seat) in enumerate(positions(24, seed=33)):
        agent.act(InformationSet.of(state, rules, seat), np.random.default_rng(number))
        for field in ("slot", "visits", "available", "points"):
            trees.update(tree(agent)[field][: LAYOUT.search(agent.memory).used].tobytes())
    assert trees.hexdigest()[:16] == "4eb867bbe54c3082"


def test_a_full_tree_is_searched_on() -> None:
    agent: Any = ismcts(simulations=3000, endgame="search")
    search = LAYOUT.search(agent.memory)
    search.room = 64
    for number, (rules, state, seat) in enumerate(positions(6, seed=32)):
        info = InformationSet.of(state, rules, seat)
        assert agent.act(info, np.random.default_rng(number)) in info.legal_actions
        assert search.used <= 64
        assert tree(agent)[0]["visits"] == 3000


@pytest.mark.slow
def test_more_simulations_win() -> None:
    assert play_match("ismcts:simulations=1500", "ismcts:simulations=50", games=160, seed=33).score > 0.6


@pytest.mark.slow
def test_it_beats_the_votes_of_determinizations() -> None:
    rival = "mcts:limit=30,c=1.4,simulation=greedy,samples=30"
    assert play_match("ismcts:simulations=1500", rival, games=120, seed=34).score > 0.7
