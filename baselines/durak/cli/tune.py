"""``durak tune``: adds a default opponent to the kit's command."""

from __future__ import annotations

from typing import Annotated

import typer

from cardkit.commands.app import Program
from cardkit.commands.tune import tune

TEXT = """Search for the parameters of an agent that score best against an opponent, with Optuna.

All trials play the same deals; one that is clearly 50 Elo behind the best ends early. Give the same command again to
continue an interrupted search. The best agent plays once more on new deals, since the best of many trials was also
lucky.

Example: durak tune "mcts:c=0.3..2.0,limit=30" --against greedy --trials 30 --games 200 --store tune.db
"""


def opponent(against: Annotated[str, typer.Option(help="The opponent.")] = "greedy") -> str:
    """The opponent's spec."""
    return against


def add_tune(program: Program) -> None:
    """Add the command."""
    program.add(tune, TEXT, against=opponent)
