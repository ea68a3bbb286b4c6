"""Heist at the table: with plain buttons, as any game that brings a `PlainView`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtable.view import PlainView, Recorded, TablePlugin
from tests.support.heist_game import Heist

RANDOM = "tests.support.heist_game:random_agent"


class HeistView(PlainView):
    """The table's view of Heist."""

    GAME = Heist

    def recorded(self, record: Mapping[str, Any]) -> Recorded:
        """Read a record of the game, with the lots that it has drawn."""
        game, actions = Heist(), [action for _, action in record["plies"]]
        return Recorded(game, game.tell.start_of(record).tobytes(), actions, record["players"])


HEIST = TablePlugin(HeistView(), None, (RANDOM,))
