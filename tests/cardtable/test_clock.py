"""The clock of a room."""

from __future__ import annotations

import asyncio

from cardtable.rooms.clock import BY_MOVE, Clock, Limit


def test_a_ply_whose_time_has_run_out_is_not_given_back() -> None:
    """Or who comes back again and again would hold up the game; the next ply has its whole time."""

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
