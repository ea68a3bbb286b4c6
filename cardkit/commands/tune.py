"""The command ``tune``: it searches for an agent's best parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.commands.composition import LEARN, panel
from cardkit.commands.json_output import kept_for_json
from cardkit.commands.options import Jobs
from cardkit.report.progress import progress_bar
from cardkit.wording import counted, quoted

if TYPE_CHECKING:
    from cardkit.game import Game
    from cardkit.tuning.study import TunedAgent
    from cardkit.tuning.trials import Confirmation, Search

SHOWN = 10

Space = Annotated[
    str,
    typer.Argument(
        help="An agent with values left open: parameter=low..high, low..high/log, or one|two.", show_default=False
    ),
]


Against = Annotated[
    list[str], typer.Option(help="An opponent, in all other seats. Of several, each trial plays against each in turn.")
]
Aim = Annotated[
    str, typer.Option(help="What counts: the share of the others who have less, or the lead over them in points.")
]


@dataclass(frozen=True)
class Purpose:
    """The aim of a search: a number of each game against opponents. A game may have other defaults."""

    against: Against
    aim: Aim = "share"


@panel(LEARN)
def tune(
    agent: Space,
    *,
    purpose: Purpose,
    trials: Annotated[int, typer.Option(help="Trials to reach, including those in the store.")] = 30,
    games: Annotated[
        int, typer.Option(help="Games of a trial against each opponent; one that is surely behind plays fewer.")
    ] = 200,
    store: Annotated[Path, typer.Option(help="SQLite file that keeps the trials.")] = Path("tune.db"),
    seed: Annotated[
        int | None,
        typer.Option(
            help="Of the deals, which all trials share, and of the search.",
            show_default="the store's, or a random one, which is printed",
        ),
    ] = None,
    over: Annotated[
        str | None,
        typer.Option(
            help="The agent that the last line tells the gain over.",
            show_default="the agent, open parameters at their defaults",
        ),
    ] = None,
    game: Game,
    jobs: Jobs = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print all trials as JSON.")] = False,
) -> None:
    """Search for the parameters of an agent that do best against opponents, with Optuna.

    All trials play the same deals; one that is surely behind the best on these ends early. Give the same command again
    to continue an interrupted search. The best of many trials was also lucky, so the best agent plays once more on new
    deals, and beside it another one, --over: the last line says how much tuning has gained.
    """
    from cardkit.agents import as_agent, prepare
    from cardkit.specs.parameters import real_parameters
    from cardkit.tuning.spec_space import SpecSpace
    from cardkit.tuning.study import seed_to_go_on
    from cardkit.tuning.study import tune as search_best
    from cardkit.tuning.trials import Search, confirm

    seed = seed_to_go_on(store) if seed is None else seed
    opponents = tuple(dict.fromkeys(one.strip() for one in purpose.against))
    space = SpecSpace(agent.strip(), real_parameters(agent, game.AGENTS))
    if over is not None:
        prepare(as_agent(over, game), game, f"agent {quoted(over)}")  # refused now rather than after all trials
    search = Search(game, space, opponents, games, seed, purpose.aim)
    with kept_for_json(as_json):
        with progress_bar(f"tuning {agent}", trials) as progress:
            tuned = search_best(search, trials, store, jobs, progress)
        fresh = confirm(search, tuned[0].spec, jobs, over)
    if as_json:
        print(json.dumps(_figures(search, tuned, fresh), indent=2))
    else:
        _print(search, tuned, fresh)


def _figures(search: Search, tuned: list[TunedAgent], fresh: Confirmation) -> dict[str, Any]:
    from cardkit.arena.seeds import seed_in_json

    return {
        "seed": seed_in_json(search.seed),
        "aim": search.aim,
        "best_on_fresh_deals": {"spec": tuned[0].spec, "score": fresh.score, "against": list(_against(search, fresh))},
        "gain": fresh.gain and {"over": fresh.over, "value": fresh.gain.value, "interval": list(fresh.gain.interval)},
        "trials": [asdict(one) for one in tuned],
    }


def _against(search: Search, fresh: Confirmation) -> Iterator[dict[str, Any]]:
    """Yield the scores on fresh deals, by opponent."""
    from cardkit.tuning.trials import AIMS

    for opponent, scores in zip(search.against, fresh.scores, strict=True):
        interval = list(AIMS[search.aim].interval(scores))
        yield {"opponent": opponent, "score": scores.mean, "interval": interval, "games": scores.games}


def _print(search: Search, tuned: list[TunedAgent], fresh: Confirmation) -> None:
    from rich.table import Table

    from cardkit.report.match_report import few_deals
    from cardkit.report.terminal import Terminal
    from cardkit.report.text_table import span
    from cardkit.tuning.trials import AIMS

    form = AIMS[search.aim].form.format
    early = sum(one.ended_early for one in tuned)
    best = f"the best {SHOWN} of " if len(tuned) > SHOWN else ""
    opponents = ", ".join(search.against)
    title = f"{best}{counted(len(tuned), 'trial')} against {opponents}, {early} of them ended early\nseed {search.seed}"
    table = Table("trial", "agent", search.aim, "98 % interval", "games", title=title, title_justify="left")
    for one in tuned[:SHOWN]:
        games = f"{one.games:,}, ended early" if one.ended_early else f"{one.games:,}"
        table.add_row(str(one.number), one.spec, form(one.score), span(one.interval, form), games)
    console = Terminal()
    console.print(table)
    console.print(f"On fresh deals {tuned[0].spec} has a mean {search.aim} of", soft_wrap=True)
    for each in _against(search, fresh):
        told = f"{form(each['score'])} ({span(each['interval'], form)}) in {counted(each['games'], 'game')}"
        console.print(f"  {told} against {each['opponent']}.", soft_wrap=True)
    if note := few_deals(len(fresh.scores[0].sums)):
        console.print(note)
    if fresh.gain is not None:
        told = f"{form(fresh.gain.value)} ({span(fresh.gain.interval, form)})"
        console.print(f"Its gain over {fresh.over} on these deals is {told}.", soft_wrap=True)
