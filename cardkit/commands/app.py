"""The program of a game: its commands, and what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import typer

from cardkit.commands.agents import agents
from cardkit.commands.composition import composed
from cardkit.commands.errors import clear_errors
from cardkit.commands.leaving import leaving_at_once
from cardkit.commands.match import MatchOptions, match
from cardkit.commands.outputs import Outputs
from cardkit.commands.replay import replay
from cardkit.commands.tournament import TournamentOptions, tournament
from cardkit.commands.tune import tune

if TYPE_CHECKING:
    from cardkit.game import Game


class Program(typer.Typer):
    """Commands as a program, which Ctrl-C ends and which tells errors in one line.

    Args:
        name: what users call it.
        game: makes the variant that is played. Its parameters, annotated as Typer wants them, are options of each
            command that plays.
        text: what it is, for its help. ``{program}`` stands for the name here and in the help of commands and options.
    """

    def __init__(self, name: str, game: Callable[..., Game], text: str) -> None:
        super().__init__(
            no_args_is_help=True,
            add_completion=False,
            rich_markup_mode="markdown",
            help=text.replace("{program}", name),
        )
        self._name, self._game = name, game

    def add(
        self, command: Callable[..., Any], text: str | None = None, helps: Mapping[str, str] = {}, **makers: Any
    ) -> None:
        """Add a command. It gets the variant that the options ask for as ``game``, that without options as
        ``default_game``, and the program's name as ``program``, if it has parameters of these names.

        Args:
            command: a function with a name and a docstring for its help.
            text: another text for its help.
            helps: other texts for the help of its options, by the names of their parameters.
            makers: of other parameters of the command; see `cardkit.commands.composition`.
        """
        makers = {"program": lambda: self._name, "game": self._game, "default_game": lambda: self._game()} | makers
        run = composed(command, makers, lambda name, said: self._named(helps.get(name, said)))
        told = self._named(text or command.__doc__ or "")
        self.command(command.__name__, help=told)(clear_errors(self._name)(run))

    def _named(self, text: str) -> str:
        return text.replace("{program}", self._name)

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        with leaving_at_once(self._name):
            return super().__call__(*arguments, **settings)


def app(name: str, game: Callable[..., Game], text: str = "") -> Program:
    """The program of a game with all commands that any game has; the arguments are those of `Program`."""
    program = Program(name, game, text)
    program.add(match, options=MatchOptions)
    program.add(tournament, outputs=Outputs, options=TournamentOptions)
    program.add(replay)
    program.add(agents)
    program.add(tune)
    return program
