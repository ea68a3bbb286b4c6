"""An evening in a room: one link for all, seats taken and freed, several games, their score and their review."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from baselines.durak.table.plugin import PLUGIN as DURAK
from cardtable.rooms.score import Score
from cardtable.web.codes import TAKEN
from tests.support.herding_table import RANDOM
from tests.support.rooms import check_all, opened, play_out, settled
from tests.support.table_server import BRISK, Page, serving

SEATS = ("human", "friend", "friend")


def room_of(page: Page) -> dict[str, Any]:
    """Return the latest message about the room that a page has got."""
    page.until_quiet()
    return [one for one in page.heard if one["type"] == "room"][-1]


def token_of(link: str) -> str:
    return link.partition("seat=")[2]


def play_next(pages: Sequence[Page], rng: np.random.Generator) -> list[dict[str, Any]]:
    """Play a game that has begun after another."""
    for page in pages:
        page.ask("state")
    return play_out(pages, rng)


def test_who_comes_by_the_table_s_link_takes_a_free_seat_under_a_name(address: str) -> None:
    with opened(address, ["human", RANDOM, "friend"]) as room:
        room.host.ask("name", "room", name="Anna")
        guest = room.join(room.links[None])
        told = guest.until("room")
        assert (told["you"], told["invitation"], told["places"][0]["name"]) == (None, None, "Anna")
        assert [place["free"] for place in told["places"]] == [False, False, True]
        assert [place["host"] for place in told["places"]] == [True, False, False]
        for seat in (0, 1, 3):
            assert guest.refused("sit", seat=seat, name="Boris")["reason"] == "seat_taken"
        assert guest.refused("sit", seat=2, name="anna")["reason"] == "name_taken"
        assert guest.refused("sit", seat=2, name="Newcomer")["reason"] == "name_label"
        seated = guest.ask("sit", "seated", seat=2, name="Boris")
        assert settled(guest)["viewer"] == 2
        assert room_of(guest)["places"][2]["name"] == "Boris"
        assert guest.refused("sit", seat=2, name="Boris")["reason"] == "seat_taken"
        second = room.join(room.links[None])
        assert second.refused("sit", seat=2, name="Clara")["reason"] == "seat_taken"
        with pytest.raises(ConnectionClosed) as end:
            room.join(seated["link"])
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == TAKEN
        again = room.join(seated["link"], seated["table"])
        assert again.until("state")["viewer"] == 2
        check_all([room.host, guest, second, again])


def test_a_seat_is_kept_for_who_is_away_until_the_host_frees_it(address: str) -> None:
    with opened(address, SEATS, away="wait") as room:
        guest = room.join(room.links[None])
        link = guest.ask("sit", "seated", seat=1, name="Boris")["link"]
        guest.__exit__()
        while room.host.until("room")["places"][1]["here"]:
            pass
        other = room.join(room.links[None])
        assert other.refused("sit", seat=1, name="Clara")["reason"] == "seat_taken"
        assert room.host.ask("revoke", "room", seat=1)["places"][1]["free"]
        with pytest.raises(InvalidStatus):
            room.join(link)
        assert other.ask("sit", "seated", seat=1, name="Clara")["link"] != link


@pytest.mark.slow
def test_nobody_hears_of_the_token_of_another(address: str) -> None:
    """Nobody hears another's token, since its holder sees that seat's hand."""
    with opened(address, SEATS, away="agent", away_seconds=0.2, stand_in=RANDOM) as room:
        guests = [room.join(room.links[None]) for _ in range(3)]
        links = [guest.ask("sit", "seated", seat=seat)["link"] for seat, guest in zip((1, 2), guests, strict=False)]
        pages = [room.host, *guests[:2]]
        play_out(pages, np.random.default_rng(5))
        room.host.ask("swap", "room", seat=1, other=2)
        guests[1].__exit__()
        room.host.ask("again", "room")
        while room.host.until("room")["places"][1]["agent"] is None:
            pass
        room.host.ask("revoke", "room", seat=1)
        own = [room.host_link, *links]
        for page, mine in zip([*pages, guests[2]], [*own, ""], strict=True):
            said = json.dumps(page.heard)
            assert not [link for link in own if link != mine and token_of(link) in said]


@pytest.mark.slow
def test_a_game_begins_once_all_who_are_there_are_ready(address: str) -> None:
    with opened(address, SEATS, stand_in=RANDOM) as room:
        pages = room.join_all()
        watching = room.join(room.links[None])
        assert room.host.refused("ready")["reason"] == "game_goes_on"
        play_out(pages, np.random.default_rng(1))
        assert watching.refused("ready")["reason"] == "only_watching"
        assert [place["ready"] for place in pages[1].ask("ready", "room")["places"]] == [False, True, False]
        pages[1].ask("ready", "room", ready=False)
        pages[2].ask("ready", "room")
        assert pages[0].ask("ready", "room")["ended"]
        assert pages[1].ask("ready", "room")["ended"] is False
        assert settled(watching)["game"] == 1 or watching.until("state")["game"] == 1
        play_next(pages, np.random.default_rng(2))
        pages[2].__exit__()  # who is not there is not waited for
        while room.host.until("room")["places"][2]["here"]:
            pass
        pages[1].ask("ready", "room")
        assert room.host.ask("ready", "room")["ended"] is False
        check_all([*pages, watching])


def test_a_game_begins_as_the_last_who_is_not_ready_leaves(address: str) -> None:
    with opened(address, SEATS, stand_in=RANDOM) as room:
        pages = room.join_all()
        play_out(pages, np.random.default_rng(1))
        pages[1].ask("ready", "room")
        assert room.host.ask("ready", "room")["ended"]
        pages[2].__exit__()
        assert room.host.until("state")["game"] == 1
        assert room_of(room.host)["ended"] is False
        check_all(pages[:2])


def test_a_host_who_frees_a_seat_begins_no_game(address: str) -> None:
    with opened(address, SEATS, stand_in=RANDOM) as room:
        pages = room.join_all()
        play_out(pages, np.random.default_rng(1))
        pages[1].ask("ready", "room")
        assert room.host.ask("ready", "room")["ended"]
        told = room.host.ask("revoke", "room", seat=2)
        assert (told["ended"], told["ready"]) == (True, False)
        assert room.host.ask("fill", "room", seat=2)["ended"]
        assert room.host.ask("ready", "room")["ended"] is False


def test_what_a_host_prepares_begins_no_game(address: str) -> None:
    """A host's preparations begin no game: neither the first, nor the next while a result is shown."""
    with opened(address, SEATS, stand_in=RANDOM) as room:
        friend = room.join(room.links[1])
        assert room.host.ask("fill", "room", seat=2)["begun"] is False
        assert room.host.ask("ready", "room")["begun"]
        third = room.join(room.links[2])
        ended = play_next([room.host, friend, third], np.random.default_rng(3))[0]
        third.__exit__()
        friend.ask("ready", "room")
        while room.host.until("room")["places"][2]["here"]:
            pass
        for kind, fields in (("swap", {"seat": 0, "other": 1}), ("fill", {"seat": 2}), ("revoke", {"seat": 2})):
            told = room.host.ask(kind, "room", **fields)
            assert (told["ended"], told["games"], told["ready"]) == (True, 1, False)
            assert room.host.ask("state")["returns"] == ended["returns"]
            assert [one["agent"] for one in told["sat"]] == [None, None, None]
            assert told["places"][2]["agent"] == (None if kind == "swap" else RANDOM)
        assert room.host.ask("ready", "room")["ended"] is False
        assert settled(friend)["game"] == 1 or friend.until("state")["game"] == 1


@pytest.mark.slow
def test_an_evening_s_score_is_by_person(address: str) -> None:
    """In two evenings of five games people take their score to other seats; the new owner of a freed seat has none."""
    for evening in (1, 2):
        with opened(address, SEATS, stand_in=RANDOM) as room:
            pages, rng = room.join_all(), np.random.default_rng(evening)
            for page, name in zip(pages, ("Anna", "Boris", "Clara"), strict=True):
                page.ask("name", "room", name=name)
            lost: dict[str, int] = {"Anna": 0, "Boris": 0, "Clara": 0}
            won, told = dict(lost), room_of(room.host)
            for game in range(5):
                returns = play_next(pages, rng)[0]["returns"]
                told = room_of(room.host)
                count(told, returns, won, lost)
                room.host.ask("swap", "room", seat=int(rng.integers(2)), other=2)
                room.host.ask("again", "room")
                told = room_of(room.host)
                assert told["games"] == game + 1
                assert {place["name"]: place["lost"] for place in told["places"]} == lost
                assert {place["name"]: place["won"] for place in told["places"]} == won
            assert sum(lost.values()) >= 5
            seat = next(place["seat"] for place in told["places"] if place["name"] == "Boris")
            freed = room.host.ask("revoke", "room", seat=seat)["places"][seat]
            assert (freed["name"], freed["won"], freed["lost"]) == ("", 0, 0)


def count(told: dict[str, Any], returns: Sequence[float], won: dict[str, int], lost: dict[str, int]) -> None:
    for seat, sat in enumerate(told["sat"]):
        won[sat["name"]] += min(returns) < returns[seat] == max(returns)
        lost[sat["name"]] += max(returns) > returns[seat] == min(returns)


def test_a_draw_counts_for_nobody_and_a_forfeit_against_one() -> None:
    score = Score.of(3)
    score.count([0.0, 0.0, 0.0], None)
    score.count(None, 1)
    assert (score.games, score.won, score.lost) == (2, [0, 0, 0], [0, 1, 0])


@pytest.mark.slow
def test_everybody_reviews_the_game_that_is_over_and_agents_are_asked_once() -> None:
    rules = {"start_rank": 12, "hand_size": 3}
    with serving(DURAK, pace=BRISK) as address, opened(address, ["human", "friend"], rules=rules) as room:
        pages = room.join_all()
        watching = room.join(room.links[None])
        ended = play_out(pages, np.random.default_rng(1))[0]
        asked = [(page, page.send("review")) for page in (*pages, watching)]
        found = [entries(page, number) for page, number in asked]
        assert found[0] == found[1] == found[2]
        assert {one["seat"] for one in found[0]} == {0, 1}
        assert len(found[0]) <= ended["plies"]
        late = room.join(room.links[None])
        assert entries(late, late.send("review")) == found[0]
        assert late.ask("record", "record")["text"].startswith("durak-game")
        room.host.ask("again", "room")
        assert late.refused("review")["reason"] == "review_early"
        check_all([*pages, watching, late])


@pytest.mark.slow
def test_a_review_ends_with_the_next_game_and_for_who_stops_it() -> None:
    with serving(DURAK, pace=BRISK) as address, opened(address, ["human", "friend"]) as room:
        pages = room.join_all()
        play_out(pages, np.random.default_rng(1))
        asked = [page.send("review") for page in pages]
        pages[1].ask("stop", "analysis_stopped")
        room.host.ask("again", "room")
        assert pages[0].heard[-1]["type"] == "room"
        assert any(one["type"] == "analysis_stopped" and one["answers"] == asked[0] for one in pages[0].heard)


def entries(page: Page, asked: int) -> list[dict[str, Any]]:
    """Return the entries of a review, once it is done."""
    told = page.until("review", asked)
    found = {one["ply"]: one for one in told["entries"]}
    while not told["done"]:
        told = page.until("review", asked)
        found |= {one["ply"]: one for one in told["entries"]}
    return list(found.values())


def test_a_link_of_the_table_that_is_renewed_leads_nowhere(address: str) -> None:
    with opened(address, SEATS) as room:
        told = room.host.ask("revoke", "room", seat=None)
        assert told["invitation"]["link"] != room.links[None]
        with pytest.raises(InvalidStatus):
            room.join(room.links[None])
        guest = room.join(told["invitation"]["link"])
        assert guest.ask("sit", "seated", seat=1)["seat"] == 1
