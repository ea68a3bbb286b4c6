"""The command ``verify``: a result of the benchmark, played again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.options import Jobs
from cardkit.report.progress import progress_bar

if TYPE_CHECKING:
    from cardkit.benchmark.track import Track


def verify(
    file: Annotated[Path, typer.Argument(help="The file that `{program} benchmark --output` wrote.")],
    *,
    tracks: Mapping[str, Track],
    jobs: Jobs = 1,
) -> None:
    """Play a result of the benchmark again, and compare all its figures but the times.

    The agent must be here, with the files that it had: their SHA-256 is checked first, and those of the opponents'
    networks. A result whose agent nobody else has stays what it is: reported by who has it.

    Example: {program} verify mine.json
    """
    from cardkit.benchmark.verify import differences, read_result, replay

    claimed, track = read_result(file, tracks)
    result = replay(claimed, track, progress_bar, jobs)
    if found := differences(claimed, result):
        raise ValueError(f"{file} is not what was found when it was played again: {'; '.join(found)}")
    print(f"Replayed: every deal and every choice lead to the figures of {file}.\n{result.line}")
