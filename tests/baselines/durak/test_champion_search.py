"""champion-search: honest, repeatable, led by its network, and stronger than the network alone."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.agents.champion_search import champion_search
from baselines.durak.networks.champions import BELIEF, LARGER
from baselines.durak.networks.critic import CHAMPION_CRITIC
from baselines.durak.networks.network_file import save_network
from baselines.durak.search.memory import LAYOUT
from cardkit.arena.match import play_match as play_lineup
from cardkit.search.puct import ONE_PRIOR
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.seating import mover
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.networks import network
from tests.support.positions import positions as at_tables
from tests.support.search_positions import STANDARD, positions


@pytest.mark.parametrize("generation", [1, 2])
def test_one_simulation_plays_what_the_network_plays(generation: int) -> None:
    agent = champion_search(simulations=1, endgame="search", generation=generation)
    champion = make_agent(f"champion:generation={generation},endgame=policy")
    for number, (rules, state, seat) in enumerate(positions(40, 61, STANDARD)):
        info = InformationSet.of(state, rules, seat)
        assert agent.act(info, np.random.default_rng(number)) == champion.act(info, np.random.default_rng(number))


OTHERS = [
    pytest.param(rules, id=str(rules), marks=pytest.mark.slow if rules.transfer or rules.num_players > 2 else [])
    for rules in (Rules(start_rank=2), Rules(transfer=True), *(Rules(num_players=seats) for seats in range(3, 7)))
]


@pytest.mark.parametrize("rules", OTHERS)
def test_one_simulation_plays_what_the_network_of_the_rules_plays(rules: Rules) -> None:
    agent, champion = champion_search(simulations=1, endgame="search"), make_agent("champion:endgame=policy")
    for number, (game, state, seat) in enumerate(at_tables(40, 61, [Durak(rules)])):
        info = game.information_set(state, seat)
        assert agent.act(info, np.random.default_rng(number)) == champion.act(info, np.random.default_rng(number))


@pytest.mark.parametrize(("rules", "judged"), [(Rules(), True), (Rules(start_rank=2), False)], ids=str)
def test_the_critic_judges_games_by_its_rules_and_playouts_the_others(rules: Rules, judged: bool) -> None:
    own, none = (champion_search(simulations=60, endgame="search", critic=critic) for critic in ("own", "none"))
    plays = []
    for game, state, seat in at_tables(20, 66, [Durak(rules)]):
        info = game.information_set(state, seat)
        plays.append([(agent.act(info, np.random.default_rng(1)), tree(agent).tobytes()) for agent in (own, none)])
    assert any(first != second for first, second in plays) == judged


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (f"belief={BELIEF}", "a search with belief=.* plays two seats only"),
        ("opponent=greedy", "a search with opponent=greedy plays two seats only"),
        (f"critic={CHAMPION_CRITIC}", "a search with critic=.* plays two seats only"),
        ("evidence=yes", "evidence=yes plays two seats only"),
        ("generation=2", "it plays two seats only"),
    ],
)
def test_what_knows_two_seats_only_says_so(options: str, told: str) -> None:
    with pytest.raises(ValueError, match=f"{told}.*rules are num_players=4"):
        play_lineup(Durak(Rules(num_players=4)), [f"champion-search:simulations=2,{options}", *["greedy"] * 3], games=4)


def test_an_opponent_is_known_at_two_seats_only_whatever_the_policy() -> None:
    with pytest.raises(ValueError, match=r"opponent=greedy plays two seats only.*policy's are num_players=3"):
        champion_search(path=str(LARGER), opponent="greedy")


def test_a_policy_is_named_once() -> None:
    with pytest.raises(ValueError, match="path and generation exclude each other"):
        champion_search(path=str(LARGER), generation=1)


def tree(agent: object) -> np.ndarray:
    """Return the nodes of an agent's last search."""
    memory = agent.memory  # type: ignore[attr-defined]
    return LAYOUT.nodes(memory)


def test_nodes_get_children_and_priors_when_they_have_been_visited_enough() -> None:
    agent = champion_search(simulations=500, patience=5, endgame="search")
    for number, (rules, state, seat) in enumerate(positions(6, 62, STANDARD)):
        agent.act(InformationSet.of(state, rules, seat), np.random.default_rng(number))
        nodes = tree(agent)
        assert nodes[0]["visits"] == 500
        assert int(nodes[0]["tried"]) == int(state.legal)
        first = nodes[nodes[0]["first"] :][: int(nodes[0]["tried"]).bit_count()]
        assert first["prior"].sum() == pytest.approx(ONE_PRIOR, abs=len(first))
        for node in nodes[nodes["visits"] < 5][1:]:
            assert int(node["tried"]).bit_count() <= 1 or node["visits"] == 0  # only a forced ply goes on


def test_a_full_tree_is_searched_on() -> None:
    agent = champion_search(simulations=600, endgame="search")
    search = LAYOUT.search(agent.memory)  # type: ignore[union-attr]
    search.room = 64
    for number, (rules, state, seat) in enumerate(positions(4, 63, STANDARD)):
        info = InformationSet.of(state, rules, seat)
        assert agent.act(info, np.random.default_rng(number)) in info.legal_actions
        assert search.used <= 64
        assert tree(agent)[0]["visits"] == 600


def test_a_network_of_another_size(tmp_path: Path) -> None:
    save_network(network(hidden=(40, 24, 16)), tmp_path / "deep.safetensors")
    agent = champion_search(simulations=60, path=str(tmp_path / "deep.safetensors"))
    assert play_match(agent, "greedy", games=4, seed=1).results["fault"].sum() == 0


class Python:
    """An agent that is not compiled."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return info.legal_actions[0]


def test_a_known_opponent_plays_its_own_plies_in_the_tree() -> None:
    """Once the talon is empty nothing is hidden; so after each own ply the tree has the opponent's one answer to it."""
    agent, greedy = champion_search(simulations=200, endgame="search", opponent="greedy"), make_agent("greedy")
    answers = 0
    for number, (rules, state, seat) in enumerate(positions(60, 65, STANDARD)):
        if state.talon_size > 0:
            continue
        info = InformationSet.of(state, rules, seat)
        chosen = agent.act(info, np.random.default_rng(number))
        nodes = tree(agent).copy()
        assert pickle.loads(pickle.dumps(agent)).act(info, np.random.default_rng(number)) == chosen
        for child in nodes[nodes[0]["first"] :][: int(nodes[0]["tried"]).bit_count()]:
            after = state.copy()
            step(after, int(child["slot"]))
            if after.phase == GAME_OVER or mover(after) == seat or child["visits"] < 2:
                continue
            (answer,) = nodes[child["first"] :][: int(child["tried"]).bit_count()]
            theirs = InformationSet.of(after, rules, 1 - seat)
            assert theirs.action_of(int(answer["slot"])) == greedy.act(theirs, np.random.default_rng(0))
            answers += 1
    assert answers > 20


def test_an_opponent_that_is_not_compiled_cannot_be_known() -> None:
    with pytest.raises(ValueError, match="must be a compiled agent"):
        champion_search(opponent=f"{__name__}:Python")


@pytest.mark.slow
def test_the_search_is_stronger_than_its_network() -> None:
    assert play_match("champion-search:simulations=800", "champion:endgame=policy", games=160, seed=64).score > 0.55
