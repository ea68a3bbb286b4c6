"""Options that several commands share."""

# Annotations are evaluated here, since classes of other modules inherit fields and make options of them.

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

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
TrainingSeed = Annotated[int, typer.Option(help="With one thread the same seed gives the same policy.")]
Threads = Annotated[int, typer.Option(help="Processor cores to use.")]
Device = Annotated[str, typer.Option(help="Where torch computes: cpu, or cuda for a GPU.")]
Resume = Annotated[bool, typer.Option("--resume", help="Continue from the checkpoint in the folder.")]
Confidence = Annotated[float, typer.Option(help="Confidence of the intervals.")]

Failures = Annotated[
    float,
    typer.Option(help="Per cent of its games in which an agent may fail before there is no verdict on strength."),
]
MOST_FAILURES = 1.0
"""The default of `Failures`: `cardkit.arena.faults.MOST_FAILURES` in per cent."""


def share_of_failures(failures: float) -> float:
    """Return the value of `Failures` as a share.

    Raises:
        ValueError: it is no percentage.
    """
    if not 0 <= failures <= 100:
        raise ValueError(f"--failures must be from 0 to 100, in per cent, got {failures:g}")
    return failures / 100


@dataclass(frozen=True)
class ProgramOptions:
    """The time limit of programs."""

    move_time: Annotated[
        float | None,
        typer.Option(help="Seconds that a program (exec:) or model (chat:) has per action.", show_default="10; 60"),
    ] = None

    def timed(self, game: Any, agents: Sequence[Any], store: Path | None = None) -> Sequence[Any]:
        """Set the time limit for programs among the agents, and return all of them.

        Raises:
            ValueError: a limit is given, but is out of range, none is a program, or a store is to keep the games.
        """
        from cardkit.programs.time_limit import in_time

        return agents if self.move_time is None else in_time(agents, self.move_time, game, store)
