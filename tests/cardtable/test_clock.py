"""The clock of a room."""

from __future__ import annotations

import asyncio
from typing import Literal

import pytest

from cardtable.rooms.clock import BY_GAME, BY_MOVE, Clock, Limit


def test_a_ply_whose_time_has_run_out_is_not_given_back() -> None:
    """A second chance would let someone who keeps coming back hold up the game; the next ply has its whole time."""

    async def play() -> list[int]:
        late: list[int] = []
        clock = Clock(Limit(BY_MOVE, 0.01), 2, late.append)
        clock.turn_to(0, 4)
        await asyncio.sleep(0.05)
        assert late == [0]
        clock.turn_to(None, 4)  # a stand-in plays that ply
        assert not clock.has_time(0)
        assert clock.has_time(1)
        clock.turn_to(1, 5)
        assert clock.has_time(0)
        clock.turn_to(0, 6)
        told = clock.told()
        assert told is not None
        assert told["running"] == 0
        clock.stop()
        return late

    assert asyncio.run(play()) == [0]


def test_a_turn_has_its_time_once() -> None:
    """A fresh time at each return would give endless time to someone who leaves as an agent begins to think."""

    async def play() -> list[list[float]]:
        clock, told = Clock(Limit(BY_MOVE, 60), 2, lambda _: None), []
        turns = ((0, 4, 0.1), (None, 4, 0), (0, 4, 0.1), (1, 5, 0), (0, 4, 0.1), (0, 6, 0))
        for seat, ply, seconds in turns:  # back from a stand-in, then plies are taken back
            clock.turn_to(seat, ply)
            await asyncio.sleep(seconds)
            told.append(clock.times().left)
        clock.begin()
        return [*told, clock.times().left]

    mine = [left[0] for left in asyncio.run(play())]
    assert 60 > mine[0] >= mine[1] > mine[2] >= mine[3] > mine[4]
    assert mine[5] > mine[4]
    assert mine[6] == 60


@pytest.mark.parametrize("kind", [BY_MOVE, BY_GAME])
def test_time_runs_while_a_stand_in_thinks(kind: Literal["move", "game"]) -> None:
    """A seat could else leave, come back as the stand-in is about to play, and think for free."""

    async def play() -> list[float]:
        clock, left = Clock(Limit(kind, 60), 2, lambda _: None), list[float]()
        for seat, ply in ((0, 4), (None, 4), (0, 4), (None, 5), (0, 4), (0, 6)):  # back, then a ply is taken back
            clock.turn_to(seat, ply)
            left.append(clock.times().left[0])
            await asyncio.sleep(0.2 if seat is None else 0)
        return left

    first, _, back, _, again, _ = asyncio.run(play())
    assert first - back > 0.19
    assert back - again < 0.19


def test_a_turn_that_is_played_in_place_of_one_taken_back_has_its_whole_time() -> None:
    """A turn replayed after a takeback has the seat and the number of the old one, whose time may have run out."""

    async def play() -> list[int]:
        late: list[int] = []
        clock = Clock(Limit(BY_MOVE, 0.2), 2, late.append)
        clock.turn_to(1, 10)
        await asyncio.sleep(0.3)
        assert late == [1]
        clock.turn_to(0, 8)
        clock.turn_to(1, 10)
        assert clock.has_time(1)
        assert clock.times().left[1] > 0.1
        clock.stop()
        return late

    assert asyncio.run(play()) == [1]
