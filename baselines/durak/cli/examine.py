"""``durak examine``: the mistakes of a game, and an agent's weaknesses beyond its scores against known agents."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Annotated

import typer

from baselines.durak.cli.options import clear_errors
from cardkit.commands.app import Program
from cardkit.commands.composition import MEASURE, late
from cardkit.commands.options import Seed
from cardkit.report.progress import progress_bar
from cardkit.wording import counted
from cardtable.commands.examine import game

examine = typer.Typer(
    name="examine",
    no_args_is_help=True,
    help="Find the mistakes of a game, and an agent's weaknesses: in endgames, and against the opponents that do best.",
)

Examined = Annotated[str, typer.Argument(help="The agent's spec, such as champion.", show_default=False)]
OPPONENTS = ("itself", "greedy", "smart")


@examine.command()
def response(
    agent: Examined,
    plies: Annotated[int, typer.Option(help="Choices from which the response learns.")] = 2_000_000,
    start: Annotated[
        Path | None,
        typer.Option(
            help="A policy file for the initial weights.",
            show_default="the agent's own, of an agent without any those of champion:generation=1",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games that judge the response, in mirrored pairs.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Of the training, and of the games that judge it.")] = 1,
    folder: Annotated[Path, typer.Option(help="Folder for the response.")] = Path("runs/response"),
) -> None:
    """Train a policy against a frozen agent, and measure its score.

    The agent sits at one seat of every game; the policy learns at the other by PPO. Where it surely scores more than
    0.5, which the agent has against itself, that is a lower bound on what a best response scores: longer training may
    find more. It plays endgames exactly if the agent does. Needs the extra train.

    Example: durak examine response champion
    """
    with clear_errors():
        from baselines.durak.learning.best_response import best_response, response_settings
        from baselines.durak.report.opposition import proven
        from cardkit.agents import name_of
        from cardkit.report.terminal import Terminal
        from cardkit.report.text_table import span

        settings = response_settings(agent.strip(), plies, start, str(folder), seed)
        result = best_response(settings, games)
        name, (low, high) = name_of(agent), result.interval()
        Terminal().print(
            f"After {plies:,} choices against {name} alone the response scores {result.score:.3f} against it "
            f"(98 % interval {span((low, high))}) over {counted(games, 'game')} on new deals. {proven(name, low)}\n"
            f"It began with the weights of {settings.start} and plays as {result.names[0]}."
        )


@examine.command()
def regret(
    agent: Examined,
    against: Annotated[
        list[str] | None,
        typer.Option(help="An opponent; may be given several times.", show_default=", ".join(OPPONENTS)),
    ] = None,
    games: Annotated[int, typer.Option(help="Games against each opponent, in mirrored pairs.")] = 1000,
    seed: Seed = None,
) -> None:
    """Measure what an agent's choices in endgames lose against perfect play.

    With an empty talon both seats know all cards, and every action's exact value is known: 1 for a win, 0 for a draw,
    -1 for a loss. The regret of a choice is the value of the best action minus that of the chosen one.

    Example: durak examine regret champion
    """
    with clear_errors():
        from rich.table import Table

        from baselines.durak.lab.regret import endgame_regret
        from cardkit.agents import name_of
        from cardkit.arena.seeds import seed_or_drawn
        from cardkit.report.terminal import Terminal
        from cardkit.report.text_table import span

        seed = seed_or_drawn(seed)
        heads = "against", "choices", "decisive", "mistakes", "regret a choice", "98 % interval", "a game", "unsolved"
        title = f"{name_of(agent)}: exact regret at an empty talon, {games:,} games against each\nseed {seed}"
        table = Table(*heads, title=title, title_justify="left")
        for opponent in against or OPPONENTS:
            with progress_bar(f"against {name_of(opponent)}", games) as progress:
                played = agent if opponent == "itself" else opponent
                found = endgame_regret(agent, played, games, seed, progress=progress)
            counts = (f"{number:,}" for number in (found.choices, found.decisive, found.mistakes))
            mean, interval = f"{found.mean:.4f}", span(found.interval(), "{:.4f}".format)
            table.add_row(name_of(opponent), *counts, mean, interval, f"{found.a_game:.3f}", f"{found.unsolved:,}")
        Terminal().print(table)


@examine.command()
def worst(
    agent: Examined,
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="An opponent; may be given several times.", show_default="all agents that need no parameters"
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games against each opponent, in mirrored pairs.")] = 400,
    seed: Seed = None,
    jobs: Annotated[int, typer.Option(help="Workers that share the games; the result stays the same.")] = 1,
) -> None:
    """List an agent's opponents, the one that does best against it first, and say what that one proves.

    Example: durak examine worst champion
    """
    with clear_errors():
        from rich.table import Table

        from baselines.durak.report.opposition import all_opponents, play_all, told_of_best
        from cardkit.agents import name_of
        from cardkit.arena.seeds import seed_or_drawn
        from cardkit.report.terminal import Terminal
        from cardkit.report.text_table import span

        seed, name = seed_or_drawn(seed), name_of(agent)
        opponents = against or all_opponents(agent)
        results = []
        with progress_bar(f"{name} against all", len(opponents)) as progress:
            for result in play_all(agent, opponents, games, seed, jobs=jobs):
                results.append(result)
                progress(len(results))
        many = "1 opponent" if len(results) == 1 else f"{len(results)} opponents"
        title = f"{name} against {many}, {games:,} games each\nseed {seed}"
        table = Table("opponent", f"score of {name}", "98 % interval", title=title, title_justify="left")
        results.sort(key=lambda result: result.score)
        for result in results:
            table.add_row(result.names[1], f"{result.score:.3f}", span(result.interval()))
        terminal = Terminal()
        terminal.print(table)
        terminal.print(told_of_best(name, results))


@examine.command()
def luck(
    agent: Examined,
    against: Annotated[
        list[str] | None,
        typer.Option(help="An opponent; may be given several times.", show_default=", ".join(OPPONENTS)),
    ] = None,
    games: Annotated[int, typer.Option(help="Games against each opponent, in mirrored pairs.")] = 2000,
    seed: Seed = None,
    png: Annotated[Path | None, typer.Option(help="Draw the shares (extra plot).")] = None,
) -> None:
    """Measure how much of an agent's results the deal and the draws explain, by the standard rules.

    A critic that knows both hands judges the first position and each refill. What it explains is a lower bound of what
    chance decides.

    Example: durak examine luck champion --against greedy --games 2000 --seed 1
    """
    with clear_errors():
        from rich.table import Table

        from baselines.durak.luck.variance import draw_shares, luck_of_games
        from cardkit.agents import name_of
        from cardkit.arena.seeds import seed_or_drawn
        from cardkit.commands.errors import check_picture
        from cardkit.report.terminal import Terminal
        from cardkit.report.text_table import span

        if png is not None:
            check_picture(png)
        seed, found = seed_or_drawn(seed), []
        table = Table(
            *("against", "the deal, %", "the draws, %", "both, %"),
            title=f"{name_of(agent)}: variance of a game's result explained, {games:,} games against each\nseed {seed}",
            title_justify="left",
            caption="98 % intervals in brackets",
            caption_justify="left",
        )
        for opponent in against or OPPONENTS:
            with progress_bar(f"against {name_of(opponent)}", games) as progress:
                one = luck_of_games(agent, agent if opponent == "itself" else opponent, games, seed, progress)
            found.append(one)
            cells: list[str] = []
            for terms in (("deal",), ("draws",), ("deal", "draws")):
                share, (low, high) = one.explained(*terms), one.interval(*terms)
                if isnan(share):
                    table.caption = "-: all games ended alike, so there is no variance to explain"
                cells.append(
                    "-" if isnan(share) else f"{100 * share:.1f} ({span((100 * low, 100 * high), '{:.1f}'.format)})"
                )
            table.add_row(name_of(opponent), *cells)
        try:
            if png is not None:
                draw_shares(found, png)
        finally:  # a full disk must not cost the figures
            Terminal().print(table)


def add_examine(program: Program) -> None:
    """Add the commands."""
    program.add(game, group=examine, plugin=late("baselines.durak.table.plugin:PLUGIN"))
    program.add_typer(examine, rich_help_panel=MEASURE)
