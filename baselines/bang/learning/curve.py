"""Curves of evolved weights against rair: wins by generation, the mean and spread over the seeds.

python -m baselines.bang.learning.curve runs/es-1 runs/es-2 runs/cma-1 --team renegade --to curve.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from bang_env.characters import TEAMS
from cardkit.commands.errors import check_pictures
from cardkit.learning.curves import Reader, draw, lines_of, print_lines
from cardkit.learning.settings import errors_in_a_line

CHECKED = ("all", *TEAMS)
"""The counts of a check, in the order of the log."""


def wins_as(team: str) -> Reader:
    """Make a reader of the shares of games won at the checks in the log of `bang train`, by generation."""

    def read(rows: list[dict[str, Any]]) -> dict[int, float]:
        checks = {row["generation"]: row["check"][CHECKED.index(team)] for row in rows if "check" in row}
        if not checks:
            raise ValueError("the run was never checked against rair")
        return checks

    return read


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command-line program. Runs whose folders differ only after the last hyphen are seeds of one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", help="folders of bang train, NAME-SEED; equal names make one line")
    parser.add_argument("--team", default="all", choices=CHECKED, help="the team whose wins are drawn, or all")
    parser.add_argument("--to", default="curve.svg", help="picture to write")
    given = parser.parse_args(arguments)
    with errors_in_a_line():
        check_pictures()
        lines = lines_of(given.folders, wins_as(given.team))
        whose = "games" if given.team == "all" else f"games as {given.team}"
        draw(lines, "generations", f"share of {whose} won against rair", given.to)
        print_lines(lines, "generations")


if __name__ == "__main__":
    main()
