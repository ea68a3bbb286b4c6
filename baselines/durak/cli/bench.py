"""``durak bench``: Durak's loops for the kit's command."""

from __future__ import annotations

from cardkit.bench.command import Paths, bench
from cardkit.commands.app import Program


def paths() -> Paths:
    """What is measured."""
    from baselines.durak.bench import durak, search

    return Paths(durak.rows, search.search_rows)


def add_bench(program: Program) -> None:
    """Add the command."""
    program.add(bench, paths=paths)
