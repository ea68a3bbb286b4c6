"""Learning curves of training runs: scores by choices learnt from, the mean and spread over the seeds.

python -m baselines.durak.learning.curve runs/dmc-1 runs/dmc-2 --against greedy --to curve.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from cardkit.commands.errors import check_pictures
from cardkit.learning.curves import Reader, draw, lines_of, print_lines
from cardkit.learning.settings import errors_in_a_line


def scores_against(agent: str) -> Reader:
    """Make a reader of the scores against an agent in a run's log, by choices learnt from."""

    def read(rows: list[dict[str, Any]]) -> dict[int, float]:
        if not rows or any(agent not in row["scores"] for row in rows):
            raise ValueError(f"the run was not evaluated against {agent!r}")
        return {row["plies"]: row["scores"][agent][0] for row in rows}

    return read


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command-line program. Runs whose folders differ only after the last hyphen are seeds of one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", help="folders of runs, NAME-SEED; equal names make one line")
    parser.add_argument("--against", default="greedy", help="agent of the runs' ladder")
    parser.add_argument("--to", default="curve.svg", help="picture to write")
    given = parser.parse_args(arguments)
    with errors_in_a_line():
        check_pictures()
        lines = lines_of(given.folders, scores_against(given.against))
        draw(lines, "choices learnt from, millions", f"score against {given.against}", given.to, unit=1e6)
        print_lines(lines, "choices")


if __name__ == "__main__":
    main()
