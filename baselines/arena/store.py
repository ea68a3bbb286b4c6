"""Results of mirrored pairs in an SQLite file: what is in it has been played, whatever happens to the program.

One row a pair, and all pairs of a span that a worker has finished in one transaction, so that a program killed at any
moment loses at most the spans that were being played, about a quarter of a second of each worker. Several programs may
work on one file. A pair that two of them played is kept once, as the first wrote it, and all of them use that row.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import numpy as np

from baselines.arena.compiled_games import GAME_RESULT
from durak_env.rules import Rules

APPLICATION = 0x4475726B  # "Durk", in SQLite's header: whose file it is
LAYOUT = 1  # raised when tables, GAME_RESULT or the games that follow from a seed change
WAIT_SECONDS = 60.0  # for another program's transaction
_HEAD = b"SQLite format 3\0"

_ROW = np.dtype([("results", GAME_RESULT, 2), ("check", "<u4")])
_TABLES = (
    """CREATE TABLE matches (
        id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT NOT NULL, rules TEXT NOT NULL, world TEXT NOT NULL,
        seed TEXT NOT NULL, version TEXT NOT NULL, UNIQUE (a, b, rules, world, seed, version)
    )""",
    """CREATE TABLE pairs (
        number INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL REFERENCES matches, pair INTEGER NOT NULL,
        results BLOB NOT NULL, records TEXT, UNIQUE (match, pair)
    )""",
)


class Store:
    """An open store; made if there is no file yet. Use it in a ``with`` statement, in one thread.

    Raises:
        ValueError: the file is no store, is damaged, was made by another version, or cannot be written. It is then as
            it was.
    """

    def __init__(self, file: Path | str) -> None:
        self._file, self._seen = file, 0
        _check_head(Path(file))
        with self._clear_errors():
            self._database = sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            with self._clear_errors():
                self._open()
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def match(self, names: tuple[str, str], rules: Rules, open_world: bool, seed: int) -> int:
        """The number in this store of the match of two agents."""
        key = (*names, str(rules), "open" if open_world else "closed", str(seed), _version())
        where = "a = ? AND b = ? AND rules = ? AND world = ? AND seed = ? AND version = ?"
        with self._transaction():
            self._database.execute(
                "INSERT OR IGNORE INTO matches (a, b, rules, world, seed, version) VALUES (?, ?, ?, ?, ?, ?)", key
            )
            return int(self._database.execute(f"SELECT id FROM matches WHERE {where}", key).fetchone()[0])

    def keep(self, match: int, first: int, results: np.ndarray, records: Sequence[str] | None = None) -> None:
        """Keep the games of a match from the number ``first`` on, whole pairs; pairs that are there stay as they are.

        Args:
            results: GAME_RESULT array.
            records: the two games of each pair as text; pairs that are there without get them.
        """
        pairs = range(first // 2, (first + len(results)) // 2)
        rows = zip([match] * len(pairs), pairs, _pack(pairs, results), records or [None] * len(pairs), strict=True)
        with self._transaction():
            if records is not None:
                self._database.execute(
                    "DELETE FROM pairs WHERE match = ? AND pair >= ? AND pair < ? AND records IS NULL",
                    (match, pairs.start, pairs.stop),
                )
            self._database.executemany(
                "INSERT OR IGNORE INTO pairs (match, pair, results, records) VALUES (?, ?, ?, ?)", rows
            )

    def news(self, with_records: bool = False) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        """What has come into the store since the last call: by match the numbers of pairs and their games' results.

        The first call tells all that is there. Rows are numbered in the order of their transactions, since only one
        program writes at a time.
        """
        query = "SELECT match, number, pair, results FROM pairs WHERE number > ?"
        if with_records:
            query += " AND records IS NOT NULL"
        with self._clear_errors():
            rows = self._database.execute(query, (self._seen,)).fetchall()
        found: dict[int, list[tuple[int, bytes]]] = {}
        for match, number, pair, packed in rows:
            found.setdefault(match, []).append((pair, packed))
            self._seen = max(self._seen, number)
        return {match: self._unpack(members) for match, members in found.items()}

    def records(self, match: int, games: int) -> Iterator[str]:
        """The first games of a match as text, a pair at a time."""
        query = "SELECT records FROM pairs WHERE match = ? AND pair < ? ORDER BY pair"
        with self._clear_errors():
            yield from (text for (text,) in self._database.execute(query, (match, games // 2)))

    def _open(self) -> None:
        self._database.execute(
            "PRAGMA synchronous = NORMAL"
        )  # a dead machine may lose the last rows, and keeps the rest
        if self._pragma("application_id") == 0 and self._is_empty():
            self._database.execute("PRAGMA journal_mode = WAL")
            with self._transaction():
                if self._is_empty():  # else another program was quicker
                    for table in _TABLES:
                        self._database.execute(table)
                    self._database.execute(f"PRAGMA user_version = {LAYOUT}")
                    self._database.execute(f"PRAGMA application_id = {APPLICATION}")
        if self._pragma("application_id") != APPLICATION:
            raise _no_store(self._file)
        if self._pragma("user_version") != LAYOUT:
            raise ValueError(f"{self._file} is a store of layout {self._pragma('user_version')}, not {LAYOUT}{_OTHER}")
        if self._pragma("quick_check") != "ok":
            raise sqlite3.DatabaseError(self._pragma("quick_check"))
        for (made_by,) in self._database.execute("SELECT DISTINCT version FROM matches"):
            if made_by != _version():
                raise ValueError(f"{self._file} is a store of durak-env {made_by}, this is {_version()}{_OTHER}")

    def _pragma(self, name: str) -> int | str:
        return self._database.execute(f"PRAGMA {name}").fetchone()[0]

    def _is_empty(self) -> bool:
        return self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0

    def _unpack(self, rows: Sequence[tuple[int, bytes]]) -> tuple[np.ndarray, np.ndarray]:
        if any(len(packed) != _ROW.itemsize or not _is_whole(pair, packed) for pair, packed in rows):
            raise ValueError(f"store {self._file} is damaged: a row holds other bytes than were written")
        unpacked = np.frombuffer(b"".join(packed for _, packed in rows), _ROW)
        return np.array([pair for pair, _ in rows], np.int64), unpacked["results"].reshape(-1)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._clear_errors():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise ValueError(
                f"store {self._file}: {error}{_no_writing(Path(self._file))}; what was in it is left as it was"
            ) from error


_OTHER = ": it is left as it is, name another file"


def _check_head(file: Path) -> None:
    """SQLite would take a short file for an empty one."""
    if file.is_file() and file.stat().st_size > 0:
        with file.open("rb") as stream:
            if stream.read(len(_HEAD)) != _HEAD:
                raise _no_store(file)


def _no_store(file: Path | str) -> ValueError:
    return ValueError(f"{file} is no store of tournaments; it is left as it is")


def _no_writing(file: Path) -> str:
    """What SQLite's errors do not say: that a log has to be written beside the file."""
    places = [place for place in (file, file.absolute().parent) if place.exists() and not os.access(place, os.W_OK)]
    return "".join(f", {place} cannot be written to" for place in places[:1])


def _version() -> str:
    return version("durak-env")


def _pack(pairs: Sequence[int], results: np.ndarray) -> Iterator[bytes]:
    for pair, two in zip(pairs, results.reshape(-1, 2), strict=True):
        packed = two.tobytes()
        yield packed + _check(pair, packed)


def _is_whole(pair: int, packed: bytes) -> bool:
    return packed[-4:] == _check(pair, packed[:-4])


def _check(pair: int, packed: bytes) -> bytes:
    return zlib.crc32(packed, pair).to_bytes(4, "little")
