"""The page's messages of players: plies, undo, who plays, and how fast agents play."""

from __future__ import annotations

from cardtable import messages
from cardtable.answers.beginning import make_agent
from cardtable.display import HUMAN, Display, Player
from cardtable.errors import MessageError, refusal
from cardtable.table import GAME, Table


async def act(table: Table, message: messages.Act) -> None:
    """Play an action of the person to move."""
    play(table.shown(), message, table.revision, table.is_yours)
    table.autoplay.go_on()
    table.tell(message.id)


def play(shown: Display, message: messages.Act, revision: int, is_due: bool) -> None:
    """Play an action in a game and show it.

    Args:
        shown: the game as who asks sees it.
        message: what they ask.
        revision: of the game now.
        is_due: whether it is their turn.

    Raises:
        MessageError: the game has gone on since or another has begun, plies were taken back, somebody else is to move,
            or the action is illegal.
    """
    if message.revision != revision:
        raise refusal("taken_back", "stale", "revision")
    if message.ply != len(shown.line):
        raise refusal("stale", "stale", "ply", now=len(shown.line), got=message.ply)
    if not is_due:
        raise refusal("not_your_turn", "illegal")
    try:
        shown.line.play(message.action)
    except ValueError as error:
        raise MessageError(str(error), "illegal", "action") from None
    shown.ply = len(shown.line)


async def undo(table: Table, message: messages.Undo) -> None:
    """Go back to the last decision of a person."""
    shown = table.shown()
    ply = table.undone()
    if ply is None:
        raise refusal("nothing_to_undo", "busy")
    table.autoplay.stop()
    shown.cut(ply)
    table.revision += 1
    for player in shown.players:
        player.error = None
    table.autoplay.paused = table.autoplay.paused or not any(player.is_human for player in shown.players)
    table.autoplay.go_on()
    table.tell(message.id)


async def seat(table: Table, message: messages.Replace) -> None:
    """Give a seat to another player."""
    shown = table.shown()
    if table.mode != "play" or not 0 <= message.seat < len(shown.players):
        raise refusal("no_seat", "message", "seat", seat=message.seat)
    table.begin(GAME, message.id, _seated(table, message, shown))


async def _seated(table: Table, message: messages.Replace, shown: Display) -> None:
    if message.agent != HUMAN:
        await make_agent(table, message.agent, shown.line.game, "agent")
    if shown is table.display:
        table.autoplay.stop()
        shown.players[message.seat] = Player(message.agent)
        table.autoplay.go_on()
        table.tell(message.id)


async def set_pace(table: Table, message: messages.Pace) -> None:
    """Set how many seconds lie between two plies of agents."""
    table.autoplay.pace = float(message.seconds)
    if table.display is not None:
        table.tell(message.id)
    else:
        table.answer(message.id, {"type": "pace", "seconds": table.autoplay.pace})


async def pause(table: Table, message: messages.Pause) -> None:
    """Ask the agents no more."""
    table.shown()
    table.autoplay.hold(True)
    table.autoplay.stop()
    table.tell(message.id)


async def resume(table: Table, message: messages.Resume) -> None:
    """Let the agents go on."""
    _go_on(table, message.id, paused=False)


async def step(table: Table, message: messages.Step) -> None:
    """Ask for one ply of an agent."""
    _go_on(table, message.id, paused=True, steps=1)


def _go_on(table: Table, answers: int | None, paused: bool, steps: int = 0) -> None:
    table.shown()
    table.autoplay.hold(paused, steps)
    table.autoplay.go_on()
    table.tell(answers)
