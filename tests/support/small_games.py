"""Games small enough to be solved within a test."""

from __future__ import annotations

from baselines.durak.cli import app
from baselines.durak.solving.durak_tree import DurakTree
from cardkit.solving.cfr import Step, solve
from cardkit.solving.tree import Tree
from durak_env import Rules
from tests.support.command_line import run_command

SMALLEST = Rules(start_rank=12, num_suits=2, hand_size=2)


def solved_to(game: DurakTree | Tree, target: float) -> Step:
    """Compute an equilibrium, so far off at most."""
    return solve(game.tree if isinstance(game, DurakTree) else game, target)


def run(*arguments: str) -> str:
    """Return the output of the command line."""
    done = run_command(app, *arguments, columns=120)
    return done.output
