"""Herding at the table: what a game has to bring for it, with the page's own plain buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from cardtable.view import Json, Option, Recorded, TablePlugin
from tests.support.herding import SEATS, STATE
from tests.support.herding_game import Herding, HerdingInfo

RANDOM = "tests.support.herding_game:compiled_random"
FAILING = "tests.support.herding_game:Failing"
ISMCTS = "tests.support.herding_game:ismcts"


@dataclass(frozen=True)
class HerdingView:
    """What Herding brings."""

    name: ClassVar[str] = "herding"
    page: ClassVar[Path | None] = None
    module: ClassVar[str] = ""
    agents: ClassVar[str] = Herding.AGENTS
    seats: ClassVar[tuple[int, int]] = (SEATS, SEATS)
    deal: ClassVar[Sequence[str]] = ()
    options: ClassVar[Sequence[Option]] = ()
    reads_foreign: ClassVar[bool] = True  # only tests open its records, which nothing checks

    def variant(self, rules: Mapping[str, Any], seats: int, open_world: bool) -> Herding:
        """The game, which has no rules to choose."""
        if rules:
            raise ValueError(f"rules must be empty, got {rules}")
        return Herding(open_world)

    def named(self, variant: str) -> Herding:
        """The variant of a name."""
        return Herding(variant.endswith("open"))

    def rules(self, game: Herding) -> Json:
        """None to choose."""
        return {}

    def opened(self, game: Herding) -> Herding:
        """The game in the open world."""
        return Herding(True)

    def show(self, info: HerdingInfo) -> Json:
        """Lines of text."""
        record = info.record
        hands = [[slot for slot in range(64) if int(hand) >> slot & 1] for hand in record.hands]
        lines = [f"seat {seat} holds {', '.join(map(str, hand)) or '?'}" for seat, hand in enumerate(hands)]
        table = ", ".join(str(card) for card in record.table if card >= 0)
        return {"lines": [*lines, f"table: {table}", f"points: {', '.join(map(str, record.points))}"]}

    def action(self, info: HerdingInfo, action: int) -> Json:
        """A call or a card."""
        return {"text": Herding().text_of(action)}

    def own_action(self, info: HerdingInfo, action: int) -> Json:
        """Nothing more."""
        return {}

    def recorded(self, record: Mapping[str, Any]) -> Recorded:
        """A record of the game."""
        start = bytes.fromhex(record["start"])
        assert len(start) == STATE.itemsize
        return Recorded(Herding(), start, [action for _, action in record["plies"]], record["players"])


HERDING = TablePlugin(HerdingView(), None, (RANDOM,))
