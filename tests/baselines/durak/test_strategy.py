"""The paper's agents: the value of a hand, the tree of strategies, and what a choice makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.agents.strategy import strategy
from baselines.durak.evaluation.hand_value import (
    EMPTY,
    TRUMP_WEIGHT,
    card_value,
    mean_hand_value,
    ranges_of,
    state_of_hand,
)
from baselines.durak.lab.paper.example_tree import nodes_of
from baselines.durak.lab.paper.kept_trees import (
    CHOSEN,
    FIELDS,
    FORCED,
    HANDS,
    NO_PASS,
    OTHERWISE,
    WON_TWICE,
    count_hand,
)
from baselines.durak.search.strategy_tree import (
    ATTACKER,
    DEFENDER,
    HEAD,
    HIGH,
    LOW,
    MULTIPLE,
    NODE,
    NODES_AT,
    card_of_strategy,
    settle_pass,
    strategy_memory,
)
from cardkit.compiled.prng import streams_from_seed
from cardkit.playing_cards import card_of, mask_of, suit_lane
from durak_env import durak_v0
from durak_env.agents.tactics import multiples
from durak_env.rules import Rules

PAPER = Rules(num_players=4, start_rank=2, max_attack_cards=6)
NONE, CLUBS = np.uint64(0), np.uint64(suit_lane(0))


def cards(text: str) -> np.uint64:
    return np.uint64(mask_of(text.split()))


def first_info(seed: int, rules: Rules = PAPER) -> Any:
    env = durak_v0.raw_env(rules=rules)
    env.reset(seed=seed)
    return env.information_set(env.agent_selection)


def test_the_value_of_a_hand_is_that_of_the_formula() -> None:
    """9h: 9; 9c: 9 and the trump; both have two of their rank. Played: one heart, one nine."""
    played = cards("2h 9s")
    expected = ((9 + 2 - 1 - 1) + (9 + TRUMP_WEIGHT + 2 - 0 - 1)) / 2
    assert mean_hand_value(cards("9h 9c"), CLUBS, played) == expected
    assert mean_hand_value(cards("9h 9c"), NONE, played) == expected - TRUMP_WEIGHT / 2
    assert mean_hand_value(NONE, CLUBS, played) == EMPTY


@pytest.mark.parametrize(("hand", "several"), [("7h 7d 9c", "7h 7d"), ("7h 8h", ""), ("Ah Ad Ac 2c", "Ah Ad Ac")])
def test_multiple_is_of_ranks_of_which_the_hand_has_more(hand: str, several: str) -> None:
    assert multiples(cards(hand), cards(hand)) == (cards(several) if several else 0)


def test_a_strategy_plays_its_card() -> None:
    hand, stream = cards("7h 7d 9h 7c Qc"), streams_from_seed(1)[0]
    assert str(card_of(card_of_strategy(LOW, hand, hand, CLUBS, stream))) == "7d"
    assert str(card_of(card_of_strategy(HIGH, hand, hand, CLUBS, stream))) == "Qc"
    found = [str(card_of(card_of_strategy(MULTIPLE, hand, hand, CLUBS, stream))) for _ in range(3500)]
    assert {name: round(found.count(name) / 500) for name in set(found)} == {"7d": 3, "7h": 3, "7c": 1}


def test_simulations_add_up_and_the_most_simulated_strategy_is_played() -> None:
    agent = strategy(c=1.0, iterations=60)
    info = first_info(3)
    action = agent.act(info, np.random.default_rng(1))
    root, *rest = nodes_of(agent.memory)
    assert root.visits == 60
    assert all(0 <= node.wins <= node.visits for node in rest)
    by_path = {node.path: node.visits for node in rest}
    for path, visits in by_path.items():  # each child has one simulation of its birth, and those that went through it
        children = [by_path[one] - 1 for one in by_path if len(one) == len(path) + 1 and one[:-1] == path]
        assert sum(children) <= visits
    first = {path[0]: visits for path, visits in by_path.items() if len(path) == 1}
    assert first["pass"] == 1  # nothing may be passed on the first attack
    assert action in info.legal_actions
    assert (
        max(first, key=first.__getitem__)
        == ("low", "high", "multiple")[int(HEAD.view(agent.memory, "search")["chosen"][0])]
    )


def test_a_tree_is_of_one_choice_alone() -> None:
    """A choice starts a new tree, so the agent's earlier choices change nothing."""
    fresh, used = strategy(), strategy()
    for seed in range(5):
        used.act(first_info(seed), np.random.default_rng(seed))
    info = first_info(9)
    assert [fresh.act(info, np.random.default_rng(7))] == [used.act(info, np.random.default_rng(7))]
    assert len(fresh.memory) == len(used.memory)
    assert int(HEAD.view(used.memory, "search")["grown"][0][0]) <= (len(used.memory) - NODES_AT) // NODE.itemsize


@pytest.mark.slow
def test_they_are_as_strong_as_published() -> None:
    """Against three random agents the agent is not the fool in 90 % of games with c = 2.5, near 80 % with c = 0."""
    rates = {
        spec: 1 - np.mean(play_match(spec, "random", 4000, rules=PAPER, seed=1).results["returns"][:, 0] < 0)
        for spec in ("strategy", "strategy:c=0", "hvalue")
    }
    assert rates["strategy"] == pytest.approx(0.914, abs=0.02)
    assert rates["strategy:c=0"] == pytest.approx(0.80, abs=0.03)
    assert rates["hvalue"] == pytest.approx(0.83, abs=0.03)


def test_hvalue_keeps_a_trump_and_takes_what_is_worth_more() -> None:
    info = first_info(4)
    action = make_agent("hvalue").act(info, np.random.default_rng(1))
    hand, trumps = info.record.hands[info.seat], info.record.trumps
    values = {card: mean_hand_value(hand & ~mask_of([str(card)]), trumps, mask_of([str(card)])) for card in info.hand}
    assert str(max(values, key=values.__getitem__)) == durak_text(action)


def durak_text(action: int) -> str:
    from durak_env import format_action

    return format_action(action, PAPER)


def test_the_state_of_a_hand_is_that_of_the_equation() -> None:
    info = first_info(4)
    state = state_of_hand(info)
    hand, trumps = info.record.hands[info.seat], info.record.trumps
    values = sorted(card_value(card.slot, hand, trumps, NONE) for card in info.hand)
    assert state.tolist() == [0, info.defender, *values]
    sizes, env = set[int](), durak_v0.raw_env(rules=PAPER)
    env.reset(seed=4)
    for _ in range(60):
        now = env.information_set(env.agent_selection)
        state = state_of_hand(now)
        played = len(now.discard) + len(now.attack_cards) + len([one for one in now.defence_cards if one is not None])
        assert state[0] == played
        assert len(state) == 2 + max(6, len(now.hand))
        assert np.isnan(state[2:]).sum() == max(0, 6 - len(now.hand))
        sizes.add(len(now.hand))
        env.step(now.legal_actions[0])
    assert min(sizes) < 6 < max(sizes)


def test_values_lie_in_four_ranges() -> None:
    assert ranges_of(np.array([-9, 1, 2, 5, 6, 10, 11, 40]), np.array([2, 6, 11])).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]


def test_a_pass_pays_nothing_or_half_and_the_other_a_win() -> None:
    search = HEAD.view(strategy_memory(5, 1, 1.0, 10, "reach"), "search")[0]
    for role, own in ((ATTACKER, 0.5), (DEFENDER, 0.0)):
        settle_pass(search, role)
        assert search.value[role] == own
        assert search.value[1 - role] == 1


def test_a_hand_is_won_by_its_value_or_half_by_a_pass() -> None:
    """Columns: the hands, those won twice as attacker: if each pass is half, if none is, if a chosen one is."""
    told = []
    for passed in (NO_PASS, FORCED, CHOSEN):
        for gain in (1.0, -1.0, 0.0):
            row = np.zeros(FIELDS, np.int16)
            count_hand(row, ATTACKER, False, passed, gain)
            assert row[HANDS : HANDS + 2].tolist() == [1, 0]
            told.append([int(row[WON_TWICE]), *row[OTHERWISE : OTHERWISE + 2].tolist()])
    assert told[:3] == [[2, 2, 2], [0, 0, 0], [1, 1, 1]]
    assert told[3:6] == [[1, 2, 2], [1, 0, 0], [1, 1, 1]]
    assert told[6:] == [[1, 2, 1], [1, 0, 1], [1, 1, 1]]
    for taken, won in ((True, 0), (False, 2)):
        row = np.zeros(FIELDS, np.int16)
        count_hand(row, DEFENDER, taken, NO_PASS, 1.0)
        assert row[HANDS : WON_TWICE + 2].tolist() == [0, 1, 0, won]
