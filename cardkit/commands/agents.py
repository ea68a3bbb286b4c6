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
    from cardkit.wording import printable

    table = Table("agent", "what it does")
    for name, (_, line) in agent_help(group).items():
        table.add_row(name, line)
    terminal = Terminal()
    terminal.print(table)
    terminal.print("With a name, the command tells what the agent's parameters mean.")
    for why in broken_agents(group).values():
        print(f"left out: {printable(why)}", file=sys.stderr)


def _print_one(spec: str, group: str) -> None:
    from rich.table import Column, Table

    from cardkit.report.agent_list import parameter_help, presets_of, summary
    from cardkit.report.terminal import Terminal
    from cardkit.specs.entries import find_factory

    factory, name, parameters = find_factory(spec, group)
    if parameters:
        raise ValueError(f"give the agent alone, without parameters: {name}")
    try:
        told, meanings, presets = summary(factory), parameter_help(factory), presets_of(factory)
    except Exception as error:  # a fault in foreign code
        raise ValueError(f"{name} cannot be described: {type(error).__name__}: {error}") from error
    terminal = Terminal()
    terminal.print(_plain(told) or f"{name} does not say what it does.")
    table = Table(Column("parameter", overflow="fold"), Column("meaning", overflow="fold"), show_lines=True)
    for parameter, meaning in meanings.items():
        table.add_row(parameter, _plain(meaning))
    for preset, values in presets.items():
        table.add_row(f"preset={preset}", values.replace(",", ", "))
    if table.row_count:
        terminal.print(table)


def _plain(said: str) -> str:
    return said.replace("``", "")
