"""The events of a ply that the table sends to its page."""

from __future__ import annotations

import pytest

from durak_env.information import InformationSet
from durak_env.notation import GameRecord, replay
from durak_env.notation.events import events
from durak_env.rules import Rules
from tests.durak_env.test_notation import random_record

FOUR = Rules(num_players=4, start_rank=11, hand_size=3)
RULES = "start_rank=13,num_suits=3,hand_size=1"
LAST_CARDS = f"durak-game 1\nrules {RULES}\ndeck Kc Ac Kd Ad Kh Ah\nattacker 0\n1. Kc Ac\nresult *"


@pytest.mark.parametrize(("viewer", "drawn"), [(0, (["Kd"], None)), (1, (None, ["Ad"]))])
def test_who_ends_a_bout_with_the_last_card_draws_another(viewer: int, drawn: tuple[list[str] | None, ...]) -> None:
    record = GameRecord.parse(LAST_CARDS)
    last = list(replay(record))[-1]
    before, after = (InformationSet.of(state, record.rules, viewer) for state in (last.before, last.after))
    played, *brought = events(before, last.seat, last.action, after)
    assert (played["kind"], played["card"], played["beats"]) == ("beat", "Ac", "Kc")
    assert brought == [
        {"kind": "beaten_off", "cards": ["Kc", "Ac"]},
        *({"kind": "draw", "seat": seat, "count": 1, "cards": drawn[seat]} for seat in (0, 1)),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_who_goes_out_is_told_once_with_the_end_of_the_bout(seed: int) -> None:
    record = random_record(FOUR, seed)
    out, plies = list[int](), list(replay(record))
    for ply in plies:
        before, after = (InformationSet.of(state, FOUR, 0) for state in (ply.before, ply.after))
        _, *brought = events(before, ply.seat, ply.action, after)
        out += [event["seat"] for event in brought if event["kind"] == "out"]
    assert sorted(out) == [seat for seat, bout in enumerate(plies[-1].after.out_bout) if bout]
    assert len(out) >= 3
