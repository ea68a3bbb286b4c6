"""The page's messages about matches and tournaments, sent while they go on."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import numpy as np

from cardkit.arena.match_result import MatchResult
from cardkit.arena.result_rows import new_results
from cardkit.game import Game
from cardkit.processes.workers import Pace
from cardtable import messages
from cardtable.answers.beginning import make_agents, seed_of, variant
from cardtable.answers.study import show_games
from cardtable.errors import refusal
from cardtable.records import play_span, standing, tournament_game
from cardtable.table import GAME, MATCH, TOURNAMENT, Table
from cardtable.view import Json

MOST_GAMES = 1_000_000
SPAN_SECONDS, READ_SECONDS, GAME_SECONDS = 300.0, 300.0, 600.0
LOOK_SECONDS = 1.0
MOST_REST = 5.0
"""The most seconds between looks at a store: a rest is as long as it took to read, within these limits."""


async def match(table: Table, message: messages.Match) -> None:
    """Let agents play a match."""
    if not 1 <= message.games <= MOST_GAMES:
        raise refusal("games", "message", "games", most=MOST_GAMES, got=message.games)
    game = variant(table, message.rules, len(message.agents), message.open_world, "agents")
    playing = _Match(table, game, tuple(message.agents), seed_of(message.seed), message.games, message.id)
    table.begin(MATCH, message.id, playing.play())


@dataclass
class _Match:
    table: Table
    game: Game
    agents: tuple[str, ...]
    seed: int
    games: int
    answers: int | None

    async def play(self) -> None:
        """Play span by span, and tell the score after each."""
        await make_agents(self.table, self.agents, self.game, "agents")
        results, pace = new_results(self.game, 0), Pace(self.game.places)
        faults: list[str | None] = [None] * self.game.places
        match = uuid4().hex
        while len(results) < self.games:
            count = min(pace.size, self.games - len(results))
            began = time.perf_counter()
            study = self.table.context.searches.study
            packed, new = await study(
                self.table, SPAN_SECONDS, play_span, self.game, self.agents, self.seed, match, len(results), count
            )
            pace.learn(count, time.perf_counter() - began)
            results = np.concatenate([results, np.frombuffer(packed, results.dtype)])
            faults = [before or after for before, after in zip(faults, new, strict=True)]
            self._tell(results, faults)

    def _tell(self, results: np.ndarray, faults: list[str | None]) -> None:
        result = MatchResult(self.game, self.agents, self.seed, results, (None,) * self.game.places)
        seen = [result.seen_by(agent) for agent in range(self.game.places)]
        told = {
            "type": "match",
            "agents": self.agents,
            "variant": str(self.game),
            "seed": str(self.seed),
            "games": len(results),
            "of": self.games,
            "wins": [one.wins for one in seen],
            "draws": [one.draws for one in seen],
            "losses": [one.losses for one in seen],
            "scores": [{"score": one.score, "interval": one.interval()} for one in seen],
            "faults": faults,
            "done": len(results) == self.games,
        }
        self.table.answer(self.answers, told)


async def tournament(table: Table, message: messages.Tournament) -> None:
    """Show the tournament's store, again whenever it has changed."""
    file = _store(table)
    table.begin(TOURNAMENT, message.id, _follow(table, file, message))


async def _follow(table: Table, file: Path, message: messages.Tournament) -> None:
    context, before = table.context, None
    while True:
        seen = _traces(file)
        began = time.perf_counter()
        if seen != before:
            try:
                told = await context.searches.study(table, READ_SECONDS, standing, context.view, file, message.variant)
            except ValueError as error:
                raise refusal("record", "record", detail=str(error)) from None
            table.answer(message.id, {"type": "tournament", "name": file.name} | told)
            before = seen
        await asyncio.sleep(min(MOST_REST, max(LOOK_SECONDS, time.perf_counter() - began)))


def _traces(file: Path) -> list[tuple[int, int] | None]:
    """Return stamps of a store's files that change when it does."""
    return [_trace(file.with_name(file.name + suffix)) for suffix in ("", "-wal")]


def _trace(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size


async def replay_game(table: Table, message: messages.TournamentGame) -> None:
    """Replay a game of the tournament."""
    table.begin(GAME, message.id, _replay(table, _store(table), message))


async def _replay(table: Table, file: Path, message: messages.TournamentGame) -> None:
    context = table.context
    asked = (context.view, file, tuple(context.own), message.variant, message.match, message.game)
    try:
        recorded = await context.searches.study(table, GAME_SECONDS, tournament_game, *asked)
    except ValueError as error:
        raise refusal("record", "record", detail=str(error)) from None
    listed: Json = {"number": 1, "players": list(recorded.players), "plies": len(recorded.actions)}
    name = f"{file.name}, match {message.match}, game {message.game}"
    await show_games(table, [recorded], [listed | {"variant": str(recorded.game)}], name, message.id)


def _store(table: Table) -> Path:
    context = table.context
    if context.file is None or not context.holds_tournament:
        raise refusal("no_store")
    return context.file
