"""The tests' game of three seats as a program, ``herd``, with its agents by name, its matches and tournaments."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer
from typer.testing import CliRunner, Result

from cardkit.arena.match import play_match as match_of
from cardkit.arena.match_result import MatchResult
from cardkit.arena.tournament import play_tournament as tournament_of
from cardkit.commands.app import app
from tests.support.herding_game import Herding

GAME = Herding()
HERE = "tests.support.herding_game"
RANDOM, LOWEST, HIGHEST, PYTHON, TALKING, FAILING = (
    f"{HERE}:{name}" for name in ("compiled_random", "lowest", "highest", "Random", "Talking", "Failing")
)
ISMCTS = f"{HERE}:ismcts:simulations=30"

play_match = partial(match_of, GAME)
play_tournament = partial(tournament_of, GAME)


def herding(open_world: Annotated[bool, typer.Option("--open-world", help="Show all cards.")] = False) -> Herding:
    """Return the variant."""
    return Herding(open_world)


APP = app("herd", herding, "Herding, as `{program}` plays it.")


def herd(*arguments: str) -> Result:
    """Run the program with these arguments."""
    return CliRunner().invoke(APP, arguments, env={"COLUMNS": "300"})


def rows(result: MatchResult) -> list[Any]:
    """Return the course of a match's games, times aside."""
    return [result.results[name].tolist() for name in ("returns", "choices", "plies", "seating", "fault", "culprit")]
