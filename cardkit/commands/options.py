"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Specs = Annotated[
    list[str],
    typer.Argument(help="Agents: names (see `{program} agents`), or name:parameter=value,...", show_default=False),
]
Seed = Annotated[
    int | None,
    typer.Option(help="The same seed plays the same games.", show_default="a random one, which is printed"),
]
Jobs = Annotated[int, typer.Option(help="Workers that share the games; the result stays the same.")]
Confidence = Annotated[float, typer.Option(help="Confidence of the intervals.")]

Failures = Annotated[
    float,
    typer.Option(help="Per cent of its games in which an agent may fail before there is no verdict on strength."),
]
MOST_FAILURES = 1.0
"""The default of `Failures`: `cardkit.arena.faults.MOST_FAILURES` in per cent."""


def share_of_failures(failures: float) -> float:
    """The value of `Failures` as a share.

    Raises:
        ValueError: it is no percentage.
    """
    if not 0 <= failures <= 100:
        raise ValueError(f"--failures must be from 0 to 100, in per cent, got {failures:g}")
    return failures / 100
