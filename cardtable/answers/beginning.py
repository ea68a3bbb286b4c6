"""The page's messages that begin a game: a new one, the same again, one from the position shown, or a replay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.arena.seeds import seed_or_drawn
from cardkit.game import Game
from cardtable import messages
from cardtable.answers.looking import checked_viewer
from cardtable.display import HUMAN, Display, Player
from cardtable.errors import refusal
from cardtable.line import Line, Order
from cardtable.questions import PREPARE_SECONDS, check, prepare
from cardtable.searches import WorkerError
from cardtable.table import GAME, OWN, REVIEW, WARMING, Table
from cardtable.view import Json, Recorded


async def new(table: Table, message: messages.New) -> None:
    """Begin a game."""
    game = variant(table, message.rules, len(message.seats), message.open_world)
    order = Order(tuple(message.seats), seed_of(message.seed), message.seed is None)
    start = _start(table, game, message.deal)
    viewer = checked_viewer(message.viewer, game.seats, "viewer")
    table.begin(GAME, message.id, _Beginning(table, game, order, start, viewer).begin(message.id))


async def again(table: Table, message: messages.Again) -> None:
    """Begin a game with the same players."""
    shown = table.shown()
    if table.mode != "play":
        raise refusal("agents_only", "busy")
    order = table.order.swapped() if message.swap else table.order.dealt_anew()
    start = shown.line.start_of(0) if message.swap else None
    order = order.with_seats([player.name for player in shown.players], table.order)
    table.begin(GAME, message.id, _Beginning(table, shown.line.game, order, start, table.viewer).begin(message.id))


async def branch(table: Table, message: messages.Branch) -> None:
    """Play on from the position shown."""
    shown = table.shown()
    game, plies = shown.line.game, shown.line.plies[: shown.ply]
    if len(message.seats) != game.seats:
        raise refusal("seats", "message", "seats", fewest=game.seats, most=game.seats, got=len(message.seats))
    order = Order(tuple(message.seats), seed_of(None), True)
    start = shown.line.start_of(shown.ply)
    table.begin(GAME, message.id, _Beginning(table, game, order, start, OWN, plies).begin(message.id))


@dataclass(frozen=True)
class _Beginning:
    """A game that is to begin.

    Attributes:
        start: STATE record of a given deal; None for that of the order.
        plies: (seat, action id) of what has been played already.
    """

    table: Table
    game: Game
    order: Order
    start: Any
    viewer: int | str | None
    plies: Sequence[tuple[int, int]] = ()

    async def begin(self, answers: int | None) -> None:
        """Make the agents, and begin."""
        table, seats = self.table, self.order.by_seat()
        await self._let_warm()
        await make_agents(table, seats, self.game, "seats")
        await compile_game(table, self.game)
        line = Line(self.game, self.order.seed, self.order.number, self.start)
        for _, action in self.plies:
            line.play(action)
        leave(table)
        table.autoplay.hold(False)
        players = [Player(name) for name in seats]
        table.show("play", Display(table.context.view, line, players, None, len(line)), self.viewer, self.order)
        table.autoplay.go_on()
        table.tell(answers)

    async def _let_warm(self) -> None:
        """Wait for what is got ready already, if it is this and has begun; else end it."""
        table = self.table
        is_this = table.warmed == (self.game, frozenset(self.order.by_seat()) - {HUMAN})
        if not is_this or table.context.searches.waits_for_spare(table):
            table.stop(WARMING)
            return
        table.send({"type": "progress", "what": "compile", "agent": None, "done": False})
        try:
            await table.let_end(WARMING)
        finally:
            table.send({"type": "progress", "what": "compile", "agent": None, "done": True})


async def show_recorded(table: Table, recorded: Recorded, ply: int, answers: int | None) -> None:
    """Replay a recorded game."""
    await compile_game(table, recorded.game)
    line = await asyncio.to_thread(recorded.line)
    if not 0 <= ply <= len(line):
        raise refusal("ply", "message", "ply", most=len(line), got=ply)
    leave(table)
    players = [Player(name) for name in recorded.players]
    table.show("replay", Display(table.context.view, line, players, None, ply), OWN)
    table.tell(answers)


def variant(table: Table, rules: Json | None, seats: int, open_world: bool, field: str = "seats") -> Game:
    """Make the game by these rules.

    Args:
        table: that asks.
        rules: as the page has them.
        seats: how many.
        open_world: whether all see all cards.
        field: of the message, that says how many seats there are.

    Raises:
        MessageError: there is none.
    """
    view = table.context.view
    fewest, most = view.seats
    if not fewest <= seats <= most:
        raise refusal("seats", "rules", field, fewest=fewest, most=most, got=seats)
    try:
        return view.variant(rules or {}, seats, open_world)
    except (ValueError, TypeError) as error:
        raise refusal("rules", "rules", "rules", detail=str(error)) from None


async def make_agents(table: Table, specs: Sequence[str], game: Game, field: str) -> None:
    """Make and compile those that are agents, once it is known that all can play.

    Args:
        field: of the message, that lists them.

    Raises:
        MessageError: one cannot be made, or does not play this.
    """
    for do in (check, prepare):
        for number, spec in enumerate(specs):
            if spec != HUMAN and spec not in specs[:number]:
                await make_agent(table, spec, game, f"{field}.{number}", do)


async def make_agent(table: Table, spec: str, game: Game, field: str, do: Callable[..., str | None] = prepare) -> None:
    """Make and compile an agent, or `check` it only.

    Raises:
        MessageError: it cannot be made, or does not play this.
    """
    if table.context.is_open and not table.context.is_trusted(spec):
        raise refusal("agent_foreign", "agent", field, spec=spec)
    table.send({"type": "progress", "what": "compile", "agent": spec, "done": False})
    try:
        why_not = await table.context.searches.ask(table, PREPARE_SECONDS, do, spec, game)
    except ValueError as error:
        raise refusal("agent", "agent", field, detail=str(error)) from None
    except WorkerError as error:
        raise refusal(error.reason, "agent", field, detail=str(error)) from None
    finally:
        table.send({"type": "progress", "what": "compile", "agent": spec, "done": True})
    if why_not is not None:
        raise refusal("agent_unfit", "agent", field, spec=spec, detail=why_not)


def seed_of(seed: int | str | None) -> int:
    """Return the seed of a message; draw one if it has none.

    Raises:
        MessageError: it is not a seed.
    """
    if isinstance(seed, str):
        if not seed.strip().isdecimal() or len(seed) > 100:
            raise refusal("seed", "message", "seed", got=seed[:100])
        seed = int(seed)
    try:
        return seed_or_drawn(seed)
    except ValueError:
        raise refusal("seed", "message", "seed", got=seed) from None


def _start(table: Table, game: Game, deal: Json | None) -> Any:
    if deal is None:
        return None
    if unknown := [name for name in deal if name not in table.context.view.deal]:
        raise refusal("deal_field", "rules", "deal", name=unknown[0])
    try:
        return game.start(deal)
    except (ValueError, TypeError) as error:
        raise refusal("deal", "rules", "deal", detail=str(error)) from None


def leave(table: Table) -> None:
    """End what goes on with the game shown, since another takes its place."""
    table.autoplay.stop()
    table.stop(REVIEW)


async def compile_game(table: Table, game: Game) -> None:
    """Compile the code that this process needs to play a game, and say so."""
    if not table.context.is_compiled(game):
        table.send({"type": "progress", "what": "compile", "agent": None, "done": False})
        try:
            await table.context.compile(game)
        finally:
            table.send({"type": "progress", "what": "compile", "agent": None, "done": True})
