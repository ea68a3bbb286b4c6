"""Handler that opens a room for people who come by links."""

from __future__ import annotations

from cardtable import messages
from cardtable.answers.beginning import compile_game, make_agent, make_agents, variant
from cardtable.display import HUMAN
from cardtable.rooms.clock import Limit
from cardtable.rooms.setup import FRIEND, Setup
from cardtable.table import GAME, Table


async def gather(table: Table, message: messages.Gather) -> None:
    """Open a room."""
    game = variant(table, message.rules, len(message.seats), message.open_world)
    levels = table.context.plugin.levels
    stand_in = message.stand_in or levels[min(1, len(levels) - 1)]
    limit = Limit(message.clock, message.clock_seconds)
    setup = Setup(game, tuple(message.seats), message.away, stand_in, message.away_seconds, limit)
    setup.check()
    table.begin(GAME, message.id, _open(table, setup, message.id))


async def _open(table: Table, setup: Setup, answers: int | None) -> None:
    people = (HUMAN, FRIEND)
    agents = [HUMAN if one in people else one for one in setup.seats]
    await make_agents(table, agents, setup.game, "seats")
    await make_agent(table, setup.stand_in, setup.game, "stand_in")
    await compile_game(table, setup.game)
    room = table.rooms.open(setup)
    room.wait_for_anybody()
    table.context.opened(room.table.address(table.context.address))
    host = next(link for link in room.links if link.is_host)
    table.answer(answers, {"type": "gathered", "link": host.address("")})
