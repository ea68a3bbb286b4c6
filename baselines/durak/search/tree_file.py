"""The two trees of the strategy search in an SQLite file, as the paper's program has them: read, grown and written.

All players of a process that name a file share its trees, and no other process may use it meanwhile. Whatever a file
says, compiled code gets only nodes that make two trees.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from baselines.durak.search.strategy_tree import HEAD, NODE, NODES_AT, RESULTS, strategy_memory
from cardkit.storage.database import DamagedError, Kind, clear_errors, name_for_sqlite
from cardkit.wording import printable, shortened

ROLES = 2
"""Trees: of who attacks or throws in, and of who defends."""
LEAST_ROOM, MOST_ROOM = 1 << 12, 1 << 20
"""Nodes of each tree: at first, and when it stops growing (25 MB)."""
PATIENCE = 20
"""A file is written again after so many times the time that writing took: playing comes first."""
WAIT_SECONDS = 1.0  # for another process to let go of the file
MOST_VISITS = 1 << 52
KIND = Kind(
    "a file of strategy trees",
    application=0x53747261,
    layout=1,  # raised when NODE or what a node says changes
    tables={
        "made": "CREATE TABLE made (settings TEXT NOT NULL, game TEXT NOT NULL)",
        "trees": "CREATE TABLE trees (role INTEGER PRIMARY KEY, nodes BLOB NOT NULL)",
    },
)

_open: weakref.WeakValueDictionary[str, TreeFile] = weakref.WeakValueDictionary()
_opening = threading.Lock()


@dataclass
class _Kept:
    """The content of a file, and the connection to it.

    Attributes:
        file: that keeps the trees.
        database: the connection, which nobody else can have.
        settings: of the search, as a spec has them.
        game: that the trees have grown in; empty before the first choice.
        memory: of the search.
        changed: whether the trees have grown since they were written.
    """

    file: Path
    database: sqlite3.Connection
    settings: str
    game: str
    memory: np.ndarray
    changed: bool = False

    def write(self) -> None:
        """Write the trees, whole or not at all.

        Raises:
            ValueError: the file cannot be written.
        """
        with clear_errors(self.file), self.database:
            self.database.execute("BEGIN")
            self.database.execute("DELETE FROM made")
            self.database.execute("INSERT INTO made VALUES (?, ?)", (self.settings, self.game))
            for role in range(ROLES):
                nodes = nodes_of(self.memory, role).tobytes()
                self.database.execute("INSERT OR REPLACE INTO trees VALUES (?, ?)", (role, nodes))
        self.changed = False

    def close(self) -> None:
        """Write what is not written, and let others have the file."""
        try:
            if self.changed:
                self.write()
        finally:
            self.database.close()


class TreeFile:
    """Two trees, and the file that keeps them: written again and again while they grow, and at the end.

    Args:
        file: of the trees; made if it does not exist.
        c, iterations, result: of the search.

    Attributes:
        lock: to be held during a choice.

    Raises:
        ValueError: the file is of another kind, grown with other settings, damaged, in use, or cannot be written.
    """

    def __init__(self, file: Path, c: float, iterations: int, result: str) -> None:
        self.lock = threading.Lock()
        self._took, self._written = 0.0, 0.0
        settings, memory = _told(c, iterations, result), strategy_memory(LEAST_ROOM, ROLES, c, iterations, result)
        database = _connected(file)
        try:
            with clear_errors(file):
                self._kept = _Kept(file, database, settings, _game_of(database, file, settings), memory)
                self._load()
        except BaseException:
            database.close()
            raise
        weakref.finalize(self, self._kept.close)

    @classmethod
    def shared(cls, file: str, c: float, iterations: int, result: str) -> TreeFile:
        """Return the trees of a file, which all players of this process share.

        Raises:
            ValueError: another player has opened the file with other settings, or it cannot be had.
        """
        path = os.path.realpath(file)
        with _opening:
            found = _open.get(path)
            if found is None:
                found = _open[path] = cls(Path(path), c, iterations, result)
        found._check("settings", found._kept.settings, _told(c, iterations, result))
        return found

    @property
    def memory(self) -> np.ndarray:
        """The memory of the search, uint8 array: another one once the trees need more room."""
        return self._kept.memory

    def check_game(self, game: str) -> None:
        """Refuse another game than that in which the trees have grown.

        Raises:
            ValueError: it is another one.
        """
        self._check("game", self._kept.game or game, game)

    def make_room(self) -> None:
        """Take larger trees over if a choice may need more nodes than there are."""
        search = HEAD.view(self.memory, "search")[0]
        room, needed = int(search.capacity), int(max(search.grown)) + 4 * int(search.iterations)
        if needed <= room or room == MOST_ROOM:
            return
        while room < min(needed, MOST_ROOM):
            room *= 2
        self._take_over([nodes_of(self.memory, role) for role in range(ROLES)], room)

    def has_grown(self, game: str) -> None:
        """Note that a choice in a game has been made, and write the file unless it was written a moment ago.

        Raises:
            ValueError: the file cannot be written.
        """
        self._kept.game, self._kept.changed = game, True
        now = time.monotonic()
        if now - self._written >= PATIENCE * self._took:
            self._kept.write()
            self._written = time.monotonic()
            self._took = self._written - now

    def _load(self) -> None:
        rows = dict(self._kept.database.execute("SELECT role, nodes FROM trees").fetchall())
        if not rows:
            self._take_over([np.zeros(1, NODE)] * ROLES, LEAST_ROOM)
            return
        wrong = "its trees are not those of two roles" if sorted(rows) != list(range(ROLES)) else None
        trees = [np.frombuffer(_bytes_of(rows.get(role)), NODE) for role in range(ROLES)]
        wrong = wrong or next(filter(None, map(what_is_wrong, trees)), None)
        if wrong is not None:
            raise DamagedError(self._kept.file, wrong)
        longest, room = max(map(len, trees)), LEAST_ROOM
        while room < min(longest, MOST_ROOM):
            room *= 2
        self._take_over(trees, room)

    def _take_over(self, trees: Sequence[np.ndarray], room: int) -> None:
        """Let trees stand in a memory with so much room for each."""
        search = HEAD.view(self.memory, "search")[0]
        result = next(name for name, number in RESULTS.items() if number == search.by_hand)
        memory = strategy_memory(room, ROLES, float(search.c), int(search.iterations), result)
        for role, nodes in enumerate(trees):
            HEAD.view(memory, "search")[0].grown[role] = len(nodes)
            nodes_of(memory, role)[:] = nodes
        self._kept.memory = memory

    def _check(self, what: str, grown: str, wanted: str) -> None:
        if grown != wanted:
            raise ValueError(
                f"the trees in {self._kept.file} have grown with the {what} {grown}, not {wanted}: name another file"
            )


def nodes_of(memory: np.ndarray, role: int) -> np.ndarray:
    """Return the nodes of a role's tree, the root first: NODE array."""
    search = HEAD.view(memory, "search")[0]
    begin = NODES_AT + role * int(search.capacity) * NODE.itemsize
    return memory[begin : begin + int(search.grown[role]) * NODE.itemsize].view(NODE)


def what_is_wrong(nodes: np.ndarray) -> str | None:
    """Why nodes make no tree, a root and blocks of four children behind their parents; None if they do."""
    first, visits, wins = nodes["first"], nodes["visits"], nodes["wins"]
    parents = np.flatnonzero(first)
    if not 1 <= len(nodes) <= MOST_ROOM or not np.array_equal(np.sort(first[parents]), np.arange(1, len(nodes), 4)):
        return "its nodes are not in blocks of four, each of one parent"
    if len(nodes) % 4 != 1 or np.any(first[parents] <= parents):
        return "a node stands before its parent"
    if np.any(visits > MOST_VISITS) or np.any(visits[1:] < 1) or visits[0] < 0:
        return "a node has no possible number of simulations"
    if not np.all((wins >= 0) & (wins <= visits)):  # also of what is no number
        return "a node has no possible number of wins"
    return None


def _told(c: float, iterations: int, result: str) -> str:
    return f"c={c!r},iterations={iterations},result={result}"


def _bytes_of(nodes: object) -> bytes:
    return nodes if isinstance(nodes, bytes) and len(nodes) % NODE.itemsize == 0 else b""


def _game_of(database: sqlite3.Connection, file: Path, settings: str) -> str:
    """Return the game that a file's trees have grown in; empty if they have not.

    Raises:
        ValueError: they have grown with other settings, or the file does not say with which.
    """
    match database.execute("SELECT settings, game FROM made").fetchall():
        case []:
            return ""
        case [(str(made), str(game))]:
            if made != settings:
                raise ValueError(
                    f"the trees in {file} have grown with the settings {printable(shortened(made))}, not {settings}: "
                    "name another file"
                )
            return game
        case _:
            raise DamagedError(file, "it does not say how its trees have grown")


def _connected(file: Path) -> sqlite3.Connection:
    """Return the only connection to a file, which is made if it does not exist."""
    KIND.check_head(file)
    with clear_errors(file):
        database = sqlite3.connect(
            name_for_sqlite(file), timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")  # from the first transaction on
            database.execute("BEGIN EXCLUSIVE")
            if KIND.is_new(database):
                KIND.create(database)
            database.execute("COMMIT")
            KIND.check(database, file)
        except BaseException as error:
            database.close()
            if isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise ValueError(
                    f"{file} is in use by another program or worker: try again later, or with one worker"
                ) from error
            raise
    return database
