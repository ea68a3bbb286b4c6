"""Specs of agents in the columns of a table."""

import pytest
from rich.console import Console
from rich.table import Table

from cardkit.report.spec_cell import SpecCell

LONG = "minimax:depth=3,samples=30"


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        (LONG, 26, [LONG]),
        (LONG, 17, ["minimax:depth=3,", "samples=30"]),
        (LONG, 12, ["minimax:", "depth=3,", "samples=30"]),
        ("champion", 8, ["champion"]),
        ("champion", 5, ["champ", "ion"]),
    ],
)
def test_a_narrow_column_breaks_a_spec_where_a_parameter_begins(text: str, width: int, lines: list[str]) -> None:
    table = Table(show_header=False, box=None, pad_edge=False, padding=0)
    table.add_column(width=width)
    table.add_row(SpecCell(text))
    console = Console(width=80)
    with console.capture() as capture:
        console.print(table)
    assert [line.rstrip() for line in capture.get().splitlines()] == lines
