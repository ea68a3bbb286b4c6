"""The events of a ply that the table sends to its page."""

from __future__ import annotations

import pytest

from durak_env.information import InformationSet
from durak_env.notation import GameRecord, replay
from durak_env.notation.events import events

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
