"""``bang bench``: the loops of Bang! for the kit's command."""

from __future__ import annotations

from cardkit.bench.command import Paths, bench
from cardkit.commands.app import Program


def paths() -> Paths:
    """What is measured."""
    from baselines.bang.bench import rows, search_rows

    return Paths(rows, search_rows)


def add_bench(program: Program) -> None:
    """Add the command."""
    program.add(bench, paths=paths)
