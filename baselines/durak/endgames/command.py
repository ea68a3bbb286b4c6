"""``durak endgames``: solved endgames as prompts for language models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from baselines.durak.cli.options import clear_errors
from cardkit.report.progress import progress_bar
from cardkit.wording import counted


def endgames(
    output: Annotated[Path, typer.Option(help="File for the endgames, JSON lines.")],
    count: Annotated[int, typer.Option(help="Endgames to draw.", min=1)] = 10_000,
    agents: Annotated[tuple[str, str], typer.Option(help="The two agents whose games lead there.")] = (
        "greedy",
        "smart",
    ),
    seed: Annotated[int, typer.Option(help="Of the games; the same seed gives the same file.")] = 1,
    legal: Annotated[bool, typer.Option(help="Whether prompts list the legal plies.")] = True,
    names: Annotated[
        int | None, typer.Option(help="Seed of other names for ranks and suits.", show_default="ordinary names")
    ] = None,
) -> None:
    """Draw solved endgames as prompts for language models, with the exact value and regret of every legal ply.

    The talon is empty, so the seat to move can know all cards. Each line holds another position, in which some ply is
    worse than another: its prompt, by legal ply the result under best play (values: 1, 0 or -1) and what it loses to
    the best one (regret), and the game up to there (record).

    Example: durak endgames --output endgames.jsonl --count 1000
    """
    with clear_errors():
        import json
        from itertools import islice

        from baselines.durak.endgames.dataset import row, telling_endgames
        from cardkit.files import check_writable, replacing
        from cardkit.language.card_names import ORDINARY, CardNames

        check_writable(output)
        drawn = ORDINARY if names is None else CardNames.drawn(names)
        with replacing(output) as new, new.open("w", encoding="utf-8") as file, progress_bar("endgames", count) as show:
            for done, endgame in enumerate(islice(telling_endgames(agents, seed), count), 1):
                file.write(json.dumps(row(endgame, legal, drawn), ensure_ascii=False) + "\n")
                show(done)
        print(f"{counted(count, 'endgame')} of seed {seed} in {output}.")
