"""The compiled rules agree with the oracle on random games, and random deals are fair."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.stats import chisquare

from cardkit.compiled.prng import streams_from_seed
from durak_env.cards import Card
from durak_env.deals import Deal
from durak_env.game import NO_CARD, STATE, deal, deal_random, new_states, step
from durak_env.rules import Rules
from tests.support.agreement import (
    BITS,
    RULE_SETS,
    SLOTS,
    TEXTS,
    compare,
    oracle_game,
    packed,
    play_all,
    play_both,
    random_game,
    state_of,
)
from tests.support.oracle import deck_cards


def test_the_rule_sets_span_the_rules() -> None:
    assert len(set(RULE_SETS)) == len(RULE_SETS) >= 30
    assert {rules.start_rank for rules in RULE_SETS} == set(range(2, 15))
    assert {rules.num_suits for rules in RULE_SETS} == {1, 2, 3, 4}
    assert {rules.hand_size for rules in RULE_SETS} == {*range(1, 9), 26}
    assert {rules.max_attack_cards for rules in RULE_SETS} == {None, 1, 2, 6}
    kinds = {(rules.include_trumps, rules.has_talon) for rules in RULE_SETS}
    assert kinds == {(True, True), (True, False), (False, True), (False, False)}
    assert any(rules.num_cards % 2 and not rules.has_talon for rules in RULE_SETS)


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_agrees_with_the_oracle(rules: Rules) -> None:
    games = [play_both(rules, seed) for seed in range(15)]
    assert all(game.over for game in games)


@pytest.mark.slow
def test_agrees_with_the_oracle_on_many_games() -> None:
    plies, draws = play_all(20_400, seed=1_000_000)
    assert plies > 1_000_000
    assert draws > 100


def test_the_comparison_sees_every_field() -> None:
    """A record that is changed in any one byte that carries a field is not taken for the oracle's game."""
    game = random_game(Rules(), random.Random(5))
    whole = bytearray(packed(game))
    noticed = 0
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1
        try:
            compare(np.frombuffer(changed, STATE)[0], game, "changed")
        except AssertionError:
            noticed += 1
    assert noticed == sum(STATE[name].itemsize for name in STATE.names or () if not name.startswith("gap_"))


@pytest.mark.parametrize(
    ("seat_0", "seat_1"), [("6h 8c 8d Ac", "8h Ah 6s Kc"), ("Ac 8d 8c 6h", "Kc 6s Ah 8h")], ids=["in order", "reversed"]
)
def test_the_worked_game(seat_0: str, seat_1: str) -> None:
    """The example of Zarlykov, bachelor thesis, section 1.10; its eight cards are the whole deck."""
    game = oracle_game(Rules(hand_size=4), [*seat_0.split(), *seat_1.split()], "s", 0)
    state = state_of(game)
    expected = {
        "": "6h 8c 8d Ac",
        "6h": "8h Ah 6s take",
        "8h": "8c 8d done",
        "8d": "6s take",
        "take": "8c done",
        "done": "8c Ac",
    }
    for action, legal in expected.items():
        if action:
            step(state, SLOTS[action])
        assert {text for text, mask in BITS.items() if int(state.legal) & mask} == set(legal.split()), action
    assert state.attacker == 0
    assert int(state.hands[1]) == sum(BITS[card] for card in ("8h", "Ah", "6s", "Kc", "6h", "8d"))


def dealt(rules: Rules, seed: int, count: int) -> np.ndarray:
    states = new_states(rules, count)
    stream = streams_from_seed(seed)[0]
    for state in states:
        deal_random(state, stream)
    return states


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_a_random_deal_is_a_deal_of_the_oracle(rules: Rules) -> None:
    """The deck read off a random deal gives the oracle the same game."""
    for state in dealt(rules, 3, 20):
        hands = [[card for card, mask in BITS.items() if int(hand) & mask] for hand in state.hands]
        talon = [TEXTS[slot] for slot in state.talon[: state.talon_size][::-1].tolist()]
        unnamed = rules.include_trumps and not talon
        trump_suit = "cdhs"[state.trump_suit] if unnamed else None
        try:
            game = oracle_game(rules, [*hands[0], *hands[1], *talon], trump_suit, None)
        except ValueError:  # no hand holds a trump
            game = oracle_game(rules, [*hands[0], *hands[1], *talon], trump_suit, int(state.attacker))
        compare(state, game, f"{rules}: a random deal")


def test_random_deals_are_fair() -> None:
    """Every card is as likely in every place; seat and trump suit are fair where chance decides them."""
    count = 18_000
    states = dealt(Rules(), 11, count)
    in_first_hand = [int(np.sum(states["hands"][:, 0] & np.uint64(BITS[card]) != 0)) for card in deck_cards()]
    assert chisquare(in_first_hand).pvalue > 1e-3
    for place in (0, 23):
        slots, counts = np.unique(states["talon"][:, place], return_counts=True)
        assert len(slots) == 36
        assert chisquare(counts).pvalue > 1e-3
    no_trumps = dealt(Rules(include_trumps=False), 12, count)
    assert chisquare(np.bincount(no_trumps["attacker"], minlength=2)).pvalue > 1e-3
    assert np.all(no_trumps["trump_card"] == NO_CARD)
    no_talon = dealt(Rules(start_rank=12), 13, count)
    assert chisquare(np.bincount(no_talon["trump_suit"], minlength=4)).pvalue > 1e-3
    assert np.all(no_talon["trump_card"] == NO_CARD)


def test_a_deal_comes_from_the_generator() -> None:
    first, again, other = (deal(Rules(), np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes() != other.tobytes()


def test_a_deal_can_be_played_with_the_seats_swapped() -> None:
    deck = deck_cards()
    swapped = [*deck[6:12], *deck[:6], *deck[12:]]
    state = Deal(tuple(map(Card, deck)), attacker=0).lay_out(Rules())
    mirror = Deal(tuple(map(Card, swapped)), attacker=1).lay_out(Rules())
    assert state.hands[0] == mirror.hands[1]
    assert state.hands[1] == mirror.hands[0]
    assert state.legal == mirror.legal
    assert state.talon.tobytes() == mirror.talon.tobytes()
