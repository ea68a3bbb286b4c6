"""``durak train``: trains a policy by self-play or from a search, or a critic or belief for a search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.commands.composition import LEARN, panel
from cardkit.commands.options import Device, Resume, Threads, TrainingSeed

if TYPE_CHECKING:
    from durak_env.rules import Rules


@panel(LEARN)
def train(
    preset: Annotated[
        str,
        typer.Option(
            help="Named settings: quick, champion, many (imitation of a search), critic, belief, ppo, dmc (self-play)."
        ),
    ] = "quick",
    folder: Annotated[
        Path | None, typer.Option(help="Folder for the run; --resume continues from it.", show_default="runs/PRESET")
    ] = None,
    plies: Annotated[
        int | None, typer.Option(help="Choices or positions to learn from.", show_default="the preset's")
    ] = None,
    seed: TrainingSeed = 1,
    threads: Threads = 1,
    device: Device = "cpu",
    *,
    rules: Rules,
    resume: Resume = False,
) -> None:
    """Train a network and write it to a file that needs no torch: a policy, or a critic or belief for champion-search.

    At each checkpoint a policy plays matches against random, greedy and smart, which show how well it does. The file
    is written before them.

    Needs the extra train: pip install '.[train]' in the repository. Presets ppo and dmc train for any rules; many for
    three to six seats at once; quick and champion for two seats and any deck with trumps, with or without transfers;
    critic for the standard rules; belief for these or 52 cards. All settings are flags of
    `python -m baselines.durak.learning.imitation`, `.many_seats`, `.critic`, `.belief.training`, `.ppo_selfplay` and
    `.dmc`, which are the same programs.

    Examples: durak train --preset quick, then durak match policy:path=runs/quick/policy.safetensors greedy;
    durak train --preset ppo --num-players 4
    """
    from dataclasses import asdict, replace

    from baselines.durak.learning.presets import LEARNERS, stages
    from cardkit.learning.run import to_the_end
    from durak_env.rules import Rules

    where = str(folder or f"runs/{preset}")
    usual = asdict(Rules())
    changes: dict[str, Any] = {name: value for name, value in asdict(rules).items() if value != usual[name]}
    changes |= {"seed": seed, "threads": threads, "device": device}
    for number, settings in enumerate(stages(preset, where, plies, **changes)):
        begun = number == 0 or (Path(settings.folder) / "checkpoint.pt").exists()
        run = to_the_end(LEARNERS[type(settings)](replace(settings, resume=resume and begun)))
        print(f"The network is in {run.folder / run.FILE}.")
