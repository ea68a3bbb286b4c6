"""``durak match``: two agents, many games, the statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.cli.options import (
    Confidence,
    HandSize,
    Jobs,
    MaxAttackCards,
    NoTrumps,
    NumSuits,
    OpenWorld,
    Seed,
    StartRank,
    clear_errors,
    make_rules,
    tell_faults,
)
from baselines.cli.replay import print_game
from cardkit.files import check_writable, write_text
from cardkit.report.progress import progress_bar

if TYPE_CHECKING:
    from baselines.arena.match_result import MatchResult
    from cardkit.arena.game_loop import PythonGame
    from cardkit.statistics.sprt import Sprt
    from durak_env.durak import Durak
    from durak_env.notation import GameRecord

GAMES, MOST_GAMES = 1000, 100_000  # without --sprt, and with it

Spec = Annotated[
    str,
    typer.Argument(
        help="An agent: its name (see `durak agents`) or name:parameter=value,...; module:function; exec:./program.",
        show_default=False,
    ),
]


def match(
    a: Spec,
    b: Spec,
    games: Annotated[
        int | None,
        typer.Option(help="Games to play, with --sprt at most.", show_default="1000; with --sprt 100000"),
    ] = None,
    seed: Seed = None,
    open_world: OpenWorld = False,
    jobs: Jobs = 1,
    confidence: Confidence = 0.98,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1", help="Stop once it is decided, with 5 % of errors, whether a leads by ELO0 or by ELO1."
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="End with the error where an agent errs, instead of counting the game lost."),
    ] = False,
    move_time: Annotated[
        float | None, typer.Option(help="Seconds that a program (exec:...) has for an action.", show_default="10")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Tell every game ply by ply, both hands shown.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="With --verbose, tell what searching agents think.")
    ] = False,
    log: Annotated[Path | None, typer.Option(help="Write all games to a file, for `durak replay`.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the statistics as JSON.")] = False,
    start_rank: StartRank = 6,
    num_suits: NumSuits = 4,
    hand_size: HandSize = 6,
    no_trumps: NoTrumps = False,
    max_attack_cards: MaxAttackCards = None,
) -> None:
    """Play a match between two agents and print its statistics.

    Games come in mirrored pairs: each deal is played twice, with seats swapped. With --verbose or --log the games are
    played one ply at a time, which is slower; --jobs then does nothing. With --verbose --explain searching agents
    tell the value of every action that they considered, how far they searched, and how they expect the game to go on.
    An agent that plays an illegal action or crashes loses the game; its first error is told, and if it lost all its
    games so, the command ends with status 3.

    Example: durak match greedy random --games 1000 --seed 1 --open-world
    """
    with clear_errors():
        from baselines.arena.match import play_match
        from cardkit.statistics.intervals import quantile
        from cardkit.statistics.sprt import Sprt

        quantile(confidence)
        test = None if sprt is None else Sprt(*sprt)
        if games is None:
            games = GAMES if test is None else MOST_GAMES
        rules = make_rules(start_rank, num_suits, hand_size, no_trumps, max_attack_cards)
        recorder = _Recorder(verbose)
        on_game = recorder if verbose or log is not None else None
        if log is not None:
            check_writable(log)
        with progress_bar(f"{a} v {b}", games, quiet=verbose) as progress:
            result = play_match(
                a,
                b,
                games,
                seed,
                open_world,
                rules,
                jobs,
                progress,
                on_game,
                explain=explain and verbose,
                forfeits=not strict,
                sprt=test,
                move_time=move_time,
            )
        if log is not None:
            from durak_env.notation import format_records

            write_text(log, format_records(recorder.records[: result.games]))
        _print_statistics(result, confidence, test, as_json)
        tell_faults(result.fault_reports)


def _print_statistics(result: MatchResult, confidence: float, sprt: Sprt | None, as_json: bool) -> None:
    from rich.console import Console

    from baselines.cli.match_table import match_report, match_statistics, sprt_figures, sprt_line

    if as_json:
        tested = {} if sprt is None else {"sprt": sprt_figures(result, sprt)}
        print(json.dumps(match_statistics(result, confidence) | tested, indent=2))
        return
    console = Console(highlight=False)
    console.print(match_report(result, confidence))
    if sprt is not None:
        console.print(sprt_line(result, sprt))


class _Recorder:
    """Turns games into records, and tells each at once if asked to."""

    def __init__(self, verbose: bool) -> None:
        self.records: list[GameRecord] = []
        self._verbose = verbose

    def __call__(self, game: PythonGame[Durak]) -> None:
        record = game.variant.record(game.start, game.plies, game.players)
        self.records.append(record)
        if self._verbose:
            notes = {number: str(analysis).splitlines() for number, analysis in game.analyses.items()}
            print_game(record, len(self.records), 0, True, notes)
