"""ISMCTS: honest, repeatable, within its budgets, and stronger the longer it searches."""

from __future__ import annotations

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.agents.ismcts import ismcts
from baselines.search.memory import LAYOUT
from durak_env.durak import BOUT_ENDED
from durak_env.information import InformationSet
from tests.support.search_positions import (
    check_honesty,
    check_plays,
    check_same_seed_same_move,
    check_without_the_jit,
    positions,
    small_endgames,
)

SPECS = ["ismcts:simulations=200", "ismcts:simulations=150,playout=random,c=1.5,choice=mean,endgame=search"]


@pytest.mark.parametrize("spec", SPECS)
def test_honesty(spec: str) -> None:
    check_honesty(spec, 42)


@pytest.mark.parametrize("spec", SPECS)
def test_a_move_follows_from_knowledge_and_seed(spec: str) -> None:
    check_same_seed_same_move(spec, 30)


@pytest.mark.parametrize("spec", ["ismcts:simulations=1", "ismcts:ms=1", "ismcts:ms=0.001"])
def test_the_smallest_budgets(spec: str) -> None:
    check_plays(spec, 12)


def test_without_the_jit() -> None:
    check_without_the_jit("ismcts:simulations=12")


@pytest.mark.parametrize("choice", ["mean", "visits"])
def test_it_finds_the_best_move_of_small_endgames(choice: str) -> None:
    agent = ismcts(simulations=3000, choice=choice, endgame="search")
    for info, outcomes in small_endgames():
        assert outcomes[agent.act(info, np.random.default_rng(0))] == max(outcomes.values())


def tree(agent: object) -> np.ndarray:
    """The nodes of an agent's last search."""
    memory = agent.memory  # type: ignore[attr-defined]
    return LAYOUT.nodes(memory)


def test_the_counts_of_the_tree_agree() -> None:
    agent = ismcts(simulations=400, endgame="search")
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
            own = children[children["slot"] != BOUT_ENDED]
            assert (own["available"] < node["visits"]).all()
            assert (own["available"] + 1 >= own["visits"]).all()
            assert (children["points"] <= children["visits"]).all()
            todo += list(children)


def test_exact_endgames_leave_only_moves_that_keep_the_value() -> None:
    agent = make_agent("ismcts:simulations=1")
    for info, outcomes in small_endgames():
        assert outcomes[agent.act(info, np.random.default_rng(0))] == max(outcomes.values())


def test_a_full_tree_is_searched_on() -> None:
    agent = ismcts(simulations=3000, endgame="search")
    search = LAYOUT.search(agent.memory)
    search.room = 64
    for number, (rules, state, seat) in enumerate(positions(6, seed=32)):
        info = InformationSet.of(state, rules, seat)
        assert agent.act(info, np.random.default_rng(number)) in info.legal_actions
        assert search.used <= 64
        assert tree(agent)[0]["visits"] == 3000


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("simulations=0", "simulations .*got 0"),
        ("c=101", "c .*got 101"),
        ("noise=1.5", r"noise .*got 1\.5"),
        ("ms=-1", "ms .*got -1"),
        ("playout=none", "playout .*got 'none'"),
        ("choice=best", "choice"),
        ("endgame=best", "endgame .*got 'best'"),
    ],
)
def test_wrong_parameters(parameters: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_agent(f"ismcts:{parameters}")


@pytest.mark.slow
def test_more_simulations_win() -> None:
    assert play_match("ismcts:simulations=1500", "ismcts:simulations=50", games=300, seed=33).score > 0.6


@pytest.mark.slow
def test_it_beats_the_votes_of_determinizations() -> None:
    rival = "mcts:limit=30,c=1.4,simulation=greedy,samples=30"
    assert play_match("ismcts:simulations=2500", rival, games=200, seed=34).score > 0.7
