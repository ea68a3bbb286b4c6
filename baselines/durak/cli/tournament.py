"""``durak tournament``: adds matches and tables as in the thesis to the kit's command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.tournament import TournamentOptions

if TYPE_CHECKING:
    from cardkit.arena.schedule import Growth
    from cardkit.arena.tournament_result import TournamentResult
    from cardkit.game import Game
    from cardkit.report.tournament_tables import Standings

TEXT = """Let agents play each other, and print crosstable and ratings.

Every match plays the same deals, each once for every rotation of the seats: with two seats, in mirrored pairs. With
more seats the order of the agents also changes from deal to deal; see --seatings. Elo is Bradley-Terry with draws; the
Nash average is an agent's score against the strongest mix of agents, where wins against weak ones count for nothing.

With --store, give the same command again to continue a tournament that was killed, with its seed. Several programs may
work on one store at the same time.

An agent that plays an illegal action or crashes loses the game. Its first error is printed. If it lost more games this
way than --failures allows, the tables give no verdict on its strength; if it lost all its games this way, the command
exits with status 3.

Example: durak tournament random uniform greedy smart --games 2000 --seed 1
"""
HELPS = {
    "games": "Games of each match, a multiple of the seats.",
    "csv": "Write the thesis' CSV file; with more than two players the fool rates.",
}


@dataclass(frozen=True)
class DurakTournamentOptions(TournamentOptions):
    """Options for tournaments of Durak only."""

    thesis: Annotated[
        bool,
        typer.Option("--thesis", help="Extend undecided matches by 500 games, up to 10,000; print the thesis' table."),
    ] = False

    def growth(self, game: Game) -> Growth:
        """Return the growth of the thesis if ``--thesis`` is given."""
        from baselines.durak.arena.thesis_growth import growth_in

        return growth_in(game) if self.thesis else super().growth(game)

    def standings(self, result: TournamentResult, confidence: float, most_failures: float) -> Standings:
        """Return the tables: for two seats with the thesis' if ``--thesis`` is given, for more with fool rates."""
        from baselines.durak.report.fool_tables import FoolStandings
        from baselines.durak.report.thesis_tables import Standings

        if result.matches[0].game.seats > 2:
            return FoolStandings(result, confidence, most_failures)
        return Standings(result, confidence, most_failures, with_thesis=self.thesis)
