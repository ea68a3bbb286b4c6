"""``bang learn``: trains a policy by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import LEARN, panel
from cardkit.commands.options import Device, Resume, Threads, TrainingSeed

if TYPE_CHECKING:
    from bang_env.rules import Rules


@panel(LEARN)
def learn(
    folder: Annotated[Path, typer.Option(help="Folder for the run; --resume continues from it.")] = Path(
        "runs/bang-policy"
    ),
    plies: Annotated[int, typer.Option(help="Choices to learn from, of all seats.", min=1)] = 3_000_000,
    seed: TrainingSeed = 1,
    threads: Threads = 1,
    device: Device = "cpu",
    *,
    rules: Rules,
    resume: Resume = False,
) -> None:
    """Train a policy network by self-play (PPO), and write it to a file that plays without torch.

    At each checkpoint it plays one team against rai and rair in the other two, and prints its mean return: 1 for a win,
    -1 for a loss. Equals have -0.33, as one team of three wins.

    Needs the extra train: pip install '.[train]' in the repository.

    Example: {program} learn --players 5, then
    {program} match policy:path=runs/bang-policy/policy.safetensors rair --players 5
    """
    from baselines.bang.learning.self_play import Settings, Trainer
    from cardkit.learning.run import to_the_end

    settings = {"folder": str(folder), "plies": plies, "seed": seed, "threads": threads, "device": device}
    run = to_the_end(Trainer(Settings(rules=rules, resume=resume, **settings)))
    print(f"The network is in {run.folder / run.FILE}.")
