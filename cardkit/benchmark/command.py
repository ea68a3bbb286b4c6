"""The commands ``benchmark``, one line to cite, and ``verify``, a result played again."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import MEASURE, panel
from cardkit.commands.errors import tell_faults
from cardkit.commands.options import Jobs
from cardkit.report.progress import progress_bar
from cardkit.wording import quoted

if TYPE_CHECKING:
    from rich.table import Table

    from cardkit.benchmark.result import Result
    from cardkit.benchmark.track import Track

_TEXT = """Measure an agent by a benchmark that never changes, and print one line to cite.

The agent meets opponents that are frozen under names of their own, each on the same deals, each deal in all seatings.
The line has its mean score against the anchors with a 98 % interval, its worst anchor, its score against opponents
that no tuning of ours has seen, and what the track measures beside: docs/results/benchmark.md explains it.

{tracks}

Develop on the public deals, the default, as often as you like. --deals result draws the deals from the SHA-256 of
version, track, --class and the agent's files, so that nobody has trained on them. Declare by --class how long a choice
takes in the mean: track A plays 16,000 deals against each opponent for 20us, 4,000 for 1ms, 400 for 50ms, 100 for
unlimited, and others a part of these. --pairs plays fewer, which is no result.

An illegal action or a crash loses its game, and is counted apart. With --store, give the same command again to
continue after a stop. --games writes all games as text, so that others can check a slow agent's result in minutes, or
without having the agent; quick agents play from Python then, which takes longer.

Example: {example}
"""


def text(tracks: str, example: str) -> str:
    """Write the help of a game's command.

    Args:
        tracks: a sentence about each track.
        example: of the command.
    """
    return _TEXT.replace("{tracks}", tracks).replace("{example}", example)


@panel(MEASURE)
def benchmark(
    program: str,
    agent: Annotated[str, typer.Argument(help="The agent's spec, such as greedy or mine:LowestCard.")],
    track: Annotated[str, typer.Option(help="The track.", show_default=False)],
    time_class: Annotated[
        str, typer.Option("--class", help="The mean time of a choice at most: 20us, 1ms, 50ms or unlimited.")
    ] = "20us",
    deals: Annotated[
        str, typer.Option(help="develop: public deals; result: those that follow from the agent's files.")
    ] = "develop",
    pairs: Annotated[
        int | None,
        typer.Option(help="Deals against each opponent, for a quick try.", show_default="as many as the class asks"),
    ] = None,
    *,
    tracks: Mapping[str, Track],
    jobs: Jobs = 1,
    store: Annotated[
        Path | None, typer.Option(help="Keep all games in this SQLite file, and continue from it.")
    ] = None,
    output: Annotated[Path | None, typer.Option(help="Write all figures to this file, as JSON.")] = None,
    games: Annotated[Path | None, typer.Option(help="Write all games to this file, for {program} verify.")] = None,
) -> None:
    """Measure an agent by a benchmark that never changes; a program's own text replaces this one."""
    from cardkit.benchmark.deals import DEALS, Submission
    from cardkit.benchmark.play import Matches
    from cardkit.benchmark.run import run
    from cardkit.benchmark.track import CLASSES
    from cardkit.checks import check_choice, check_whole
    from cardkit.files import check_writable, replacing, write_text
    from cardkit.report.terminal import Terminal

    if track not in tracks:
        known = ", ".join(tracks)
        raise ValueError(f"--track must be one of {known}, got {quoted(track)}; other games' programs have the others")
    check_choice("--class", time_class, tuple(CLASSES))
    check_choice("--deals", deals, DEALS)
    if pairs is not None:
        check_whole("--pairs", pairs, 2, tracks[track].deals(time_class))
    for file in (output, games):
        if file is not None:
            check_writable(file)
    submission = Submission.of(agent, tracks[track].game.AGENTS)
    with Matches(tracks[track], submission, jobs, store, recorded=games is not None) as matches:
        result = run(tracks[track], submission, time_class, deals, pairs, progress_bar, matches)
        if games is not None:
            with replacing(games) as new, new.open("w", encoding="utf-8") as text:
                text.writelines(f"{each}\n" for each in matches.records())
    if output is not None:
        write_text(output, json.dumps(result.figures(), indent=2) + "\n")
    console = Terminal()
    if result.matches:
        console.print(_table(result))
    console.print(result.line, soft_wrap=True)
    _tell_other_class(program, result.task.time_class, result.seconds)
    tell_faults(program, result.fault_reports)


@panel(MEASURE)
def verify(
    program: str,
    file: Annotated[Path, typer.Argument(help="The file that `{program} benchmark --output` wrote.")],
    games: Annotated[
        Path | None,
        typer.Argument(help="The file that --games wrote.", show_default="play all games anew"),
    ] = None,
    *,
    tracks: Mapping[str, Track],
    agent: Annotated[
        str | None,
        typer.Option(help="The agent that the file names, to allow code of its own.", show_default="installed ones"),
    ] = None,
    share: Annotated[
        float, typer.Option(min=0, max=1, help="With GAMES: deals in which searches and a slow agent are asked again.")
    ] = 0.02,
    jobs: Jobs = 1,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Play deals that nobody has seen instead, and print both lines.")
    ] = False,
) -> None:
    """Check a result of the benchmark: play its games again, and compare all figures but the times.

    The SHA-256 of the agent's files and of the opponents' networks are checked first. Then one of three marks is
    printed. replayed: the deals, chance, rules and figures are right, and the agents choose again what they chose.
    Without GAMES all games are played anew; with them a quick opponent and an agent of class 20us are asked for all
    their choices, searches and other agents for those of a share of the deals, drawn anew each time. chance verified:
    the agent is not here, and all else holds. self-reported: neither the agent nor the games are here.

    A file from elsewhere can name any code: unless the agent comes with an installed package, it runs only if you name
    it by --agent. With --fresh see whether the figures hold on other deals: those of a result can be chosen among
    many, and an agent could know them.

    Example: {program} verify mine.json mine.games
    """
    from cardkit.benchmark.verify import differences, line_with_time, play_again, read_claim, retrace
    from cardkit.checks import MOST_WORKERS, check_whole

    check_whole("--jobs", jobs, 1, MOST_WORKERS)
    claim = read_claim(file, tracks, agent)
    if games is None or fresh:
        if claim.absent:
            raise ValueError(f"self-reported: nothing was played again. {claim.absent}")
        result = play_again(claim, progress_bar, jobs, fresh)
        mark, pace = "replayed: every deal and every choice", result.seconds
    else:
        if claim.absent:  # said first, as what follows takes minutes
            print(f"{program}: {claim.absent}", file=sys.stderr)
        if jobs > 1:
            print(f"{program}: one worker plays recorded games again", file=sys.stderr)
        with games.open(encoding="utf-8", errors="replace") as lines:
            result, matches = retrace(claim, lines, share, progress_bar)
        mark = f"{'chance verified' if claim.absent else 'replayed'}: {matches.told}"
        pace = matches.pace
    _tell_other_class(program, claim.time_class, pace)
    if not fresh and (found := differences(claim, result)):
        raise ValueError(f"{file} differs from the result of playing it again: {'; '.join(found)}")
    claimed = str(claim.figures.get("line"))
    print(f"{claimed}\n{result.line}" if fresh else f"{mark}\n{line_with_time(claimed, pace)}")


def _tell_other_class(program: str, declared: str, seconds: float) -> None:
    """Say which time class the agent needs, if it is slower than the one declared."""
    from cardkit.benchmark.track import CLASSES

    if seconds > CLASSES[declared].seconds:
        fitting = next(name for name, one in CLASSES.items() if one.seconds >= seconds)
        print(f"{program}: choices are slower than --class {declared}: declare --class {fitting}", file=sys.stderr)


def _table(result: Result) -> Table:
    from rich.table import Table

    from cardkit.benchmark.track import company_name
    from cardkit.report.text_table import span

    table = Table("against", "role", "score", "98 % interval", "faults")
    for company, match in result.matches.items():
        score = result.mean([company])
        faults = match.illegal_actions[0] + match.crashes[0]
        cells = result.role(company), f"{score.value:.3f}", span(score.interval), f"{faults:,}"
        table.add_row(company_name(company), *cells)
    return table
