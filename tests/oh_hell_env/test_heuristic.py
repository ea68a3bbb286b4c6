"""Random and informed: the five heuristics, bids and cards by hand, and the tables that follow from them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from cardkit.arena.match import play_match
from cardkit.compiled.protocol import step
from cardkit.playing_cards import Card, mask_of
from oh_hell_env.actions import format_action
from oh_hell_env.agents import heuristic, values
from oh_hell_env.agents.heuristic import informed, random_agent
from oh_hell_env.agents.weight_sets import WEIGHT_SETS
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules
from tests.support.oh_hell.positions import info_of, round_of

HEARTS = np.uint64(0xFFFF << 32)
HAND = "2h 5h Qd Ad"
OTHERS = ("4h Kd Jd Ah", "2c 3c 4c 5c", "2s 3s 4s 5s")


def choices(agent: Any, info: Any, times: int = 60) -> Counter[str]:
    """Count an agent's choices of each action."""
    found = (agent.act(info.copy(), np.random.default_rng(seed)) for seed in range(times))
    return Counter(format_action(action, info.rules) for action in found)


# the heuristics


def of(card: str, unseen: np.uint64) -> dict[str, float]:
    slot, hand, trumps = Card(card).slot, mask_of(HAND.split()), HEARTS
    found = {
        name: float(values.weighted(slot, hand, unseen, trumps, np.eye(5)[place], False))
        for place, name in enumerate(values.HEURISTICS)
    }
    return found | {"safe": float(values.weighted(slot, hand, unseen, trumps, np.eye(5)[values.TRUMP], True))}


def test_the_five_heuristics_by_hand() -> None:
    """The example has 48 unseen cards: 11 hearts, 11 diamonds, 13 clubs, 13 spades."""
    unseen = mask_of(Rules().deck) & ~mask_of(HAND.split())
    ace, queen, five, two = (of(card, unseen) for card in ("Ad", "Qd", "5h", "2h"))
    assert ace["win"] == pytest.approx((11 + 26) / 48)
    assert queen["win"] == pytest.approx((10 + 26) / 48)
    assert five["win"] == pytest.approx((2 + 37) / 48)
    assert [one["same"] for one in (ace, queen, five, two)] == pytest.approx([1, 10 / 11, 2 / 11, 0])
    assert {one["follow"] for one in (ace, queen, five, two)} == {11 / 48}
    assert {one["trump"] for one in (ace, queen, five, two)} == {11 / 48}
    assert {one["safety"] for one in (ace, queen, five, two)} == {0.5}
    assert [one["safe"] for one in (ace, five, two)] == pytest.approx([1 - 11 / 48, 1 - 9 / 48, 1 - 11 / 48])


def test_a_card_whose_suit_nobody_else_has_beats_all_of_it() -> None:
    assert of("2h", mask_of(["Ac", "Kc"])) == {
        "win": 1,
        "same": 1,
        "follow": 0,
        "trump": 0,
        "safety": 0.5,
        "safe": 1,
    }


# bids


def test_counting_bids_the_cards_that_beat_most() -> None:
    """The product of win and same is 37/48 for Ad, 36/48 * 10/11 = 0.68 for Qd, 39/48 * 2/11 for 5h, 0 for 2h."""
    info = info_of(round_of(HAND, *OTHERS))
    for threshold, bid in ((0.6, "b2"), (0.7, "b1"), (0.8, "b0"), (0.1, "b3"), (0, "b3")):
        assert choices(informed(2, threshold), info, 3) == {bid: 3}


def test_a_banned_bid_is_one_more_or_one_less() -> None:
    """A dealer with four cards may not bid the tricks that the other bids leave of four."""
    for others, threshold, bid in (((1, 0, 1), 0.6, "b3"), ((0, 0, 0), 0.6, "b2"), ((0, 0, 0), 0.0, "b3")):
        state = round_of(*OTHERS, HAND, hook=True)
        for one in others:
            step(state, one)
        assert choices(informed(2, threshold), info_of(state), 3) == {bid: 3}


@pytest.mark.parametrize(("card", "eighths"), [("Ad", 7), ("8d", 1), ("7d", 0), ("Td", 3), ("8h", 8), ("7h", 0)])
def test_naive_bids_by_rank_and_luck(card: str, eighths: int) -> None:
    rest = [one for one in ("2c", "3c", "4c", "5c") if one != card]
    found = choices(informed(1), info_of(round_of(card, *rest[:3])), 400)
    assert found["b1"] == pytest.approx(400 * eighths / 8, abs=40)
    assert (found["b1"] in (0, 400)) == (eighths in (0, 8))


@pytest.mark.parametrize(("cards", "bid"), [(1, "b0"), (2, "b1"), (4, "b1"), (5, "b1"), (6, "b2"), (7, "b2")])
def test_who_does_not_know_its_hand_bids_its_share(cards: int, bid: str) -> None:
    """A seat of four that does not know its hand bids a fourth of the tricks, to the nearest number, a half upwards."""
    hands = (" ".join(f"{rank}{suit}" for rank in "2345678"[:cards]) for suit in "hdcs")
    assert choices(informed(2), info_of(round_of(*hands, blind="full")), 2) == {bid: 2}


# cards


def under(card: str, won: int = 0) -> Any:
    """Return seat 1's knowledge with HAND, bid 1 and some tricks won, once seat 0 has led a card."""
    state = round_of(OTHERS[0], HAND, *OTHERS[1:], bids=(0, 1, 0, 0), played=card)
    state.won[1] = won
    return info_of(state)


def test_choices_of_the_weighted_version() -> None:
    agent = informed()
    assert choices(agent, under("4h")) == {"5h": 60}
    assert choices(agent, under("Kd", won=1)) == {"Qd": 60}
    assert choices(agent, under("Ah")) == {"2h": 60}
    both = choices(agent, under("Jd", won=1))
    assert set(both) == {"Qd", "Ad"}
    assert min(both.values()) > 15


def test_who_cannot_do_what_it_wants() -> None:
    assert set(choices(informed(2), under("Ah"))) == {"2h", "5h"}
    assert set(choices(informed(1), under("Ah"))) == {"2h", "5h"}
    assert choices(informed(2, forced="value"), under("Ah")) == {"2h": 60}
    assert choices(informed(2, forced="value"), under("Jd", won=1)) == {"Ad": 60}


def test_the_last_seat_wins_with_its_lowest_card() -> None:
    hands = ("7d 2c 3c", "8d 4c 5c", "9d 6c 7c", "Td Qd Ad")
    last = round_of(*hands, bids=(0, 0, 0, 1), played="7d 8d 9d")
    third = round_of("7d 2c 3c", "8d 4c 5c", "Td Qd Ad", "9d 6c 7c", bids=(0, 0, 1, 0), played="7d 8d")
    for version in (2, 3):
        assert choices(informed(version), info_of(last)) == {"Td": 60}
        assert choices(informed(version), info_of(third)) == {"Ad": 60}
    assert set(choices(informed(1), info_of(last))) == {"Td", "Qd", "Ad"}


def test_a_lead_is_the_highest_or_the_lowest_card() -> None:
    wants = round_of(HAND, *OTHERS, bids=(1, 0, 0, 0))
    has = round_of(HAND, *OTHERS, bids=(0, 0, 0, 0))
    for version in (1, 2):
        assert choices(informed(version), info_of(wants)) == {"Ad": 60}
        assert choices(informed(version), info_of(has)) == {"2h": 60}
    equal = round_of("Kc Ks", "2c 3c", "2s 3s", "4s 5s", bids=(1, 0, 0, 0))
    assert choices(informed(2), info_of(equal)) == {"Kc": 60}  # of equals the lowest id


def test_who_is_over_its_bid_wants_tricks_too() -> None:
    state = round_of(OTHERS[0], HAND, *OTHERS[1:], bids=(0, 1, 0, 0), played="4h")
    state.won[1] = 2
    assert choices(informed(), info_of(state)) == {"5h": 60}


def test_weights_decide() -> None:
    """With the weight of safety alone, a lead comes from the longest suit."""
    only: dict[str, Any] = {f"weight_{number}": 0.0 for number in range(4)} | {"weight_4": 2.0}
    state = round_of("2c 3c 4c Ad", *OTHERS[:1], "6c 7c 8c 9c", OTHERS[2], bids=(1, 0, 0, 0))
    assert choices(informed(3, **only), info_of(state)) == {"2c": 60}
    with pytest.raises(ValueError, match="weight_0 to weight_4"):
        informed(3, **{**only, "weight_4": 0.0})


# tables


def means(agent: str, others: str, games: int, **rules: Any) -> tuple[float, float]:
    """Return points and rounds made of one agent alone against others."""
    made = {"random": random_agent()} | {str(version): informed(version) for version in (1, 2, 3)}
    game = OhHell(Rules(**rules))
    found = play_match(game, [made[agent], *[made[others]] * 3], games, seed=1).results
    return float(found["returns"][:, 0].mean()), float(found["made"][:, 0].mean())


@pytest.mark.parametrize(
    ("agent", "others", "points", "made"),
    [
        ("random", "random", 51.5, 0.92),
        ("3", "3", 91.2, 4.9),
        ("3", "random", 98.4, 5.1),
        ("1", "1", 69.0, 2.7),
        ("2", "2", 95.3, 5.3),
        *(
            pytest.param(*means, marks=pytest.mark.slow)
            for means in (("2", "random", 108.5, 6.1), ("2", "3", 98.5, 5.9), ("random", "2", 47.9, 0.9))
        ),
    ],
)
def test_points_of_thirteen_rounds_of_thirteen(agent: str, others: str, points: float, made: float) -> None:
    """Points of thirteen rounds agree with those of other authors' reference program to about half a point."""
    found = means(agent, others, 6000, dynamic=False)
    assert found == pytest.approx((points, made), abs=0.9)


def test_at_a_table_of_equals_points_are_tricks_and_bids_made() -> None:
    for name in ("random", "2"):
        points, made = 0.0, 0.0
        agent = random_agent() if name == "random" else informed(2)
        found = play_match(OhHell(), [agent] * 4, 400, seed=3).results
        points, made = found["returns"].sum(axis=1), found["made"].sum(axis=1)
        assert (points == 91 + 10 * made).all()


def test_named_weights_are_a_set_whose_parts_may_be_changed() -> None:
    def settings(**parameters: Any) -> Any:
        return heuristic._BLOCK.view(informed(**parameters).memory, "settings")[0]

    usual, printed = settings(), settings(weights="printed", threshold=0.367, trump="share", forced="text")
    assert usual == printed
    assert settings(weight_0=0.5) != usual
    for name, named in WEIGHT_SETS.items():
        made = settings(weights=name)
        assert made.threshold == named.threshold
        assert made.weights.leads == pytest.approx(np.array(named.weights[:5]) / sum(named.weights[:5]))
        assert settings(weights=name, threshold=0.5).threshold == 0.5
    with pytest.raises(ValueError, match="weights must be one of printed"):
        informed(weights="best")


def test_the_later_weights_are_printed_as_shares_of_each_group() -> None:
    later = WEIGHT_SETS["later"]
    assert [sum(later.weights[group]) for group in (slice(5), slice(5, 9), slice(9, 13))] == pytest.approx([1, 1, 1])
    assert later._replace(weights=()) == WEIGHT_SETS["printed"]._replace(weights=())


@pytest.mark.parametrize(
    ("version", "name", "value"),
    [
        (2, "weights", "13x13"),
        (2, "weight_12", 0.5),
        (2, "trump", "share"),
        (1, "groups", "follow-bid"),
        (1, "threshold", 0),
    ],
)
def test_a_version_refuses_what_it_does_not_have(version: int, name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^version {version} has no {name}, got {name}="):
        informed(version, **{name: value})


@pytest.mark.parametrize(("weights", "dynamic", "least"), [("13x13", False, 8.5), ("13-to-1", True, 7.0)])
def test_tuned_weights_lead_version_2(weights: str, dynamic: bool, least: float) -> None:
    result = play_match(OhHell(Rules(dynamic=dynamic)), [informed(weights=weights), *[informed(2)] * 3], 4000, seed=5)
    returns = result.mean_returns
    assert returns[0] - returns[1:].mean() > least
