"""The command ``tune``: searches for an agent's best parameters."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.commands.json_output import kept_for_json
from cardkit.commands.options import Jobs
from cardkit.report.progress import progress_bar

if TYPE_CHECKING:
    from cardkit.arena.match_result import MatchResult
    from cardkit.arena.tuning import TunedAgent
    from cardkit.game import Game

SHOWN = 10

Space = Annotated[
    str,
    typer.Argument(
        help="An agent with values left open: parameter=low..high, low..high/log, or one|two.", show_default=False
    ),
]


def tune(
    agent: Space,
    against: Annotated[str, typer.Option(help="The opponent, in all other seats.")],
    trials: Annotated[int, typer.Option(help="Trials to reach, including those in the store.")] = 30,
    games: Annotated[int, typer.Option(help="Games of a trial; one that is clearly behind plays fewer.")] = 200,
    store: Annotated[Path, typer.Option(help="SQLite file that keeps the trials.")] = Path("tune.db"),
    seed: Annotated[
        int | None,
        typer.Option(
            help="Of the deals, which all trials share, and of the search.",
            show_default="the store's, or a random one, which is printed",
        ),
    ] = None,
    *,
    game: Game,
    jobs: Jobs = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print all trials as JSON.")] = False,
) -> None:
    """Search for the parameters of an agent that score best against an opponent, with Optuna.

    All trials play the same deals; one that is clearly 50 Elo behind the best ends early. Give the same command again
    to continue an interrupted search. The best agent plays once more on new deals, since the best of many trials was
    also lucky.
    """
    from cardkit.arena.spec_space import SpecSpace
    from cardkit.arena.tuning import Search, confirm, seed_to_go_on
    from cardkit.arena.tuning import tune as search_best

    seed = seed_to_go_on(store) if seed is None else seed
    search = Search(game, SpecSpace(agent.strip()), against.strip(), games, seed)
    with kept_for_json(as_json):
        with progress_bar(f"tuning {agent}", trials) as progress:
            tuned = search_best(search, trials, store, jobs, progress)
        fresh = confirm(search, tuned[0], jobs)
    if as_json:
        print(json.dumps(_figures(tuned, fresh, seed), indent=2))
    else:
        _print(tuned, fresh, seed)


def _figures(tuned: list[TunedAgent], fresh: MatchResult, seed: int) -> dict[str, Any]:
    from cardkit.arena.seeds import seed_in_json

    best = {"spec": tuned[0].spec, "score": fresh.score, "interval": list(fresh.interval()), "games": fresh.games}
    return {"seed": seed_in_json(seed), "best_on_fresh_deals": best, "trials": [asdict(one) for one in tuned]}


def _print(tuned: list[TunedAgent], fresh: MatchResult, seed: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from cardkit.report.text_table import span

    early = sum(one.ended_early for one in tuned)
    best = f"the best {SHOWN} of " if len(tuned) > SHOWN else ""
    title = f"{best}{len(tuned)} trials against {fresh.names[1]}, {early} of them ended early\nseed {seed}"
    table = Table("trial", "agent", "score", "98 % interval", "games", title=title, title_justify="left")
    for one in tuned[:SHOWN]:
        games = f"{one.games:,}, ended early" if one.ended_early else f"{one.games:,}"
        table.add_row(str(one.number), one.spec, f"{one.score:.3f}", span(one.interval), games)
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"On {fresh.games:,} games of fresh deals {fresh.names[0]} scores {fresh.score:.3f}, "
        f"98 % interval {span(fresh.interval())}."
    )
