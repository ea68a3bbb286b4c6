"""The output of ``tournament``: files in several formats, and standard output."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.errors import check_picture
from cardkit.files import check_writable, write_text

if TYPE_CHECKING:
    from rich.table import Table

    from cardkit.report.text_table import TextTable
    from cardkit.report.tournament_tables import Standings

_PANEL = "Output"


def check_files(files: Mapping[str, Path | None], taken: Mapping[str, str] | None = None) -> None:
    """Check that the files of options can be written, and that each has its own.

    Args:
        files: by option; None where it is not given.
        taken: options by the real paths of files that others write.

    Raises:
        ValueError: two options name the same file.
        OSError: a file cannot be written.
    """
    options = dict(taken or {})
    for option, file in files.items():
        if file is None:
            continue
        check_writable(file)
        other = options.setdefault(realpath(file), option)
        if other != option and (file.is_file() or not file.exists()):
            raise ValueError(f"--{other} and --{option} name the same file, {file}: give each its own")


@dataclass(frozen=True)
class Outputs:
    """Options for the files to write."""

    csv: Annotated[Path | None, typer.Option(help="Write a CSV file.", rich_help_panel=_PANEL)] = None
    markdown: Annotated[Path | None, typer.Option(help="Write a Markdown file.", rich_help_panel=_PANEL)] = None
    html: Annotated[Path | None, typer.Option(help="Write a page.", rich_help_panel=_PANEL)] = None
    png: Annotated[Path | None, typer.Option(help="Draw a heat map (extra plot).", rich_help_panel=_PANEL)] = None
    write: Annotated[
        Path | None,
        typer.Option(help="Write a section into this page of results, next to the others.", rich_help_panel=_PANEL),
    ] = None
    records: Annotated[
        Path | None,
        typer.Option(help="Write all games, for `{program} replay`; slower.", rich_help_panel=_PANEL),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print all figures as JSON.", rich_help_panel=_PANEL)] = False

    def check(self, store: Path | None) -> None:
        """Check before the games start that the files can be written, and are not the store's.

        Raises:
            ValueError: two options name the same file, or a picture's name has an ending that cannot be drawn.
            OSError, ImportError: a file cannot be written.
        """
        taken = {} if store is None else {realpath(f"{store}{end}"): "store" for end in ("", "-wal", "-shm")}
        names = ("csv", "markdown", "html", "png", "write", "records")
        check_files({name: getattr(self, name) for name in names}, taken)
        if self.write is not None:
            from cardkit.report.page_section import check_page

            check_page(self.write)
        if self.png is not None:
            check_picture(self.png)

    def put(self, program: str, standings: Standings) -> None:
        """Write all files except the records, and print the tables or the JSON; one that fails costs no other."""
        with ExitStack() as puts:  # the last one in is done first
            puts.callback(self._show, standings)
            for file, write in self._writers(program):
                if file is not None:
                    puts.callback(write, standings, file)

    def _show(self, standings: Standings) -> None:
        if self.as_json:
            print(json.dumps(standings.figures(), indent=2))
        else:
            _print(standings)

    def _writers(self, program: str) -> Iterator[tuple[Path | None, Callable[[Standings, Path], object]]]:
        from cardkit.report.tournament_page import draw_heat_map, page

        yield self.csv, lambda standings, file: write_text(file, standings.csv())
        yield self.markdown, lambda standings, file: write_text(file, _markdown(standings))
        yield self.html, lambda standings, file: write_text(file, page(standings.tables()))
        yield self.png, draw_heat_map
        yield self.write, lambda standings, file: _write_section(program, standings, file)


def _markdown(standings: Standings) -> str:
    return "\n".join(shown.markdown() for shown in standings.tables())


def _write_section(program: str, standings: Standings, page: Path) -> None:
    from cardkit.report.machine import machine
    from cardkit.report.page_section import write_section

    times = standings.times_table().markdown()
    text = f"## A tournament\n\nMeasured on {machine()}.\n\n{_markdown(standings)}\n{times}"
    write_section(page, f"{program} tournament: {standings.title}", text)


def _print(standings: Standings) -> None:
    from rich.text import Text

    from cardkit.report.terminal import Terminal

    console = Terminal()
    for shown in standings.tables(console.width):
        console.print(Text(shown.title, style="bold"))  # above the table: a title within wraps at the table's width
        console.print(_table(shown))
        for note in shown.notes:
            console.print(note)


def _table(shown: TextTable) -> Table:
    from rich.table import Table

    from cardkit.report.spec_cell import SpecCell

    table = Table()
    for number, name in enumerate(shown.header):
        text = number < shown.names
        table.add_column(name, justify="left" if text else "right", overflow="fold", no_wrap=not text)
    for row in shown.rows:
        table.add_row(*map(SpecCell, row[: shown.names]), *row[shown.names :])
    return table
