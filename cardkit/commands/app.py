"""Makes the command-line program of a game."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.models import CommandInfo

from cardkit.commands.agents import agents
from cardkit.commands.composition import composed
from cardkit.commands.errors import clear_errors
from cardkit.commands.leaving import leaving_at_once
from cardkit.commands.match import MatchOptions, Watch, match
from cardkit.commands.outputs import Outputs
from cardkit.commands.play import PlayOptions, play
from cardkit.commands.replay import replay
from cardkit.commands.tournament import TournamentOptions, tournament
from cardkit.commands.tune import Purpose, tune
from cardkit.report.signs import write_signs_that_exist

if TYPE_CHECKING:
    from cardkit.game import Game


NO_TEXT = "Python has dropped this text, as its option -OO asks."
"""The help of a command without a docstring."""


class Program(typer.Typer):
    """A Typer program that Ctrl-C ends and that reports errors in one line.

    Args:
        name: the name of the program.
        game: returns the variant to play. Its parameters, annotated as Typer expects, become options of each command
            that plays.
        text: the program's help. Here and in the help of commands and options, ``{program}`` stands for the name.
    """

    def __init__(self, name: str, game: Callable[..., Game], text: str) -> None:
        super().__init__(
            no_args_is_help=True,
            rich_markup_mode="markdown",
            pretty_exceptions_enable=False,  # a plain traceback is short, and ends with the line of the failed agent
            help=text.replace("{program}", name),
        )
        self._name, self._game = name, game
        self._added: list[tuple[str, CommandInfo]] = []
        told = typer.Option(
            "--version", callback=self._tell_version, is_eager=True, help="Print the version, and exit."
        )

        def options(version: bool = False) -> None:
            pass

        options.__annotations__["version"] = Annotated[bool, told]  # which only this scope can resolve
        self.callback()(options)

    def _tell_version(self, asked: bool) -> None:
        if asked:
            from importlib.metadata import entry_points

            from cardkit.storage.origin import DISTRIBUTION, own_version

            owners = [one.dist for one in entry_points(group="console_scripts", name=self._name) if one.dist]
            told = owners[0].version if owners else f"with {DISTRIBUTION} {own_version()}"
            print(f"{self._name} {told}")
            raise typer.Exit

    def add(
        self,
        command: Callable[..., Any],
        text: str | None = None,
        helps: Mapping[str, str] = {},
        group: typer.Typer | None = None,
        **makers: Any,
    ) -> None:
        """Add a command.

        Its parameter ``game`` receives the variant chosen by the options, ``default_game`` the variant without options,
        and ``program`` the program's name.

        Args:
            command: the function; its docstring is the help.
            text: help that replaces the docstring.
            helps: help that replaces that of options, by parameter name.
            group: a group of commands with a name, to which this one belongs; None: it belongs to the program.
            makers: functions that make further parameters; see `cardkit.commands.composition`.
        """
        makers = {"program": lambda: self._name, "game": self._game, "default_game": lambda: self._game()} | makers
        run = composed(command, makers, lambda name, said: self._named(helps.get(name, said)))
        told = self._named(text or command.__doc__ or NO_TEXT)
        place = self if group is None else group
        panel = getattr(command, "panel", None)
        place.command(command.__name__, help=told, rich_help_panel=panel)(clear_errors(self._name)(run))
        self._added.append((str(command.__name__ if group is None else group.info.name), place.registered_commands[-1]))

    def _named(self, text: str) -> str:
        return text.replace("{program}", self._name)

    def __call__(self, args: Sequence[str] | None = None, *more: Any, **settings: Any) -> Any:
        write_signs_that_exist()
        if os.environ.get("COLUMNS") == "0":  # of a terminal that knows no width: nothing would be written
            del os.environ["COLUMNS"]
        asked = self._completed() or (sys.argv[1:] if args is None else args)
        with leaving_at_once(self._name), self._building_only(asked[:1]):
            return super().__call__(args, *more, **settings)

    def _completed(self) -> list[str]:
        """Return the words of the command line that a shell wants to complete; empty when a command is run."""
        if f"_{self._name}_COMPLETE".replace("-", "_").upper() not in os.environ:
            return []
        return (os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")).split()[1:]

    @contextmanager
    def _building_only(self, asked: Sequence[str]) -> Iterator[None]:
        """Give all other commands no parameters in the block: building them would slow down every start."""
        others = [(info, info.callback) for word, info in self._added if word not in asked]
        for info, _ in others:
            info.callback = _run_nothing
        try:
            yield
        finally:
            for info, run in others:
                info.callback = run


def _run_nothing() -> None:
    """Stand for a command that is listed and not run."""


def app(
    name: str,
    game: Callable[..., Game],
    text: str = "",
    matches: type[MatchOptions] = MatchOptions,
    tournaments: type[TournamentOptions] = TournamentOptions,
    talk: type[PlayOptions] = PlayOptions,
    talked: Callable[..., Game] | None = None,
) -> Program:
    """Make a program with every command that works for any game.

    Args:
        name, game, text: those of `Program`.
        matches, tournaments: the game's additions to ``match`` and ``tournament``.
        talk: how the game talks with a person.
        talked: returns the variant that a person plays, where ``game`` has options that mean nothing there.
    """
    program = Program(name, game, text)
    program.add(play, options=talk, game=talked or game)
    program.add(match, watch=Watch, options=matches)
    program.add(tournament, outputs=Outputs, options=tournaments)
    program.add(replay)
    program.add(agents)
    program.add(tune, purpose=Purpose)
    return program
