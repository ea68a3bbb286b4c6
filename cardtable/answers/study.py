"""The page's messages about analyses and recorded games."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.report.single_games import csv_of_lines
from cardtable import messages
from cardtable.advice import Advice
from cardtable.answers.beginning import make_agent, show_recorded
from cardtable.answers.looking import Looking
from cardtable.display import Display
from cardtable.errors import refusal
from cardtable.records import read_games
from cardtable.table import ADVICE, GAME, MATCH, REVIEW, WARMING, Table
from cardtable.view import Json, Recorded

READ_SECONDS = 300.0


async def analyse(table: Table, message: messages.Analyse) -> None:
    """Analyse the position shown."""
    advice, shown = _advice(table), table.shown()
    if message.all_cards and not table.sees_all:
        raise refusal("all_cards", "message", "all_cards")
    spec = _adviser(table, message.agent)
    table.study(message.id, _analyse(table, advice, shown, spec, message))


async def _analyse(table: Table, advice: Advice, shown: Display, spec: str, message: messages.Analyse) -> None:
    await make_agent(table, spec, shown.line.game, "agent")
    try:
        async for told in advice.analyse(shown, spec, message.all_cards):
            table.answer(message.id, {"type": "analysis"} | told)
    except ValueError as error:
        raise refusal("agent", "agent", "agent", detail=str(error)) from None


async def review(table: Table, message: messages.Review) -> None:
    """Evaluate the plies of the game shown."""
    advice = _advice(table)
    if not table.sees_all:
        raise refusal("review_early", "busy")
    spec = _adviser(table, message.agent)
    table.begin(REVIEW, message.id, _review(table, advice, spec, message.id))


async def _review(table: Table, advice: Advice, spec: str, answers: int | None) -> None:
    shown = table.shown()
    await make_agent(table, spec, shown.line.game, "agent")
    try:
        async for entries in advice.review(shown, spec):
            table.answer(answers, {"type": "review", "done": False, "entries": entries})
    except ValueError as error:
        raise refusal("agent", "agent", "agent", detail=str(error)) from None
    table.answer(answers, {"type": "review", "done": True, "entries": []})


async def stop(table: Table, message: messages.Stop) -> None:
    """End what the page has asked for: one activity, or analyses, reviews and matches."""
    for activity in (ADVICE, REVIEW, MATCH) if message.what is None else (message.what,):
        table.stop(activity)
    if message.what == GAME:
        table.stop(WARMING)  # a game that began may have waited for it
    if message.id is not None:
        table.answer(message.id, {"type": "analysis_stopped"})


async def open_games(table: Table, message: messages.Open) -> None:
    """Open recorded games."""
    context = table.context
    if message.file and (context.file is None or context.holds_tournament):
        raise refusal("no_file", "message", "file")
    if not message.file and not message.text:
        raise refusal("no_text", "message", "text")
    if not message.file and not context.view.reads_foreign:
        raise refusal("record_foreign", "record", "text")
    table.begin(GAME, message.id, _open(table, message))


async def _open(table: Table, message: messages.Open) -> None:
    context = table.context
    text, file = (None, context.file) if message.file else (message.text, None)
    try:
        opened = await context.searches.study(table, READ_SECONDS, read_games, context.view, text, file)
    except ValueError as error:
        raise refusal("record", "record", "file" if message.file else "text", detail=str(error)) from None
    name = file.name if file is not None else "pasted"
    games, listed = opened
    await show_games(table, games, listed, name, message.id)


async def show_games(
    table: Table, games: Sequence[Recorded], listed: list[Json], name: str, answers: int | None
) -> None:
    """Show the first of some recorded games, and a list of all."""
    table.opened = games
    table.answer(answers, {"type": "games", "name": name, "games": listed, "total": len(games), "selected": 1})
    await show_recorded(table, games[0], 0, answers)


async def select(table: Table, message: messages.Select) -> None:
    """Show one of the opened games."""
    if not 1 <= message.number <= len(table.opened):
        raise refusal("number", "message", "number", most=len(table.opened), got=message.number)
    game = table.opened[message.number - 1]
    table.begin(GAME, message.id, show_recorded(table, game, message.ply, message.id))


async def record(table: Looking, message: messages.Record) -> None:
    """Send the game shown as text."""
    shown = table.shown()
    if not table.sees_all:
        raise refusal("record_early", "busy")
    text = shown.line.record_text([player.name for player in shown.players])
    table.answer(message.id, {"type": "record", "text": text, "ply": shown.ply})


async def scores(table: Looking, message: messages.Scores) -> None:
    """Send what each seat got in the games that are over, as `play --csv` writes it."""
    lines = (cells for game in table.scores for cells in game)
    table.answer(message.id, {"type": "scores", "text": csv_of_lines(table.shown().line.game, lines)})


def _advice(table: Table) -> Advice:
    if table.context.analysis is None:
        raise refusal("no_analysis", "agent")
    return Advice(table.context, table, table.context.analysis)


def _adviser(table: Table, spec: str | None) -> str:
    analysis = table.context.analysis
    assert analysis is not None
    return analysis.adviser if spec is None else spec
