"""Failing never pays: no continuation of a game leaves a seat with less than the game's forfeit, in any measure."""

from __future__ import annotations

import importlib
import random
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bang_env import Bang
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, mover, returns, step
from cardkit.game import Game
from cardkit.statistics.returns import places
from durak_env.durak import RETURNS, Durak
from oh_hell_env.core.records import PAYMENTS
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import SCORINGS
from tests.support.herding_game import Herding
from tests.support.positions import legal_slots

ALL = 64
EXAMPLES = Path(__file__).parents[2] / "examples"


Seats = tuple[int, ...]


@lru_cache
def parties(seats: int) -> tuple[np.ndarray, list[Seats]]:
    """Return the sets of seats that an agent may have, by rows: bool array (sets, seats), and as tuples."""
    chosen = [own for size in range(1, seats) for own in combinations(range(seats), size)]
    return np.array([[seat in own for seat in range(seats)] for own in chosen]), chosen


def measures(paid: Any) -> np.ndarray:
    """Return the measures of each set of seats, more being better: mean return, mean place, lead over the rest."""
    row = np.array([float(one) for one in paid])
    own, _ = parties(len(row))
    sizes = own.sum(axis=1)
    mean, rest = own @ row / sizes, ~own @ row / (len(row) - sizes)
    return np.column_stack([mean, own @ -places(row[None])[0] / sizes, mean - rest])


def fewest(game: Game, state: Any, rng: random.Random, width: int, share: float) -> np.ndarray:
    """Return the least that play brings each set of seats, over the continuations seen; fail where a forfeit has more.

    Args:
        width: how many actions are looked at where several are.
        share: of the plies where several are; elsewhere it is a random one.
    """
    slots = legal_slots(state)
    if not slots:
        return measures([returns(state, seat) for seat in range(game.seats)])
    found = []
    for slot in rng.sample(slots, min(len(slots), width if rng.random() < share else 1)):
        after = state.copy()
        step(after, slot)
        found.append(fewest(game, after, rng, width, share))
    seat, least = int(mover(state)), np.min(found, axis=0)
    for number, own in enumerate(parties(game.seats)[1]):
        if seat in own:
            paid = game.forfeit(state, seat, [one for one in own if one != seat])
            assert (measures(paid)[number] <= least[number] + 1e-9).all(), (str(game), own, paid, least[number])
    return least


def check_forfeits(game: Game, games: int, width: int = ALL, share: float = 1.0) -> None:
    rng, stream, state = random.Random(1), streams_from_seed(1)[0], game.new_states()[0]
    for _ in range(games):
        deal(state, stream)
        fewest(game, state, rng, width, share)


DURAK = (
    "start_rank=11,hand_size=4",
    "start_rank=11,num_players=4",
    "start_rank=11,num_players=4,hand_size=3,transfer=True",
    "start_rank=12,num_players=4,num_teams=2,hand_size=2",
    *(
        pytest.param(rules, marks=pytest.mark.slow)
        for rules in (
            "start_rank=11,num_players=3,hand_size=3",
            "start_rank=10,num_players=6,num_teams=2",
            "start_rank=10,num_players=6,num_teams=3,hand_size=2",
            "start_rank=9,num_players=5,throw_in=neighbours",
            "start_rank=11,hand_size=3,transfer=True,passport=True",
        )
    ),
)


@pytest.mark.parametrize("paid", RETURNS)
@pytest.mark.parametrize("rules", DURAK)
def test_no_rest_of_durak_brings_less_than_to_fail(rules: str, paid: str) -> None:
    game = Durak(rules, returns=paid)
    check_forfeits(game, games=2 if game.seats < 5 else 1, width=2, share=0.03)


@pytest.mark.parametrize(
    ("scoring", "paid"),
    [
        pytest.param(scoring, paid, marks=() if row == column else pytest.mark.slow)
        for row, scoring in enumerate(SCORINGS)
        for column, paid in enumerate(PAYMENTS)
    ],
)
def test_no_rest_of_oh_hell_brings_less_than_to_fail(scoring: str, paid: str) -> None:
    check_forfeits(OhHell(f"hand_sizes=1-1,scoring={scoring}", returns=paid), games=2)
    check_forfeits(OhHell(f"hand_sizes=3-1,scoring={scoring},points_per_trick=7", returns=paid), 4, 2, share=0.2)


@pytest.mark.slow
@pytest.mark.parametrize(("scoring", "paid"), list(zip(SCORINGS, PAYMENTS, strict=True)))
@pytest.mark.parametrize("rules", ["num_players=2,hand_sizes=2-1", "num_players=7,hand_sizes=1,blind=full"])
def test_no_rest_of_oh_hell_brings_less_than_to_fail_at_other_tables(rules: str, scoring: str, paid: str) -> None:
    check_forfeits(OhHell(f"{rules},scoring={scoring}", returns=paid), games=1)


@pytest.mark.parametrize(("seats", "rounds"), [(4, 4), pytest.param(7, 1, marks=pytest.mark.slow)])
def test_no_rest_of_bang_brings_less_than_to_fail(seats: int, rounds: int) -> None:
    check_forfeits(Bang({"num_players": seats, "max_rounds": rounds}), games=1, width=2, share=0.03)


def test_no_rest_of_a_game_of_the_kit_brings_less_than_to_fail() -> None:
    check_forfeits(Herding(), games=20, width=2, share=0.2)


@pytest.mark.slow
def test_no_rest_of_the_toy_brings_less_than_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    check_forfeits(importlib.import_module("toy_game").Middle(), games=2)
