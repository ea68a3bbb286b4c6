"""The command ``examine game``: finds the mistakes of recorded games, as the table's page does."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import MEASURE
from cardkit.commands.json_output import kept_for_json
from cardkit.wording import counted

if TYPE_CHECKING:
    from cardkit.commands.app import Program
    from cardtable.context import Context
    from cardtable.display import Display
    from cardtable.view import Json, Recorded, TablePlugin

BLUNDER = 0.2
"""The least cost of a `??`, as a share of a game; a `?` costs less."""


def game(
    plugin: TablePlugin,
    file: Annotated[
        Path, typer.Argument(help="Game records, as `--log` of `{program} match` writes them.", show_default=False)
    ],
    only: Annotated[
        int | None, typer.Option("--game", help="Examine only this game; the first is 1.", show_default="all")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="Examine only this seat, 0 for the first.", show_default="all")
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(help="The agent that judges: one that searches.", show_default="that of the table's page"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the value of every choice as JSON.")] = False,
) -> None:
    """Find the mistakes of recorded games: what was played, what was better, and what it cost.

    An agent judges each ply that was a choice, from what the seat to move knew. Its values are shares of games won;
    where an endgame can be solved, they are exact. A mistake is listed only if its cost is certain: in solved endgames,
    and elsewhere if the 95 % interval of the cost excludes zero. `?` costs less than 20 % of a game, `??` 20 % or more.

    The findings are those of **Find mistakes** on the page of `{program} table FILE`. A game takes seconds to minutes,
    by the agent.

    Example: {program} match random greedy --games 2 --log games.txt, then {program} examine game games.txt --game 1
    """
    from cardkit.reading import read_text
    from cardtable.records import MOST_CHARACTERS, games_of

    text = read_text(file, MOST_CHARACTERS, errors="replace")
    try:
        games = games_of(plugin.view, text)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error
    if only is not None and not 1 <= only <= len(games):
        raise ValueError(f"--game must be 1..{len(games)} for {file}, got {only}")
    seats = min(recorded.game.seats for recorded in games)
    if seat is not None and not 0 <= seat < seats:
        raise ValueError(f"--seat must be 0..{seats - 1} for {file}, got {seat}")
    assert plugin.analysis is not None
    spec = plugin.analysis.adviser if agent is None else agent.strip()
    numbers = range(1, len(games) + 1) if only is None else [only]
    shown = [_shown(plugin, games[number - 1], seat) for number in numbers]
    with kept_for_json(as_json):
        reviews = _reviewed(plugin, spec, shown)
    found = list(zip(numbers, shown, reviews, strict=True))
    if as_json:
        print(json.dumps({"agent": spec, "games": [_figures(*one) for one in found]}, indent=2))
        return
    for one in found:
        _print(*one, spec)


def _shown(plugin: TablePlugin, recorded: Recorded, seat: int | None) -> Display:
    from cardtable.display import Display, Player

    return Display(plugin.view, recorded.line(), [Player(name) for name in recorded.players], seat)


def _reviewed(plugin: TablePlugin, spec: str, shown: Sequence[Display]) -> list[list[Json]]:
    """Collect the entries of each game, as `cardtable.advice.Advice.review` gives them.

    Raises:
        ValueError: the agent cannot judge these games, or fails.
    """
    import asyncio  # every --help would wait some 20 ms for it

    from cardkit.report.progress import progress_bar
    from cardtable.advice import choices_in
    from cardtable.context import Context
    from cardtable.questions import AgentError
    from cardtable.searches import Searches, WorkerError

    context = Context("", plugin, Searches())
    with progress_bar(f"judged by {spec}", sum(len(choices_in(one)) for one in shown)) as progress:
        try:
            return asyncio.run(_review_all(context, spec, shown, progress))
        except (AgentError, WorkerError) as error:
            raise ValueError(str(error)) from error
        finally:
            context.searches.close()


async def _review_all(
    context: Context, spec: str, shown: Sequence[Display], progress: Callable[[int], object]
) -> list[list[Json]]:
    from cardtable.advice import Advice
    from cardtable.questions import PREPARE_SECONDS, prepare

    assert context.analysis is not None
    advice = Advice(context, None, context.analysis)
    reviews: list[list[Json]] = []
    for one in shown:
        why_not = await context.searches.ask(None, PREPARE_SECONDS, prepare, spec, one.line.game)
        if why_not is not None:
            raise ValueError(why_not)
        reviews.append([])
        async for entries in advice.review(one, spec):
            reviews[-1] += entries
            progress(sum(map(len, reviews)))
    return reviews


def _figures(number: int, shown: Display, entries: Sequence[Json]) -> Json:
    """Return the figures of a game for ``--json``."""
    return {
        "game": number,
        "variant": str(shown.line.game),
        "players": [player.name for player in shown.players],
        "returns": shown.line.returns(),
        "choices": list(entries),
    }


def _print(number: int, shown: Display, entries: Sequence[Json], spec: str) -> None:
    from rich.table import Table

    from cardkit.report.terminal import Terminal

    names = [player.name for player in shown.players]
    mistakes = [entry for entry in entries if entry["mistake"] is not None]
    console = Terminal()
    judged = f"{counted(len(entries), 'choice')} judged by {spec}"
    heading = f"Game {number}: {' v '.join(names)}, {len(shown.line)} plies, {judged}"
    console.print(heading, soft_wrap=True)
    if not mistakes:
        console.print("No mistake is certain.\n")
        return
    table = Table("ply", "seat", "player", "played", "", "cost", "95 % interval", "better")
    for entry in mistakes:
        cost, interval = entry["mistake"]["cost"], entry["mistake"]["interval"]
        table.add_row(
            *(str(entry["ply"]), str(entry["seat"]), names[entry["seat"]], entry["text"]),
            "??" if cost >= BLUNDER else "?",
            f"{100 * cost:.1f} %",
            "exact" if interval is None else " to ".join(f"{100 * end:.1f}" for end in interval) + " %",
            entry["best"]["text"],
        )
    console.print(table)
    for seat in sorted({entry["seat"] for entry in entries}):  # those that were examined
        cost = sum(entry["mistake"]["cost"] for entry in mistakes if entry["seat"] == seat)
        console.print(f"Mistakes of {names[seat]} in seat {seat} cost {100 * cost:.1f} % in all.")
    console.print()


def add_examine(program: Program, text: str, plugin: Callable[[], TablePlugin]) -> None:
    """Add the group ``examine`` with its command ``game`` to a game's program; ``text`` is the command's help."""
    examine = typer.Typer(name="examine", no_args_is_help=True, help="Find the mistakes of a game.")
    program.add(game, text, group=examine, plugin=plugin)
    program.add_typer(examine, rich_help_panel=MEASURE)
