"""``durak bench``."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from baselines.commands.options import check_writable, clear_errors


def bench(
    search: Annotated[bool, typer.Option("--search", help="Measure the searching agents too.")] = False,
    write: Annotated[Path | None, typer.Option(help="Also write the report into this Markdown page.")] = None,
) -> None:
    """Measure how fast everything is on this machine, from the rules' core to PettingZoo's loop.

    Takes about a minute, with the searching agents two; close other programs first.
    """
    if write is not None:
        with clear_errors():
            check_writable(write)
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from baselines.bench.report import figure_text, markdown, rows
    from baselines.bench.search import search_rows
    from baselines.machine import machine
    from baselines.sections import write_section

    console = Console()
    asked = chain(rows(), search_rows() if search else ())
    measured = list(track(asked, description="measuring", console=console, disable=not console.is_terminal))
    table = Table("path", "measured", "aim", title=f"Speed on {machine()}")
    for row in measured:
        table.add_row(row.name, figure_text(row), row.aim)
    console.print(table)
    if write is not None:
        write_section(write, "durak bench", markdown(measured))
        console.print(f"Written to {write}.")
