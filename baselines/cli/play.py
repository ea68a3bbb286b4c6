"""``durak play``: a person at the terminal against an agent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.commands.options import Seed
from cardkit.files import check_writable, write_text

if TYPE_CHECKING:
    from rich.console import Console

    from baselines.search.analysis import Analysis
    from cardkit.arena.game_loop import PythonGame
    from cardkit.arena.match import MatchPlay
    from durak_env.durak import Durak
    from durak_env.notation import GameRecord

OUTCOMES = {1: "You win.", 0: "A draw.", -1: "You are the fool."}


def play(
    agent: Annotated[str, typer.Argument(help="The opponent: an agent's spec (see `durak agents`).")] = ("champion"),
    games: Annotated[int, typer.Option(help="Games to play; you change seats after each.")] = 1,
    seed: Seed = None,
    hint: Annotated[str, typer.Option(help="The agent that gives hints when you write ?.")] = "ismcts",
    *,
    game: Durak,
    log: Annotated[Path | None, typer.Option(help="Write the games to a file, for `durak replay`.")] = None,
) -> None:
    """Play against an agent.

    You see what your seat knows; unknown cards are ??. Plies with a single legal action are played for you. Write a
    card such as 7c or 10h, take or done; ? for a hint, which uses only what you know; q to leave.

    Example: durak play smart --seed 1
    """
    from rich.console import Console

    from baselines.agents.human import HELP, GameLeft, Person
    from baselines.arena.match import play_match
    from baselines.arena.roster import make_agent
    from cardkit.arena.match import MatchPlay
    from cardkit.arena.seeds import seed_or_drawn
    from cardkit.checks import check_whole
    from durak_env.notation import format_records

    check_whole("games", games, 1)
    seed = seed_or_drawn(seed)
    opponent, adviser = make_agent(agent), make_agent(hint)
    for one in (opponent, adviser):
        play_match(one, "random", 1, open_world=game.open_world, rules=game.rules)  # fails now if the agent cannot play
    if log is not None:
        check_writable(log)
    console = Console(highlight=False)
    person = Person(agent.strip(), adviser, console.input, lambda shown: _show(console, shown))
    match = MatchPlay(game, [person, opponent], seed, ("you", agent.strip()))
    console.print(f"You against {agent}, seed {seed}. {HELP}")
    records: list[GameRecord] = []
    try:
        for played in _games(match, games):
            person.end(played.plies, int(played.result.seating[0]), game.rules)
            console.print(OUTCOMES[round(float(played.result.returns[0]))], style="bold")
            records.append(game.record(played.start, played.plies, played.players))
            if log is not None:
                write_text(log, format_records(records))
    except (GameLeft, KeyboardInterrupt):
        console.print("\nYou have left the game.")


def _games(match: MatchPlay, games: int) -> Iterator[PythonGame[Any]]:
    """Games with a different deal each, in which the person takes both seats in turn."""
    return (match.play_one(2 * deal + deal % 2) for deal in range(games))


def _show(console: Console, shown: str | Analysis) -> None:
    """Print a text or an analysis for the person, red suits in red if the terminal has colours."""
    if isinstance(shown, str):
        from rich.text import Text

        text = Text(shown)
        text.highlight_regex(r"\w+[♦♥]", "red")
        console.print(text)
    else:
        console.print(shown)
