"""What ``durak match`` adds to the kit's command: two arguments, a time limit for programs, Durak's statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.commands.app import Program
from cardkit.commands.match import MatchOptions, match

if TYPE_CHECKING:
    from baselines.report.match_report import MatchReport
    from cardkit.arena.match_result import MatchResult
    from cardkit.game import Game
    from cardkit.statistics.sprt import Sprt

TEXT = """Play a match between two agents and print its statistics.

Games come in mirrored pairs: each deal is played twice, with seats swapped. With --verbose or --log the games are
played one ply at a time, which is slower; --jobs is then ignored. With --verbose --explain searching agents show
the value of every action that they considered, how far they searched, and how they expect the game to continue.
An agent that plays an illegal action or crashes loses the game. Its first error is printed; if it lost all its
games this way, the command exits with status 3.

Example: durak match greedy random --games 1000 --seed 1 --open-world
"""
HELPS = {"verbose": "Print every game ply by ply, both hands shown."}

Spec = Annotated[
    str,
    typer.Argument(
        help="An agent: its name (see `durak agents`) or name:parameter=value,...; module:function; exec:./program.",
        show_default=False,
    ),
]


def pair(a: Spec, b: Spec) -> list[str]:
    """Both agents of a match."""
    return [a, b]


@dataclass(frozen=True)
class DurakMatchOptions(MatchOptions):
    """Options for matches of Durak only."""

    move_time: Annotated[
        float | None, typer.Option(help="Seconds that a program (exec:...) has per action.", show_default="10")
    ] = None

    def lineup(self, game: Game, agents: Sequence[Any]) -> Sequence[Any]:
        """The agents, with the time limit set for programs."""
        from baselines.arena.match import in_time

        first, second = agents
        return agents if self.move_time is None else in_time((first, second), self.move_time, game)

    def report(self, result: MatchResult, confidence: float, sprt: Sprt | None) -> MatchReport:
        """The report with the statistics of Durak."""
        from baselines.arena import match_result
        from baselines.report.match_report import MatchReport

        return MatchReport(match_result.MatchResult.of(result), confidence, sprt)


def add_match(program: Program) -> None:
    """Add the command."""
    program.add(match, TEXT, HELPS, agents=pair, options=DurakMatchOptions)
