"""The command line ``durak``. Each command lives in a module of `baselines.commands`, which says what it does."""

from __future__ import annotations

from typing import Any

import typer

from baselines.commands.agents import agents
from baselines.commands.bench import bench
from baselines.commands.compile import compile_all
from baselines.commands.examine import examine
from baselines.commands.match import match
from baselines.commands.play import play
from baselines.commands.replay import replay
from baselines.commands.reproduce import reproduce
from baselines.commands.tablebase import tablebase
from baselines.commands.tournament import tournament
from baselines.commands.train import train
from baselines.commands.tune import tune
from baselines.leaving import leaving_at_once


class _Program(typer.Typer):
    """The commands as a program, which Ctrl-C ends."""

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        with leaving_at_once("durak"):
            return super().__call__(*arguments, **settings)


app = _Program(no_args_is_help=True, add_completion=False, rich_markup_mode="markdown")
app.command()(play)
app.command()(match)
app.command()(tournament)
app.command()(replay)
app.command()(agents)
app.command()(bench)
app.command("compile")(compile_all)
app.command()(reproduce)
app.command()(train)
app.command()(tablebase)
app.command()(tune)
app.add_typer(examine, name="examine")


@app.callback()
def durak() -> None:
    """Two-player Podkidnoy Durak: agents that play it, and how strong they are.

    Try `durak match greedy random --games 1000 --seed 1`, and `durak match --help` for more.
    """
