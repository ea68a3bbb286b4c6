"""The command ``tournament``: all lineups of many agents, one table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.commands.composition import MEASURE, panel
from cardkit.commands.errors import tell_faults
from cardkit.commands.json_output import kept_for_json
from cardkit.commands.options import (
    MOST_FAILURES,
    Confidence,
    Failures,
    Jobs,
    ProgramOptions,
    Seed,
    Specs,
    share_of_failures,
)
from cardkit.commands.outputs import Outputs
from cardkit.report.progress import progress_bar

if TYPE_CHECKING:
    from cardkit.arena.schedule import Growth
    from cardkit.arena.tournament_result import TournamentResult
    from cardkit.game import Game
    from cardkit.report.tournament_tables import Standings


USUAL_GAMES = 500  # of a match

Games = Annotated[
    int | None,
    typer.Option(
        help="Games of each match, a multiple of the seats, or of the parties where the deal draws them.",
        show_default="500, or the next multiple",
    ),
]
Seatings = Annotated[
    str,
    typer.Option(
        help="With more than two different agents at a table: orders plays each deal in one circular order of the "
        "agents, deal by deal another; rotations plays all deals in the order of their names; all plays a match "
        "for each order."
    ),
]


class TournamentOptions(ProgramOptions):
    """A game's additions to the command. The fields of a dataclass that derives from it become options."""

    def lineup(self, game: Game, agents: Sequence[Any], store: Path | None) -> Sequence[Any]:
        """Return the agents as they play, programs with their time limit."""
        return self.timed(game, agents, store)

    def growth(self, game: Game) -> Growth:
        """Return the rule for how many more games a match gets."""
        from cardkit.arena.schedule import no_growth

        return no_growth

    def standings(self, result: TournamentResult, confidence: float, most_failures: float) -> Standings:
        """Return the tables of the result: with points where returns are points."""
        from cardkit.report.points_tables import PointsStandings
        from cardkit.report.tournament_tables import Standings

        tables = PointsStandings if result.matches[0].game.POINTS else Standings
        return tables(result, confidence, most_failures)


@panel(MEASURE)
def tournament(
    program: str,
    agents: Specs,
    games: Games = None,
    seed: Seed = None,
    *,
    outputs: Outputs,  # before the game's options, so that the help shows their panel first
    game: Game,
    jobs: Jobs = 1,
    backend: Annotated[
        str, typer.Option(help="local, or ray for all processors of a Ray cluster; the result stays the same.")
    ] = "local",
    gauntlet: Annotated[str | None, typer.Option(help="Play only matches with this agent.")] = None,
    seatings: Seatings = "orders",
    options: TournamentOptions,
    store: Annotated[
        Path | None, typer.Option(help="Keep all results in this SQLite file, and continue from it.")
    ] = None,
    confidence: Confidence = 0.98,
    failures: Failures = MOST_FAILURES,
) -> None:
    """Let agents play each other in all lineups, and print crosstable and ratings.

    Every match plays the same deals. A score is the share of the games in which an agent's return is higher than
    another's; an equal one counts half. Elo is Bradley-Terry with draws; the Nash average is an agent's score against
    the strongest mix of agents, where wins against weak ones count for nothing.

    With --store, give the same command again to continue a tournament that was killed, with its seed. Several programs
    may work on one store at the same time.

    An illegal action or a crash of an agent ends the game, which is then scored by the game's rule. The agent's first
    error is printed. If it failed in more games than --failures allows, the tables give no verdict on its strength; if
    it finished none of its games, the command exits with status 3.
    """
    from cardkit.arena.tournament import play_tournament
    from cardkit.statistics.intervals import quantile

    quantile(confidence)
    most_failures = share_of_failures(failures)
    outputs.check(store)
    if games is None:
        games = USUAL_GAMES + -USUAL_GAMES % game.places
    with kept_for_json(outputs.as_json), progress_bar(f"{len(agents)} agents", games) as progress:
        result = play_tournament(
            game,
            options.lineup(game, agents, store),
            games,
            seed,
            jobs,
            gauntlet,
            options.growth(game),
            store,
            outputs.records,
            progress,
            backend,
            seatings,
        )
    outputs.put(program, options.standings(result, confidence, most_failures))
    tell_faults(program, result.fault_reports)
