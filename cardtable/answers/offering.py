"""Handler for offers: the agents that play by the chosen rules."""

from __future__ import annotations

from cardkit.game import Game
from cardtable import messages
from cardtable.answers.beginning import variant
from cardtable.questions import unfit_among
from cardtable.table import OFFER, Table

SECONDS = 120.0
"""For all agents together: the first that is made imports the modules of all."""


async def agents(table: Table, message: messages.Agents) -> None:
    """Say which agents do not play by these rules; the user's own are not made for that."""
    game = variant(table, message.rules, message.seats, message.open_world)
    table.begin(OFFER, message.id, _offer(table, game, message.id))


async def _offer(table: Table, game: Game, answers: int | None) -> None:
    context = table.context
    offered = [agent["spec"] for agent in context.welcome["agents"] if agent["spec"] not in context.own]
    unfit = await context.searches.study(table, SECONDS, unfit_among, offered, game)
    table.answer(answers, {"type": "agents", "variant": str(game), "unfit": unfit})
