"""The command ``agents``: the agents that are installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.composition import MEASURE, panel

if TYPE_CHECKING:
    from cardkit.game import Game


@panel(MEASURE)
def agents(default_game: Game) -> None:
    """List the agents by name, with their parameters and presets."""
    import sys

    from rich.table import Table

    from cardkit.report.terminal import Terminal
    from cardkit.specs import agent_help, broken_agents, preset_help

    presets = preset_help(default_game.AGENTS)
    table = Table("agent", "parameters", "what it does")
    for name, (parameters, line) in agent_help(default_game.AGENTS).items():
        table.add_row(name, parameters.replace(",", ", "), line)  # so that long ones are broken, and not cut
        for spec in (spec for spec in presets if spec.startswith(f"{name}:")):
            table.add_row(spec, presets[spec].replace(",", ", "), f"{name} with these parameters.")
    Terminal().print(table)
    for why in broken_agents(default_game.AGENTS).values():
        print(f"left out: {why}", file=sys.stderr)
