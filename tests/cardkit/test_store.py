"""The store: killed, shared, damaged, full or closed to writing, it holds what was played, and nothing twice."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cardkit.arena import tournament
from cardkit.arena.faults import Fault
from cardkit.arena.match import play_match
from cardkit.arena.played import Played
from cardkit.arena.result_rows import new_results
from cardkit.arena.store import Store
from cardkit.arena.tournament_result import TournamentResult
from cardkit.processes import workers
from tests.support.herd import GAME, HIGHEST, ISMCTS, LOWEST, RANDOM, play_tournament, rows
from tests.support.herding import SEATS
from tests.support.herding_game import Herding, Random

AGENTS = (RANDOM, LOWEST, HIGHEST)
MORE = (*AGENTS, ISMCTS.replace("30", "2"))
MATCHES = 4  # of three of them at a time
NOBODY = 65534


def table(result: TournamentResult) -> list[Any]:
    """Return all that is kept of a tournament, times aside."""
    return [(match.names, rows(match)) for match in result.matches]


def deals_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        is_made = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'deals'").fetchone()[0]
        return database.execute("SELECT count(*) FROM deals").fetchone()[0] if is_made else 0


def fork(do: Callable[[], Any], expected: str = "") -> int:
    """Run something in a copy of this process, which ends with 0, with 3 for the error expected, else with 1."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        do()
        code = 0
    except ValueError as error:
        code = 3 if expected and expected in str(error) else 1
    finally:
        os._exit(code)


def exit_code(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Tell:
    """A report of progress that writes a byte into a pipe."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def __call__(self, done: int, of: int) -> None:
        os.write(self._pipe, b".")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tournament.db"


@pytest.fixture
def short_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SPAN_SECONDS", 0.01)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Make a folder that other users can enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_store_changes_nothing_but_is_not_played_twice(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without = play_tournament(MORE, games=300, seed=1)
    assert table(play_tournament(MORE, games=300, seed=1, store=file, jobs=2)) == table(without)
    monkeypatch.setattr("cardkit.arena.match.play_compiled", None)
    assert table(play_tournament(MORE[::-1], games=300, seed=1, store=file)) == table(without)
    assert deals_in(file) == MATCHES * 300 // SEATS


def test_more_games_and_other_agents_go_on_from_what_is_there(file: Path) -> None:
    play_tournament(AGENTS, games=60, seed=1, store=file)
    more = play_tournament(MORE, games=90, seed=1, store=file)
    assert deals_in(file) == MATCHES * 30
    assert table(more) == table(play_tournament(MORE, games=90, seed=1))
    fewer = play_tournament(AGENTS, games=30, seed=1, store=file)
    assert table(fewer) == table(play_tournament(AGENTS, games=30, seed=1))


def test_other_seeds_and_worlds_are_other_games(file: Path) -> None:
    others: list[tuple[Herding, int]] = [(GAME, 1), (GAME, 2), (Herding(open_world=True), 1)]
    for number, (game, seed) in enumerate(others, 1):
        (found,) = tournament.play_tournament(game, AGENTS, games=30, seed=seed, store=file).matches
        assert rows(found) == rows(play_match(game, found.names, games=30, seed=seed))
        assert deals_in(file) == 10 * number


@pytest.mark.slow
@pytest.mark.usefixtures("short_spans")
def test_twenty_kills_change_nothing(file: Path) -> None:
    """Every other kill comes when the program has begun to play; the others may find it opening the store."""
    rng = random.Random(1)
    games, kept = 120_000, 0
    unbroken = table(play_tournament(AGENTS, games=games, seed=1))
    for kill in range(20):
        heard, told = os.pipe()
        child = fork(lambda told=told: play_tournament(AGENTS, games=games, seed=1, store=file, progress=Tell(told)))
        if kill % 2:
            os.read(heard, 1)
        time.sleep(rng.uniform(0.0, 0.06))
        os.kill(child, signal.SIGKILL)
        assert exit_code(child) == -signal.SIGKILL
        os.close(heard)
        os.close(told)
        before, kept = kept, deals_in(file)
        assert kept >= before
    assert 0 < kept < games // SEATS
    assert table(play_tournament(AGENTS, games=games, seed=1, store=file)) == unbroken
    assert deals_in(file) == games // SEATS


@pytest.mark.usefixtures("short_spans")
def test_two_programs_work_on_one_store(file: Path) -> None:
    expected = table(play_tournament(AGENTS, games=3000, seed=1))

    def play() -> None:
        assert table(play_tournament(AGENTS, games=3000, seed=1, store=file)) == expected

    assert [exit_code(child) for child in (fork(play), fork(play), fork(play))] == [0, 0, 0]
    assert deals_in(file) == 3000 // SEATS


def test_records_are_those_of_the_games(file: Path, tmp_path: Path) -> None:
    text = tmp_path / "games.txt"
    play_tournament(AGENTS, games=21, seed=1, store=file)
    (found,) = play_tournament(AGENTS, games=12, seed=1, store=file, records=text).matches
    games = GAME.tell.read_records(text.read_text())
    assert len(games) == 12
    for game, result in zip(games, found.results, strict=True):
        assert len(game["plies"]) == result["plies"]
        assert [game["players"][seat] for seat in result["seating"]] == list(found.names)
    assert deals_in(file) == 7
    in_memory = tmp_path / "same.txt"
    play_tournament(AGENTS, games=12, seed=1, records=in_memory)
    assert in_memory.read_text() == text.read_text()


def test_agents_that_are_objects_are_refused(file: Path) -> None:
    with pytest.raises(ValueError, match="a store identifies agents by their specs"):
        play_tournament([Random(), RANDOM], games=3, store=file)
    assert not file.exists()


def refuse(file: Path, said: str) -> None:
    """Check that a tournament on this store fails, and leaves it as it is."""
    before = file.read_bytes()
    with pytest.raises(ValueError, match=said):
        play_tournament(AGENTS, games=39, seed=1, store=file)
    assert file.read_bytes() == before


def change(file: Path, statement: str) -> None:
    with Store(file, GAME) as store:
        store.match(AGENTS, 1)
    database = sqlite3.connect(file)
    database.execute(statement)
    database.commit()
    database.close()


def test_games_of_another_version_stay_and_are_not_counted(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    expected = table(play_tournament(AGENTS, games=39, seed=1, store=file))
    change(file, "UPDATE matches SET version = '0.0.7'")
    assert table(play_tournament(AGENTS, games=39, seed=1, store=file)) == expected
    assert f"store {file} also holds games of version 0.0.7; this is" in caplog.text
    assert deals_in(file) == 2 * 13


def test_a_store_of_another_layout_is_refused(file: Path) -> None:
    change(file, "PRAGMA user_version = 7")
    refuse(file, "has layout 7, not")


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    for name, content in [("text", b"Once upon a time, in a file that was no database\n" * 40), ("short", b"x")]:
        (tmp_path / name).write_bytes(content)
        refuse(tmp_path / name, "is not a tournament store")
    foreign = tmp_path / "foreign.db"
    database = sqlite3.connect(foreign)
    database.execute("CREATE TABLE letters (text TEXT)")
    database.close()
    refuse(foreign, "is not a tournament store")
    refuse_folder = pytest.raises(ValueError, match="unable to open database file")
    with refuse_folder:
        play_tournament(AGENTS, games=3, store=tmp_path)


def test_a_damaged_store_is_refused_or_whole(file: Path) -> None:
    """Bytes changed anywhere are found, or stand where nothing is kept."""
    expected = table(play_tournament(AGENTS, games=399, seed=1, store=file))
    content = file.read_bytes()
    rng = random.Random(2)
    refused = 0
    for _ in range(20):
        place = rng.randrange(len(content))
        file.write_bytes(content[:place] + bytes(rng.randrange(256) for _ in range(8)) + content[place + 8 :])
        damaged = file.read_bytes()
        try:
            assert table(play_tournament(AGENTS, games=399, seed=1, store=file)) == expected
        except ValueError:
            assert file.read_bytes() == damaged
            refused += 1
    assert refused > 6


def test_a_store_closed_to_writing_is_refused(open_folder: Path) -> None:
    file = open_folder / "tournament.db"
    play_tournament(AGENTS, games=39, seed=1, store=file)
    before = file.read_bytes()
    file.chmod(0o444)
    open_folder.chmod(0o555)

    def play() -> None:
        if os.getuid() == 0:
            os.setuid(NOBODY)
        play_tournament(AGENTS, games=81, seed=1, store=file)

    assert exit_code(fork(play, expected=f"{file} cannot be written to; its contents are unchanged")) == 3
    open_folder.chmod(0o755)
    assert file.read_bytes() == before


@pytest.mark.usefixtures("short_spans")
def test_a_full_disk_ends_with_a_clear_error_and_loses_nothing(file: Path) -> None:
    def play() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
        play_tournament(AGENTS, games=30_000, seed=1, store=file)

    assert exit_code(fork(play, expected=f"store {file}: ")) == 3
    assert 0 < deals_in(file) < 10_000
    expected = table(play_tournament(AGENTS, games=30_000, seed=1))
    assert table(play_tournament(AGENTS, games=30_000, seed=1, store=file)) == expected


def test_rows_that_have_changed_places_are_found(file: Path) -> None:
    """Results of one match, or of one deal, do not pass for those of another."""
    play_tournament(MORE, games=21, seed=1, store=file)
    whole = file.read_bytes()
    swaps = [
        "UPDATE deals SET match = CASE match WHEN 1 THEN -2 ELSE -1 END WHERE match IN (1, 2)",
        "UPDATE deals SET deal = CASE deal WHEN 3 THEN -5 ELSE -4 END WHERE match = 1 AND deal IN (3, 4)",
        "UPDATE matches SET seed = '2'",
    ]
    for swap in swaps:
        file.write_bytes(whole)
        database = sqlite3.connect(file)
        database.execute(swap)
        database.execute("UPDATE deals SET match = -match WHERE match < 0")
        database.execute("UPDATE deals SET deal = -deal - 1 WHERE deal < 0")
        database.commit()
        database.close()
        with pytest.raises(ValueError, match="is damaged"):
            play_tournament(MORE, games=21, seed=2 if "seed" in swap else 1, store=file)


@pytest.mark.parametrize("value", ["results = 5", "results = 'text'", "deal = 'text'", "deal = 1.5"])
def test_values_of_another_type_are_found(file: Path, value: str) -> None:
    play_tournament(AGENTS, games=21, seed=1, store=file)
    change(file, f"UPDATE deals SET {value} WHERE number = 3")
    with pytest.raises(ValueError, match="is damaged"):
        play_tournament(AGENTS, games=21, seed=1, store=file)


@pytest.mark.parametrize("value", ["records = '{}'", "records = x'00'", "records_seal = 7"])
def test_changed_records_are_found(file: Path, tmp_path: Path, value: str) -> None:
    text = tmp_path / "games.txt"
    play_tournament(AGENTS, games=6, seed=1, store=file, records=text)
    before = text.read_text()
    change(file, f"UPDATE deals SET {value} WHERE number = 2")
    with pytest.raises(ValueError, match="is damaged"):
        play_tournament(AGENTS, games=6, seed=1, store=file, records=text)
    assert text.read_text() == before


@pytest.mark.parametrize("value", ["text = 'quick'", "game = 'text'", "agent = 'text'", "text = 5", "seal = 'text'"])
def test_a_changed_fault_is_found(file: Path, value: str) -> None:
    with Store(file, GAME) as store:
        match, none = store.match(AGENTS, 1), new_results(GAME, SEATS)
        store.keep(match, 0, Played(none, (None, Fault(1, 0, "slow"))))
        assert store.faults(match) == [Fault(1, 0, "slow")]
        store.keep(match, 6, Played(none, (None, Fault(1, 8, "later"))))
        assert store.faults(match) == [Fault(1, 0, "slow")]
    change(file, f"UPDATE faults SET {value}")
    with Store(file, GAME) as store, pytest.raises(ValueError, match="is damaged"):
        store.faults(match)


class Meddle:
    """A report of progress that meddles with the store when the tournament has begun to play."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do, self._calls = do, 0

    def __call__(self, done: int, of: int) -> None:
        self._calls += 1
        if self._calls == 2:
            self._do()


def test_pairs_that_are_missing_at_the_end_are_told(file: Path) -> None:
    def lose() -> None:
        database = sqlite3.connect(file)
        database.execute("DELETE FROM deals WHERE number = (SELECT min(number) FROM deals)")
        database.commit()
        database.close()

    with pytest.raises(ValueError, match=f"{file} holds .* instead of its 1,000 deals once each"):
        play_tournament(AGENTS, games=3000, seed=1, store=file, progress=Meddle(lose))
    played = play_tournament(AGENTS, games=3000, seed=1, store=file)
    assert table(played) == table(play_tournament(AGENTS, games=3000, seed=1))


@pytest.mark.parametrize("replace", [False, True], ids=["deleted", "replaced"])
def test_a_store_that_goes_while_it_is_used_is_told_once(
    file: Path, replace: bool, caplog: pytest.LogCaptureFixture
) -> None:
    def go() -> None:
        file.rename(file.with_name("elsewhere.db"))
        if replace:
            file.write_bytes(b"")

    found = play_tournament(AGENTS, games=3000, seed=1, store=file, progress=Meddle(go))
    assert [str(file) in record.getMessage() for record in caplog.records] == [True]
    assert table(found) == table(play_tournament(AGENTS, games=3000, seed=1))


def test_a_store_that_stays_is_not_told_of(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    play_tournament(AGENTS, games=39, seed=1, store=file)
    assert not caplog.records
