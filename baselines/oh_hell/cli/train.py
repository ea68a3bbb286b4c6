"""``oh-hell train``: trains a policy by self-play or by imitation of a search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import LEARN, panel
from cardkit.commands.options import Device, Resume, Threads, TrainingSeed

if TYPE_CHECKING:
    from oh_hell_env.rules import Rules


@panel(LEARN)
def train(
    folder: Annotated[Path, typer.Option(help="Folder for the run; --resume continues from it.")] = Path(
        "runs/oh_hell"
    ),
    plies: Annotated[
        int | None,
        typer.Option(
            help="Choices to learn from, of all seats.", min=1, show_default="4 million of ppo, 1.5 of imitation"
        ),
    ] = None,
    preset: Annotated[
        str, typer.Option(help="How it learns: ppo (self-play) or imitation (of a search, the teacher).")
    ] = "ppo",
    teacher: Annotated[
        str | None,
        typer.Option(help="The search that imitation learns from.", show_default="ismcts:simulations=200"),
    ] = None,
    seed: TrainingSeed = 1,
    threads: Threads = 1,
    device: Device = "cpu",
    *,
    rules: Rules,
    resume: Resume = False,
) -> None:
    """Train a policy network by self-play or imitation, and write it to a file that plays without torch.

    At each checkpoint it plays matches, alone against random and informed:version=2 in all other seats, and prints its
    margin: its points less the mean of the others'.

    Needs the extra train: pip install '.[train]' in the repository.

    Example: {program} train --hand-sizes 5-4-3-2-1, then
    {program} match policy:path=runs/oh_hell/policy.safetensors informed:version=2 --hand-sizes 5-4-3-2-1
    """
    from baselines.oh_hell.learning.presets import run_of
    from cardkit.learning.run import to_the_end

    settings = {"folder": str(folder), "seed": seed, "threads": threads, "device": device, "resume": resume}
    run = to_the_end(run_of(preset, plies, teacher, rules=rules, **settings))
    print(f"The network is in {run.folder / run.FILE}.")
