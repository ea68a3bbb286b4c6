"""Transcripts of Bang! tell a seat only its own knowledge."""

from __future__ import annotations

from bang_env import GameRecord, InformationSet
from bang_env.notation.transcript import tell
from tests.support.bang.random_records import played
from tests.support.bang.scenes import Scene


def test_all_hands_and_roles_are_shown_where_all_is_open_and_only_the_own_ones_elsewhere() -> None:
    scene = Scene(hands={0: ["bang"], 1: ["birra", "saloon"], 3: ["gatling"]})
    of_all = InformationSet.of(scene.state, scene.rules, 2, open_world=True).text
    for line in ("hand of seat 0: bang 2c", "hand of seat 1: birra 6h, saloon 5h", "hand of seat 2: empty"):
        assert line in of_all
    assert "unknown" not in of_all
    of_one = InformationSet.of(scene.state, scene.rules, 1).text
    assert "hand: birra 6h, saloon 5h" in of_one
    assert "gatling" not in of_one
    assert of_one.count("unknown") == 2


def test_a_transcript_of_all_cards_shows_every_hand_at_every_ply_and_that_of_a_seat_its_own() -> None:
    record = GameRecord.parse(played(5))
    of_all = "\n".join(tell(record, seat=None))
    assert [of_all.count(f"    hand of seat {seat}: ") for seat in range(4)] == [len(record.plies)] * 4
    assert "unknown" not in of_all
    of_one = list(tell(record, seat=2))
    assert sum(line.startswith("    hand: ") for line in of_one) == len(record.plies)
    assert not any("hand of seat" in line for line in of_one)
