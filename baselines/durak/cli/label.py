"""``durak label``: searches positions and keeps what the search finds, for networks to learn from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from baselines.durak.cli.options import clear_errors
from cardkit.report.progress import progress_bar
from cardkit.wording import counted


def label(
    folder: Annotated[Path, typer.Argument(help="Folder for the positions; those that it has are not made again.")],
    pieces: Annotated[int, typer.Option(help="Pieces to have at the end, some 2,000 positions each.")] = 500,
    teacher: Annotated[str, typer.Option(help="Search to learn from; a policy guides it.")] = (
        "champion-search:simulations=300,generation=2,belief=none"
    ),
    player: Annotated[str, typer.Option(help="Compiled agent that plays the games.")] = "champion:endgame=exact",
    seed: Annotated[int, typer.Option(help="Of deals and draws; the same seed gives the same positions.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes to use.")] = 1,
    backend: Annotated[
        str, typer.Option(help="local, or ray for all processors of a Ray cluster; the positions stay the same.")
    ] = "local",
) -> None:
    """Search positions of games and keep visits, values, priors, results and exact endgames.

    A search is asked at a quarter of the choices, and at three quarters of those with a talon of one to four cards.
    The command may be interrupted: given again, it goes on with the pieces that are missing or damaged.
    """
    with clear_errors():
        from baselines.durak.learning.searched.positions import PieceFolder, SearchedSettings

        settings = SearchedSettings(teacher=teacher, player=player, seed=seed)
        kept, positions = PieceFolder(folder), 0
        begun = len(kept.numbers())
        with progress_bar("pieces", max(0, pieces - begun)) as show:
            for done, (_, count) in enumerate(kept.label(settings, pieces, jobs, backend), 1):
                positions += count
                show(done)
        new = f"{counted(positions, 'position')} {'is' if positions == 1 else 'are'} new"
        print(f"{new}; {folder} holds {counted(len(kept.numbers()), 'piece')}.")
