"""A room of a game that goes on without a seat."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest

from cardkit.compiled.protocol import LEFT
from tests.support.heist_table import HEIST, RANDOM
from tests.support.rooms import check_all, opened, play_out
from tests.support.table_server import BRISK, serving

SEATS = ("human", "friend", "friend", RANDOM, RANDOM)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(HEIST, pace=BRISK) as address:
        yield address


def test_a_seat_whose_person_stays_away_leaves_the_game_and_the_others_play_on(address: str) -> None:
    with opened(address, SEATS, away="withdraw", away_seconds=0) as room:
        host, away, stays = room.join_all()
        assert host.welcome["can_withdraw"] is True
        assert {page.refused("act", action=LEFT, ply=0, revision=1)["field"] for page in (host, stays)} == {"action"}
        away.__exit__()
        while host.until("room")["places"][1]["here"]:
            pass
        time.sleep(0.2)  # a seat learns who has gone only when it is its turn
        host.until_quiet()
        stays.until_quiet()
        ends = play_out([host, stays], np.random.default_rng(1))
        assert ends[0]["returns"] is not None
        log = [entry for message in host.heard if message["type"] == "state" for entry in message["log"]]
        assert [entry["seat"] for entry in log if entry["action"] == LEFT] == [1]
        check_all([host, stays])
