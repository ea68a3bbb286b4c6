"""``durak match``: adds seats by agents, a time limit for programs and Durak's statistics to the kit's command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer

from baselines.durak.cli.options import Players, seated
from cardkit.commands.match import MatchOptions

if TYPE_CHECKING:
    from baselines.durak.luck.chance import ChanceMeter
    from cardkit.arena.game_loop import PythonGame
    from cardkit.arena.match import Measure
    from cardkit.arena.match_result import MatchResult
    from cardkit.game import Game
    from cardkit.report.match_report import MatchReport as Report
    from cardkit.statistics.sprt import DealTest
    from durak_env.durak import Durak
    from durak_env.rules import Rules

TEXT = """Play a match between two to six agents and print its statistics.

Each deal is played once for each seat, and agents move one seat on each time: with two seats in mirrored pairs.
Different agents also change their order from deal to deal, since it matters whom one attacks; see --seatings.
With --verbose or --log the games are played one ply at a time, which is slower; --jobs is then ignored. With
--verbose --explain searching agents show the value of every action that they considered, how far they searched,
and how they expect the game to continue.
An agent that plays an illegal action or crashes loses the game. Its first error is printed. If it lost more games this
way than --failures allows, there is no verdict; if it lost all its games this way, the command exits with status 3.

Example: durak match greedy random --games 1000 --seed 1 --open-world
"""

Specs = Annotated[
    list[str],
    typer.Argument(
        help="Agents: names (see `durak agents`) or name:parameter=value,...; module:function; exec:./program.",
        show_default=False,
    ),
]


def lineup(agents: Specs) -> list[str]:
    """Return the agents of a match."""
    if len(agents) < 2:
        raise ValueError(f"a match needs an agent for each seat, two at least; got {agents[0]} alone")
    return agents


@dataclass(frozen=True)
class DurakMatchOptions(MatchOptions):
    """Options for matches of Durak only, and the number of seats, which may also follow from the agents."""

    num_players: Players = None
    control: Annotated[
        bool,
        typer.Option(
            "--control",
            help="Take the luck of the draws off the score, which narrows its interval: for two seats, the standard "
            "rules and the closed world. Games are then played one ply at a time, which is slower.",
        ),
    ] = False

    def variant(self, game: Any, agents: Sequence[str]) -> Durak:
        """Return the game with a seat for each agent; of two, the second takes all other seats of ``--num-players``.

        Raises:
            ValueError: ``--num-players`` asks for another number of seats, or ``--control`` is asked for where nothing
                can measure luck.
        """
        count = len(agents)
        variant = game if count == 2 else seated(game, count, self.num_players, f"{count} agents are named")
        if self.control:
            meter_of(variant.rules)
            if variant.open_world:
                raise ValueError("--control needs agents that do not see the talon: leave out --open-world")
        return variant

    def test(self, game: Game, h0: float, h1: float) -> DealTest:
        """Return the test of ``--sprt``.

        Raises:
            ValueError: with ``--control``.
        """
        if self.control:
            raise ValueError("--sprt counts whole results, so it does not go with --control: leave one of them out")
        return super().test(game, h0, h1)

    @property
    def measure(self) -> Measure | None:
        """The measurement of the luck of the draws, if it is asked for."""
        return luck_of_first if self.control else None

    def report(self, result: MatchResult, confidence: float, sprt: DealTest | None, most_failures: float) -> Report:
        """Return the report: for two seats with the statistics of the thesis, for more with fool rates."""
        from baselines.durak.report.control_report import ControlReport
        from baselines.durak.report.fool_report import FoolReport
        from baselines.durak.report.match_report import MatchReport

        if result.game.seats > 2:
            return FoolReport(result, confidence, sprt, most_failures)
        if self.control:
            return ControlReport(result, confidence, most_failures)
        return MatchReport(result, confidence, sprt, most_failures)


@cache
def meter_of(rules: Rules) -> ChanceMeter:
    """Make the meter of luck in games by these rules.

    Raises:
        ValueError: nothing does.
    """
    from baselines.durak.luck.chance import ChanceMeter

    try:
        return ChanceMeter(rules)
    except ValueError as error:
        raise ValueError(f"--control: {error}") from None


def luck_of_first(game: PythonGame) -> float:
    """Measure what the draws of a game gave the first agent."""
    draws = float(meter_of(game.variant.rules).of(game)["draws"])
    return draws if game.result.seating[0] == 0 else -draws
