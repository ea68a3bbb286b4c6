"""A damaged store: each flipped bit is found, or stands where nothing is kept; each refusal is one line."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.arena.faults import Fault
from cardkit.arena.played import Played
from cardkit.arena.result_rows import new_results
from cardkit.arena.store import Store, variants_in
from cardkit.storage import database as database_module
from cardtable.records import standing
from tests.support.herd import GAME, HIGHEST, ISMCTS, LOWEST, RANDOM, play_tournament
from tests.support.herding import SEATS
from tests.support.herding_table import HERDING

AGENTS = tuple(sorted((RANDOM, LOWEST, HIGHEST, ISMCTS.replace("30", "2"))))
LINEUPS = tuple(combinations(AGENTS, SEATS))
SEED, DEALS, FLIPS = 1, 40, 800


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tournament.db"


def played(file: Path) -> Path:
    """Write a store with a tournament, some of its records, and a fault."""
    play_tournament(AGENTS, games=SEATS * DEALS, seed=SEED, store=file)
    play_tournament(AGENTS, games=2 * SEATS, seed=SEED, store=file, records=file.with_suffix(".txt"))
    with Store(file, GAME) as store:
        after, rows = SEATS * DEALS, new_results(GAME, SEATS)
        store.keep(store.match(LINEUPS[0], SEED, "orders"), after, Played(rows, (None, Fault(1, after, "slow"))))
    return file


def rows_of(deals: np.ndarray, rows: np.ndarray) -> dict[int, bytes]:
    """Return the results by deal."""
    return {int(deal): games.tobytes() for deal, games in zip(deals, rows.reshape(-1, SEATS), strict=True)}


def contents(file: Path) -> Any:
    """Return all that a tournament reads of a store: results, faults and records, by lineup."""
    with Store(file, GAME) as store:
        numbers = {lineup: store.match(lineup, SEED, "orders") for lineup in LINEUPS}
        found, matches = store.news(), store.matches()
        for number in numbers.values():
            store.check_deals(number, DEALS)
        return [
            (
                matches.get(number),
                rows_of(*found[number]) if number in found else {},
                store.faults(number),
                list(store.records(number, 2 * SEATS)),
            )
            for lineup, number in numbers.items()
        ]


def test_every_flipped_bit_is_found_or_changes_nothing(file: Path) -> None:
    """A bit in SQLite's index leads to the row of another match, in a declaration to columns of another type."""
    expected, content = contents(played(file)), file.read_bytes()
    rng = random.Random(5)
    refused, wrong = list[str](), []
    for _ in range(FLIPS):
        place, bit = rng.randrange(len(content)), rng.randrange(8)
        damaged = bytearray(content)
        damaged[place] ^= 1 << bit
        file.write_bytes(damaged)
        try:
            if contents(file) != expected:
                wrong.append((place, bit))
        except ValueError as error:
            refused.append(str(error))
    assert not wrong
    assert len(refused) > FLIPS // 4
    assert all(str(file) in said and said.isprintable() for said in refused)


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(statement)
        database.commit()


READERS: dict[str, Callable[[Path], object]] = {
    "variants": variants_in,
    "table": lambda file: standing(HERDING.view, file, str(GAME)),
    "seed": lambda file: Store(file, GAME).settle_seed(LINEUPS[0], 5),
    "record": lambda file: Store(file, GAME).record(1, 0),
}


@pytest.mark.parametrize(
    ("statement", "readers"),
    [
        ("UPDATE matches SET game = x'ff00' WHERE id = 1", ["variants", "table"]),
        ("UPDATE matches SET game = 'chess' WHERE id = 1", ["variants", "table"]),
        ("UPDATE matches SET agents = '{' WHERE id = 1", ["table"]),
        ("UPDATE matches SET agents = '[1, 2]' WHERE id = 1", ["table"]),
        ("UPDATE matches SET seed = 'one' WHERE id = 1", ["table", "seed"]),
        ("UPDATE matches SET seed = x'31' WHERE id = 1", ["table", "seed"]),
        ("UPDATE deals SET records = 5", ["record"]),
        ("UPDATE sqlite_master SET sql = replace(sql, 'INTEGER PRIMARY', 'INTEGER  PRIMARY')", ["table", "seed"]),
    ],
)
def test_damage_in_any_column_is_told_in_a_line(file: Path, statement: str, readers: list[str]) -> None:
    """The page that shows a tournament reads other columns than the tournament itself."""
    change(played(file), statement)
    for reader in readers:
        with pytest.raises(ValueError, match=f"store {re.escape(str(file))} is damaged: "):
            READERS[reader](file)


def test_a_missing_variant_is_told_in_a_line(file: Path) -> None:
    """The error is one line, as in a store with changed declarations, whose columns may be NULL."""
    change(played(file), "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')")
    change(file, "UPDATE matches SET game = NULL")
    for reader in ("variants", "table"):
        with pytest.raises(ValueError, match="is damaged: "):
            READERS[reader](file)


def test_the_row_that_an_index_leads_to_is_compared_with_its_key(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An index may also be damaged while the store is open."""
    expected, content = contents(played(file)), file.read_bytes()
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_matches_1'"
        ((page,), (size,)) = database.execute(query).fetchone(), database.execute("PRAGMA page_size").fetchone()
    monkeypatch.setattr(database_module, "check_intact", lambda *_: None)
    damage = [place for place in range((page - 1) * size, page * size) if content[place]]
    refused = 0
    for place in damage[:: max(1, len(damage) // 60)]:
        file.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        try:
            assert contents(file) == expected
        except ValueError:
            refused += 1
    assert refused > 20


def test_damage_of_an_index_is_damage(file: Path) -> None:
    """SQLite reports a damaged index with an extended code."""
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT_INDEX
    with pytest.raises(database_module.DamagedError), database_module.clear_errors(file):
        raise error
