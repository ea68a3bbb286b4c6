"""Random games of Bang! play to their end, and keep what every game keeps."""

from __future__ import annotations

import numpy as np
import pytest

from bang_env import Bang
from bang_env.core.records import NO_WINNER
from bang_env.core.scoring import party, returns
from bang_env.game import deal_random, step
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.slots import as_int
from cardkit.game_check import check_game
from tests.support.bang.described import all_cards

SIZES = (4, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (5, 6, 7)))
OPTIONS = ({}, {"free_discard": False, "jail_skips": True, "sid_saves": True})


@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("open_world", [False, True])
def test_the_game_keeps_the_protocol(seats: int, open_world: bool) -> None:
    check_game(Bang({"num_players": seats}, open_world), games=1)


@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("options", OPTIONS, ids=["thesis", "official"])
def test_random_games(seats: int, options: dict[str, bool]) -> None:
    state = Bang({"num_players": seats, "max_rounds": 30, **options}).new_states()[0]
    rng = np.random.default_rng(seats)
    for seed in range(20):
        deal_random(state, streams_from_seed(seed)[0])
        while legal := as_int(state.legal):
            assert legal >> 185 == 0
            slots = [slot for slot in range(185) if legal >> slot & 1]
            step(state, slots[rng.integers(len(slots))])
            if state.plies % 7 == 0:
                assert all_cards(state) == list(range(80))
        winner = int(state.winner)
        assert [returns(state, seat) > 0 for seat in range(seats)] == [
            party(state, seat) == winner for seat in range(seats)
        ]
        assert winner != NO_WINNER or state.rounds == 30
        assert not all(state.dead)
