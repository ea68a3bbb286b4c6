"""``durak agents``: the agents that are installed."""

from __future__ import annotations


def agents() -> None:
    """List the agents by name, with their parameters."""
    from rich.console import Console
    from rich.table import Table

    from baselines.arena.roster import agent_help

    table = Table("agent", "parameters", "what it does")
    for name, (parameters, line) in agent_help().items():
        table.add_row(name, parameters.replace(",", ", "), line)  # so that long ones are broken, and not cut
    Console(highlight=False).print(table)
