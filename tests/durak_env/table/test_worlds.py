"""Worlds agree with what the seat knows; the belief weighs those of the rules that it has learnt."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.durak.table.worlds import worlds
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.networks import positions


@pytest.mark.parametrize(("rules", "weighed"), [(Rules(), True), (Rules(hand_size=5), False)])
def test_worlds_keep_to_what_the_seat_knows(rules: Rules, weighed: bool) -> None:
    for info in hiding(rules)[::40]:
        found = worlds(info, 60, np.random.default_rng(1))
        assert found.weighed == weighed
        known = int(info.record.hands[1 - info.seat])
        for own, other in found.hands[:, [info.seat, 1 - info.seat]].tolist():
            assert own == int(info.record.hands[info.seat])
            assert other & known == known
            assert (other & ~known) | int(info.record.unseen) == int(info.record.unseen)
            assert other.bit_count() == info.hand_sizes[1 - info.seat]


def test_the_randomness_alone_decides() -> None:
    info = hiding(Rules())[7]
    one, two, three = (worlds(info, 40, np.random.default_rng(seed)).hands for seed in (1, 1, 2))
    assert (one == two).all()
    assert (one != three).any()


def test_where_nothing_is_hidden_nothing_is_weighed() -> None:
    info = next(info for info in positions(Rules()) if not info.record.unseen)
    assert not worlds(info, 3, np.random.default_rng(1)).weighed


def hiding(rules: Rules) -> list[InformationSet]:
    """What seats know in random games while cards are hidden."""
    return [info for info in positions(rules) if info.record.unseen]
