"""The command ``reproduce`` of any document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import MACHINE, panel
from cardkit.commands.errors import check_pictures
from cardkit.commands.options import Jobs
from cardkit.files import check_writable

if TYPE_CHECKING:
    from cardkit.lab.document import Document


@panel(MACHINE)
def reproduce(
    names: Annotated[
        list[str] | None, typer.Argument(help="Experiments, by names of --list; all if none is named.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Play few games: everything takes minutes.")] = False,
    jobs: Jobs = 2,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    write: Annotated[
        Path | None, typer.Option(help="Write the findings into this Markdown page, pictures into `figures` beside it.")
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            help="Keep what is played in this folder, and play only what is not there: so an interrupted run "
            "continues. Take an empty one after a change of an agent."
        ),
    ] = None,
    names_only: Annotated[bool, typer.Option("--list", help="Only list the experiments.")] = False,
    *,
    document: Document,
) -> None:
    """Run the experiments of a document, and report where their results agree and differ."""
    from rich.table import Table

    from cardkit.arena.match import MOST_JOBS
    from cardkit.checks import check_whole
    from cardkit.lab.answers import Answer
    from cardkit.lab.kept import Kept
    from cardkit.lab.page import check_nothing_lost, how_to_read, section, table
    from cardkit.lab.scale import Scale
    from cardkit.report.page_section import check_page, write_section
    from cardkit.report.progress import activity
    from cardkit.report.terminal import Terminal

    check_whole("jobs", jobs, 1, MOST_JOBS)
    check_whole("seed", seed, 0)
    experiments = document.chosen(names or [])
    console = Terminal()
    if names_only:
        listed = Table.grid(padding=(0, 2))
        for one in experiments:
            listed.add_row(one.name, one.title)
        console.print(listed)
        return
    if write is not None:
        check_page(write)
        if (figures := write.parent / "figures").exists():
            check_writable(figures / "one.svg")
        check_pictures()
        check_nothing_lost(document, [one.name for one in experiments], write)
    found = []
    with activity("", console) as tell:
        scale = Scale(quick, jobs, seed, tell, Kept(keep))
        for number, one in enumerate(experiments, 1):
            tell(f"{number} of {len(experiments)}: {one.name}")
            found.append((one, one.run(scale)))
            console.print(table(*found[-1]))
    answers = [verdict.answer for _, finding in found for verdict in finding.verdicts]
    if quick and answers:
        left = {answer: answers.count(answer) for answer in (Answer.COMPATIBLE, Answer.UNTOLD)}
        counted = ", ".join(f"{answer}: {number}" for answer, number in left.items())
        console.print(f"So few games leave {sum(left.values())} of these {len(answers)} verdicts open ({counted}).")
    if answers:
        console.print(f"{how_to_read(document)} {document.page} says what each word means.", style="dim")
    if write is not None:
        write_section(write, document.command, section(document, found, write.parent / "figures", write, scale))
        console.print(f"Written to {write}.")
