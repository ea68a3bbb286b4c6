"""Deals of the cards that a seat has not seen: all consistent ones are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from cardkit.playing_cards import SUITS, cards_of, mask_of
from oh_hell_env import InformationSet, OhHell, Rules, determinize
from oh_hell_env.core.dealing import deal_random, new_states
from oh_hell_env.core.play import step
from oh_hell_env.core.records import Phase
from oh_hell_env.determinization import determinize_into
from tests.support.arrangements import Room, farthest, odds


def consistent(cards: frozenset[str], seats: Sequence[tuple[int, str]]) -> Iterator[tuple[frozenset[str], ...]]:
    """Yield all deals of cards to seats, each given as its hand size and the suits it lacks; the rest lies undealt."""
    if not seats:
        yield ()
        return
    (size, voids), *later = seats
    for hand in combinations(sorted(card for card in cards if card[1] not in voids), size):
        for rest in consistent(cards - set(hand), later):
            yield (frozenset(hand), *rest)


def position(cards: str, seats: Sequence[tuple[int, str]]) -> Any:
    """Make an INFO record of seat 0 with an empty hand, that has not seen the cards."""
    info = OhHell(Rules(num_players=len(seats) + 1)).new_info()[0]
    info.phase, info.unseen = Phase.PLAY, mask_of(cards.split())
    info.hand_sizes[1:] = [size for size, _ in seats]
    info.voids[1:] = [sum(1 << SUITS.index(suit) for suit in voids) for _, voids in seats]
    return info


@jit
def draw(info: Any, stream: Any, state: Any, hands: np.ndarray) -> None:
    """Fill each row with the hands of another determinization."""
    for row in range(len(hands)):
        determinize_into(info, stream, state)
        for seat in range(len(state.hands)):  # assigning arrays takes longer to compile
            hands[row, seat] = state.hands[seat]


def drawn(info: Any, draws: int) -> Counter[tuple[int, ...]]:
    """Count the hands that determinizations deal."""
    hands = np.zeros((draws, len(info.hands)), np.uint64)
    draw(info, streams_from_seed(3)[0], new_states(Rules(num_players=len(info.hands)))[0], hands)
    return Counter(map(tuple, hands.tolist()))


CASES = {
    "no voids": ("2c 3c 4c 2d 3d 2h 3h 2s", [(2, ""), (2, ""), (2, "")], 2520),
    "one": ("2c 3c 4c 2d 3d 2h 3h 2s", [(2, "c"), (2, ""), (2, "")], 900),
    "two alike and a third": ("2c 3c 4c 5c 2d 3d 4d 2h 3h 2s", [(2, "h"), (2, "h"), (3, "s")], 6300),
    "three": ("2c 3c 4c 5c 2d 2h 2s 3s 4s 5s 6s", [(2, "d"), (2, "s"), (4, "h")], 11340),
    "all are forced": ("2c 3c 2d 3d 2h 3h", [(2, "cd"), (2, "ch"), (2, "dh")], 1),
    "nothing lies undealt": ("2c 3c 4c 2d 3d 4d 2h 3h 4h", [(3, "c"), (3, "d"), (3, "h")], 56),
    "a suit that is gone": ("2c 3c 4c 2d 3d 2h", [(2, "s"), (2, "c"), (2, "h")], 15),
}


def check(cards: str, seats: Sequence[tuple[int, str]], number: int) -> None:
    deals = {tuple(int(mask_of(hand)) for hand in deal) for deal in consistent(frozenset(cards.split()), seats)}
    assert len(deals) == number
    dealt = drawn(position(cards, seats), max(60_000, 5 * number))
    found = {tuple(hands[1:]): times for hands, times in dealt.items()}
    assert set(found) <= deals
    assert number == 1 or chisquare([found.get(deal, 0) for deal in deals]).pvalue > 0.01


@pytest.mark.parametrize("case", CASES)
def test_consistent_deals_are_equally_likely(case: str) -> None:
    check(*CASES[case])


@pytest.mark.slow
def test_deals_to_many_seats_with_voids_are_equally_likely() -> None:
    check("2d 3d 2h 3h 4h 2s 3s 4s 5s", [(1, "h"), (1, "d"), (1, "d"), (2, "h"), (2, "s")], 3024)


def random_game(rules: Rules, seed: int) -> Iterator[Any]:
    """Return the states of a random game."""
    state, rng = new_states(rules)[0], np.random.default_rng(seed)
    deal_random(state, streams_from_seed(seed)[0])
    while state.legal != 0:
        yield state
        step(state, int(rng.choice([slot for slot in range(64) if int(state.legal) >> slot & 1])))


def hidden(info: Any) -> tuple[list[int], Room]:
    """Return the set of places of each card, and how many lie in each: the hands, then the undealt cards."""
    seats, may = len(info.hands), [0] * 64
    for card in cards_in(int(info.unseen)):
        may[card] = sum(1 << seat for seat in range(seats) if not info.voids[seat] >> (card >> 4) & 1) | 1 << seats
    room = [int(info.hand_sizes[seat]) - int(info.hands[seat]).bit_count() for seat in range(seats)]
    return may, (*room, int(info.unseen).bit_count() - sum(room))


def cards_in(cards: int) -> list[int]:
    return [card for card in range(64) if cards >> card & 1]


@pytest.mark.parametrize(
    ("seats", "size"), [(4, 4), *(pytest.param(*table, marks=pytest.mark.slow) for table in ((5, 4), (7, 3)))]
)
def test_each_card_lies_where_counting_says(seats: int, size: int) -> None:
    rules, draws, found = Rules(num_players=seats, hand_sizes=(size,), start_rank=7), 1_000, 0
    for seed in range(3):
        for state in random_game(rules, seed):
            info = InformationSet.of(state, rules, seed % seats).record
            may, room = hidden(info)
            if len({one for one in may if one}) > 1 and sum(room) > room[-1]:
                counts = np.zeros((64, seats), np.int64)
                for hands, times in drawn(info, draws).items():
                    for seat, hand in enumerate(hands):
                        counts[cards_in(hand), seat] += times
                others = [seat for seat in range(seats) if seat != info.seat]
                assert farthest(counts[:, others], draws, odds(may, room)[:, others]) < 6
                found += 1
    assert found > 10


@pytest.mark.parametrize(
    "seats",
    [2, 4, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (3, 5, 6, 7))],
)
def test_determinizations_keep_what_is_known(seats: int) -> None:
    rules = Rules(num_players=seats, hand_sizes=(min(13, 52 // seats), 4), trump="turn_up")
    rng, voids = np.random.default_rng(1), 0
    for seed in range(3):
        for state in random_game(rules, seed):
            for seat in range(seats):
                info = InformationSet.of(state, rules, seat)
                other = determinize(info, rng)
                hands = [cards_of(hand) for hand in other.hands]
                assert hands[seat] == info.hand
                assert tuple(map(len, hands)) == info.hand_sizes
                for one, lacked in enumerate(info.voids):
                    voids += bool(lacked)
                    assert one == seat or not {card[1] for card in hands[one]} & set(lacked)
                assert len({card for hand in hands for card in hand}) == sum(info.hand_sizes)
                assert InformationSet.of(other, rules, seat) == info
    assert voids > 50


def test_a_blind_round_hides_the_own_hand_from_determinizations_too() -> None:
    rules = Rules(num_players=2, start_rank=12, num_suits=2, hand_sizes=(2,), trump="turn_up", blind="full")
    state = next(random_game(rules, 1))
    info = InformationSet.of(state, rules, 0)
    found, rng = Counter(), np.random.default_rng(1)
    for _ in range(6_000):
        other = determinize(info, rng)
        assert other.turned == state.turned
        found[int(other.hands[0]), int(other.hands[1])] += 1
    assert len(found) == 30
    assert chisquare(list(found.values())).pvalue > 0.01


@pytest.mark.parametrize(("trump", "suits"), [("turn_up", {0, 1}), ("random", {0, 1})])
def test_trumps_that_nobody_knows_are_drawn(trump: str, suits: set[int]) -> None:
    rules = Rules(num_players=2, start_rank=12, num_suits=2, hand_sizes=(2,), trump=trump, blind="half")
    info = InformationSet.of(next(random_game(rules, 1)), rules, 0)
    found, rng = Counter(), np.random.default_rng(1)
    for _ in range(4_800):
        other = determinize(info, rng)
        assert {int(other.trump)} <= suits
        assert (other.turned != 0) == (trump == "turn_up")
        assert int(other.turned) >> 4 == other.trump or trump == "random"
        found[int(other.hands[1]), int(other.trump if trump == "random" else other.turned)] += 1
    assert len(found) == 12
    assert chisquare(list(found.values())).pvalue > 0.01


def test_no_two_determinizations_foresee_the_next_deal() -> None:
    rules, rng = Rules(hand_sizes=(1, 13)), np.random.default_rng(1)
    state = next(random_game(rules, 1))
    words = {int(determinize(InformationSet.of(state, rules, 0), rng).word) for _ in range(20)}
    assert len(words) == 20
    assert int(state.word) not in words
