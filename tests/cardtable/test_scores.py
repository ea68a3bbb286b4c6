"""Scores of the games of a table as a file: the lines that `play --csv` writes, at every kind of table."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

import numpy as np
import pytest

from bang_env import Bang
from cardkit.arena.match import MatchPlay
from cardkit.arena.result_rows import place_of
from cardkit.game import Game
from cardkit.report.single_games import csv_of_games, csv_of_lines
from cardtable.line import Line
from cardtable.rooms.ended_games import MOST_GAMES, Lines, note_game
from durak_env.durak import Durak
from oh_hell_env import OhHell
from tests.cardtable.test_play import play_on
from tests.support.herding_game import Herding
from tests.support.herding_table import RANDOM
from tests.support.rooms import opened, play_out
from tests.support.table_protocol import check
from tests.support.table_server import Page


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    with Page(address) as page:
        page.send("pace", seconds=0)
        yield page


def scores(page: Page) -> list[dict[str, str]]:
    """Return the lines of the file, by column."""
    told = page.ask("scores", "scores")
    check(told)
    return list(csv.DictReader(StringIO(told["text"])))


def returns_in(lines: list[dict[str, str]], game: int) -> list[float]:
    return [float(one["return"]) for one in lines if one["game"] == str(game)]


@pytest.mark.parametrize(
    "game",
    [
        Herding(),
        Durak("num_players=3,start_rank=11,hand_size=3"),
        pytest.param(OhHell("hand_sizes=2-1"), marks=pytest.mark.slow),
        pytest.param(Bang("num_players=4"), marks=pytest.mark.slow),
    ],
    ids=lambda game: type(game).__name__,
)
def test_the_lines_are_those_of_the_game_in_a_match(game: Game) -> None:
    names = [f"agent {place}" for place in range(game.places)]
    played = MatchPlay(game, [RANDOM if isinstance(game, Herding) else "random"] * game.places, 11).play_one(0)
    line = Line(game, 11)
    for _, action in played.plies:
        line.play(action)
    games: list[Lines] = []
    note_game(games, line, [names[place_of(played.result, seat)] for seat in range(game.seats)])
    assert csv_of_lines(game, games[0]) == csv_of_games(game, names, [played.result])


def test_a_person_gets_the_games_of_the_table(page: Page) -> None:
    assert page.refused("scores")["reason"] == "no_game"
    first = page.ask("new", seats=["human", RANDOM, RANDOM], seed=1)
    assert scores(page) == []
    ended = [play_on(page, first)]
    ended.append(play_on(page, page.ask("again", swap=True)))
    page.ask("again")
    lines = scores(page)
    assert list(lines[0]) == ["game", "seat", "player", "return", "tricks", "plies"]
    for number, state in enumerate(ended, 1):
        assert returns_in(lines, number) == state["returns"]
    twin = [f"{RANDOM} {place}" for place in (2, 3)]
    assert [one["player"] for one in lines] == ["you", *twin, twin[1], "you", twin[0]]
    assert [one["seat"] for one in lines] == ["0", "1", "2"] * 2


def test_an_end_that_is_taken_back_is_not_counted_twice(page: Page) -> None:
    state = play_on(page, page.ask("new", seats=["human"] * 3, seed=2, viewer=None))
    assert len(scores(page)) == 3
    page.ask("undo")
    assert scores(page) == []
    again = play_on(page, page.ask("state"))
    assert returns_in(scores(page), 1) == again["returns"]
    assert again["plies"] == state["plies"]
    assert [one["player"] for one in scores(page)] == ["human 1", "human 2", "human 3"]


def test_games_that_were_only_opened_do_not_count(page: Page) -> None:
    state = play_on(page, page.ask("new", seats=["human", RANDOM, RANDOM], seed=3))
    page.ask("open", text=page.ask("record", "record")["text"])
    page.ask("goto", ply=state["plies"])
    assert len(scores(page)) == 3


def test_everybody_in_a_room_gets_the_games_of_the_evening(address: str) -> None:
    with opened(address, ["human", "friend", "friend"], stand_in=RANDOM) as room:
        pages = room.join_all()
        watching = room.join(room.links[None])
        for one, name in zip(pages, ("Anna", "=1+1", ""), strict=True):
            one.ask("name", "room", name=name)
        assert scores(watching) == []
        ended = play_out(pages, np.random.default_rng(1))[0]
        for one in (*pages, watching):
            lines = scores(one)
            assert [line["player"] for line in lines] == ["Anna", "'=1+1", "human"]  # no formula for a spreadsheet
            assert returns_in(lines, 1) == ended["returns"]


def test_who_stays_away_is_paid_as_one_who_fails(address: str) -> None:
    with opened(address, ["human", "friend", RANDOM], away="forfeit", away_seconds=0.1) as room:
        guest = room.join(room.links[1])
        room.host.until("state")
        guest.__exit__()
        while room.host.until("room")["forfeit"] is None:
            pass
        paid = returns_in(scores(room.host), 1)
        assert paid[1] < min(paid[0], paid[2])


def test_a_table_keeps_its_last_games() -> None:
    line = Line(Herding(), 1)
    while (seat := line.mover(len(line))) is not None:
        line.play(line.information_set(len(line), seat).legal_actions[0])
    games: list[Lines] = []
    for _ in range(MOST_GAMES + 2):
        note_game(games, line, ["a", "b", "c"])
    assert [int(games[0][0][0]), int(games[-1][0][0]), len(games)] == [3, MOST_GAMES + 2, MOST_GAMES]
