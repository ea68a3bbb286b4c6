"""The command ``play``: a person at the terminal against agents."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

import typer

from cardkit.commands.composition import PLAY, panel
from cardkit.commands.options import Seed
from cardkit.commands.outputs import check_files
from cardkit.files import write_text
from cardkit.wording import quoted

if TYPE_CHECKING:
    from cardkit.arena.game_loop import PythonGame
    from cardkit.commands.person import Person
    from cardkit.game import Game
    from cardkit.known import Known
    from cardkit.report.terminal import Terminal


G = TypeVar("G", bound="Game[Any, Any]")
K = TypeVar("K", bound="Known")
ISMCTS, ANY_GAME = "ismcts", "cardkit.search.sampling:Sampling"
"""The agents that give hints: the game's search, or, for a game that lists none, an agent of the kit."""
CARDS = {r"\w+[♦♥]": "red on white", r"\w+[♣♠]": "black on white", r"\?\?": "white on blue"}
"""The look of cards in a text, faces and backs."""


class PlayOptions(Generic[G, K]):
    """A game's way to talk with the person. The fields of a dataclass that derives from it become options.

    It is a `cardkit.commands.person.Conversation`. By default actions are written as the game words them, and the
    highest return wins.
    """

    def variant(self, game: G, players: int) -> G:
        """Return the variant for this many players: by default the one that the options choose."""
        return game

    def forms(self, game: G) -> str:
        """List the words that the person may write."""
        return f"an action in full, such as {game.text_of(0)!r}, or its number among those offered, from 1"

    def picture(self, info: K, players: Sequence[str]) -> str:
        """Draw an information set in lines of text, by the game's pictures if it has any."""
        if info.PICTURES:
            return str(import_module(info.PICTURES).render_text(info, players=players))
        offered = (f"{number}. {self.word(info, one)}" for number, one in enumerate(info.legal_actions, 1))
        return "\n".join([*info.rules.lines_of(info), ", ".join(offered)])

    def read(self, info: K, line: str) -> int:
        """Read the legal action that a line names, and return its id; raise ValueError if it names none."""
        words = [self.word(info, action) for action in info.legal_actions]
        numbers = [str(number) for number in range(1, len(words) + 1)]
        for known in (words, numbers):
            if line in known:
                return int(info.legal_actions[known.index(line)])
        raise ValueError(f"{line!r} is not a legal action; you may write {', '.join(words)}")

    def word(self, info: K, action: int) -> str:
        """Write an action as the person would."""
        return info.text_of(action, info.seat)

    def lines(self, played: PythonGame[Any], told: int, seat: int, players: Sequence[str]) -> Iterator[str]:
        """Return the plies of a game after the first ``told``, as the seat sees them."""
        return played.variant.tell.short_lines(played.fed_start, played.plies, told, seat, players)

    def outcome(self, returns: Sequence[float]) -> str:
        """Put in words the result for the person, whose return is the first."""
        mine, *others = returns
        return f"You have {mine:g}; the others, clockwise: {', '.join(f'{one:g}' for one in others)}."


@panel(PLAY)
def play(
    agents: Annotated[
        list[str],
        typer.Argument(
            help="The opponents, clockwise: agents' specs (see `{program} agents`). One plays all the other seats.",
            show_default=False,
        ),
    ],
    games: Annotated[int, typer.Option(help="Games to play; you change seats after each.")] = 1,
    seed: Seed = None,
    hint: Annotated[
        str | None, typer.Option(help="The agent that gives hints when you write ?.", show_default="ismcts")
    ] = None,
    *,
    game: Game,
    options: PlayOptions,
    log: Annotated[Path | None, typer.Option(help="Write the games to a file, for `{program} replay`.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write what each player got in each game to a CSV file.")] = None,
) -> None:
    """Play against agents.

    You see what your seat knows. Plies with a single legal action are played for you. Write ? for a hint, which uses
    only what you know; q to leave.
    """
    from cardkit.agents import Maker, name_of
    from cardkit.arena.compiled_games import roots_of
    from cardkit.arena.game_loop import PythonGame
    from cardkit.arena.lineups import ROTATIONS, SeatingPlan
    from cardkit.arena.match import play_match
    from cardkit.arena.seeds import seed_or_drawn
    from cardkit.checks import check_whole
    from cardkit.commands.person import EVERY_GAME, GameLeft, Person
    from cardkit.report.single_games import csv_of_games
    from cardkit.report.terminal import Terminal
    from cardkit.specs.entries import agent_names

    check_whole("games", games, 1)
    if sys.stdin is None:
        raise ValueError("play reads your plies from the standard input, which is closed")
    game, specs = _lineup(game, options, agents)
    hint = hint or (ISMCTS if ISMCTS in agent_names(game.AGENTS) else ANY_GAME)
    seed = seed_or_drawn(seed)
    play_match(game, [hint, *specs], 1)  # fails now if one of the agents cannot play
    adviser, *opponents = [Maker(spec, game, f"agent {quoted(spec)}")() for spec in (hint, *specs)]
    check_files({"log": log, "csv": csv})
    console, players = Terminal(), ("you", *map(name_of, specs))
    person = Person(options, players[1:], adviser, console.input, lambda shown: _show(console, shown))
    console.print(f"You against {', '.join(players[1:])}, seed {seed}. Write {options.forms(game)}; {EVERY_GAME}")
    records: list[str] = []
    rows: list[Any] = []
    roots = roots_of(seed, game.seats)
    plan = SeatingPlan(players, seed, ROTATIONS)  # the opponents sit clockwise, as named
    try:
        for number in _numbers(games, game.seats):
            played = PythonGame(game, [person, *opponents], players, roots, plan, number)
            for line in _told(played, person, options):
                _show(console, line)
            records.append(played.record_text())
            rows.append(played.result)
            if log is not None:
                write_text(log, "\n".join(records))
            if csv is not None:
                write_text(csv, csv_of_games(game, players, rows))
            console.print(options.outcome(played.result.returns.tolist()), style="bold")
    except GameLeft:
        console.print("\nYou have left the game.")
    except KeyboardInterrupt:
        console.print()  # ends the line of the prompt
        raise


def _lineup(game: Game, options: PlayOptions, agents: Sequence[str]) -> tuple[Game, list[str]]:
    """Return the variant with a seat for each player, and the specs of the opponents clockwise from the person."""
    specs = [agent.strip() for agent in agents]
    if len(specs) == 1:
        specs *= game.seats - 1
    game = options.variant(game, len(specs) + 1)
    if game.seats != len(specs) + 1:
        raise ValueError(
            f"the game has {game.seats} seats, but with you there are {len(specs) + 1} players: name {game.seats - 1} "
            "opponents, or one for all other seats"
        )
    return game, specs


def _numbers(games: int, seats: int) -> Iterator[int]:
    """Return numbers of games with a different deal each, in which the person takes all seats in turn."""
    return (seats * deal + deal % seats for deal in range(games))


def _told(played: PythonGame[Any], person: Person, options: PlayOptions) -> Iterator[str]:
    """Play a game, and yield the lines of its plies, each as soon as it is played."""
    told, seat = 0, int(played.result.seating[0])
    while True:
        choice = played.next_choice()
        yield from options.lines(played, told, seat, person.names(seat))
        told = len(played.plies)
        if choice is None:
            return
        played.play_choice(*choice, forfeits=False)


def _show(console: Terminal, shown: Any) -> None:
    """Print a text or an analysis for the person; cards look like cards if the terminal has colours."""
    if isinstance(shown, str):
        from rich.text import Text

        text = Text(shown)
        for cards, style in CARDS.items():
            text.highlight_regex(cards, style)
        console.print(text)
    else:
        console.print(shown)
