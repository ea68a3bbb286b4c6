"""Determinizations at the table agree with the seat's knowledge; the belief weights those of rules it has learnt."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.durak.networks.champions import BELIEF
from baselines.durak.networks.forward import network_memory
from baselines.durak.networks.network_file import load_belief
from baselines.durak.search.beliefs import BELIEVED_INFO, believe, determinize_by_belief
from baselines.durak.table.determinizations import determinizations
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from_seed
from durak_env.core.dealing import new_states
from durak_env.information import InformationSet, determinize
from durak_env.rules import Rules
from tests.support.networks import positions


@pytest.mark.parametrize(("rules", "weighted"), [(Rules(), True), (Rules(hand_size=5), False)])
def test_they_keep_to_what_the_seat_knows(rules: Rules, weighted: bool) -> None:
    for info in hiding(rules)[::40]:
        found = determinizations(info, 60, np.random.default_rng(1))
        assert found.weighted == weighted
        known = int(info.record.hands[1 - info.seat])
        for own, other in found.hands[:, [info.seat, 1 - info.seat]].tolist():
            assert own == int(info.record.hands[info.seat])
            assert other & known == known
            assert (other & ~known) | int(info.record.unseen) == int(info.record.unseen)
            assert other.bit_count() == info.hand_sizes[1 - info.seat]


def test_shares_are_those_that_the_belief_draws() -> None:
    memory, stream, state = network_memory(load_belief(BELIEF)), streams_from_seed(6)[0], new_states(Rules())[0]
    for info in hiding(Rules())[::60]:
        believed, hands = np.zeros(1, BELIEVED_INFO)[0], []
        believe(info.record, address_of(memory), believed)
        for _ in range(3000):
            determinize_by_belief(believed, stream, state)
            hands.append(int(state["hands"][1 - info.seat]))
        found = determinizations(info, 3000, np.random.default_rng(2)).hands[:, 1 - info.seat]
        for slot in range(64):
            wanted = np.mean([hand >> slot & 1 for hand in hands])
            assert np.mean([int(hand) >> slot & 1 for hand in found]) == pytest.approx(wanted, abs=0.06)


def test_a_seat_that_waits_is_not_weighted() -> None:
    """A seat that waits is not weighted, since the network has learnt from seats to move alone."""
    info = hiding(Rules())[7]
    waiting = InformationSet.of(determinize(info, np.random.default_rng(3)), info.rules, 1 - info.seat)
    assert not waiting.to_move
    assert not determinizations(waiting, 3, np.random.default_rng(1)).weighted


def test_the_randomness_alone_decides() -> None:
    info = hiding(Rules())[7]
    one, two, three = (determinizations(info, 40, np.random.default_rng(seed)).hands for seed in (1, 1, 2))
    assert (one == two).all()
    assert (one != three).any()


def test_where_nothing_is_hidden_nothing_is_weighted() -> None:
    info = next(info for info in positions(Rules()) if not info.record.unseen)
    assert not determinizations(info, 3, np.random.default_rng(1)).weighted


def hiding(rules: Rules) -> list[InformationSet]:
    """Return the knowledge of seats in random games while cards are hidden."""
    return [info for info in positions(rules) if info.record.unseen]
