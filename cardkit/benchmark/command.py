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

An illegal action or a crash loses its game, and is counted apart. With --store, give the same command again to go on
after a stop; what is measured beside the matches begins anew.

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
) -> None:
    """Measure an agent by a benchmark that never changes; a program's own text replaces this one."""
    from cardkit.benchmark.deals import DEALS
    from cardkit.benchmark.run import run
    from cardkit.benchmark.track import CLASSES
    from cardkit.checks import check_choice, check_whole
    from cardkit.files import check_writable, write_text
    from cardkit.report.terminal import Terminal

    check_choice("--track", track, tuple(tracks))
    check_choice("--class", time_class, tuple(CLASSES))
    check_choice("--deals", deals, DEALS)
    if pairs is not None:
        check_whole("--pairs", pairs, 2, tracks[track].deals(time_class))
    if output is not None:
        check_writable(output)
    result = run(tracks[track], agent, time_class, deals, pairs, progress_bar, jobs, store)
    if output is not None:
        write_text(output, json.dumps(result.figures(), indent=2) + "\n")
    console = Terminal()
    if result.matches:
        console.print(_table(result))
    console.print(result.line, soft_wrap=True)
    if fitting := _other_class(result):
        print(f"{program}: choices are slower than --class {time_class}: declare --class {fitting}", file=sys.stderr)
    tell_faults(program, result.fault_reports)


@panel(MEASURE)
def verify(
    file: Annotated[Path, typer.Argument(help="The file that `{program} benchmark --output` wrote.")],
    *,
    tracks: Mapping[str, Track],
    agent: Annotated[
        str | None,
        typer.Option(help="The agent that the file names, to allow code of its own.", show_default="installed ones"),
    ] = None,
    jobs: Jobs = 1,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Play deals that nobody has seen instead, and print both lines.")
    ] = False,
) -> None:
    """Play a result of the benchmark again, and compare all its figures but the times.

    The agent must be here, with the files that it had: their SHA-256 is checked first, and those of the opponents'
    networks. A file from elsewhere can name any code: unless the agent comes with an installed package, it runs only if
    you name it by --agent. With --fresh see whether the figures hold on other deals: those of a result can be chosen
    among many, and an agent could know them.

    Example: {program} verify mine.json
    """
    from cardkit.benchmark.verify import differences, read_result, replay

    claimed, track = read_result(file, tracks, agent)
    result = replay(claimed, track, progress_bar, jobs, fresh)
    if fresh:
        print(f"{claimed.get('line')}\n{result.line}")
    elif found := differences(claimed, result):
        raise ValueError(f"{file} differs from the result of playing it again: {'; '.join(found)}")
    else:
        print(f"Replayed: every deal and every choice lead to the figures of {file}.\n{result.line}")


def _other_class(result: Result) -> str | None:
    """Return the time class that the agent needs, if it is slower than the one declared."""
    from cardkit.benchmark.track import CLASSES

    if not result.seconds > CLASSES[result.task.time_class].seconds:
        return None
    return next(name for name, one in CLASSES.items() if one.seconds >= result.seconds)


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
