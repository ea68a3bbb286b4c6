"""The command ``export``: games as Parquet files, for offline learning."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.commands.composition import LEARN, panel
from cardkit.commands.json_output import kept_for_json
from cardkit.commands.options import Jobs
from cardkit.report.progress import progress_bar
from cardkit.wording import counted

if TYPE_CHECKING:
    from cardkit.export.export import Exported
    from cardkit.game import Game

More = Annotated[list[str] | None, typer.Argument(metavar="[AGENTS]...", help="More agents.", show_default=False)]
Agents = Annotated[
    list[str],
    typer.Option(
        help="A compiled agent, in all seats; or one and a second in all other seats, or one for each seat. May be "
        "given several times; agents named without it follow.",
        show_default=False,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(help="The same seed plays the same games.", show_default="the folder's, or a random one"),
]


@panel(LEARN)
def export(
    more: More = None,
    *,
    agents: Agents,
    games: Annotated[int, typer.Option(help="Games to play.")],
    to: Annotated[Path, typer.Option(help="Folder for the files, new or from a run to be continued.")],
    seed: Seed = None,
    game: Game,
    encoding: Any,
    jobs: Jobs = 1,
    minari: Annotated[
        str | None,
        typer.Option(help="Also write them as a Minari dataset of this id, such as {program}/games-v0; much slower."),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(help="Also write what this agent, a search, says that the actions of some games are worth."),
    ] = None,
    judged: Annotated[
        int, typer.Option(help="Games that it judges, from the first on; a choice takes it a move.")
    ] = 100,
    action_values: Any,
    env_id: Any,
    as_json: Annotated[bool, typer.Option("--json", help="Print the closing line as JSON.")] = False,
) -> None:
    """Play games of compiled agents, and write every choice to Parquet files: who chose, what it saw, which actions
    were legal, which one it played, and what it won in the end.

    The games are those of `{program} match` with the same agents and seed. Plies with a single legal action are left
    out. Give the same command again to continue an export that was killed. Needs the extra export.

    Example: {program} export --agents random --games 10000 --to games
    """
    from cardkit.export.export import export_games, lineup_of, seed_to_go_on
    from cardkit.export.judging import Judging
    from cardkit.export.minari_dataset import check_name, environment_of, to_minari

    if minari is not None:
        check_name(minari)
    judging = None if judge is None else Judging(game, judge, min(judged, games), action_values, to)
    seed = seed_to_go_on(to) if seed is None else seed
    shown = encoding(game.rules, "open" if game.open_world else "closed", "uint8")
    named = [*agents, *(more or ())]
    with kept_for_json(as_json):
        with progress_bar(f"export to {to}", games) as progress:
            done = export_games(game, shown, named, games, to, seed, jobs, progress)
        if judging is not None:
            judging.judge(lineup_of(game, named), seed)
        if minari is not None:
            from cardkit.export.dataset import Dataset

            done_games = Dataset(to)
            to_minari(done_games, shown, minari, environment_of(done_games, shown, game, env_id))
    print(json.dumps(asdict(done) | {"folder": str(to)}) if as_json else _line(done, to))


def _line(done: Exported, to: Path) -> str:
    held = f"{counted(done.choices, 'choice')} of {counted(done.games, 'game')}, {done.played:,} of them played now"
    return f"{to} holds {held}: {counted(done.files, 'file')}, {done.bytes / 1e6:,.0f} MB, seed {done.seed}"
