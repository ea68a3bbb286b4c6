"""The command ``bench`` of any game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from cardkit.commands.composition import MACHINE, panel
from cardkit.report.page_section import check_page

if TYPE_CHECKING:
    from cardkit.bench.report import Row


class Paths(Protocol):
    """What a game lets measure, such as a module with these functions; each call measures anew, path by path."""

    def rows(self) -> Iterator[Row]: ...

    def search_rows(self) -> Iterator[Row]: ...


@panel(MACHINE)
def bench(
    program: str,
    paths: Paths,
    search: Annotated[bool, typer.Option("--search", help="Measure the searching agents too.")] = False,
    rounds: Annotated[int, typer.Option(min=1, help="Times to measure everything; for speeds the best counts.")] = 1,
    write: Annotated[Path | None, typer.Option(help="Also write the report into this Markdown page.")] = None,
) -> None:
    """Measure how fast everything is on this machine, from the rules' core to PettingZoo's loop.

    A round takes about a minute, or two with the searching agents. Close other programs first; on a shared machine use
    several rounds.
    """
    if write is not None:
        check_page(write)
    from rich.table import Table

    from cardkit.bench.report import columns, heading, markdown, summed_up
    from cardkit.report.machine import machine
    from cardkit.report.page_section import write_section
    from cardkit.report.progress import activity
    from cardkit.report.terminal import Terminal

    console = Terminal()
    asked = (
        (number, row) for number in range(rounds) for row in chain(paths.rows(), paths.search_rows() if search else ())
    )
    found: list[list[Row]] = [[] for _ in range(rounds)]
    with activity("measuring") as tell:
        for number, row in asked:
            found[number].append(row)
            tell(f"measuring, round {number + 1} of {rounds}: last {row.name}")
    measured = summed_up(found)
    table = Table(*heading(measured), title=f"Speed on {machine()}")
    for row in measured:
        table.add_row(*columns(row))
    try:
        if write is not None:
            write_section(write, f"{program} bench", markdown(measured))
    finally:  # a full disk must not cost the figures
        console.print(table)
    if write is not None:
        console.print(f"Written to {write}.")
