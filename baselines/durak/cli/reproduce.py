"""``durak reproduce``: the experiments of the thesis."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from baselines.durak.cli.options import clear_errors
from cardkit.commands.errors import check_pictures
from cardkit.commands.options import Jobs
from cardkit.files import check_writable


def reproduce(
    names: Annotated[
        list[str] | None, typer.Argument(help="Experiments, such as figure-5.1; all if none is named.")
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
) -> None:
    """Run the experiments of the thesis, and report where their results agree and differ.

    Example: durak reproduce figure-3.5 table-5.2 --quick
    """
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    with clear_errors():
        from baselines.durak.lab.catalogue import chosen
        from baselines.durak.lab.finding import Scale
        from baselines.durak.lab.kept import Kept
        from baselines.durak.lab.page import BRACKETS, OWNER, check_nothing_lost, section, table
        from cardkit.arena.match import MOST_JOBS
        from cardkit.checks import check_whole
        from cardkit.report.page_section import write_section

        check_whole("jobs", jobs, 1, MOST_JOBS)
        check_whole("seed", seed, 0)
        experiments = chosen(names or [])
        if names_only:
            listed = Table.grid(padding=(0, 2))
            for one in experiments:
                listed.add_row(one.name, one.title)
            console.print(listed)
            return
        if write is not None:
            check_writable(write)
            check_pictures()
            check_nothing_lost([one.name for one in experiments], write)
        findings = []
        with console.status("") as status:
            scale = Scale(quick, jobs, seed, status.update, Kept(keep))
            for number, one in enumerate(experiments, 1):
                status.update(f"{number} of {len(experiments)}: {one.name}")
                findings.append(one.run(scale))
                console.print(table(findings[-1]))
        if any(finding.verdicts for finding in findings):
            console.print(f"{' '.join(BRACKETS)} docs/results.md says what each word means.", style="dim")
        if write is not None:
            text = section(findings, write.parent / "figures", write, scale)
            write_section(write, OWNER, text)
            console.print(f"Written to {write}.")
