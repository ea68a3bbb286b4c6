"""The four strategies as the plies of an information set search: which plies these are, and when others join them."""

from __future__ import annotations

import numpy as np
import pytest

from baselines import play_match
from baselines.durak.lab.paper.strategy_ismcts import LAYOUT, strategic, strategy_ismcts
from cardkit.playing_cards import Card, mask_of, suit_lane
from durak_env.cards import DONE_BIT
from durak_env.core.dealing import deal
from durak_env.core.records import ATTACK
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.search_positions import FOUR_SEATS, positions

SPEC = "baselines.durak.lab.paper.strategy_ismcts:strategy_ismcts:simulations=40"


def test_they_are_the_lowest_and_the_highest_card_those_of_several_of_a_rank_and_null() -> None:
    state = deal(Rules(num_players=4), np.random.default_rng(1))
    state.trumps = suit_lane(Card("6h").slot)
    hand = mask_of(["7c", "8c", "9h", "9s", "Kd", "10h"])
    state.hands[int(state.attacker)] = state.legal = hand
    assert state.phase == ATTACK
    assert strategic(state) == mask_of(["7c", "9h", "9s", "10h"])
    state.legal = mask_of(["9s"]) | DONE_BIT
    assert strategic(state) == state.legal


@pytest.mark.slow  # each search compiles for seconds
def test_without_patience_it_plays_as_ismcts_does() -> None:
    for rules in FOUR_SEATS[:2]:
        matches = [
            play_match(agent, "greedy", games=8, seed=3, rules=rules).results
            for agent in ("ismcts:simulations=40", f"{SPEC},patience=0")
        ]
        for field in ("returns", "plies", "bouts", "choices"):
            assert np.array_equal(matches[0][field], matches[1][field])


@pytest.mark.slow
def test_other_plies_join_after_so_many_visits() -> None:
    never, later, fewer = strategy_ismcts(200), strategy_ismcts(200, patience=50), 0
    for number, (rules, state, seat) in enumerate(positions(20, seed=3, rule_sets=FOUR_SEATS[:1])):
        if state.talon_size == 0:
            continue  # exact endgames may leave out plies
        info = InformationSet.of(state, rules, seat)
        roots = []
        for agent in (never, later):
            assert agent.act(info, np.random.default_rng(number)) in info.legal_actions
            roots.append(LAYOUT.nodes(agent.memory)[0])
        assert [root["visits"] for root in roots] == [200, 200]
        assert [root["tried"] for root in roots] == [strategic(state), state.legal]
        fewer += strategic(state) != state.legal
    assert fewer > 2
