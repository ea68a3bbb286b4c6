"""``bang train``: evolves the individuals of ``eai`` and ``hai``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardkit.commands.composition import LEARN, panel

QUICK = {"generations": 2, "games": 16, "check_games": 12}
"""The most of each in a quick run."""


@panel(LEARN)
def train(
    agent: Annotated[
        str,
        typer.Argument(help="What evolves: eai or hai, with parameters. Its individual is the first parent."),
    ] = "eai",
    folder: Annotated[Path, typer.Option(help="Folder for the run; --resume continues from it.")] = Path("runs/bang"),
    method: Annotated[str, typer.Option(help="es: a parent and its mutants, as the thesis has it, or cma: CMA-ES.")] = (
        "es"
    ),
    generations: Annotated[int, typer.Option(help="How many.", min=1)] = 300,
    population: Annotated[int, typer.Option(help="Individuals of a generation.", min=2)] = 4,
    games: Annotated[int, typer.Option(help="Games of a generation, of all its individuals.", min=1)] = 200,
    spread: Annotated[
        float, typer.Option(help="Standard deviation of a mutation; of cma the first.", min=1e-6, max=100)
    ] = 0.1,
    against: Annotated[
        str,
        typer.Option(help="Opponents, separated by semicolons.", show_default="individuals play among themselves"),
    ] = "",
    teams: Annotated[str, typer.Option(help="The teams as which games count.")] = "law;outlaws;renegade",
    players: Annotated[str, typer.Option(help="Sizes of the table.")] = "4;5;6;7",
    check_every: Annotated[int, typer.Option(help="Generations between two checks against rair.", min=1)] = 10,
    check_games: Annotated[int, typer.Option(help="Games of a check.", min=12)] = 600,
    quick: Annotated[bool, typer.Option("--quick", help="A trial: few games in at most two generations.")] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.", min=0)] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Continue after the last generation in the folder.")] = False,
) -> None:
    """Evolve the weights of eai, or the depth and the weights of hai, and write them to a file.

    Every few generations the best guess plays against rair on deals of its own, as each team. The output and the log
    tell how often it wins, in all and by team. A generation of hai takes some seconds with the playouts of the
    example, and a minute or two with the usual ones.

    Needs the extra train: pip install '.[train]' in the repository.

    Examples: {program} train --generations 300 --games 200, then
    {program} tournament eai eai:path=runs/bang/weights.json --games 3000;
    {program} train hai:playouts=40,n=4 --spread 0.03 --generations 100 --folder runs/hai
    """
    from baselines.bang.learning.evolution import Evolution, Settings
    from cardkit.learning.evolution import to_the_end

    amounts = {"generations": generations, "games": games, "check_games": check_games}
    if quick:
        amounts = {name: min(amount, QUICK[name]) for name, amount in amounts.items()}
    run = Evolution(
        Settings(
            agent=agent,
            folder=str(folder),
            resume=resume,
            seed=seed,
            population=population,
            spread=spread,
            method=method,
            against=against,
            teams=teams,
            players=players,
            check_every=check_every,
            **amounts,
        )
    )
    to_the_end(run)
    file = run.finish()
    print(f"The weights are in {file}: {run.subject.name}:path={file} plays them.")
