"""The rule-based players of other projects in positions that are set up."""

from __future__ import annotations

import pytest

from baselines import make_agent
from baselines.durak.evaluation.hand_points import hand_points
from cardkit.playing_cards import mask_of, suit_lane
from durak_env.core.records import DEFENCE, THROW_IN, THROW_IN_AFTER_TAKE
from tests.durak_env.test_heuristic import choice, position

CARDS = "6c 6h 6s 7c 7h 7s 8h 8s 9h 9s Th Ts Jh Js Qh Qs Kh Ks Ah As Ad"


def talon(cards: int) -> str:
    """Return a talon of so many cards, the trump ace last."""
    return CARDS[len(CARDS) - 3 * cards + 1 :] if cards else ""


@pytest.mark.parametrize(
    ("wanted", "state"),
    [
        ("take", position("9c 7d", "8c 8d", DEFENCE, "6d", talon=talon(8))),  # a trump given early
        ("7d", position("9c 7d", "8c 8d", DEFENCE, "6d", talon=talon(6))),
        ("take", position("6c 7d Kd", "8d", DEFENCE, "8c", talon=talon(13))),  # keeps its trumps
        ("take", position("6c Kd", "8d", DEFENCE, "8c", talon=talon(10))),  # its only trump, a high one
        ("7d", position("6c 7d", "8d", DEFENCE, "8c", talon=talon(10))),
        ("7d", position("6c 7d Kd", "8d", DEFENCE, "8c", talon=talon(10))),
        ("9c", position("9c Tc 7d", "8d", DEFENCE, "8c", talon=talon(13))),
        ("8d", position("9c 8d", "7d", DEFENCE, "8c", talon=talon(2))),  # so that the attacker misses the last card
        ("8c", position("7c 8c 8d 9c Tc", "6d", talon=talon(2))),  # a pair at the end, its plain card first
        ("7c", position("7c 8c 8d 9c", "6d", talon=talon(2))),  # but of more than four cards only
        ("7c", position("7c 8c 8d 9c Tc", "6d", talon=talon(5))),
        ("done", position("6d 9c", "8d", THROW_IN, "6c", "7c", talon=talon(5))),
        ("6d", position("6d 9c", "8d", THROW_IN, "6c", "7c", talon=talon(4))),
        ("done", position("7d 6c", "8d Kc", THROW_IN_AFTER_TAKE, "7c", talon=talon(4))),
        ("Ad", position("6c Ad", "7c 8c", talon="")),
        ("Kd", position("6c Kd Ad", "7c 8c", talon="")),
    ],
)
def test_expert_plays_by_its_list(wanted: str, state: object) -> None:
    assert choice(make_agent("expert"), state) == wanted


def test_points_of_a_hand() -> None:
    """A six is worth -200, an ace 600, the trump seven 1200; each plain suit's distance from 2/3 takes up to 400."""
    hand, trumps = mask_of(["6c", "Ah", "7d"]), suit_lane(16)
    points = hand_points(hand, trumps, 12, 1.0)
    assert points == pytest.approx(-200 + 600 + 1200 - 200 * (0.5 + 0.5 + 1) + 600 * (0.25 - 3 / 12))
    paired = hand_points(mask_of(["Ac", "Ah"]), trumps, 8, 1.0)
    assert paired == pytest.approx(2 * 600 + 0.5 * 600 - 400)


@pytest.mark.parametrize(
    ("wanted", "state"),
    [
        ("6c", position("6c Kc 7d", "8h", talon=talon(8))),
        ("take", position("Ad 6c", "8h 7h", DEFENCE, "8c", talon=talon(8))),  # the trump ace costs more than it saves
        ("Ad", position("Ad 6c", "8h 7h", DEFENCE, "8c", talon="")),  # without a talon it beats whatever it can
        ("done", position("Ad 7c", "8h Kh", THROW_IN, "Ac", "6d", talon=talon(8))),
    ],
)
def test_openfool_weighs_hands(wanted: str, state: object) -> None:
    assert choice(make_agent("openfool"), state) == wanted


@pytest.mark.parametrize(
    ("wanted", "state"),
    [
        ("7c", position("6d 7c Kc", "8h", talon=talon(8))),
        ("6d", position("6d 7c Kc", "8h", talon="")),  # without a talon the lowest rank, trump or not
        ("9c", position("9c Tc 6d", "8h", DEFENCE, "8c", talon=talon(8))),
        ("6d", position("6d 7h", "8h", DEFENCE, "8c", talon=talon(8))),
        ("done", position("7c 9h", "8h Kh", THROW_IN, "7h", "7d", talon=talon(8))),
        ("6c", position("6c 6h 6s", "8h Kh Kd", THROW_IN, "6d", "7d", talon=talon(8))),  # worth more than being done
        ("Ac", position("Ac Ah 7h", "8h Kh Kd", THROW_IN_AFTER_TAKE, "As", talon=talon(0))),  # gives all it may
    ],
)
def test_the_thrifty_advisor(wanted: str, state: object) -> None:
    assert choice(make_agent("advisor"), state) == wanted


@pytest.mark.parametrize(
    ("wanted", "state"),
    [
        ("9c", position("9c Tc 6d", "8h", DEFENCE, "8c", talon=talon(8))),
        ("6c", position("6c Kd", "7h", talon=talon(8))),
        ("8h", position("8h 8c", "9c", talon="")),  # which the other hand, known by now, cannot beat
    ],
)
def test_the_advisor_that_counts_points(wanted: str, state: object) -> None:
    assert choice(make_agent("advisor:style=habr"), state) == wanted
