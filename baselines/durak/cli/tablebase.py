"""``durak tablebase``: builds the endgame tablebase, checks it, and writes its statistics."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from baselines.durak.cli.options import clear_errors
from cardkit.report.progress import progress_bar


def tablebase(
    cards: Annotated[int, typer.Option(help="Cards of the largest positions, 2 to 10.")] = 8,
    jobs: Annotated[int, typer.Option(help="Threads to use.")] = 2,
    draws: Annotated[bool, typer.Option("--draws/--no-draws", help="Of games by this rule.")] = True,
    statistics: Annotated[
        Path | None, typer.Option(help="Write statistics into a section of this Markdown page.")
    ] = None,
) -> None:
    """Rebuild the endgame tablebase, check it, and keep it in the user's cache directory.

    Positions of up to 8 cards take seconds and are built at first use anyway; those of 10 cards take minutes.
    """
    with clear_errors():
        from baselines.durak.endgames.tablebase import LARGEST, SMALLEST
        from baselines.durak.endgames.tablebase_build import build, positions_in
        from baselines.durak.endgames.tablebase_store import CHECKSUMS, checksum, save
        from cardkit.checks import whole
        from cardkit.report.page_section import check_page, write_section

        whole("cards", cards, SMALLEST, LARGEST, 8)
        whole("jobs", jobs, 1, None, 2)
        if statistics is not None:
            check_page(statistics)
        began = time.perf_counter()
        total = positions_in(cards)
        with progress_bar(f"{cards} cards", total) as show:
            built = build(cards, jobs, show, draws)
        found = checksum(built)
        print(f"{total:,} positions, {len(built):,} bytes, {time.perf_counter() - began:.1f} s, SHA-256 {found}")
        if found != (wanted := CHECKSUMS[draws][cards]):
            raise ValueError(f"the tablebase differs from the expected one, SHA-256 {wanted}")
        print(f"Kept as {save(built, cards, draws)}.")
        if statistics is not None:
            from baselines.durak.endgames.tablebase_statistics import markdown
            from baselines.durak.endgames.tablebase_statistics import statistics as gather

            write_section(statistics, "durak tablebase", markdown(gather(built, cards, draws=draws)))
            print(f"Statistics written to {statistics}.")
