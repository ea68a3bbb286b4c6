"""Handler that gets a table ready before it is asked for: what compiles then does so while somebody reads.

It takes a worker that nobody needs. A game that begins by the same rules against the same agents waits for it instead
of compiling the same beside it, once it has its worker; any other game ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from cardkit.game import Game
from cardtable import messages
from cardtable.answers.beginning import variant
from cardtable.context import warm_up
from cardtable.display import HUMAN
from cardtable.errors import refusal
from cardtable.questions import PREPARE_SECONDS, prepare
from cardtable.searches import PutOffError
from cardtable.table import WARMING, Table


async def warm(table: Table, message: messages.Warm) -> None:
    """Get the game and its agents ready, in place of what was got ready before."""
    context = table.context
    game = variant(table, message.rules, len(message.seats), message.open_world)
    agents = frozenset(message.seats) - {HUMAN}
    foreign = [spec for spec in agents if context.is_open and not context.is_trusted(spec)]
    if foreign:
        raise refusal("agent_foreign", "agent", "seats", spec=foreign[0])
    table.begin(WARMING, message.id, _warm(table, game, agents, message.id))
    table.warmed = game, agents


async def _warm(table: Table, game: Game, agents: frozenset[str], answers: int | None) -> None:
    """Compile in a worker, which leaves machine code for this process: its answers are not to wait for a compiler."""
    context = table.context
    parts: list[Callable[[], object]] = [partial(prepare, spec, game) for spec in sorted(agents)]
    if not context.is_compiled(game):
        parts.insert(0, partial(warm_up, context.view, game))
    with suppress(PutOffError):
        try:
            await context.searches.spare(table, PREPARE_SECONDS, _do_all, parts)
        except ValueError as error:
            raise refusal("agent", "agent", "seats", detail=str(error)) from None
        await context.compile(game)
    table.answer(answers, {"type": "analysis_stopped"})


def _do_all(parts: Sequence[Callable[[], object]]) -> None:
    for do in parts:
        do()
