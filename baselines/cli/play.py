"""``durak play``: a person at the terminal against an agent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from baselines.cli.options import (
    HandSize,
    MaxAttackCards,
    NoTrumps,
    NumSuits,
    OpenWorld,
    Seed,
    StartRank,
    clear_errors,
    make_rules,
)
from cardkit.files import check_writable, write_text

if TYPE_CHECKING:
    from rich.console import Console

    from baselines.search.analysis import Analysis
    from cardkit.arena.game_loop import PythonGame
    from cardkit.arena.match import MatchPlay
    from durak_env.notation import GameRecord

OUTCOMES = {1: "You win.", 0: "A draw.", -1: "You are the fool."}


def play(
    agent: Annotated[str, typer.Argument(help="Whom to play against: an agent's spec (see `durak agents`).")] = (
        "champion"
    ),
    games: Annotated[int, typer.Option(help="Games to play; the seats change after each.")] = 1,
    seed: Seed = None,
    hint: Annotated[str, typer.Option(help="The agent that is asked when you write ?.")] = "ismcts",
    open_world: OpenWorld = False,
    log: Annotated[Path | None, typer.Option(help="Write the games to a file, for `durak replay`.")] = None,
    start_rank: StartRank = 6,
    num_suits: NumSuits = 4,
    hand_size: HandSize = 6,
    no_trumps: NoTrumps = False,
    max_attack_cards: MaxAttackCards = None,
) -> None:
    """Play against an agent.

    You see what your seat knows; cards that it does not know are ??. Plies with a single legal action are played for
    you. Write a card such as 7c or 10h, take or done; ? for a hint, which knows no more than you; q to leave.

    Example: durak play smart --seed 1
    """
    with clear_errors():
        from rich.console import Console

        from baselines.agents.human import HELP, GameLeft, Person
        from baselines.arena.match import play_match
        from baselines.arena.roster import make_agent
        from cardkit.arena.match import MatchPlay
        from cardkit.arena.seeds import seed_or_drawn
        from cardkit.checks import check_whole
        from durak_env.durak import Durak
        from durak_env.notation import format_records

        check_whole("games", games, 1)
        seed = seed_or_drawn(seed)
        rules = make_rules(start_rank, num_suits, hand_size, no_trumps, max_attack_cards)
        opponent, adviser = make_agent(agent), make_agent(hint)
        for one in (opponent, adviser):
            play_match(one, "random", 1, open_world=open_world, rules=rules)  # one that cannot play fails now
        if log is not None:
            check_writable(log)
        console = Console(highlight=False)
        person = Person(agent.strip(), adviser, console.input, lambda shown: _show(console, shown))
        match = MatchPlay(Durak(rules, open_world), [person, opponent], seed, ("you", agent.strip()))
        console.print(f"You against {agent}, seed {seed}. {HELP}")
        records: list[GameRecord] = []
        try:
            for game in _games(match, games):
                person.end(game.plies, int(game.result.seating[0]), rules)
                console.print(OUTCOMES[round(float(game.result.returns[0]))], style="bold")
                records.append(game.variant.record(game.start, game.plies, game.players))
                if log is not None:
                    write_text(log, format_records(records))
        except (GameLeft, KeyboardInterrupt):
            console.print("\nYou have left the game.")


def _games(match: MatchPlay, games: int) -> Iterator[PythonGame[Any]]:
    """Games of numbers that have another deal each, with the person at either seat in turns."""
    return (match.play_one(2 * deal + deal % 2) for deal in range(games))


def _show(console: Console, shown: str | Analysis) -> None:
    """Print what the person is shown, red suits in red where the terminal has colours."""
    if isinstance(shown, str):
        from rich.text import Text

        text = Text(shown)
        text.highlight_regex(r"\w+[♦♥]", "red")
        console.print(text)
    else:
        console.print(shown)
