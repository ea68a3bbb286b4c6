"""``durak puzzles``: draws solved endgames with one best action, and checks how hard they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.durak.cli.options import clear_errors
from cardkit.report.progress import progress_bar

if TYPE_CHECKING:
    from rich.table import Table

    from baselines.durak.puzzles.check import Check


def puzzles(
    output: Annotated[
        Path | None, typer.Option(help="File for the puzzles, JSON lines; compressed if its name ends with .gz.")
    ] = None,
    count: Annotated[int, typer.Option(help="Puzzles to draw, a third of each level.")] = 365,
    seed: Annotated[int, typer.Option(help="Of games and agents; the same seed gives the same result.")] = 1,
    check: Annotated[
        Path | None, typer.Option(help="Check the grades of this file instead, with agents that did not grade.")
    ] = None,
) -> None:
    """Draw puzzles: solved endgames in which one action is better than all others.

    The talon is empty, so the seat to move can know all cards. Each line of the file holds a game up to the choice
    (record), whose record `durak replay` and the table open; the exact result of each legal action, 1, 0 or -1
    (values); and the best one. The grade is the share of agents that miss it: easy below a third, hard from two thirds.

    Half of the agents grade. With --check the other half answers too: do they miss what is graded hard, and do those
    that win more matches solve more?

    Example: durak puzzles --output puzzles.jsonl, then durak puzzles --check puzzles.jsonl
    """
    with clear_errors():
        from cardkit.arena.seeds import seed_or_drawn

        if (output is None) == (check is None):
            raise ValueError("give either --output, a file for new puzzles, or --check, a file of puzzles")
        seed = seed_or_drawn(seed)
        if output is not None:
            _draw(output, count, seed)
        elif check is not None:
            _check(check, seed)


def _draw(output: Path, count: int, seed: int) -> None:
    from baselines.durak.puzzles.making import make_puzzles
    from baselines.durak.puzzles.puzzle import write_puzzles
    from cardkit.files import check_writable
    from cardkit.wording import counted

    check_writable(output)
    with progress_bar("puzzles", count) as progress:
        found = make_puzzles(count, seed, progress)
    write_puzzles(found, output)
    print(f"{counted(count, 'puzzle')} of seed {seed} in {output}.")


def _check(file: Path, seed: int) -> None:
    from baselines.durak.puzzles.check import MATCHES, check_grades
    from baselines.durak.puzzles.puzzle import read_puzzles
    from cardkit.report.terminal import Terminal
    from cardkit.report.text_table import span

    some = read_puzzles(file)
    with progress_bar("puzzles and matches", len(some) + len(MATCHES)) as progress:
        found = check_grades(some, seed, progress)
    terminal = Terminal()
    terminal.print(_table(found, f"{file}: {len(some)} puzzles, missed by agents that did not grade them\nseed {seed}"))
    for what, (rank, interval) in (
        ("Grade of a puzzle, and how many miss it", found.of_puzzles()),
        ("Puzzles that an agent solves, and its score in matches", found.of_agents()),
    ):
        terminal.print(f"{what}: rank correlation {rank:.2f} (98 % interval {span(interval, '{:.2f}'.format)}).")


def _table(found: Check, title: str) -> Table:
    from rich.table import Table

    from baselines.durak.puzzles.grading import CHECKING
    from baselines.durak.puzzles.puzzle import LEVELS
    from cardkit.report.spec_cell import SpecCell

    heads = "agent", "match score", *(f"{level}, %" for level in LEVELS)
    table = Table(*heads, title=title, title_justify="left")
    shares = found.by_level()
    for number in found.scores.argsort():
        missed = (f"{100 * share:.0f}" for share in shares[number])
        table.add_row(SpecCell(CHECKING[number]), f"{found.scores[number]:.3f}", *missed)
    return table
