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
