"""``oh-hell train``: trains a policy by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.oh_hell.cli.options import rules
from cardkit.commands.app import Program

if TYPE_CHECKING:
    from oh_hell_env.rules import Rules


def train(
    folder: Annotated[Path, typer.Option(help="Folder for the run; --resume continues from it.")] = Path(
        "runs/oh_hell"
    ),
    plies: Annotated[int, typer.Option(help="Choices to learn from, of all seats.", min=1)] = 4_000_000,
    seed: Annotated[int, typer.Option(help="With one thread the same seed gives the same policy.")] = 1,
    threads: Annotated[int, typer.Option(help="Processor cores to use.")] = 1,
    device: Annotated[str, typer.Option(help="Where torch computes: cpu, or cuda for a GPU.")] = "cpu",
    *,
    rules: Rules,
    resume: Annotated[bool, typer.Option("--resume", help="Continue from the checkpoint in the folder.")] = False,
) -> None:
    """Train a policy network from nothing, by playing against itself, and write it to a file that plays without torch.

    At each checkpoint it plays matches, alone against random and informed:version=2 in all other seats, and prints its
    margin: its points less the mean of the others'.

    Needs the extra train: pip install '.[train]' in the repository.

    Example: {program} train --hand-sizes 5-4-3-2-1, then
    {program} match policy:path=runs/oh_hell/policy.safetensors informed:version=2 --hand-sizes 5-4-3-2-1
    """
    from baselines.oh_hell.learning.self_play import Settings, Trainer
    from cardkit.learning.run import to_the_end

    settings = Settings(
        folder=str(folder), plies=plies, seed=seed, threads=threads, device=device, rules=rules, resume=resume
    )
    run = to_the_end(Trainer(settings))
    print(f"The network is in {run.folder / run.FILE}.")


def add_train(program: Program) -> None:
    """Add the command."""
    program.add(train, rules=rules)
