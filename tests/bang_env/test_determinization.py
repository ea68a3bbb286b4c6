"""States drawn from the knowledge of a seat of Bang!: all that agree with it are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from bang_env import Bang, InformationSet
from bang_env.characters import ROLE_LETTERS
from bang_env.core.records import Phase
from bang_env.determinization import determinize_into
from bang_env.game import deal_random, step
from bang_env.information import cards_in
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from tests.support.arrangements import Room, arrangements, farthest, odds
from tests.support.bang.described import all_cards
from tests.support.bang.scenes import Scene
from tests.support.positions import legal_slots


@jit
def draw(info: Any, stream: Any, state: Any, counts: np.ndarray, draws: int) -> None:
    """Count in which hand each card comes to lie."""
    for _ in range(draws):
        determinize_into(info, stream, state)
        for seat in range(len(state.hand_sizes)):
            for card in range(len(counts)):
                counts[card, seat] += np.int64(
                    state.hands[2 * seat + (card >> 6)] >> np.uint64(card & 63) & np.uint64(1)
                )


def hidden(info: InformationSet) -> tuple[list[int], Room]:
    """Return the set of places of each card, the own hand not one of them, and how many lie in each, the deck last."""
    may = [0] * 80
    for place, cards in enumerate(info.possible):
        for card in cards:
            may[card] |= (1 << place) * (place != info.seat)
    looked = int(info.record.looked_size) if info.turn != info.seat else 0
    hands = (0 if seat == info.seat else size for seat, size in enumerate(info.hand_sizes))
    return may, (*hands, info.deck_size + looked)


def positions(seats: int) -> Iterator[InformationSet]:
    """Yield the knowledge of seats in random games, where something is limited that is not settled."""
    game, rng = Bang({"num_players": seats}), np.random.default_rng(seats)
    for seed in range(8):
        state = game.new_states()[0]
        deal_random(state, streams_from_seed(seed)[0])
        while slots := legal_slots(state):
            if state.plies % 20 == 0:
                for info in (game.information_set(state, seat) for seat in range(seats)):
                    if len({places for places in hidden(info)[0] if places & places - 1}) > 1:
                        yield info
            step(state, rng.choice(slots))


@pytest.mark.parametrize("seats", [4, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (5, 7))])
def test_each_card_lies_where_counting_says(seats: int) -> None:
    draws, found = 1_000, 0
    for info in positions(seats):
        may, room = hidden(info)
        counts = np.zeros((80, seats), np.int64)
        state = Bang(info.rules).new_states()[0]
        draw(info.record, streams_from_seed(found)[0], state, counts, draws)
        likely = odds(may, room)[:, :seats]
        others = [seat for seat in range(seats) if seat != info.seat]
        assert farthest(counts[:, others], draws, likely[:, others]) < 6
        assert set(np.flatnonzero(counts[:, info.seat] == draws)) == set(info.hand)
        found += 1
    assert found > 5


def known_at(info: InformationSet, may: Sequence[Sequence[int]]) -> InformationSet:
    """Put other sets of possible cards into the knowledge."""
    record = info.record
    record.may[:] = 0
    for place, cards in enumerate(may):
        for card in cards:
            record.may[2 * place + card // 64] |= np.uint64(1 << card % 64)
    return info


def small(**settings: Any) -> tuple[InformationSet, list[int]]:
    """Return seat 1's knowledge of a position with hands of 1 and 2 and a deck of 3 cards, and its unseen cards."""
    hands = {1: ["gatling"], 2: ["birra"], 3: ["saloon", "bang"]}
    scene = Scene(hands, deck=["barile", "mirino", "bang"], rest=False, **settings)
    info = InformationSet.of(scene.state, scene.rules, 1)
    return info, sorted(set(all_cards(scene.state)) - set(info.hand))


def all_of(state: Any) -> tuple[object, ...]:
    """Return the roles, hands and deck of a state."""
    size = int(state.deck_size)
    hands = tuple(cards_in(state.hands, seat) for seat in range(4))
    return "".join(ROLE_LETTERS[role] for role in state.roles), hands, tuple(state.deck[:size].tolist())


def consistent(info: InformationSet) -> set[tuple[object, ...]]:
    """Return roles, hands and deck of all states that agree with the knowledge of seat 1, an Outlaw."""
    may, room = hidden(info)
    cards, found = [card for card in range(80) if may[card]], set()
    for lying in arrangements([may[card] for card in cards], room):
        held = [tuple(card for card, place in zip(cards, lying, strict=True) if place == one) for one in range(5)]
        hands = (held[0], info.hand, held[2], held[3])
        for roles, deck in product(("SOOR", "SORO"), permutations(held[4])):
            if not info.record.known_top or deck[-1] == info.record.known_top - 1:
                found.add((roles, hands, deck))
    return found


def check(info: InformationSet, number: int) -> None:
    wanted, state, found = consistent(info), Bang(info.rules).new_states()[0], Counter()
    assert len(wanted) == number
    stream = streams_from_seed(5)[0]
    counts = np.zeros((80, 4), np.int64)
    for _ in range(20 * number):
        draw(info.record, stream, state, counts, 1)
        found[all_of(state)] += 1
    assert set(found) <= wanted
    assert chisquare([found[one] for one in wanted]).pvalue > 0.01


def test_a_card_known_to_lie_in_one_of_two_hands_is_in_each_by_its_size() -> None:
    info, cards = small()
    check(known_at(info, [[], info.hand, cards, cards, cards[1:]]), 2 * 30 * 6)


def test_all_states_that_agree_are_equally_likely() -> None:
    info, (one, two, three, *rest) = small()
    check(known_at(info, [[], info.hand, [one, two, *rest], [one, two, three, *rest], [three, *rest]]), 2 * 11 * 6)


def test_a_top_card_that_one_has_put_back_stays_on_top() -> None:
    info, (top, *cards) = small(characters={1: "kit_carlson"})
    info.record.known_top = top + 1
    check(known_at(info, [[], info.hand, cards, cards, [top, *cards]]), 2 * 30 * 2)


def test_the_cards_that_another_looks_at_are_those_on_top() -> None:
    scene = Scene(
        {2: ["birra"]},
        deck=["barile", "mirino", "bang", "saloon"],
        rest=False,
        begins=True,
        characters={0: "kit_carlson"},
    )
    info = InformationSet.of(scene.state, scene.rules, 1)
    cards = sorted(set(all_cards(scene.state)) - set(info.hand))
    known_at(info, [[], [], cards, [], cards])
    assert (info.phase, int(info.record.looked_size)) == (Phase.PUTTING_BACK, 3)
    state, found, stream = Bang(info.rules).new_states()[0], Counter(), streams_from_seed(5)[0]
    for _ in range(20 * 120):
        draw(info.record, stream, state, np.zeros((80, 4), np.int64), 1)
        assert state.deck_size == 1
        found[cards_in(state.hands, 2), int(state.deck[0]), *state.looked.tolist()] += 1
    assert len(found) == 120
    assert chisquare(list(found.values())).pvalue > 0.01
