"""Keeps the results of deals in an SQLite file, safe from anything that happens to the program.

Each deal has one row with all its games, and all deals of a finished span are written in one transaction.
A program killed at any moment loses at most the spans being played, about a quarter of a second of each worker. Several
programs may work on one file. A deal that two of them played is kept once, as the first wrote it, and all of them use
that row.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardkit.arena.faults import Fault
from cardkit.arena.lineups import ROTATIONS
from cardkit.arena.played import Played
from cardkit.arena.result_rows import new_results
from cardkit.game import Game
from cardkit.storage.database import DamagedError, Kind, clear_errors, identity, name_for_sqlite
from cardkit.storage.origin import own_version
from cardkit.storage.sources import keep_sources
from cardkit.wording import shortened

WAIT_SECONDS = 60.0  # for another program's transaction
_KEY = "agents, game, seed, version"  # of a match
_log = logging.getLogger(__name__)

_TABLES = {
    "matches": """CREATE TABLE matches (
        id INTEGER PRIMARY KEY, agents TEXT NOT NULL, game TEXT NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL,
        UNIQUE (agents, game, seed, version)
    )""",
    "deals": """CREATE TABLE deals (
        number INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL REFERENCES matches, deal INTEGER NOT NULL,
        results BLOB NOT NULL, records TEXT, records_seal INTEGER, UNIQUE (match, deal)
    )""",
    "faults": """CREATE TABLE faults (
        match INTEGER NOT NULL REFERENCES matches, agent INTEGER NOT NULL, game INTEGER NOT NULL, text TEXT NOT NULL,
        seal INTEGER NOT NULL, PRIMARY KEY (match, agent)
    )""",
}
_KIND = Kind(
    "a tournament store",
    application=0x4475726B,
    layout=4,  # raised also when result rows or the games that follow from a seed change
    tables=_TABLES,
)


class StoredMatch(NamedTuple):
    """A match in a store; ``seatings`` are those of `cardkit.arena.lineups.SeatingPlan.kept_as`."""

    names: tuple[str, ...]
    seed: int
    seatings: str


class Store:
    """An open store, created if the file does not exist. Use it in a ``with`` statement, in one thread.

    Args:
        file: of the store.
        game: the variant whose matches to read and write; a store may hold several variants.

    Raises:
        ValueError: the file is not a store, is damaged, has another layout, or cannot be written. It stays unchanged.
    """

    def __init__(self, file: Path | str, game: Game) -> None:
        self._file, self._seen = file, 0
        self._variant, self._seats = f"{type(game).__name__}: {game}", game.places
        self._row = np.dtype([("results", new_results(game, 0).dtype, self._seats), ("check", "<u4")])
        self._keys = dict[int, int]()
        _KIND.check_head(Path(file))
        with clear_errors(file):
            self._database = sqlite3.connect(name_for_sqlite(file), timeout=WAIT_SECONDS, isolation_level=None)
        try:
            with clear_errors(file):
                self._open()
            self._identity, self._gone = identity(file), False
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def match(self, names: Sequence[str], seed: int, seatings: str = ROTATIONS) -> int:
        """Return the number that a lineup's match has in this store; see `StoredMatch`."""
        with self._transaction():
            return self._number(names, seed, seatings)

    def matches(self) -> dict[int, StoredMatch]:
        """Return the matches of this variant by number.

        Raises:
            DamagedError: a row is damaged.
        """
        query = "SELECT id, agents, seed FROM matches WHERE game = ? AND version = ?"
        with clear_errors(self._file):
            rows = self._database.execute(query, (self._variant, own_version())).fetchall()
        return {number: self._stored(agents, seed) for number, agents, seed in rows}

    def settle_seed(self, names: Sequence[str], drawn: int, seatings: str = ROTATIONS) -> int:
        """Return the seed to use if none is given: that of the stored games of this variant.

        If there are none it is ``drawn``, which the store keeps with this lineup's match for other programs.

        Raises:
            ValueError: the store holds games of several seeds.
        """
        query = "SELECT DISTINCT seed FROM matches WHERE game = ? AND version = ?"
        with self._transaction():
            seeds = [self._seed(seed) for (seed,) in self._database.execute(query, (self._variant, own_version()))]
            if not seeds:
                self._number(names, drawn, seatings)
        if len(seeds) > 1:
            raise ValueError(
                f"store {self._file} holds games of several seeds, {shortened(', '.join(map(str, seeds)))}: "
                "choose one with --seed"
            )
        return seeds[0] if seeds else drawn

    def settle_sources(self, sources: Mapping[str, Mapping[str, str]]) -> None:
        """Keep the sources that the specs of agents load, if the store does not know them yet.

        Args:
            sources: of each agent, see `cardkit.storage.sources.sources_of`.

        Raises:
            ValueError: an agent loads something else than it did when its games were stored.
        """
        with self._transaction():
            keep_sources(self._database, self._file, sources)

    def keep(self, match: int, first: int, played: Played) -> None:
        """Store whole deals of a match, starting at game ``first``; deals already stored stay as they are.

        Stored deals without records get them. Of an agent's faults the first is kept.
        """
        deals = range(first // self._seats, (first + len(played.results)) // self._seats)
        packed = self._pack(match, deals, played.results)
        texts = played.records or [None] * len(deals)
        rows = [
            (match, deal, results, text, None if text is None else self._seal(match, deal, text.encode()))
            for deal, results, text in zip(deals, packed, texts, strict=True)
        ]
        faults = [fault for fault in played.faults if fault is not None]
        with self._transaction():
            if played.records is not None:
                self._database.execute(
                    "DELETE FROM deals WHERE match = ? AND deal >= ? AND deal < ? AND records IS NULL",
                    (match, deals.start, deals.stop),
                )
            self._database.executemany(
                "INSERT OR IGNORE INTO deals (match, deal, results, records, records_seal) VALUES (?, ?, ?, ?, ?)", rows
            )
            self._database.executemany(
                "INSERT INTO faults (match, agent, game, text, seal) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "game = excluded.game, text = excluded.text, seal = excluded.seal WHERE excluded.game < game",
                [(match, fault.agent, fault.game, fault.text, self._fault_seal(match, fault)) for fault in faults],
            )
        self._look_for_file()

    def news(self, with_records: bool = False) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        """Return the results stored since the last call: for each match, the numbers of deals and their games' results.

        The first call returns everything. Rows are numbered in the order of their transactions, since only one program
        writes at a time.
        """
        query = "SELECT match, number, deal, results FROM deals WHERE number > ?"
        if with_records:
            query += " AND records IS NOT NULL"
        with clear_errors(self._file):
            rows = self._database.execute(query, (self._seen,)).fetchall()
        found: dict[int, list[tuple[int, bytes]]] = {}
        for match, number, deal, packed in rows:
            found.setdefault(match, []).append((deal, packed))
            self._seen = max(self._seen, number)
        return {match: self._unpack(match, members) for match, members in found.items() if self._is_own(match)}

    def faults(self, match: int) -> list[Fault]:
        """Return the first fault of each agent in the stored games of a match.

        Raises:
            ValueError: a row is damaged.
        """
        with clear_errors(self._file):
            rows = self._database.execute("SELECT agent, game, text, seal FROM faults WHERE match = ?", (match,))
            kept = [(Fault(agent, game, text), seal) for agent, game, text, seal in rows]
        if any(not isinstance(fault.game, int) or seal != self._fault_seal(match, fault) for fault, seal in kept):
            raise DamagedError(self._file)
        return [fault for fault, _ in kept]

    def check_deals(self, match: int, deals: int) -> None:
        """Check at the end that the first ``deals`` deals of a match are stored once each; warn if the file is gone.

        Raises:
            ValueError: they are not.
        """
        query = "SELECT count(*), count(DISTINCT deal) FROM deals WHERE match = ? AND deal < ?"
        with clear_errors(self._file):
            rows, different = self._database.execute(query, (match, deals)).fetchone()
        if not rows == different == deals:
            raise ValueError(
                f"store {self._file} holds {rows:,} rows of {different:,} deals of match {match} instead of its "
                f"{deals:,} deals once each: the file was changed from outside; name another one"
            )
        self._look_for_file()

    def records(self, match: int, games: int) -> Iterator[str]:
        """Yield the first games of a match as text, deal by deal.

        Raises:
            ValueError: a row is damaged.
        """
        query = "SELECT deal, records, records_seal FROM deals WHERE match = ? AND deal < ? ORDER BY deal"
        with clear_errors(self._file):
            for deal, text, seal in self._database.execute(query, (match, games // self._seats)):
                yield self._whole(match, deal, text, seal)

    def holds(self, match: int, game: int) -> bool:
        """Return whether a game of a match has been played."""
        if not 0 <= game < 1 << 63:  # what SQLite can keep
            return False
        query = "SELECT 1 FROM deals WHERE match = ? AND deal = ?"
        with clear_errors(self._file):
            return self._database.execute(query, (match, game // self._seats)).fetchone() is not None

    def record(self, match: int, game: int) -> str | None:
        """Return the games of the deal of a game as text; None if they were not recorded.

        Raises:
            ValueError: the row is damaged.
        """
        deal, query = game // self._seats, "SELECT records, records_seal FROM deals WHERE match = ? AND deal = ?"
        with clear_errors(self._file):
            row = self._database.execute(query, (match, deal)).fetchone()
        if row is None or row[0] is None:
            return None
        return self._whole(match, deal, *row)

    def _whole(self, match: int, deal: int, text: object, seal: object) -> str:
        """Return the games of a deal as text, after a check against their seal."""
        if not isinstance(text, str) or seal != self._seal(match, deal, text.encode()):
            raise DamagedError(self._file)
        return text

    def _is_own(self, match: int) -> bool:
        """Return whether a match belongs to the variant that this store was opened for, and to this version."""
        row = self._match(match)
        return row is None or (row[1], row[3]) == (self._variant, own_version())

    def _match(self, number: int) -> tuple[Any, ...] | None:
        with clear_errors(self._file):
            return self._database.execute(f"SELECT {_KEY} FROM matches WHERE id = ?", (number,)).fetchone()

    def _number(self, names: Sequence[str], seed: int, seatings: str) -> int:
        key = (_lineup_text(names, seatings), self._variant, str(seed), own_version())
        self._database.execute(f"INSERT OR IGNORE INTO matches ({_KEY}) VALUES (?, ?, ?, ?)", key)
        found = self._database.execute(f"SELECT id FROM matches WHERE ({_KEY}) = (?, ?, ?, ?)", key).fetchone()
        if found is None or self._match(found[0]) != key:  # an index led to the row of another match
            raise DamagedError(self._file)
        return int(found[0])

    def _stored(self, lineup: object, seed: object) -> StoredMatch:
        """Read a match's row; see `_lineup_text`."""
        try:
            written = json.loads(str(lineup))
        except (ValueError, RecursionError):
            written = None
        kept = written if isinstance(written, dict) else {"agents": written, "seatings": ROTATIONS}
        names, seatings = kept.get("agents"), kept.get("seatings")
        if not isinstance(names, list) or not all(isinstance(text, str) for text in (*names, seatings)):
            raise DamagedError(self._file)
        return StoredMatch(tuple(names), self._seed(seed), str(seatings))

    def _seed(self, text: object) -> int:
        """Read a stored seed."""
        if not isinstance(text, str) or not text.isdecimal():
            raise DamagedError(self._file)
        return int(text)

    def _open(self) -> None:
        self._database.execute("PRAGMA synchronous = NORMAL")  # if the machine dies, only the last rows may be lost
        if _KIND.is_new(self._database):
            self._database.execute("PRAGMA journal_mode = WAL")
            with self._transaction():
                if _KIND.is_new(self._database):  # else another program was faster
                    _KIND.create(self._database)
        _KIND.check(self._database, self._file)
        query = "SELECT DISTINCT version FROM matches WHERE version != ?"
        if others := ", ".join(str(other) for (other,) in self._database.execute(query, (own_version(),))):
            said = "store %s also holds games of version %s; this is %s, which plays its own"
            _log.warning(said, self._file, shortened(others), own_version())

    def _pack(self, match: int, deals: Sequence[int], results: np.ndarray) -> Iterator[bytes]:
        for deal, games in zip(deals, results.reshape(-1, self._seats), strict=True):
            packed = games.tobytes()
            yield packed + self._seal(match, deal, packed).to_bytes(4, "little")

    def _unpack(self, match: int, rows: Sequence[tuple[int, bytes]]) -> tuple[np.ndarray, np.ndarray]:
        if not all(self._is_intact(match, deal, packed) for deal, packed in rows):
            raise DamagedError(self._file)
        unpacked = np.frombuffer(b"".join(packed for _, packed in rows), self._row)
        return np.array([deal for deal, _ in rows], np.int64), unpacked["results"].reshape(-1)

    def _is_intact(self, match: int, deal: object, packed: object) -> bool:
        if not isinstance(deal, int) or not isinstance(packed, bytes):  # SQLite keeps any type in any column
            return False
        seal = int.from_bytes(packed[-4:], "little")
        return len(packed) == self._row.itemsize and seal == self._seal(match, deal, packed[:-4])

    def _fault_seal(self, match: int, fault: Fault) -> int:
        return self._seal(match, fault.game, f"{fault.agent} {fault.text}".encode())

    def _seal(self, match: int, number: int, content: bytes) -> int:
        """Compute the checksum of a row's content, its number, and its match."""
        return zlib.crc32(content, zlib.crc32(number.to_bytes(8, "little", signed=True), self._key(match)))

    def _key(self, match: int) -> int:
        """Compute the checksum of a match's own row."""
        if match not in self._keys:
            row = self._match(match)
            if row is None:
                raise DamagedError(self._file)
            self._keys[match] = zlib.crc32(repr((match, *row)).encode())
        return self._keys[match]

    def _look_for_file(self) -> None:
        """Warn, once, if the file's name no longer leads to the open file."""
        if not self._gone and self._identity is not None and identity(self._file) != self._identity:
            self._gone = True
            _log.warning("store %s was deleted or replaced while in use: no more results are kept there", self._file)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with clear_errors(self._file):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


def variants_in(file: Path | str) -> list[str]:
    """List the variants of which a store holds games, as ``str(game)``, those of the most matches first.

    Raises:
        ValueError: the file holds no store.
    """
    query = "SELECT game FROM matches GROUP BY game ORDER BY count(*) DESC"
    try:
        with closing(sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True)) as database:
            rows = database.execute(query).fetchall()
    except sqlite3.Error as error:
        raise ValueError(f"{file} is not a tournament store: {error}") from error
    if not all(isinstance(game, str) and ": " in game for (game,) in rows):
        raise DamagedError(file)
    return [game.partition(": ")[2] for (game,) in rows]


def _lineup_text(names: Sequence[str], seatings: str) -> str:
    """Return a lineup as a store writes it: rotations as a list of names, as stores have always done."""
    return json.dumps(list(names) if seatings == ROTATIONS else {"agents": list(names), "seatings": seatings})
