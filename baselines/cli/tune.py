"""What ``durak tune`` adds to the kit's command: a default opponent."""

from __future__ import annotations

from typing import Annotated

import typer

from cardkit.commands.app import Program
from cardkit.commands.tune import tune

TEXT = """Search an agent's parameters for the best score against an opponent, with Optuna.

All trials play the same deals; one that is surely 50 Elo behind the best ends early. A search that was broken off
goes on with the same command. The best agent plays once more on fresh deals, since the best of many was lucky too.

Example: durak tune "mcts:c=0.3..2.0,limit=30" --against greedy --trials 30 --games 200 --store tune.db
"""


def opponent(against: Annotated[str, typer.Option(help="The opponent.")] = "greedy") -> str:
    """The opponent's spec."""
    return against


def add_tune(program: Program) -> None:
    """Add the command."""
    program.add(tune, TEXT, against=opponent)
