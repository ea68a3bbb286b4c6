"""``durak tournament``: many agents, everybody against everybody, one table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.cli.options import (
    Confidence,
    HandSize,
    Jobs,
    MaxAttackCards,
    NoTrumps,
    NumSuits,
    OpenWorld,
    Seed,
    StartRank,
    check_pictures,
    clear_errors,
    make_rules,
    tell_faults,
)
from cardkit.files import check_writable, write_text
from cardkit.report.progress import progress_bar

if TYPE_CHECKING:
    from rich.table import Table

    from baselines.report.thesis_tables import Standings
    from cardkit.report.text_table import TextTable

_OUTPUT = "Output"

Specs = Annotated[
    list[str],
    typer.Argument(help="Agents: names (see `durak agents`), or name:parameter=value,...", show_default=False),
]


def tournament(
    agents: Specs,
    games: Annotated[int, typer.Option(help="Games of each match, an even number.")] = 500,
    seed: Seed = None,
    open_world: OpenWorld = False,
    jobs: Jobs = 1,
    backend: Annotated[
        str, typer.Option(help="local, or ray: all processors of a Ray cluster; the result stays the same.")
    ] = "local",
    gauntlet: Annotated[str | None, typer.Option(help="Let this agent play the others, and nobody else.")] = None,
    thesis: Annotated[
        bool,
        typer.Option("--thesis", help="500 more games to undecided matches, up to 10,000, and the thesis' table."),
    ] = False,
    store: Annotated[
        Path | None, typer.Option(help="Keep all results in this SQLite file, and go on from what it holds.")
    ] = None,
    confidence: Confidence = 0.98,
    csv: Annotated[Path | None, typer.Option(help="Write the thesis' CSV file.", rich_help_panel=_OUTPUT)] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write a Markdown file.", rich_help_panel=_OUTPUT)] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page.", rich_help_panel=_OUTPUT)] = None,
    png: Annotated[Path | None, typer.Option(help="Draw a heat map (extra plot).", rich_help_panel=_OUTPUT)] = None,
    write: Annotated[
        Path | None,
        typer.Option(help="Write a section into this page of results, beside the others.", rich_help_panel=_OUTPUT),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Write all games, for `durak replay`; slower.", rich_help_panel=_OUTPUT),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all figures as JSON.", rich_help_panel=_OUTPUT)
    ] = False,
    start_rank: StartRank = 6,
    num_suits: NumSuits = 4,
    hand_size: HandSize = 6,
    no_trumps: NoTrumps = False,
    max_attack_cards: MaxAttackCards = None,
) -> None:
    """Let agents play each other in mirrored pairs, and print crosstable and ratings.

    Every match plays the same deals. Elo is Bradley-Terry with draws; the Nash average tells what an agent is worth
    against the strongest mix of agents, where wins against weak ones count for nothing.

    With --store a tournament that was killed goes on where it stopped, with its seed: give the same command again.
    Several programs may work on one store at the same time.

    An agent that plays an illegal action or crashes loses the game; its first error is told, and if it lost all its
    games so, the command ends with status 3.

    Example: durak tournament random uniform greedy smart --games 2000 --seed 1
    """
    with clear_errors():
        from baselines.arena.tournament import play_tournament
        from baselines.report.thesis_tables import Standings
        from cardkit.statistics.intervals import quantile

        quantile(confidence)
        rules = make_rules(start_rank, num_suits, hand_size, no_trumps, max_attack_cards)
        outputs = [(file, to) for file, to in _writers(csv, markdown, html, png, write, thesis) if file is not None]
        for file in [file for file, _ in outputs] + ([] if records is None else [records]):
            check_writable(file)
        if png is not None:
            check_pictures()
        with progress_bar(f"{len(agents)} agents", games) as progress:
            result = play_tournament(
                agents, games, seed, open_world, rules, jobs, gauntlet, thesis, store, records, progress, backend
            )
        standings = Standings(result, confidence)
        for file, to in outputs:
            to(standings, file)
        if as_json:
            print(json.dumps(standings.figures(), indent=2))
        else:
            _print(standings, thesis)
        tell_faults(result.fault_reports)


Writer = Callable[["Standings", Path], object]


def _writers(
    csv: Path | None, markdown: Path | None, html: Path | None, png: Path | None, results: Path | None, thesis: bool
) -> list[tuple[Path | None, Writer]]:
    from cardkit.report.tournament_page import draw_heat_map, page

    def write(text: Callable[[Standings], str]) -> Writer:
        return lambda standings, file: write_text(file, text(standings))

    return [
        (csv, write(lambda standings: standings.csv())),
        (markdown, write(lambda standings: _markdown(standings, thesis))),
        (html, write(lambda standings: page(_sheets(standings, thesis)))),
        (png, draw_heat_map),
        (results, lambda standings, file: _write_section(standings, file, thesis)),
    ]


def _markdown(standings: Standings, thesis: bool) -> str:
    return "\n".join(sheet.markdown() for sheet in _sheets(standings, thesis))


def _write_section(standings: Standings, page: Path, thesis: bool) -> None:
    from cardkit.report.machine import machine
    from cardkit.report.page_section import write_section

    times = standings.times_sheet().markdown()
    text = f"## A tournament\n\nMeasured on {machine()}.\n\n{_markdown(standings, thesis)}\n{times}"
    write_section(page, f"durak tournament: {standings.title}", text)


def _sheets(standings: Standings, thesis: bool, width: int | None = None) -> list[TextTable]:
    sheets = [standings.crosstable(width), standings.rating_sheet()]
    return [*sheets, standings.thesis_sheet()] if thesis else sheets


def _print(standings: Standings, thesis: bool) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    for sheet in _sheets(standings, thesis, console.width):
        console.print(_table(sheet))
        for note in sheet.notes:
            console.print(note)


def _table(sheet: TextTable) -> Table:
    from rich.table import Table

    table = Table(title=sheet.title, title_justify="left", title_style="bold")
    for number, name in enumerate(sheet.header):
        text = number < sheet.names
        table.add_column(name, justify="left" if text else "right", overflow="fold", no_wrap=not text)
    for row in sheet.rows:
        table.add_row(*row)
    return table
