"""The command ``bench`` of any game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from cardkit.commands.composition import MACHINE, panel
from cardkit.report.page_section import check_page

if TYPE_CHECKING:
    from rich.console import Console

    from cardkit.bench.kept import Rounds
    from cardkit.bench.report import Row


class Paths(Protocol):
    """The paths to measure, such as a game's module with these functions; each call measures anew, path by path."""

    def rows(self) -> Iterator[Row]: ...

    def search_rows(self) -> Iterator[Row]: ...


@panel(MACHINE)
def bench(
    program: str,
    paths: Paths,
    search: Annotated[bool, typer.Option("--search", help="Measure the searching agents too.")] = False,
    rounds: Annotated[int, typer.Option(min=1, help="Times to measure everything; for speeds the best counts.")] = 1,
    write: Annotated[Path | None, typer.Option(help="Also write the report into this Markdown page.")] = None,
    keep: Annotated[Path | None, typer.Option(help="Also keep the figures in this file, for --against.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="Print speeds as shares of those kept in this file; see below.")
    ] = None,
) -> None:
    """Measure how fast everything is on this machine, from the rules' core to PettingZoo's loop.

    A round takes about a minute, or two with the searching agents. Close other programs first; on a shared machine use
    several rounds.

    Before a change: {program} bench --rounds 5 --keep before.json. After it: {program} bench --rounds 5 --against
    before.json names each path that is below 0.75 of its kept speed in five of five rounds, and ends with 1 if there is
    one. A loop of fixed work is measured beside them, so that other work on the machine changes no share.
    """
    if write is not None:
        check_page(write)
    from rich.table import Table

    from cardkit.bench import kept
    from cardkit.bench.report import columns, heading, markdown, summed_up
    from cardkit.report.machine import machine
    from cardkit.report.page_section import write_section
    from cardkit.report.progress import activity
    from cardkit.report.terminal import Terminal

    console = Terminal()
    before = None if against is None else kept.kept(against)
    asked = (
        (number, row)
        for number in range(rounds)
        for row in chain([kept.yardstick()], paths.rows(), paths.search_rows() if search else ())
    )
    found: list[list[Row]] = [[] for _ in range(rounds)]
    with activity("measuring") as tell:
        for number, row in asked:
            found[number].append(row)
            tell(f"measuring, round {number + 1} of {rounds}: last {row.name}")
    measured = summed_up([rows[1:] for rows in found])  # without the yardstick
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
    if keep is not None:
        kept.keep(keep, machine(), found)
        console.print(f"Kept in {keep}.")
    if before is not None:
        _compare(console, found, *before)


def _compare(console: Console, now: Rounds, machine: str, then: Rounds) -> None:
    """Print the speeds of a run as shares of a kept one's; paths that are surely slower end the command with 1."""
    from rich.table import Table

    from cardkit.bench.kept import ratios, slower

    shares = ratios(now, then)
    table = Table("path", "share of the kept speed", "rounds", title=f"Against the speeds kept on {machine}")
    for name, found in shares.items():
        table.add_row(name, f"{median(found):.2f}", f"{min(found):.2f} to {max(found):.2f}")
    console.print(table)
    if lost := slower(shares):
        console.print(f"Slower in every round: {', '.join(lost)}.")
        raise typer.Exit(1)
