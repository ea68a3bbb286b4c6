"""Rooms: seats and the links to them, who comes and goes, what the host decides, and consent."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cardtable.web.codes import GONE, MOVED, TAKEN, TOO_MANY
from tests.support.herding_table import FAILING, RANDOM
from tests.support.rooms import check_all, opened, play_out, settled
from tests.support.table_server import Page, at, seat_address

SEATS = ("human", "friend", "friend")


def end_of(page: Page) -> int:
    """Return the code with which the server closes a connection."""
    try:
        while True:
            page.next(20)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd is not None else 0


def test_people_and_an_agent_play_a_game_and_nobody_sees_another_s_cards(address: str) -> None:
    with opened(address, ["human", RANDOM, "friend"]) as room:
        watching = room.join(room.links[None])
        pages = room.join_all()
        ends = play_out(pages, np.random.default_rng(1))
        for page, seat in zip(pages, (0, 2), strict=True):
            for state in [one for one in page.heard if one["type"] == "state"]:
                assert state["viewer"] == seat
                hidden = [line for line in state["view"]["lines"][:3] if not line.startswith(f"seat {seat} ")]
                assert all(line.endswith("holds ?") for line in hidden)
                assert state["seed"] is None
        assert ends[0]["returns"] == ends[1]["returns"] is not None
        last = settled(watching, ends[0]["plies"])
        before = [one for one in watching.heard if one["type"] == "state" and not one["over"]]
        assert before
        assert all(line.endswith("holds ?") for one in before for line in one["view"]["lines"][:3])
        assert all(one["viewer"] is None and one["legal"] == [] for one in before)
        assert len(last["view"]["lines"]) == 5
        check_all([*pages, watching])


def test_a_game_begins_when_all_seats_are_taken_and_the_first_by_a_link_has_the_seat(address: str) -> None:
    with opened(address, SEATS) as room:
        assert room.host.refused("act", action=0, ply=0, revision=1)["reason"] == "no_game"
        first = room.join(room.links[1])
        assert first.until("room")["begun"] is False
        with pytest.raises(ConnectionClosed) as end:
            room.join(room.links[1])
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == TAKEN
        room.join(room.links[2])
        assert first.until("state")["viewer"] == 1


def test_a_message_that_comes_twice_or_late_plays_once(address: str) -> None:
    with opened(address, SEATS) as room:
        pages = room.join_all()
        mover = next(page for page in pages if settled(page)["yours"])
        action = settled(mover)["legal"][0]["action"]
        mover.ask("act", action=action, ply=0, revision=1)
        assert mover.refused("act", action=action, ply=0, revision=1)["reason"] == "stale"
        assert settled(mover, 1)["plies"] == 1
        other = next(page for page in pages if settled(page, 1)["yours"])
        refused = [page.refused("act", action=0, ply=1, revision=1) for page in pages if page is not other]
        assert {error["code"] for error in refused} == {"illegal"}


def test_who_leaves_comes_back_from_any_device_and_one_page_displaces_its_own_old_connection(address: str) -> None:
    with opened(address, SEATS) as room:
        first, _ = room.join(room.links[1]), room.join(room.links[2])
        again = room.join(room.links[1], first.welcome["table"])
        assert end_of(first) == MOVED
        assert again.until("state")["viewer"] == 1
        again.__exit__()
        while room.host.until("room")["places"][1]["here"]:
            pass
        other = room.join(room.links[1])
        assert other.until("state")["viewer"] == 1
        with pytest.raises(ConnectionClosed):
            room.join(room.links[1], first.welcome["table"])


def test_an_agent_plays_for_who_stays_away_until_that_person_comes_back(address: str) -> None:
    with opened(address, SEATS, away="agent", away_seconds=0.2, stand_in=RANDOM) as room:
        _, away, _ = room.join_all()
        away.__exit__()
        while room.host.until("room")["places"][1]["agent"] is None:
            pass
        back = room.join(room.links[1])
        assert back.until("state")["players"][1]["kind"] == "human"


def test_who_stays_away_forfeits_where_the_host_has_chosen_that(address: str) -> None:
    with opened(address, SEATS, away="forfeit", away_seconds=0.2) as room:
        room.join_all()[1].__exit__()
        state = room.host.until("state")
        while not state["over"]:
            state = room.host.until("state")
        assert room.host.until("room")["forfeit"] == 1
        assert room.host.refused("act", action=0, ply=0, revision=1)["reason"] in ("not_your_turn", "stale")
        assert room.host.ask("view", seat=None)["viewer"] is None


def test_who_was_away_before_the_game_began_is_played_for_too(address: str) -> None:
    with opened(address, SEATS, away="agent", away_seconds=0.2, stand_in=RANDOM) as room:
        early = room.join(room.links[1])
        early.until("room")
        early.__exit__()
        while room.host.until("room")["places"][1]["here"]:
            pass
        time.sleep(0.4)  # longer than the host waits, with no game to play
        room.join(room.links[2])
        while room.host.until("room")["places"][1]["agent"] is None:
            pass


def test_who_left_between_two_games_forfeits_the_second(address: str) -> None:
    with opened(address, SEATS, away="forfeit", away_seconds=0.2) as room:
        pages = room.join_all()
        play_out(pages, np.random.default_rng(1))
        pages[1].__exit__()
        time.sleep(0.4)
        assert room.host.ask("again", "room")["forfeit"] is None
        while room.host.until("room")["forfeit"] is None:
            pass
        assert room.host.heard[-1]["forfeit"] == 1


def test_no_wish_to_take_back_outlives_the_game(address: str) -> None:
    """A wish granted after the game would open a finished game again, whose hands all have seen."""
    with opened(address, SEATS, away="forfeit", away_seconds=0.2) as room:
        pages = room.join_all()
        mover = next(page for page in pages if settled(page)["yours"])
        stays, leaves = [page for page in pages if page is not mover]
        mover.ask("act", action=settled(mover)["legal"][0]["action"], ply=0, revision=1)
        mover.ask("undo", "room")
        leaves.__exit__()
        while (told := stays.until("room"))["forfeit"] is None:
            pass
        assert (told["ended"], told["undo"]) == (True, None)
        assert stays.refused("agree", agree=True, wish=1)["reason"] == "nothing_to_agree"
        assert mover.ask("state")["plies"] == 1


def test_plies_are_taken_back_only_by_consent(address: str) -> None:
    with opened(address, SEATS) as room:
        pages = room.join_all()
        mover = next(page for page in pages if settled(page)["yours"])
        state = settled(mover)
        others = [page for page in pages if page is not mover]
        mover.ask("act", action=state["legal"][0]["action"], ply=0, revision=1)
        assert mover.ask("undo", "room")["undo"] == {
            "number": 1,
            "by": mover.heard[-1]["you"],
            "waits_for": sorted(page.until("room")["you"] for page in others),
        }
        assert others[0].ask("agree", "room", agree=False, wish=1)["undo"] is None
        assert mover.refused("agree", agree=True, wish=1)["reason"] == "nothing_to_agree"
        mover.ask("undo", "room")
        others[0].ask("agree", "room", agree=True, wish=2)
        others[1].ask("agree", "room", agree=True, wish=2)
        assert mover.ask("state")["plies"] == 0


def test_a_ply_answers_the_position_that_its_player_has_seen(address: str) -> None:
    """A ply answers no other position of its number: one of plies taken back and played anew, or of another game."""
    with opened(address, SEATS) as room:
        pages = room.join_all()
        mover = next(page for page in pages if settled(page)["yours"])
        others, state = [page for page in pages if page is not mover], settled(mover)
        action = state["legal"][0]["action"]
        late = next(
            page for page in others if mover.ask("act", action=action, **at(state)) and settled(page, 1)["yours"]
        )
        seen = settled(late, 1)
        mover.ask("undo", "room")
        for page in others:
            page.ask("agree", "room", agree=True, wish=1)
        again = mover.ask("act", action=state["legal"][1]["action"], **at(mover.ask("state")))
        assert (again["plies"], again["revision"]) == (1, seen["revision"] + 1)
        answer = late.refused("act", action=seen["legal"][0]["action"], **at(seen))
        assert (answer["code"], answer["reason"], answer["field"]) == ("stale", "taken_back", "revision")
        ended = play_out(pages, np.random.default_rng(1))
        room.host.ask("again", "room")
        assert settled(mover)["revision"] == ended[0]["revision"] + 1
        check_all(pages)


def test_consent_is_to_the_wish_that_was_seen(address: str) -> None:
    with opened(address, SEATS) as room:
        pages = room.join_all()
        for number in (1, 2):
            mover = next(page for page in pages if page.ask("state")["yours"])
            state = mover.ask("state")
            mover.ask("act", action=state["legal"][0]["action"], **at(state))
            assert mover.ask("undo", "room")["undo"]["number"] == number
        other = next(page for page in pages if page is not mover)
        answer = other.refused("agree", agree=True, wish=1)
        assert (answer["code"], answer["reason"], answer["field"]) == ("stale", "wish_withdrawn", "wish")
        assert len(other.ask("agree", "room", agree=True, wish=2)["undo"]["waits_for"]) == 1


def test_who_is_sent_away_does_not_lose(address: str) -> None:
    with opened(address, SEATS, away="forfeit", away_seconds=0.2, stand_in=RANDOM) as room:
        _, guest, _ = room.join_all()
        settled(room.host)
        told = room.host.ask("revoke", "room", seat=1)
        assert end_of(guest) == GONE
        while told["places"][1]["agent"] is None:
            assert told["forfeit"] is None
            told = room.host.until("room")
        assert (told["places"][1]["agent"], told["forfeit"], told["ended"]) == (RANDOM, None, False)


def test_who_is_played_for_is_asked_too_and_one_wish_is_answered_before_another(address: str) -> None:
    with opened(address, SEATS, away="agent", away_seconds=0.2, stand_in=RANDOM) as room:
        pages = room.join_all()
        for _ in range(3):
            mover = next(page for page in pages if page.ask("state")["yours"])
            state = mover.ask("state")
            mover.ask("act", action=state["legal"][0]["action"], **at(state))
        _, away, _ = pages
        away.__exit__()
        while room.host.until("room")["places"][1]["agent"] is None:
            pass
        first, second = room.host, pages[2]
        assert first.ask("undo", "room")["undo"] == {"number": 1, "by": 0, "waits_for": [1, 2]}
        assert second.refused("undo")["reason"] == "wish_waits"
        assert first.ask("revoke", "room", seat=1)["undo"] is None


def test_a_long_message_ends_its_connection(address: str) -> None:
    with opened(address, SEATS) as room:
        guest = room.join(room.links[1])
        guest.send("name", name="x" * 30_000)
        assert end_of(guest) == TOO_MANY


def test_the_host_fills_revokes_plays_again_and_closes_and_nobody_else_may(address: str) -> None:
    with opened(address, SEATS, stand_in=RANDOM) as room:
        guest = room.join(room.links[1])
        for kind, fields in (("fill", {"seat": 2}), ("revoke", {"seat": 2}), ("again", {}), ("close", {})):
            assert guest.refused(kind, **fields)["reason"] == "not_host"
        told = room.host.ask("revoke", "room", seat=1)
        assert end_of(guest) == GONE
        assert told["places"][1]["free"]
        with pytest.raises(InvalidStatus):
            room.join(room.links[1])
        guest = room.join(room.links[None])
        guest.ask("sit", "seated", seat=1)
        assert room.host.ask("fill", "room", seat=2)["begun"] is False
        room.host.ask("ready", "room")
        play_out([room.host, guest], np.random.default_rng(3))
        assert room.host.ask("again", "room")["ended"] is False
        assert settled(guest)["game"] == 1 or guest.until("state")["game"] == 1
        room.host.send("close")
        assert end_of(guest) == end_of(room.host) == GONE
        with pytest.raises(InvalidStatus):
            room.join(room.links[1])


def test_a_link_gives_no_more_than_its_room(address: str) -> None:
    with opened(address, SEATS) as room:
        guest = room.join(room.links[1])
        assert guest.welcome["room"] is True
        assert guest.welcome["own"] == []
        for kind, fields in (("new", {"seats": ["human"] * 3}), ("match", {"agents": [RANDOM] * 3}), ("analyse", {})):
            assert guest.refused(kind, **fields)["reason"] == "not_in_rooms"
        assert guest.refused("review")["reason"] == "review_early"
        assert guest.until("room", guest.send("name", name=" A\n<b>"))["places"][1]["name"] == "A <b>"
        room.join(room.links[2])
        assert guest.refused("view", seat=0)["reason"] == "view_early"
        assert guest.refused("record")["reason"] == "record_early"
    with Page(address) as page:
        assert page.refused("close")["reason"] == "rooms_only"
        assert page.refused("gather", seats=["human", "human", "friend"])["reason"] == "seats_of_host"
        assert page.refused("gather", seats=list(SEATS), stand_in="human")["field"] == "stand_in"
    with pytest.raises(InvalidStatus):
        Page(seat_address(address, "/?seat=guessed"))


def test_nobody_takes_the_name_of_another_nor_does_who_watches(address: str) -> None:
    with opened(address, SEATS) as room:
        guest, watching = room.join(room.links[1]), room.join(room.links[None])
        assert room.host.ask("name", "room", name="Anna")["places"][0]["name"] == "Anna"
        assert guest.refused("name", name=" anna ")["reason"] == "name_taken"
        assert guest.refused("name", name="ＡＮＮＡ")["reason"] == "name_taken"
        assert guest.ask("name", "room", name="Ivan")["places"][1]["name"] == "Ivan"
        assert room.host.ask("name", "room", name="ANNA")["places"][0]["name"] == "ANNA"
        assert watching.refused("name", name="Anna")["reason"] == "name_taken"
        watching.ask("name", "room", name="Vera")
        assert guest.refused("name", name="vera")["reason"] == "name_taken"
        assert guest.ask("name", "room", name="")["watching"] == ["Vera"]


def test_the_host_replaces_an_agent_that_has_failed(address: str) -> None:
    with opened(address, ["human", FAILING, "friend"], stand_in=RANDOM) as room:
        pages = room.join_all()
        rng = np.random.default_rng(1)
        state = settled(room.host)
        while state["players"][1]["error"] is None:
            page = next((page for page in pages if settled(page, state["plies"])["yours"]), None)
            if page is not None:
                legal = settled(page, state["plies"])["legal"]
                page.ask("act", action=legal[rng.integers(len(legal))]["action"], **at(state))
            state = room.host.until("state")
        room.host.ask("fill", "room", seat=1)
        assert play_out(pages, rng)[0]["players"][1] == {"seat": 1, "name": RANDOM, "kind": "agent", "error": None}


def test_an_agent_that_has_failed_plays_the_next_game_anew(address: str) -> None:
    with opened(address, ["human", FAILING, "friend"], away="forfeit", away_seconds=0.2) as room:
        pages = room.join_all()
        state = settled(room.host)
        while state["players"][1]["error"] is None:
            for page in pages:
                if settled(page, state["plies"])["yours"]:
                    action = settled(page, state["plies"])["legal"][0]["action"]
                    page.ask("act", action=action, **at(state))
            state = room.host.until("state")
        pages[1].__exit__()
        while room.host.until("room")["forfeit"] is None:
            pass
        room.join(room.links[2])
        assert room.host.ask("again", "room")["ended"] is False
        assert settled(room.host)["players"][1]["error"] is None


def test_who_comes_and_goes_makes_nobody_draw_the_game_again(address: str) -> None:
    """Arrivals and departures draw nobody's game again, or a restless spectator would keep all pages busy."""
    with opened(address, SEATS) as room:
        room.join_all()
        settled(room.host)
        room.host.until_quiet()
        room.host.heard.clear()
        with Page(seat_address(address, room.links[None])) as watching:
            assert watching.until("state")["viewer"] is None
        while room.host.until("room")["watching"]:
            pass
        assert {message["type"] for message in room.host.heard} == {"room"}
        room.host.ask("back", "room")  # from nowhere
        room.host.until_quiet()
        assert "state" not in {message["type"] for message in room.host.heard}


def turns(pages: Sequence[Page]) -> tuple[Page, list[Page]]:
    """Return the page that is to move, and the others."""
    mover = next(page for page in pages if settled(page)["yours"])
    return mover, [page for page in pages if page is not mover]


def test_the_clock_counts_for_who_is_to_move_and_an_agent_plays_once_time_is_up(address: str) -> None:
    with opened(address, SEATS, clock="move", clock_seconds=3, stand_in=RANDOM) as room:
        pages = room.join_all()
        mover, others = turns(pages)
        seat, state = settled(mover)["viewer"], settled(mover)
        assert state["clock"]["running"] == seat
        assert 0 < state["clock"]["left"][seat] <= 3
        mover.ask("act", action=state["legal"][0]["action"], ply=0, revision=1)
        slow = next(page for page in others if settled(page, 1)["yours"])
        late = settled(slow, 1)["viewer"]
        while slow.until("room")["places"][late]["agent"] is None:
            pass
        while slow.until("state")["ply"] < 2:  # until then the ply whose time is up is to be played
            pass
        assert slow.ask("back", "room")["places"][late]["agent"] is None
        check_all(pages)


@pytest.mark.slow
def test_who_has_no_time_left_for_the_game_is_played_for_to_its_end(address: str) -> None:
    with opened(address, SEATS, clock="game", clock_seconds=0.3, stand_in=RANDOM) as room:
        pages = room.join_all()
        slow, _ = turns(pages)
        seat = settled(slow)["viewer"]
        while slow.until("room")["places"][seat]["agent"] is None:
            pass
        assert slow.refused("back")["reason"] == "no_time"
        state = slow.ask("state")
        while not state["over"]:
            state = slow.until("state")
        assert slow.ask("name", "room", name="A")["ended"] is True
        told = room.host.ask("again", "room")
        assert [place["agent"] for place in told["places"]] == [None, None, None]


def test_time_that_is_up_forfeits_where_the_host_has_chosen_that(address: str) -> None:
    with opened(address, SEATS, clock="move", clock_seconds=0.3, away="forfeit") as room:
        slow, others = turns(room.join_all())
        seat = settled(slow)["viewer"]
        while (told := others[0].until("room"))["forfeit"] is None:
            pass
        assert told["forfeit"] == seat


def test_the_host_swaps_seats_before_a_game_and_between_two(address: str) -> None:
    with opened(address, ["human", RANDOM, "friend"]) as room:
        told = room.host.ask("swap", "room", seat=0, other=1)
        assert (told["you"], told["places"][0]["agent"]) == (1, RANDOM)
        friend = room.join(room.links[2])
        assert friend.refused("swap", seat=0, other=1)["reason"] == "not_host"
        assert room.host.ask("ready", "room")["begun"]
        assert room.host.refused("swap", seat=0, other=1)["reason"] == "game_goes_on"
        ended = play_out([room.host, friend], np.random.default_rng(2))
        told = room.host.ask("swap", "room", seat=1, other=2)
        assert (told["you"], told["played"], told["ended"]) == (2, 1, True)
        for page, before in zip((room.host, friend), ended, strict=True):
            after = page.ask("state")
            assert all(after[part] == before[part] for part in ("viewer", "returns", "players", "view"))
        room.host.ask("again", "room")
        assert [page.ask("state")["viewer"] for page in (room.host, friend)] == [2, 1]
        ends = play_out([room.host, friend], np.random.default_rng(2))
        assert [end["game"] for end in ends] == [1, 1]


def test_a_clock_needs_a_choice_and_a_withdrawal_a_game_that_knows_it(address: str) -> None:
    with Page(address) as page:
        assert page.refused("gather", seats=list(SEATS), clock="move", away="wait")["reason"] == "clock_waits"
        assert page.refused("gather", seats=list(SEATS), away="withdraw")["reason"] == "no_withdrawal"
