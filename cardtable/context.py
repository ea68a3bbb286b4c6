"""State shared by all tables of a server: the game's view, the analysis, the pool of searches, the opened file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from cardkit.compiled.protocol import can_withdraw, step
from cardkit.compiled.slots import first_slot, legal_of
from cardkit.game import Game
from cardkit.report.agent_list import agent_help
from cardkit.specs.strangers import is_harmless, writing_parameters
from cardtable.line import Line
from cardtable.rooms.ended_games import note_game
from cardtable.searches import Searches
from cardtable.view import Analysis, Json, Puzzle, TablePlugin, View

PROTOCOL = 3


@dataclass
class Context:
    """The things that all tables share.

    Attributes:
        program: the name of the command line.
        plugin: what the game brings.
        searches: the pool.
        own: specs of the user's agents; the page offers them first.
        file: a file of records, or a tournament store.
        address: of the server, as invitations name it, such as ``http://192.168.1.5:8765``.
        is_open: whether others than this machine can reach the server.
        holds_tournament: whether the file is a store.
        opened: is called with the link of each table with friends that opens.
    """

    program: str
    plugin: TablePlugin
    searches: Searches
    own: Sequence[str] = ()
    file: Path | None = None
    holds_tournament: bool = False
    address: str = ""
    is_open: bool = False
    opened: Callable[[str], None] = lambda link: None
    _compiled: dict[Any, asyncio.Task[None]] = field(default_factory=dict)

    @property
    def view(self) -> View:
        """The view of the game."""
        return self.plugin.view

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the game; None if it has none."""
        return self.plugin.analysis

    @cached_property
    def puzzles(self) -> Sequence[Puzzle]:
        """The puzzles of the game."""
        return self.plugin.puzzles()

    def is_trusted(self, spec: str) -> bool:
        """Return whether a stranger may name an agent: it runs no foreign code, or the program or host offers it."""
        return spec in (*self.own, *self.plugin.levels) or is_harmless(spec, self.view.agents)

    def is_compiled(self, game: Game) -> bool:
        """Return whether this process has compiled the code that it needs to play a game."""
        task = self._compiled.get(game.new_states().dtype)
        return task is not None and task.done()

    async def compile(self, game: Game) -> None:
        """Compile the code that this process needs to play a game, in a thread."""
        kind = game.new_states().dtype
        if kind not in self._compiled:
            self._compiled[kind] = asyncio.ensure_future(asyncio.to_thread(warm_up, self.view, game))
        await asyncio.shield(self._compiled[kind])

    @cached_property
    def welcome(self) -> Json:
        """The first message to a page."""
        view = self.view
        return {
            "type": "welcome",
            "protocol": PROTOCOL,
            "program": self.program,
            "game": view.name,
            "module": None if view.page is None else f"/game/{view.module}",
            "agents": self._agents(),
            "own": list(self.own),
            "seats": list(view.seats),
            "options": [option.json() for option in view.options],
            "deal": list(view.deal),
            "adviser": None if self.analysis is None else self.analysis.adviser,
            "file": self._file(),
            "puzzles": [puzzle.level for puzzle in self.puzzles],
            "can_withdraw": can_withdraw(view.variant({}, view.seats[0], False).new_states().dtype),
            "reachable": self.is_open,
            "room": False,
        }

    def _file(self) -> Json | None:
        if self.file is None:
            return None
        return {"name": self.file.name, "kind": "tournament" if self.holds_tournament else "records"}

    def _agents(self) -> list[Json]:
        group = self.view.agents
        helps = agent_help(group)
        levels = {spec: level for level, spec in enumerate(self.plugin.levels, 1)}
        offered = dict.fromkeys([*self.own, *self.plugin.levels, *helps])
        return [self._agent(spec, helps, levels) for spec in offered]

    def _agent(self, spec: str, helps: dict[str, tuple[str, str]], levels: dict[str, int]) -> Json:
        parameters, text = helps.get(spec.partition(":")[0], ("", ""))
        analysts = () if self.analysis is None else self.analysis.analysts
        analyst = None if spec in self.own else spec.partition(":")[0] in analysts  # of the user's own it is not known
        return {
            "spec": spec,
            "parameters": parameters,
            "help": text,
            "level": levels.get(spec),
            "analyst": analyst,
            "harmless": spec in self.own or is_harmless(spec, self.view.agents),
            "writes": sorted(writing_parameters(spec, self.view.agents)),
        }


def warm_up(view: View, game: Game) -> None:
    """Compile the code that a process needs to play a game."""
    line = Line(game, 0)
    state = line.state(0).copy()
    slot = first_slot(legal_of(state))
    step(state, slot)
    line.play(game.action_of(line.state(0), slot))
    for world in (game, view.opened(game)):
        view.show(line.information_set(1, 0, world))
    note_game([], line, [""] * game.seats)
