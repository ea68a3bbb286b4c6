"""Heist at the table: with plain buttons, as any game that brings a `PlainView`."""

from __future__ import annotations

from cardtable.view import PlainView, TablePlugin
from tests.support.heist_game import Heist

RANDOM = "tests.support.heist_game:random_agent"


class HeistView(PlainView):
    """What Heist brings."""

    GAME = Heist


HEIST = TablePlugin(HeistView(), None, (RANDOM,))
