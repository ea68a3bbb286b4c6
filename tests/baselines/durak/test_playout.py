"""Playouts end as games played ply by ply do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from baselines.durak.evaluation.playout import play_out_greedily, play_out_randomly, uniform_slot
from cardkit.compiled.bits import popcount
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import chance, streams_from_seed
from durak_env.agents.tactics import greedy_slot
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.rules import Rules
from tests.support.search_positions import FOUR_SEATS, LATER, RULE_SETS, positions


@pytest.mark.parametrize(
    ("rule_sets", "count"),
    [
        pytest.param(RULE_SETS, 200, id="two seats"),
        pytest.param((Rules(start_rank=12, num_suits=2, hand_size=1, draws=False),), 100, id="without draws"),
        pytest.param(FOUR_SEATS, 300, id="four seats", marks=pytest.mark.slow),
        *(pytest.param((rules,), 100, id=str(rules), marks=pytest.mark.slow) for rules in LATER),
    ],
)
def test_a_greedy_playout_is_the_game_that_greedy_plays(rule_sets: tuple[Rules, ...], count: int) -> None:
    stream = streams_from_seed(1)[0]
    for _, state, _ in positions(count, seed=51, rule_sets=rule_sets):
        played, stepped = state.copy(), state.copy()
        play_out_greedily(played, stream, 0.0)
        while stepped.phase != GAME_OVER:
            step(stepped, greedy_slot(stepped))
        for field in ("hands", "phase", "legal", "talon_size"):
            assert np.array_equal(played[field], stepped[field])
        for seat in range(len(state.hands)):
            assert returns(played, seat) == returns(stepped, seat)


@jit
def outcomes_by_steps(start: Any, states: Any, stream: Any, noise: Any, counts: Any) -> None:
    """Count the fools and the cards left, playing ply by ply."""
    for _ in range(5_000):
        states[0] = start
        state = states[0]
        while state.phase != GAME_OVER:
            step(state, uniform_slot(state, stream) if chance(stream, noise) else greedy_slot(state))
        tally(state, counts)


@jit
def outcomes_by_playouts(start: Any, states: Any, stream: Any, noise: Any, counts: Any) -> None:
    """Count the fools and the cards left, in playouts."""
    for _ in range(5_000):
        states[0] = start
        play_out_greedily(states[0], stream, noise)
        tally(states[0], counts)


@jit
def tally(state: Any, counts: Any) -> None:
    fools, cards = 0, 0
    for seat in range(len(state.hands)):
        fools += np.int64(returns(state, seat) < 0) << seat
        cards += popcount(state.hands[seat])
    counts[fools, min(cards, 11)] += 1


@pytest.mark.parametrize("noise", [0.1, 0.7, 1.0])
@pytest.mark.parametrize(
    ("rule_sets", "count"),
    [
        pytest.param(RULE_SETS, 5, id="two seats"),
        pytest.param(FOUR_SEATS, 8, id="four seats", marks=pytest.mark.slow),
    ],
)
def test_noise_is_a_uniform_ply_now_and_then(rule_sets: tuple[Rules, ...], count: int, noise: float) -> None:
    for number, (_, state, _) in enumerate(positions(count, seed=52, rule_sets=rule_sets)):
        streams, states = streams_from_seed(number, count=2), np.array([state, state])
        tables = []
        for play, stream in zip((outcomes_by_steps, outcomes_by_playouts), streams, strict=True):
            counts = np.zeros((64, 12), np.int64)
            play(states[1:][0], states, stream, noise, counts)
            tables.append(counts.ravel())
        seen = np.array(tables)[:, np.sum(tables, axis=0) >= 10]
        compared: Any = chi2_contingency(seen) if seen.shape[1] > 1 else None
        assert compared is None or compared.pvalue > 1e-5


def test_a_random_playout_ends_the_game() -> None:
    for number, (_, state, _) in enumerate(positions(60, seed=53)):
        play_out_randomly(state, streams_from_seed(number)[0])
        assert state.phase == GAME_OVER
