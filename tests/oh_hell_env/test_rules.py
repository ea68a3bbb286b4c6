"""The compiled rules agree with the oracle on random games, and random deals are fair."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from cardkit.compiled.prng import streams_from_seed
from oh_hell_env.actions import format_action, parse_action
from oh_hell_env.core.dealing import deal_random, new_states
from oh_hell_env.core.play import step
from oh_hell_env.core.records import PAYMENTS
from oh_hell_env.deals import capture_deal
from oh_hell_env.rules import BLINDS, SCORINGS, TRUMPS, Rules
from tests.support.oh_hell.agreement import (
    BITS,
    CARDS,
    NAMES,
    SEATS,
    SEATS_OF_QUICK_TESTS,
    SLOTS,
    compare,
    compare_returns,
    deal_of,
    oracle_game,
    play_all,
    play_both,
    play_seen,
    random_deal,
    random_rules,
    rules_of_game,
)
from tests.support.oh_hell.oracle import Game, deck_cards

QUICK_GAMES, SLOW_GAMES = 1_000, 1_500  # of faults that one game in 300 shows, 0.7 % pass the slow ones
DEFAULTS = [Rules(num_players=seats) for seats in SEATS]
FULL = [Rules(num_players=seats, hand_sizes=(52 // seats, 1), trump="turn_up") for seats in SEATS]
"""The largest hands: nothing is turned up where 52 cards are shared out, and the next round's deck stays out of it."""


def by_seats(rules: list[Rules]) -> list[object]:
    """Return rules as parameters of a test; those of seats that the quick tests do not compile are slow."""
    return [
        pytest.param(one, id=str(one), marks=[] if one.num_players in SEATS_OF_QUICK_TESTS else pytest.mark.slow)
        for one in rules
    ]


def test_the_random_rules_span_the_options() -> None:
    every = [rules_of_game(number, SEATS) for number in range(QUICK_GAMES)]
    seen = Counter((name, value) for rules in every for name, value in options(rules).items())
    wanted = {
        "num_players": SEATS,
        "start_rank": range(2, 15),
        "num_suits": range(1, 5),
        "trump": TRUMPS,
        "hook": (True, False),
        "scoring": SCORINGS,
        "blind": BLINDS,
        "dynamic": (True, False),
        "listed": (True, False),
        "first_dealer": (None, *range(7)),
        "turned": (True, False),
        "no trumps": (True, False),
    }
    assert all(seen[name, value] >= 10 for name, values in wanted.items() for value in values)
    assert len({(rules.trump, rules.blind) for rules in every}) == 8
    assert any(max(rules.schedule) > 12 for rules in every)
    assert any(1 < rules.schedule[0] < len(rules.schedule) / 2 and rules.dynamic for rules in every)
    assert any(rules.num_players * max(rules.schedule) == rules.num_cards for rules in every)


def options(rules: Rules) -> dict[str, Any]:
    """Return the options of rules, and what follows from them."""
    named = {name: getattr(rules, name) for name in rules.__dataclass_fields__ if name != "hand_sizes"}
    return named | {
        "listed": rules.hand_sizes is not None,
        "turned": rules.trump == "turn_up" and rules.num_players * min(rules.schedule) < rules.num_cards,
        "no trumps": rules.trump == "rotation" and "-" in rules.rotation,
    }


def test_the_quick_games_agree_with_the_oracle() -> None:
    assert play_all(QUICK_GAMES, SEATS_OF_QUICK_TESTS) > 20 * QUICK_GAMES


@pytest.mark.slow
def test_agrees_with_the_oracle_on_many_games() -> None:
    assert play_all(SLOW_GAMES, SEATS, first=1_000_000) > 30 * SLOW_GAMES


@pytest.mark.parametrize("rules", by_seats([*DEFAULTS, *FULL]))
def test_whole_games_agree_with_the_oracle(rules: Rules) -> None:
    game = play_both(rules, seed=1)
    assert game.plies == rules.num_plies
    assert game.schedule == list(rules.schedule)


@pytest.mark.parametrize(
    ("games", "seats"), [(60, SEATS_OF_QUICK_TESTS), pytest.param(120, tuple(SEATS), marks=pytest.mark.slow)]
)
def test_seats_know_what_the_oracle_lets_them_see(games: int, seats: tuple[int, ...]) -> None:
    assert sum(
        play_seen(random_rules(seats[number % len(seats)], random.Random(number), 6), number) for number in range(games)
    )


@pytest.mark.parametrize("rules", [rules_of_game(number, SEATS) for number in range(60)], ids=str)
def test_actions_have_the_ids_of_the_page(rules: Rules) -> None:
    """Ids go by cards suit by suit, then bids up to the largest hand that the deck gives."""
    cards = deck_cards(rules.start_rank, rules.num_suits)
    texts = [*cards, *(f"b{bid}" for bid in range(len(cards) // rules.num_players + 1))]
    assert [format_action(action, rules) for action in range(rules.num_actions)] == texts
    assert [parse_action(text, rules) for text in texts] == list(range(len(texts)))


def test_the_page_tells_the_numbers_of_actions_and_plies() -> None:
    assert [rules.num_actions for rules in DEFAULTS] == [79, 70, 66, 63, 61, 60]
    assert Rules().num_plies == 416
    assert Rules(dynamic=False).num_plies == 728


def test_the_comparison_sees_every_field() -> None:
    """A record that is changed in any one field is not taken for the oracle's game."""
    rules = Rules(hand_sizes=(2, 1), trump="turn_up")
    decks, trumps = random_deal(rules, random.Random(5))
    game, start = oracle_game(rules, decks, trumps), deal_of(decks, trumps).lay_out(rules)
    for action in ("b0", "b1", "b2"):
        game.play(action)
        step(start, SLOTS[action])
    compare(start, game, rules, "unchanged")
    for name in NAMES[4]:
        changed = start.copy()
        value = np.atleast_1d(changed[name]).copy()
        value[-1] ^= 1
        changed[name] = value if start[name].shape else value[0]
        with pytest.raises(AssertionError, match=name):
            compare(changed, game, rules, "changed")


def dealt(rules: Rules, seed: int, count: int) -> np.ndarray:
    states = new_states(rules, count)
    stream = streams_from_seed(seed)[0]
    for state in states:
        deal_random(state, stream)
    return states


def game_of(state: Any, rules: Rules) -> Game:
    """Return the oracle's game of a random deal."""
    deal = capture_deal(state, rules)
    return oracle_game(rules, [list(map(str, deck)) for deck in deal.decks], deal.trumps)


@pytest.mark.parametrize(
    "rules",
    by_seats([rules_of_game(number, SEATS) for number in range(60)]),
)
def test_a_random_game_is_a_game_of_the_oracle(rules: Rules) -> None:
    """All rounds of a random deal, read off its start, are those that the game deals."""
    for number, state in enumerate(dealt(rules, 3, 5)):
        game, rng = game_of(state, rules), random.Random(number)
        compare(state, game, rules, f"{rules}: a random deal")
        while not game.over:
            action = rng.choice(sorted(game.legal()))
            game.play(action)
            step(state, SLOTS[action])
            compare(state, game, rules, f"{rules}: a game of a random deal")
        compare_returns(state, game, f"{rules}: a game of a random deal")


def test_random_deals_are_fair() -> None:
    """Every card is as likely as any other in every place; so are the suits where chance draws one."""
    states = dealt(Rules(hand_sizes=(3,), trump="turn_up", num_suits=3), 11, 12_000)
    for seat in range(4):
        held = [int(np.sum(states["hands"][:, seat] & np.uint64(BITS[card]) != 0)) for card in deck_cards(2, 3)]
        assert sum(held) == 3 * len(states)
        assert chisquare(held).pvalue > 1e-3
    turned, counts = np.unique(states["turned"], return_counts=True)
    assert {CARDS[slot] for slot in turned.tolist()} == set(deck_cards(2, 3))
    assert chisquare(counts).pvalue > 1e-3
    drawn = dealt(Rules(hand_sizes=(1,), trump="random", num_suits=3), 12, 9_000)
    assert chisquare(np.bincount(drawn["trump"], minlength=3)).pvalue > 1e-3


def test_each_round_is_dealt_afresh() -> None:
    """The hand of seat 0 in the second round does not follow from that in the first."""
    rules = Rules(num_players=2, hand_sizes=(1, 1), start_rank=13)
    pairs = Counter(
        tuple(game.decks[number][0] for number in (0, 1))
        for game in (game_of(state, rules) for state in dealt(rules, 13, 6_400))
    )
    assert len(pairs) == 64
    assert chisquare(list(pairs.values())).pvalue > 1e-3


def test_a_deal_comes_from_the_stream() -> None:
    first, again, other = (dealt(Rules(), seed, 1)[0] for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes() != other.tobytes()
    assert PAYMENTS == ("points", "margin", "win")
