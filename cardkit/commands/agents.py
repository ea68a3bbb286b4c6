"""The command ``agents``: the agents that are installed, and the parameters of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import MEASURE, panel

if TYPE_CHECKING:
    from cardkit.game import Game


@panel(MEASURE)
def agents(
    default_game: Game,
    agent: Annotated[
        str | None, typer.Argument(help="Tell what this agent's parameters mean, and its presets.")
    ] = None,
) -> None:
    """List the agents by name, or tell what the parameters of one mean."""
    if agent is None:
        _print_all(default_game.AGENTS)
    else:
        _print_one(agent, default_game.AGENTS)


def _print_all(group: str) -> None:
    import sys

    from rich.table import Table

    from cardkit.report.agent_list import agent_help, broken_agents
    from cardkit.report.terminal import Terminal

    table = Table("agent", "what it does")
    for name, (_, line) in agent_help(group).items():
        table.add_row(name, line)
    terminal = Terminal()
    terminal.print(table)
    terminal.print("With a name, the command tells what the agent's parameters mean.")
    for why in broken_agents(group).values():
        print(f"left out: {why}", file=sys.stderr)


def _print_one(spec: str, group: str) -> None:
    from rich.table import Table

    from cardkit.report.agent_list import parameter_help, preset_help, summary
    from cardkit.report.terminal import Terminal
    from cardkit.specs.entries import find_factory

    factory, name, parameters = find_factory(spec, group)
    if parameters:
        raise ValueError(f"give the agent alone, without parameters: {name}")
    terminal = Terminal()
    terminal.print(_plain(summary(factory)) or f"{name} does not say what it does.")
    table = Table("parameter", "meaning", show_lines=True)
    for parameter, meaning in parameter_help(factory).items():
        table.add_row(parameter, _plain(meaning))
    for preset, values in preset_help(group).items():
        if preset.startswith(f"{name}:"):
            table.add_row(preset.partition(":")[2], values.replace(",", ", "))
    if table.row_count:
        terminal.print(table)


def _plain(said: str) -> str:
    return said.replace("``", "")
