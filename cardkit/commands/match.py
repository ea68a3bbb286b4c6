"""The command ``match``: one agent for each seat, many games, statistics."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
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
from cardkit.commands.replay import print_game
from cardkit.files import check_writable, write_text
from cardkit.notation.search_tree import Cut
from cardkit.report.progress import progress_bar

if TYPE_CHECKING:
    from cardkit.arena.game_loop import PythonGame
    from cardkit.arena.match import Measure
    from cardkit.arena.match_result import MatchResult
    from cardkit.game import Game
    from cardkit.report.match_report import MatchReport
    from cardkit.statistics.sprt import DealTest

GAMES, MOST_GAMES = 1000, 100_000  # without --sprt, and with it

Hypotheses = Annotated[
    tuple[float, float] | None,
    typer.Option(
        metavar="H0 H1",
        help="Stop once it is decided, with 5 % error, whether a leads by H0 or by H1 Elo; with more than two "
        "seats, whether a ends last in H0 or in H1 per cent of the games that have a last; where the deal gives "
        "parties or roles, whether a wins H0 or H1 per cent of all games.",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(help="Games to play; with --sprt, the limit.", show_default="1000; with --sprt 100000"),
]
Seatings = Annotated[
    str,
    typer.Option(
        help="With more than two different agents: orders plays each deal in one circular order of the agents, "
        "deal by deal another; rotations plays all deals in the order in which you name them; all plays each deal "
        "in all orders, and does not go with --sprt."
    ),
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Stop at an agent's first error, and show its traceback, instead of counting the game as lost.",
    ),
]
AsJson = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print the statistics as JSON; what agents, --verbose and --winners print goes to standard error.",
    ),
]


class MatchOptions(ProgramOptions):
    """A game's additions to the command. The fields of a dataclass that derives from it become options."""

    def variant(self, game: Game, agents: Sequence[str]) -> Game:
        """Return the variant that these agents play: by default the one that the options choose."""
        return game

    def lineup(self, game: Game, agents: Sequence[Any]) -> Sequence[Any]:
        """Return the agents that play, programs with their time limit."""
        return self.timed(game, agents)

    def test(self, game: Game, h0: float, h1: float) -> DealTest:
        """Make the test of ``--sprt``: a lead in Elo at two seats, else the rate of last places in per cent.

        Where the deal gives parties or roles, it is how often the agent wins.

        Raises:
            ValueError: the two are equal, or a rate is out of range.
        """
        from cardkit.statistics.sprt import LastRateSprt, Sprt, WinRateSprt

        if game.seats == 2 and not game.roles:
            return Sprt(h0, h1)
        if not (0 < h0 < 100 and 0 < h1 < 100 and h0 != h1):
            raise ValueError(
                f"--sprt takes two different rates in per cent between 0 and 100, such as 25 20; got {h0:g} {h1:g}"
            )
        return (WinRateSprt if game.roles else LastRateSprt)(h0 / 100, h1 / 100)

    @property
    def measure(self) -> Measure | None:
        """The measurement of each game for the report, if any; the games are then played one ply at a time."""
        return None

    def report(
        self, result: MatchResult, confidence: float, sprt: DealTest | None, most_failures: float
    ) -> MatchReport:
        """Return the report on the result: points where returns are points, wins where the deal gives roles."""
        from cardkit.report.match_report import MatchReport
        from cardkit.report.points_report import PointsReport
        from cardkit.report.win_report import WinReport

        report = PointsReport if result.game.POINTS else WinReport if result.game.roles else MatchReport
        return report(result, confidence, sprt, most_failures)


@dataclass(frozen=True)
class Watch:
    """Options to see the games: prints each at once, or collects their records."""

    verbose: Annotated[bool, typer.Option("--verbose", help="Print every game ply by ply, all cards shown.")] = False
    explain: Annotated[
        bool, typer.Option("--explain", help="With --verbose, print the analyses of searching agents.")
    ] = False
    trees: Annotated[
        tuple[int, int] | None,
        typer.Option(
            metavar="DEPTH VISITS",
            help="With --verbose, print analyses and trees of searching agents: so many plies deep, of plies with at "
            "least so many visits.",
        ),
    ] = None
    winners: Annotated[
        bool, typer.Option("--winners", help="Print who won each game, and how long it was, in a line.")
    ] = False
    log: Annotated[Path | None, typer.Option(help="Write all games to a file, for `{program} replay`.")] = None
    _records: list[str] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        for option, asked in (("--explain", self.explain), ("--trees", self.trees is not None)):
            if asked and not self.verbose:
                raise ValueError(f"{option} needs --verbose, which prints the games")
        if self.trees is not None:
            Cut(*self.trees).check()
        if self.log is not None:
            check_writable(self.log)

    @property
    def sees_games(self) -> bool:
        """True if the match is to show its games, which it then plays one ply at a time."""
        return self.verbose or self.log is not None

    @property
    def explains(self) -> bool | Cut:
        """The analyses that games keep: True for all, or the part of their trees."""
        return self.explain if self.trees is None else Cut(*self.trees)

    def see(self, game: PythonGame) -> None:
        """See a game that has ended."""
        text = game.record_text()
        self._records.append(text)
        if self.verbose:
            notes = {number: str(analysis).splitlines() for number, analysis in game.analyses.items()}
            (record,) = game.variant.tell.read_records(text)
            print_game(game.variant, record, len(self._records), None, notes)

    def tell(self, result: MatchResult) -> None:
        """Print a line for each game, if it is asked for."""
        if self.winners:
            from cardkit.report.single_games import lines_of_games

            print(*lines_of_games(result), "", sep="\n")

    def write(self, games: int) -> None:
        """Write the records of the first games to the file, if there is one."""
        if self.log is not None:
            write_text(self.log, "\n".join(self._records[:games]))


@panel(MEASURE)
def match(
    program: str,
    agents: Specs,
    games: Games = None,
    seed: Seed = None,
    *,
    game: Game,
    jobs: Jobs = 1,
    confidence: Confidence = 0.98,
    seatings: Seatings = "orders",
    sprt: Hypotheses = None,
    failures: Failures = MOST_FAILURES,
    strict: Strict = False,
    options: MatchOptions,
    watch: Watch,
    as_json: AsJson = False,
) -> None:
    """Play a match of one agent for each seat, or of one agent against another in all other seats, and print its
    statistics. Where the deal draws parties, an agent plays a party, and parties stand for seats.

    Each deal is played in all rotations of the seats; see --seatings for the order of different agents. With --verbose
    or --log the games are played one ply at a time, which is slower; --jobs is then ignored. An illegal action or a
    crash of an agent ends the game, which is then scored by the game's rule. The agent's first error is printed. If it
    failed in more games than --failures allows, there is no verdict; if it finished none of its games, the command
    exits with status 3.
    """
    from cardkit.agents import name_of
    from cardkit.arena.lineups import kind_of_places, one_against_others
    from cardkit.arena.match import play_match
    from cardkit.statistics.intervals import quantile

    quantile(confidence)
    most_failures = share_of_failures(failures)
    game = options.variant(game, agents)
    test = None if sprt is None else options.test(game, *sprt)
    if games is None:
        games = GAMES if test is None else MOST_GAMES
    agents = one_against_others(agents, game.places, kind_of_places(game))
    if jobs > 1 and watch.sees_games:
        typer.echo(f"{program}: one worker plays, since the games are printed or logged ply by ply", err=True)
    with kept_for_json(as_json), progress_bar(" v ".join(agents), games, quiet=watch.verbose) as progress:
        result = play_match(
            game,
            options.lineup(game, agents),
            games,
            seed,
            jobs,
            progress,
            watch.see if watch.sees_games else None,
            explain=watch.explains,
            forfeits=not strict,
            sprt=test,
            names=[name_of(agent) for agent in agents],
            measure=options.measure,
            seatings=seatings,
            most_failures=most_failures,
        )
    try:
        watch.write(result.games)
    finally:  # a full disk must not cost the figures
        with kept_for_json(as_json):
            watch.tell(result)
        _print(options.report(result, confidence, test, most_failures), as_json)
    tell_faults(program, result.fault_reports)


def _print(report: MatchReport, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report.figures(), indent=2))
        return
    from cardkit.report.terminal import Terminal

    console = Terminal()
    for part in report.parts():
        console.print(part)
