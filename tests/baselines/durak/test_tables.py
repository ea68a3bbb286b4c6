"""Agents at tables of more than two seats, and at tables where the attack can be passed on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from baselines import make_agent
from baselines.durak.endgames.solver import UNSOLVED, endgame_memory, is_endgame, move_values, outcome
from cardkit.arena.match import play_match
from cardkit.playing_cards import Card
from durak_env.actions import slots_of_actions
from durak_env.agents.heuristic import greedy, high, low, smart
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.notation import format_action, parse_action
from durak_env.rules import THROWERS, Rules
from tests.support.search_positions import after, legal_slots, played_on, positions

# --- rules of thumb --------------------------------------------------------------------------------------------------

PASSING = Rules(num_players=4, start_rank=9, hand_size=3, transfer=True)
SHOWING = Rules(num_players=4, start_rank=9, hand_size=3, transfer=True, passport=True)


def answer(agent: Any, hand: str, plies: str, rules: Rules = PASSING) -> str:
    """Return the agent's answer in seat 1 after some plies, of which seat 0 attacks; trumps are diamonds."""
    hands = ["9c 9s Tc", hand, "Ac As Ah", "Qc Qs Qh"]
    dealt = [card for cards in hands for card in map(Card, cards.split())]
    rest = [card for card in rules.deck if card not in dealt]
    rest.sort(key=lambda card: card == "Kd")
    state = Deal((*dealt, *rest), attacker=0).lay_out(rules)
    for ply in plies.split():
        step(state, int(slots_of_actions(rules)[parse_action(ply, rules)]))
    info = InformationSet.of(state, rules, int(mover(state)))
    return format_action(agent.act(info, np.random.default_rng(0)), rules)


@pytest.mark.parametrize(
    ("hand", "greedily", "highest"),
    [
        ("9h Jc Kc", ">h", "Kc"),  # 9h costs less than Jc
        ("9d Jc Kc", "Jc", ">d"),  # a trump costs more than any other card
        ("9d Td Ks", ">d", "Td"),  # and beats or goes on at the same cost
        ("Ks Kh Th", "take", "take"),
    ],
)
def test_an_action_costs_its_card(hand: str, greedily: str, highest: str) -> None:
    for agent in (greedy(), smart(), low()):
        assert answer(agent, hand, "9c") == greedily
    assert answer(high(), hand, "9c") == highest


def test_to_show_a_trump_costs_nothing() -> None:
    for agent in (greedy(), smart(), low()):
        assert answer(agent, "9h 9d Kc", "9c", SHOWING) == "show"
    assert answer(high(), "9h 9d Kc", "9c", SHOWING) == ">d"


def test_greedy_keeps_trumps_back_where_low_throws_them_in() -> None:
    rules = Rules(num_players=4, start_rank=9, hand_size=3)
    plies = "9c Td done"  # seat 0 has another nine, the seats after it have no card to add but a trump
    assert answer(greedy(), "Td Jd Kh", "9c", rules) == "Td"
    assert answer(high(), "Td Jd Kh", "9c", rules) == "Jd"
    hands = "9c Ks Tc", "Jd Js Kh", "Jh 9d Ah", "Qc Qs Qh"
    dealt = [card for cards in hands for card in map(Card, cards.split())]
    rest = sorted((card for card in rules.deck if card not in dealt), key=lambda card: card == "Kd")
    for agent, wanted in ((greedy(), "Jh"), (low(), "Jh"), (high(), "9d")):
        state = Deal((*dealt, *rest), attacker=0).lay_out(rules)
        for ply in ("9c", "Jd", *plies.split()[2:]):
            step(state, int(slots_of_actions(rules)[parse_action(ply, rules)]))
        info = InformationSet.of(state, rules, 2)
        assert format_action(agent.act(info, np.random.default_rng(0)), rules) == wanted
        step(state, int(slots_of_actions(rules)[parse_action("Jh", rules)]))
        step(state, int(slots_of_actions(rules)[parse_action("take", rules)]))
        info = InformationSet.of(state, rules, 2)
        wanted = "done" if agent.name == "choose_greedy" else "9d"
        assert format_action(agent.act(info, np.random.default_rng(0)), rules) == wanted


# --- endgames --------------------------------------------------------------------------------------------------------

SMALL = (
    Rules(num_players=4, start_rank=12, hand_size=2),
    Rules(num_players=4, start_rank=12, hand_size=3, include_trumps=False),
    Rules(num_players=4, start_rank=12, num_teams=2),
    Rules(num_players=4, start_rank=11, num_suits=3, throw_in="neighbours", max_attack_cards=2),
)


def endgames(count: int) -> Iterator[tuple[Rules, Any]]:
    """Yield games in which two seats are left, most of them within a bout."""
    for rules, state, _ in positions(40 * count, seed=3, rule_sets=SMALL):
        while state.phase != GAME_OVER and not is_endgame(state):
            slots = legal_slots(state)
            step(state, slots[int(state.plies) % len(slots)])
        if state.phase != GAME_OVER and sum(int(hand).bit_count() for hand in state.hands) <= 5:
            yield rules, state
            count -= 1
        if count == 0:
            return


def best_for(one: int, other: int, state: Any, known: dict[bytes, int]) -> int:
    """Return 1 if ``other`` alone loses, -1 if ``one`` does, 0 if neither, where both play as well as can be."""
    if state.phase == GAME_OVER:
        return int(returns(state, other) < 0) - int(returns(state, one) < 0)
    key = played_on(state)
    if key not in known:
        values = [best_for(one, other, after(state, slot), known) for slot in legal_slots(state)]
        known[key] = max(values) if mover(state) == one else min(values)
    return known[key]


@pytest.mark.slow
def test_once_two_seats_are_left_the_game_is_solved_as_that_of_two() -> None:
    memory, phases = endgame_memory(cards=0), set()
    for rules, state in endgames(25):
        one = int(mover(state))
        (other,) = [seat for seat in range(4) if state.hands[seat] and seat != one]
        info = InformationSet.of(state, rules, one)
        phases.add((int(state.phase), int(state.attacker) in (one, other)))
        known: dict[bytes, int] = {}
        values = {slot: best_for(one, other, after(state, slot), known) for slot in legal_slots(state)}
        assert move_values(info.record, memory) == values
        assert outcome(info.record, memory) == max(values.values())
        chosen = make_agent("ismcts:simulations=1").act(info, np.random.default_rng(0))
        assert values[int(slots_of_actions(rules)[chosen])] == max(values.values())
    assert len(phases) > 4  # bouts whose attacker is out among them


def test_a_game_that_may_end_in_circles_is_not_solved() -> None:
    """After many idle bouts the idle limit, which the game of two does not have, may come before its end."""
    memory = endgame_memory(cards=0)
    for rules, state in endgames(3):
        info = InformationSet.of(state, rules, int(mover(state)))
        for idle, solved in ((0, True), (rules.num_cards, False), (2 * rules.num_cards - 1, False)):
            info.record.idle = idle
            assert (outcome(info.record, memory) != UNSOLVED) == solved


def test_what_is_not_the_game_of_two_is_not_solved() -> None:
    memory, asked = endgame_memory(cards=0), 0
    rule_sets = (*SMALL, Rules(num_players=4, start_rank=12, hand_size=2, transfer=True))
    for rules, state, seat in positions(100, seed=4, rule_sets=rule_sets):
        info = InformationSet.of(state, rules, seat)
        left = sum(size > 0 for size in info.hand_sizes)
        if info.talon_size > 0 or left > 2 or rules.transfer:
            asked += info.talon_size == 0
            assert outcome(info.record, memory) == UNSOLVED
            assert move_values(info.record, memory) == {}
    assert asked > 10


def test_a_first_discard_limit_that_still_holds_is_not_the_game_of_two() -> None:
    rules = Rules(num_players=4, start_rank=12, hand_size=3, first_discard_limit=1)
    state = Deal(rules.deck, "c", 0).lay_out(rules)
    state.hands[2:] = 0
    assert not is_endgame(state)
    state.discard = 1
    assert is_endgame(state)


# --- any rules -------------------------------------------------------------------------------------------------------

SPECS = "ismcts:simulations=6", "mcts:limit=4,samples=2", "smart", "greedy", "low", "high", "random", "uniform"


def random_rules(seed: int, seats: int) -> Rules:
    """Draw rules that go together, of all kinds."""
    rng = np.random.default_rng((seed, seats))
    teams = [None, *(teams for teams in range(2, seats) if seats % teams == 0)]
    transfer = bool(rng.random() < 0.5)
    trumps = bool(rng.random() < 0.8)
    return Rules(
        start_rank=int(rng.integers(2, 13)),
        num_suits=int(rng.integers(2, 5)),
        hand_size=int(rng.integers(1, 8)),
        include_trumps=trumps,
        max_attack_cards=[None, int(rng.integers(1, 8))][rng.integers(2)],
        num_players=seats,
        throw_in=THROWERS[rng.integers(3)],
        first_discard_limit=[None, int(rng.integers(1, 6))][rng.integers(2)],
        transfer=transfer,
        passport=transfer and trumps and bool(rng.random() < 0.5),
        num_teams=None if transfer else teams[rng.integers(len(teams))],
    )


def plays_by_any_rules(seats: int, count: int) -> None:
    for number in range(count):
        rules = random_rules(number, seats)
        lineup = [SPECS[(number + place) % len(SPECS)] for place in range(seats)]
        result = play_match(Durak(rules, open_world=number % 4 == 0), lineup, games=2 * seats, seed=number)
        assert np.allclose(result.results["returns"].sum(axis=1), 0, atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 6])
def test_agents_play_by_any_rules_at_any_table(seats: int) -> None:
    plays_by_any_rules(seats, 15)


# --- strength --------------------------------------------------------------------------------------------------------


def fool_rate(agent: str, others: str, seats: int, games: int, **rules: Any) -> float:
    """Return the percentage of games that end with the agent as fool, over all rotations."""
    result = play_match(Durak(Rules(num_players=seats, **rules)), [agent, *[others] * (seats - 1)], games, seed=1)
    return 100 * float(np.mean(result.results["returns"][:, 0] < 0))


@pytest.mark.parametrize(
    ("agent", "others", "percent"),
    [
        ("greedy", "random", 1.0),
        ("greedy", "uniform", 0.1),
        ("low", "random", 0.9),
        ("high", "random", 13.3),
        ("high", "uniform", 3.6),
    ],
)
def test_how_often_one_of_four_is_the_fool(agent: str, others: str, percent: float) -> None:
    spread = 100 * np.sqrt(percent / 100 / 20_000)
    assert abs(fool_rate(agent, others, 4, 20_000) - percent) < 4 * spread + 0.3


@pytest.mark.slow
def test_a_search_is_seldom_the_fool_among_greedy() -> None:
    assert fool_rate("ismcts:simulations=500", "greedy", 4, 200) < 12  # chance is 25
    assert fool_rate("mcts:limit=50,samples=10", "greedy", 4, 200) < 18
