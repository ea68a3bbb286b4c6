"""A seat's knowledge holds all that it saw, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardkit.compiled.prng import streams_from_seed
from cardkit.game import IllegalSlotError
from oh_hell_env import Deal, InformationSet, OhHell, Phase, Rules, determinize, parse_action
from oh_hell_env.core.dealing import deal_random, new_states
from oh_hell_env.core.play import mover, step
from oh_hell_env.knowledge import INFOS

SETS = {
    "four": Rules(hand_sizes=(4, 2)),
    "four, turned up, half blind": Rules(hand_sizes=(4, 13), trump="turn_up", blind="half"),
    "four, random, half blind": Rules(hand_sizes=(3, 2), trump="random", blind="half"),
    "four, turned up, blind": Rules(hand_sizes=(4, 2), trump="turn_up", blind="full"),
    "two, all dealt": Rules(num_players=2, hand_sizes=(6,), start_rank=12, trump="turn_up"),
    "three": Rules(num_players=3, hand_size=4),
    "seven": Rules(num_players=7, hand_size=4, trump="turn_up"),
}
each_set = pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=name, marks=[pytest.mark.slow] if name in ("three", "seven") else [])
        for name, rules in SETS.items()
    ],
)


def positions(rules: Rules, games: int = 4) -> Any:
    """Yield all states of random games, their ends included."""
    rng = np.random.default_rng(1)
    for seed in range(games):
        state = new_states(rules)[0]
        deal_random(state, streams_from_seed(seed)[0])
        yield state
        while state.legal != 0:
            step(state, int(rng.choice([slot for slot in range(64) if int(state.legal) >> slot & 1])))
            yield state


@each_set
def test_exchanged_hidden_cards_change_nothing(rules: Rules) -> None:
    rng = np.random.default_rng(2)
    differ = 0
    for state in positions(rules):
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat)
            other = determinize(info, rng)
            again = InformationSet.of(other, rules, seat)
            assert again == info
            assert again.key() == info.key()
            assert str(again) == str(info)
            differ += not np.array_equal(other.hands, state.hands)
            if mover(state) == seat:
                assert other.legal == state.legal
    assert differ > 100 or rules.num_players == 2


@each_set
def test_hidden_cards_are_absent(rules: Rules) -> None:
    for state in positions(rules):
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat)
            record = info.record
            before_the_last_bid = state.phase == Phase.BID
            assert all(record.hands[one] == 0 for one in range(rules.num_players) if one != seat)
            own_hidden = rules.blind == "full" and before_the_last_bid
            assert int(record.hands[seat]) == (0 if own_hidden else int(state.hands[seat]))
            if rules.blind == "half" and before_the_last_bid:
                assert (info.trump, info.turned, record.trumps) == ("?", None, 0)
            else:
                assert (record.trump, record.turned, record.trumps) == (state.trump, state.turned, state.trumps)
            lie = sum(info.hand_sizes) - len(info.hand) + info.undealt
            dealt = rules.num_players * rules.schedule[info.round]
            turned_unseen = rules.trump == "turn_up" and dealt < rules.num_cards and info.turned is None
            assert len(info.unseen) == lie + turned_unseen


def test_no_record_of_knowledge_has_a_place_for_later_deals() -> None:
    for dtype in INFOS.values():
        assert not {"word", "given_decks", "given_trumps", "given"} & set(dtype.names or ())


def test_every_field_of_a_position() -> None:
    rules = Rules(hand_sizes=(3, 2), trump="turn_up")
    first = ["2c", "3c", "4d", "Jd", "Ah", "2d", "6s", "7s", "Ks", "8c", "9c", "Tc", "Qh"]
    decks = [[*first, *(card for card in rules.deck if card not in first)], list(rules.deck)]
    game, plies = OhHell(rules), []
    state = Deal.from_options(rules, {"decks": decks}).lay_out(rules)  # type: ignore[union-attr]
    for text in ["b1", "b1", "b0", "b2", "2c", "Ah", "6s", "8c", "2d", "Ks", "9c"]:
        action = parse_action(text, rules)
        plies.append((int(mover(state)), action))
        step(state, game.read_action(state, action))
    info = game.information_set(state, 0, plies)
    assert (info.seat, info.to_move, info.mover, info.phase, info.dealer, info.round) == (0, True, 0, Phase.PLAY, 3, 0)
    assert (info.hand_size, info.schedule) == (3, (3, 2))
    assert info.hand == ("3c", "4d")
    assert info.hands == (("3c", "4d"), (), (), ())
    assert (info.trump, info.turned) == ("h", "Qh")
    assert info.bids == (1, 1, 0, 2)
    assert (info.won, info.made, info.scores) == ((0, 1, 0, 0), (0,) * 4, (0,) * 4)
    assert (info.trick, info.leader) == (("2d", "Ks", "9c"), 1)
    assert info.tricks == ((0, ("2c", "Ah", "6s", "8c"), 1),)
    assert info.played_by == (("2c",), ("2d", "Ah"), ("6s", "Ks"), ("8c", "9c"))
    assert info.voids == ("", "c", "cd", "d")
    assert (info.hand_sizes, info.undealt) == ((2, 1, 1, 1), 39)
    assert set(info.unseen) == {*rules.deck} - {"3c", "4d", "2c", "Ah", "6s", "8c", "2d", "Ks", "9c", "Qh"}
    assert info.banned is None
    assert info.legal_actions == (parse_action("4d", rules),)
    assert info.action_of(16 + 4) == parse_action("4d", rules)
    with pytest.raises(IllegalSlotError, match="3c"):
        info.action_of(3)
    with pytest.raises(IllegalSlotError, match="99"):
        info.action_of(99)
    assert "before    seat 0 2♣, seat 1 A♥, seat 2 6♠, seat 3 8♣" in str(info)
    assert str(info).endswith("may play  4♦")
    assert info.plies == tuple(plies)
    other = game.information_set(state, 1)
    assert (other.to_move, other.legal_actions) == (False, ())


def test_the_banned_bid_is_known_to_all() -> None:
    rules = Rules(hand_sizes=(2,))
    state = new_states(rules)[0]
    deal_random(state, streams_from_seed(1)[0])
    assert InformationSet.of(state, rules, 0).banned is None
    for _ in range(3):
        step(state, 0)
    assert [InformationSet.of(state, rules, seat).banned for seat in range(4)] == [2] * 4


def test_in_the_open_world_all_hands_and_trumps_are_known() -> None:
    rules = Rules(hand_sizes=(5,), trump="turn_up", blind="half")
    for state in positions(rules, 3):
        info = InformationSet.of(state, rules, 1, open_world=True)
        assert np.array_equal(info.record.hands, state.hands)
        assert info.record.trump == state.trump
        assert len(info.unseen) == info.undealt
        again = determinize(info, np.random.default_rng(3))
        assert np.array_equal(again.hands, state.hands)
        assert again.turned == state.turned


def test_copies_share_nothing() -> None:
    rules = Rules()
    state = new_states(rules)[0]
    deal_random(state, streams_from_seed(1)[0])
    info = InformationSet.of(state, rules, 0)
    twin = info.copy()
    assert twin == info
    assert hash(twin) == hash(info)
    twin.record.hands[0] = 0
    assert twin != info
    assert info.hand
    with pytest.raises(ValueError, match="seat"):
        InformationSet.of(state, rules, 4)


@pytest.mark.parametrize("seat", [4, -1, "0", None, True, 1.0])
def test_an_unknown_seat_is_refused(seat: Any) -> None:
    """Unknown seats are refused: True is no seat, nor is 1.0."""
    with pytest.raises(ValueError, match="seat must be 0, 1, 2 or 3, got "):
        InformationSet.of(next(positions(SETS["four"])), SETS["four"], seat)
