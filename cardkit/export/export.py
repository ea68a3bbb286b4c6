"""Exports games of compiled agents: plays what a folder lacks, part by part, so that a killed run goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.arena.lineups import kind_of_places, one_against_others
from cardkit.arena.match import MOST_GAMES, MOST_JOBS
from cardkit.arena.seeds import seed_in_json, seed_or_drawn
from cardkit.checks import check_whole
from cardkit.encoding import Encoding
from cardkit.export.folder import Folder
from cardkit.export.playing import RowPlay
from cardkit.export.table import ParquetBytes
from cardkit.game import Game
from cardkit.processes.workers import in_threads
from cardkit.storage.origin import own_version
from cardkit.storage.sources import sources_of

PART_GAMES = 1 << 14
PART_BLOCKS = 8
"""A file holds at most so many games and blocks: a million rows."""


@dataclass(frozen=True)
class Exported:
    """The result of a run.

    Attributes:
        seed: of the games.
        games: in the folder now.
        played: by this run.
        choices: rows in the folder now.
        files: that hold them.
        bytes: of these files.
    """

    seed: int
    games: int
    played: int
    choices: int
    files: int
    bytes: int


def seed_to_go_on(folder: Path) -> int:
    """Return the seed to use if none is given: that of the games in the folder, else an unguessable one."""
    manifest = Folder(folder).manifest()
    if manifest is not None and not str(manifest.get("seed")).isdecimal():
        raise ValueError(f"the manifest in {folder} has no seed: name a new folder")
    return seed_or_drawn(None if manifest is None else int(manifest["seed"]))


def export_games(
    game: Game,
    encoding: Encoding,
    agents: Sequence[str],
    games: int,
    folder: str | Path,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], object] | None = None,
    part_games: int = PART_GAMES,
) -> Exported:
    """Write all choices of a match into a folder; one that holds some of its games already gets the rest.

    The games are those of `cardkit.arena.match.play_match` with the same agents and seed, whatever ``jobs``.

    Args:
        game: what is played.
        encoding: of the observations, without past plies.
        agents: specs of compiled agents: one for all places, one alone and one for all others, or one for each place.
        games: how many.
        folder: new, or that of the same export.
        seed: of deals and agents.
        jobs: how many threads play.
        progress: called now and then with the number of games in the folder and in the making.
        part_games: most games of a file.

    Raises:
        ValueError: an agent cannot be exported, or the folder holds something else or a damaged file.
        ImportError: pyarrow is missing.
        OSError: a file cannot be written.
    """
    check_whole("games", games, 1, MOST_GAMES)
    check_whole("jobs", jobs, 1, MOST_JOBS)
    check_whole("seed", seed, 0)
    kept = Folder(folder)
    lineup = lineup_of(game, agents)
    play = RowPlay(game, encoding, lineup, seed)
    kept.begin(_manifest(game, encoding, lineup, games, seed))
    missing = kept.missing(games)
    kept.check()
    played = sum(end - first for first, end in missing)
    count = _Count(games - played, progress)
    parts, work = _Parts(missing, part_games), _PartWriter(play, kept, count)
    play.compile()
    with closing(in_threads(work, parts, jobs, play.stop)) as done:
        for (first, asked), some, _ in done:
            parts.put_back(first + some, asked - some)
    return _exported(kept, seed, games, played)


def lineup_of(game: Game, agents: Sequence[str]) -> Sequence[str]:
    """Place the agents: one takes all places; of two, the second takes all that the first leaves."""
    named = [one.strip() for one in (list(agents) * 2 if len(agents) == 1 else agents)]
    return one_against_others(named, game.places, kind_of_places(game))


class _Parts:
    """Spans of games to play, as `cardkit.processes.workers.Work`."""

    def __init__(self, missing: Sequence[tuple[int, int]], most: int) -> None:
        self._missing, self._most = [(first, end - first) for first, end in missing], most

    @property
    def left(self) -> bool:
        return bool(self._missing)

    def take(self) -> tuple[int, int]:
        first, count = self._missing.pop(0)
        taken = min(count, self._most)
        self.put_back(first + taken, count - taken)
        return first, taken

    def learn(self, span: Any, seconds: float) -> None:
        pass

    def put_back(self, first: int, count: int) -> None:
        """Take back the games that a worker has left."""
        if count:
            self._missing.insert(0, (first, count))


class _PartWriter:
    """The play of a span of games into a file, as far as one file goes; a call returns how many games it holds."""

    def __init__(self, play: RowPlay, folder: Folder, count: _Count) -> None:
        self._play, self._folder, self._count = play, folder, count

    def __call__(self, first: int, count: int) -> int:
        part, done, choices = ParquetBytes(), 0, 0
        for number, (played, rows) in enumerate(self._play.blocks(first, count, self._count.add), 1):
            part.add(rows)
            done, choices = done + played, choices + len(rows.game)
            if number == PART_BLOCKS:
                break
        self._folder.add((first, first + done), part.content(), choices)
        return done


class _Count:
    """The number of games played so far, by all threads."""

    def __init__(self, done: int, tell: Callable[[int], object] | None) -> None:
        self._done, self._tell, self._lock = done, tell, threading.Lock()

    def add(self, games: int) -> None:
        with self._lock:
            self._done += games
            if self._tell is not None:
                self._tell(self._done)


def _manifest(game: Game, encoding: Encoding, lineup: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """Describe the origin of a folder's games, and all that a reader needs."""
    vectors, _ = encoding.new_rows(1)
    return {
        "version": own_version(),
        "game": str(game),
        "agents": list(lineup),
        "sources": {agent: sources_of(agent, game.AGENTS) for agent in lineup},
        "seed": seed_in_json(seed),
        "games": games,
        "seats": game.seats,
        "actions": game.num_actions,
        "observation": {"entries": vectors.shape[1], "dtype": str(vectors.dtype)},
    }


def _exported(folder: Folder, seed: int, games: int, played: int) -> Exported:
    files = folder.files()
    return Exported(seed, games, played, sum(files.values()), len(files), sum(file.stat().st_size for file in files))
