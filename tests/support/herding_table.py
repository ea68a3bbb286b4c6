"""Herding at the table: the parts that a game has to bring for it, with the page's own plain buttons."""

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
    """The table's view of Herding."""

    name: ClassVar[str] = "herding"
    page: ClassVar[Path | None] = None
    module: ClassVar[str] = ""
    agents: ClassVar[str] = Herding.AGENTS
    seats: ClassVar[tuple[int, int]] = (SEATS, SEATS)
    deal: ClassVar[Sequence[str]] = ()
    options: ClassVar[Sequence[Option]] = ()
    reads_foreign: ClassVar[bool] = True  # only tests open its records, which nothing checks

    def variant(self, rules: Mapping[str, Any], seats: int, open_world: bool) -> Herding:
        """Return the game, which has no rules to choose."""
        if rules:
            raise ValueError(f"rules must be empty, got {rules}")
        return Herding(open_world)

    def named(self, variant: str) -> Herding:
        """Return the variant of a name."""
        return Herding(variant.endswith("open"))

    def rules(self, game: Herding) -> Json:
        """Return no rules, since there are none to choose."""
        return {}

    def opened(self, game: Herding) -> Herding:
        """Return the game in the open world."""
        return Herding(True)

    def show(self, info: HerdingInfo) -> Json:
        """Show lines of text."""
        record = info.record
        hands = [[slot for slot in range(64) if int(hand) >> slot & 1] for hand in record.hands]
        lines = [f"seat {seat} holds {', '.join(map(str, hand)) or '?'}" for seat, hand in enumerate(hands)]
        table = ", ".join(str(card) for card in record.table if card >= 0)
        return {"lines": [*lines, f"table: {table}", f"points: {', '.join(map(str, record.points))}"]}

    def action(self, info: HerdingInfo, action: int) -> Json:
        """Show a call or a card."""
        return {"text": Herding().text_of(action)}

    def own_action(self, info: HerdingInfo, action: int) -> Json:
        """Show nothing beyond the action itself."""
        return {}

    def recorded(self, record: Mapping[str, Any]) -> Recorded:
        """Read a record of the game."""
        start = bytes.fromhex(record["start"])
        assert len(start) == STATE.itemsize
        return Recorded(Herding(), start, [action for _, action in record["plies"]], record["players"])


HERDING = TablePlugin(HerdingView(), None, (RANDOM,))
