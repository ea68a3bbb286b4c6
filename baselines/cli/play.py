"""``durak play``: a person at the terminal against agents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.cli.options import seated
from cardkit.commands.options import Seed
from cardkit.files import check_writable, write_text

if TYPE_CHECKING:
    from rich.console import Console

    from baselines.agents.human import Person
    from baselines.search.analysis import Analysis
    from cardkit.arena.game_loop import PythonGame
    from durak_env.durak import Durak
    from durak_env.notation import GameRecord


def play(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            help="The opponents, clockwise: agents' specs (see `durak agents`). One plays all the seats of --players.",
            show_default="champion",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games to play; you change seats after each.")] = 1,
    seed: Seed = None,
    hint: Annotated[str, typer.Option(help="The agent that gives hints when you write ?.")] = "ismcts",
    *,
    game: Durak,
    log: Annotated[Path | None, typer.Option(help="Write the games to a file, for `durak replay`.")] = None,
) -> None:
    """Play against agents.

    You see what your seat knows; unknown cards are ??. Plies with a single legal action are played for you. Write a
    card such as 7c or 10h, take or done; with --transfer also >h to pass the attack on with a heart, with --passport
    show; ? for a hint, which uses only what you know; q to leave.

    Example: durak play greedy greedy ismcts --transfer --seed 1
    """
    from rich.console import Console

    from baselines.agents.human import GameLeft, Person, help_text
    from baselines.arena.roster import make_agent
    from cardkit.arena.compiled_games import roots_of
    from cardkit.arena.game_loop import PythonGame
    from cardkit.arena.match import play_match
    from cardkit.arena.seeds import seed_or_drawn
    from cardkit.checks import check_whole
    from durak_env.notation import format_records

    check_whole("games", games, 1)
    game, specs = _lineup(game, agents or ["champion"])
    seed = seed_or_drawn(seed)
    opponents, adviser = [make_agent(spec) for spec in specs], make_agent(hint)
    play_match(game, [adviser, *opponents], 1)  # fails now if one of the agents cannot play
    if log is not None:
        check_writable(log)
    console = Console(highlight=False)
    person = Person(specs, adviser, console.input, lambda shown: _show(console, shown))
    console.print(f"You against {', '.join(specs)}, seed {seed}. {help_text(game.rules)}")
    records: list[GameRecord] = []
    try:
        for number in _numbers(games, game.seats):
            played = PythonGame(game, [person, *opponents], ("you", *specs), roots_of(seed, game.seats), number)
            for line in _told(played, person):
                _show(console, line)
            console.print(_outcome(played.result.returns[0]), style="bold")
            records.append(game.record(played.start, played.plies, played.players))
            if log is not None:
                write_text(log, format_records(records))
    except (GameLeft, KeyboardInterrupt):
        console.print("\nYou have left the game.")


def _lineup(game: Durak, agents: Sequence[str]) -> tuple[Durak, list[str]]:
    """The variant with a seat for each player, and the specs of the opponents clockwise from the person."""
    specs = [agent.strip() for agent in agents]
    if len(specs) == 1:
        return game, specs * (game.seats - 1)
    game = seated(game, len(specs) + 1)
    if game.seats != len(specs) + 1:
        raise ValueError(f"--players is {game.seats}, but with you there are {len(specs) + 1} players")
    return game, specs


def _numbers(games: int, seats: int) -> Iterator[int]:
    """Numbers of games with a different deal each, in which the person takes all seats in turn."""
    return (seats * deal + deal % seats for deal in range(games))


def _told(played: PythonGame[Durak], person: Person) -> Iterator[str]:
    """Play a game, and yield the lines of its plies, each as soon as it is played."""
    told = 0
    while True:
        choice = played.next_choice()
        yield from _lines(played, person, told)
        told = len(played.plies)
        if choice is None:
            return
        played.play_choice(*choice, forfeits=False)


def _lines(played: PythonGame[Durak], person: Person, told: int) -> Iterator[str]:
    """The lines of the plies after the first ``told``, as the person sees them."""
    from durak_env.notation import replay
    from durak_env.notation.transcript import short_line

    seat = int(played.result.seating[0])
    record = played.variant.record(played.start, played.plies, played.players)
    for ply in islice(replay(record), told, None):
        yield short_line(ply, record, None if record.open_world else seat, person.names(seat))


def _outcome(paid: float) -> str:
    """The result for the person."""
    if paid == 0:
        return "A draw."
    return "You win." if paid > 0 else "You are the fool."


def _show(console: Console, shown: str | Analysis) -> None:
    """Print a text or an analysis for the person, red suits in red if the terminal has colours."""
    if isinstance(shown, str):
        from rich.text import Text

        text = Text(shown)
        text.highlight_regex(r"\w+[♦♥]", "red")
        console.print(text)
    else:
        console.print(shown)
