"""Rounds played by hand: bids and the hook, tricks, trumps, points, dealers, returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from cardkit.compiled.prng import streams_from_seed
from cardkit.playing_cards import Card
from oh_hell_env import Deal, InformationSet, OhHell, Rules, parse_action
from oh_hell_env.actions import slot_of, texts_of_actions
from oh_hell_env.core.dealing import deal_random, new_states
from oh_hell_env.core.play import mover, step
from oh_hell_env.core.scoring import returns, score
from oh_hell_env.deals import capture_deal


def deck(rules: Rules, dealt: str) -> tuple[Card, ...]:
    """Return a deck that begins with the cards given."""
    first = tuple(map(Card, dealt.split()))
    return (*first, *(card for card in rules.deck if card not in first))


def started(rules: Rules, *dealt: str, trumps: Sequence[str] | None = None, payment: str = "points") -> Any:
    """Start a game in which the cards of each round are dealt in order: hand of seat 0, hand of seat 1, ..."""
    decks = tuple(deck(rules, one) for one in dealt)
    return Deal(decks, None if trumps is None else tuple(trumps)).lay_out(rules, payment)


def play(state: Any, rules: Rules, actions: str) -> Any:
    """Play actions, all of which must be legal."""
    game = OhHell(rules)
    for text in actions.split():
        step(state, game.read_action(state, parse_action(text, rules)))
    return state


def legal(state: Any, rules: Rules) -> str:
    """Return the legal actions of the seat to move."""
    info = InformationSet.of(state, rules, int(mover(state)))
    return " ".join(texts_of_actions(rules)[action] for action in info.legal_actions)


FOUR = Rules(hand_sizes=(2,), trump_order="h")
FOUR_DEALT = "9h 2d Ah 6s Kh Ad Qh As"


def test_the_hook_binds_the_dealer_alone() -> None:
    state = play(started(FOUR, FOUR_DEALT), FOUR, "b0 b1")
    assert legal(state, FOUR) == "b0 b1 b2"
    assert legal(play(state, FOUR, "b0"), FOUR) == "b0 b2"
    with pytest.raises(ValueError, match="dealer"):
        OhHell(FOUR).read_action(state, parse_action("b1", FOUR))


def test_no_bid_is_banned_once_the_others_bid_too_much() -> None:
    assert legal(play(started(FOUR, FOUR_DEALT), FOUR, "b2 b1 b0"), FOUR) == "b0 b1 b2"


def test_without_the_hook_the_dealer_bids_at_will() -> None:
    rules = Rules(hand_sizes=(2,), hook=False)
    assert legal(play(started(rules, FOUR_DEALT), rules, "b0 b1 b0"), rules) == "b0 b1 b2"


@pytest.mark.parametrize(("bids", "left"), [("b0 b0 b0", "b0"), ("b1 b0 b0", "b1"), ("b1 b1 b0", "b0 b1")])
def test_with_one_card_the_dealer_has_little_choice(bids: str, left: str) -> None:
    rules = Rules(hand_sizes=(1,))
    assert legal(play(started(rules, "2c 3c 4c 5c"), rules, bids), rules) == left


def test_suit_must_be_followed_and_nothing_else() -> None:
    state = play(started(FOUR, FOUR_DEALT), FOUR, "b0 b1 b1 b2 2d")
    assert legal(state, FOUR) == "Ah 6s"
    assert legal(play(state, FOUR, "6s"), FOUR) == "Ad"
    with pytest.raises(ValueError, match="Kh does not follow suit"):
        OhHell(FOUR).read_action(state, parse_action("Kh", FOUR))


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("2c 9c Tc 3c", 2),
        ("2c Ad As Ks", 0),
        ("2c Ad 3h As", 2),
        ("Ac 2h Kc 3h", 3),
        ("2h Ac As 3h", 3),
        ("Ah Ac As Kh", 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick: str, winner: int) -> None:
    rules = Rules(hand_sizes=(1,), trump_order="h", hook=False)
    state = play(started(rules, trick), rules, f"b0 b0 b0 b0 {trick}")
    assert np.flatnonzero(state.won).tolist() == [winner]


def test_the_winner_leads_the_next_trick() -> None:
    state = play(started(FOUR, FOUR_DEALT), FOUR, "b0 b1 b1 b2 2d 6s Ad As")
    assert mover(state) == 2
    assert legal(state, FOUR) == "Kh"


@pytest.mark.parametrize(
    ("scoring", "none_of_none", "none_of_three", "five_of_five", "five_of_two"),
    [("standard", 10, 0, 15, 5), ("exact", 10, 0, 15, 0), ("penalty", 10, -3, 15, -3)],
)
def test_points_of_a_round(
    scoring: str, none_of_none: int, none_of_three: int, five_of_five: int, five_of_two: int
) -> None:
    rules = Rules(num_players=2, hand_sizes=(5,), trump_order="-", hook=False, scoring=scoring)

    def scores(bids: str) -> list[int]:
        state = started(rules, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc")  # seat 1 wins all tricks
        return play(state, rules, f"{bids} 2c 7c 8c 3c 9c 4c Tc 5c Jc 6c").scores.tolist()

    assert scores("b0 b5") == [none_of_none, five_of_five]
    assert scores("b3 b2") == [none_of_three, five_of_two]


def test_bonus_and_points_per_trick_are_options() -> None:
    rules = Rules(num_players=2, hand_sizes=(1,), trump_order="-", hook=False, bonus=7, points_per_trick=3)
    assert play(started(rules, "2c 3c"), rules, "b0 b1 2c 3c").scores.tolist() == [7, 10]


def lines(state: Any, rules: Rules) -> Iterator[tuple[Any, float]]:
    """Yield all ways to finish a game from a state, with their probabilities if all play uniformly."""
    if state.legal == 0:
        yield state, 1.0
        return
    slots = [slot for slot in range(64) if int(state.legal) >> slot & 1]
    for slot in slots:
        after = np.zeros(1, state.dtype)
        after[0] = state
        step(after[0], slot)
        for end, chance in lines(after[0], rules):
            yield end, chance / len(slots)


@pytest.mark.parametrize(
    ("seat", "lead", "points", "mean"),
    [
        (0, "9h", {10}, 10),
        (0, "2d", {10}, 10),
        (1, "Ah", {11}, 11),
        (1, "6s", {11}, 11),
        (2, "Kh", {0}, 0),
        (2, "Ad", {0, 11}, 33 / 4),
        (3, "Qh", {1}, 1),
        (3, "As", {0, 1}, 1 / 4),
    ],
)
def test_points_of_the_leader_over_all_lines(seat: int, lead: str, points: set[int], mean: float) -> None:
    rules = Rules(hand_sizes=(2,), trump_order="h", first_dealer=(seat - 1) % 4)
    bids = [f"b{(0, 1, 1, 2)[(seat + one) % 4]}" for one in range(4)]
    state = play(started(rules, FOUR_DEALT), rules, " ".join([*bids, lead]))
    ends = [(int(end.scores[seat]), chance) for end, chance in lines(state, rules)]
    assert {paid for paid, _ in ends} == points
    assert sum(paid * chance for paid, chance in ends) == pytest.approx(mean)


def trumps_of(rules: Rules, seed: int = 1) -> list[int]:
    """Return the trumps of each round of a random game."""
    states = new_states(rules)
    deal_random(states[0], streams_from_seed(seed)[0])
    found = []
    while states[0].legal != 0:
        number = int(states[0].round_number)
        if number == len(found):
            found.append(int(states[0].trump))
        step(states[0], int(states[0].legal).bit_length() - 1)
    return found


def test_trumps_rotate() -> None:
    assert trumps_of(Rules(hand_size=2, rounds=6)) == [2, 1, 3, 0, 2, 1]
    assert trumps_of(Rules(hand_size=2, rounds=4, trump_order="s-")) == [3, 4, 3, 4]
    assert trumps_of(Rules(hand_size=2, rounds=3, num_suits=2)) == [1, 0, 1]


def test_the_turned_card_names_trumps_where_there_is_one() -> None:
    rules = Rules(num_players=2, start_rank=12, num_suits=2, hand_sizes=(2, 3), trump="turn_up")
    state = started(rules, "Qc Kc Ac Qd Kd", "Qc Kc Ac Qd Kd Ad")
    assert (state.turned, state.trump) == (Card("Kd").slot, 1)
    play(state, rules, "b0 b0 Qc Ac Qd Kc")
    assert (state.round_number, state.turned, state.trump, state.trumps) == (1, 0, 4, 0)


def test_random_trumps_are_fair_and_can_be_given() -> None:
    rules = Rules(hand_sizes=(1,) * 64, trump="random", num_suits=3)
    drawn = Counter(suit for seed in range(20) for suit in trumps_of(rules, seed))
    assert set(drawn) == {0, 1, 2}
    assert chisquare(list(drawn.values())).pvalue > 0.01
    few = Rules(hand_sizes=(1, 1), trump="random", hook=False)
    state = started(few, "2c 3c 4c 5c", "2c 3c 4c 5c", trumps="sd")
    assert state is not None
    assert state.trump == 3
    assert play(state, few, "b0 b0 b0 b0 2c 3c 4c 5c").trump == 1


def test_each_seat_deals_in_turn_and_the_next_one_begins() -> None:
    rules = Rules(hand_sizes=(1, 1), first_dealer=1, hook=False)
    state = started(rules, "2c 3c 4c 5c", "2c 3c 4c 5c")
    assert (state.dealer, mover(state)) == (1, 2)
    play(state, rules, "b0 b0 b0 b0")
    assert mover(state) == 2
    play(state, rules, "4c 5c 2c 3c")
    assert (state.dealer, mover(state), state.round_number) == (2, 3, 1)
    assert started(Rules(), " ".join(Rules().deck), *[""] * 12).dealer == 3


@pytest.mark.parametrize(
    ("payment", "first", "last"),
    [
        ("points", [10, 10, 10, 1], [21, 20, 20, 11]),
        ("margin", [3, 3, 3, -9], [4, 8 / 3, 8 / 3, -28 / 3]),
        ("win", [0, 0, 0, 0], [1, -1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_rewards_come_with_the_end_of_a_round(payment: str, first: list[float], last: list[float]) -> None:
    rules = Rules(hand_sizes=(1, 1), hook=False, trump_order="-")
    state = started(rules, "2c 3c 4c 5c", "5c 2c 3c 4c", payment=payment)  # seat 3 wins the first, seat 0 the second

    def paid(actions: str) -> list[float]:
        play(state, rules, actions)
        return [returns(state, seat) for seat in range(4)]

    assert paid("b0 b0 b0 b0 2c 3c 4c") == [0] * 4
    assert paid("5c") == pytest.approx(first)
    assert paid("b0 b0 b0 b1 2c 3c 4c") == pytest.approx(first)
    assert paid("5c") == pytest.approx(last)


@pytest.mark.parametrize(
    ("scores", "shares"), [([3, 2, 1], [1, 0, 0]), ([3, 3, 1], [0.5, 0.5, 0]), ([2, 2, 2], [1 / 3] * 3)]
)
def test_the_highest_score_wins_and_equals_share(scores: list[int], shares: list[float]) -> None:
    state = new_states(Rules(num_players=3), payment="win")[0]
    state.phase, state.scores[:] = 2, scores
    assert [score(state, seat) for seat in range(3)] == pytest.approx(shares)
    assert [returns(state, seat) for seat in range(3)] == pytest.approx([(3 * share - 1) / 2 for share in shares])


@pytest.mark.parametrize("payment", ["points", "margin", "win"])
@pytest.mark.parametrize("scoring", ["standard", "exact", "penalty"])
def test_the_value_of_a_game_lies_from_0_to_1(payment: str, scoring: str) -> None:
    rules = Rules(hand_sizes=(2, 1), scoring=scoring)
    for seed in range(50):
        state = new_states(rules, payment=payment)[0]
        deal_random(state, streams_from_seed(seed)[0])
        while state.legal != 0:
            step(state, int(state.legal).bit_length() - 1)
        assert all(0 <= score(state, seat) <= 1 for seat in range(4))


def test_standard_points_sum_to_the_tricks_and_the_bonuses() -> None:
    rules = Rules(hand_size=5)
    for seed in range(20):
        state = new_states(rules)[0]
        deal_random(state, streams_from_seed(seed)[0])
        while state.legal != 0:
            step(state, int(state.legal).bit_length() - 1)
        assert state.scores.sum() == 15 + 10 * state.made.sum()
        assert state.plies == rules.num_plies


@pytest.mark.parametrize("rules", [Rules(hand_size=3, trump="turn_up"), Rules(hand_size=3, trump="random")], ids=str)
def test_a_captured_deal_gives_the_same_game(rules: Rules) -> None:
    state = new_states(rules)[0]
    deal_random(state, streams_from_seed(5)[0])
    deal = capture_deal(state, rules)
    again = deal.lay_out(rules)
    assert capture_deal(again, rules) == deal
    shared = [name for name in state.dtype.names if not name.startswith(("given", "word", "gap"))]
    while state.legal != 0:
        assert all(np.array_equal(state[name], again[name]) for name in shared)
        slot = int(state.legal).bit_length() - 1
        step(state, slot)
        step(again, slot)
    assert all(np.array_equal(state[name], again[name]) for name in shared)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"trumps": ["h"]}, ["trumps", "decks"]),
        ({"decks": [["2c"]]}, ["deck 0", "missing"]),
        ({"decks": [list(FOUR.deck)] * 2}, ["decks", "1", "2"]),
        ({"decks": "2c"}, ["decks", "2c"]),
        ({"decks": [list(FOUR.deck)], "trumps": ["h"]}, ["trumps", "rotation"]),
        ({"decks": [set(FOUR.deck)]}, ["deck 0"]),
    ],
)
def test_deals_that_do_not_fit_are_refused(options: dict[str, Any], named: list[str]) -> None:
    with pytest.raises(ValueError, match=named[0]) as error:
        OhHell(FOUR).start(options)
    assert all(name in str(error.value) for name in named)


def test_a_deal_from_options() -> None:
    rules = Rules(hand_sizes=(1,), trump="random")
    state = OhHell(rules).start({"decks": [" ".join(rules.deck)], "trumps": ["s"]})
    assert state is not None
    assert state.trump == 3
    with pytest.raises(ValueError, match="trumps"):
        OhHell(rules).start({"decks": [list(rules.deck)], "trumps": [None]})
    assert OhHell(FOUR).start({"decks": [list(FOUR.deck)], "trumps": [None]}) is not None
    assert OhHell(FOUR).start({}) is None
    assert slot_of(parse_action("b2", rules), rules) == 2
