"""Games of the kit's test game at a table: players at any seat, undo, replays, agents that fail."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardtable.answers import beginning
from cardtable.answers.dispatch import carry_out
from cardtable.line import Chance, Line
from cardtable.messages import New
from tests.support import getting_ready
from tests.support.herding_game import Herding
from tests.support.herding_table import FAILING, HERDING, RANDOM
from tests.support.leaving_nothing import leaving_nothing
from tests.support.local_table import LocalTable
from tests.support.table_protocol import check
from tests.support.table_server import Page, at, serving


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    with Page(address) as page:
        page.send("pace", seconds=0)
        yield page


def play_on(page: Page, state: dict[str, Any], plies: int = 1000) -> dict[str, Any]:
    """Play the first legal action for the person until the game ends, or as often as is said."""
    state = page.settled(state)
    while state["returns"] is None and plies:
        assert state["yours"]
        state = page.settled(page.ask("act", action=state["legal"][0]["action"], **at(state)))
        plies -= 1
    return state


def test_a_game_is_played_to_its_end(page: Page) -> None:
    state = page.ask("new", seats=["human", RANDOM, RANDOM], seed=1)
    assert state["yours"]
    assert [player["kind"] for player in state["players"]] == ["human", "agent", "agent"]
    state = play_on(page, state)
    assert state["to_move"] is None
    assert len(state["returns"]) == 3
    assert state["plies"] == 18
    log = page.ask("state")["log"]
    assert [entry["ply"] for entry in log] == list(range(1, 19))


def test_the_log_is_sent_once_and_whole_on_request(page: Page) -> None:
    play_on(page, page.ask("new", seats=["human", RANDOM, RANDOM], seed=2))
    states = [message for message in page.heard if message["type"] == "state"]
    sent = [entry["ply"] for state in states for entry in state["log"]]
    assert sent == list(range(1, 19))


def test_a_seed_decides_the_game(page: Page) -> None:
    games = []
    for _ in range(2):
        page.settled(page.ask("new", seats=[RANDOM] * 3, seed="7"))
        while (state := page.ask("state"))["returns"] is None:
            pass
        games.append([(entry["seat"], entry["action"]) for entry in state["log"]])
    assert games[0] == games[1]


def test_the_game_is_that_of_a_match(page: Page) -> None:
    from cardkit.arena.match import MatchPlay
    from tests.support.herding_game import Herding

    played = MatchPlay(Herding(), [RANDOM] * 3, 11).play_one(0)
    page.settled(page.ask("new", seats=[RANDOM] * 3, seed=11))
    state = page.ask("state")
    assert [(entry["seat"], entry["action"]) for entry in state["log"]] == played.plies


def test_undo_goes_back_to_the_decision_of_the_person_and_agents_repeat_themselves(page: Page) -> None:
    first = page.settled(page.ask("new", seats=["human", RANDOM, RANDOM], seed=3))
    assert page.refused("undo")["code"] == "busy"
    second = play_on(page, first, 1)
    again = page.ask("undo")
    assert again["plies"] == first["plies"]
    assert again["legal"] == first["legal"]
    assert play_on(page, again, 1)["view"] == second["view"]


def test_what_an_agent_drew_for_a_ply_that_is_taken_back_is_given_back() -> None:
    line = Line(Herding(), 3)
    seat, action = line.mover(0), line.information_set(0, line.mover(0) or 0).legal_actions[0]
    assert seat is not None
    line.play(action, Chance(7, np.random.default_rng(7)))
    assert line.chance(1, seat).word == 7
    line.cut(0)
    line.play(action)
    assert line.chance(1, seat) == line.chance(0, seat)


def test_a_message_that_is_overtaken_is_answered_too() -> None:
    async def two() -> list[dict[str, Any]]:
        table = LocalTable(HERDING)
        for number in (21, 22):  # the first has not begun when the second comes
            await carry_out(table, New(id=number, seats=["human"] * 3, seed=number))
        await table.quiet()
        return [message for message in table.said if "answers" in message]

    with leaving_nothing():
        refused, begun = asyncio.run(two())
    check(refused)
    assert (refused["answers"], refused["code"], refused["reason"]) == (21, "busy", "overtaken")
    assert (begun["answers"], begun["type"], begun["seed"]) == (22, "state", "22")


def test_swapped_seats_play_the_same_deal(page: Page) -> None:
    state = page.ask("new", seats=["human", RANDOM, RANDOM], seed=4)
    seen = page.ask("view", seat=None)["view"]
    page.settled(state)
    page.send("pause")
    swapped = page.ask("again", swap=True)
    page.send("pause")
    assert [player["kind"] for player in swapped["players"]] == ["agent", "human", "agent"]
    page.ask("goto", ply=0)
    assert page.ask("view", seat=None)["view"] == seen
    other = page.ask("again", swap=False)
    assert [player["kind"] for player in other["players"]] == ["agent", "human", "agent"]
    page.send("pause")
    page.ask("goto", ply=0)
    assert page.ask("view", seat=None)["view"] != seen


def test_a_recorded_deal_is_swapped_too(page: Page) -> None:
    play_on(page, page.ask("new", seats=["human", RANDOM, RANDOM], seed=12))
    page.ask("open", "games", text=page.ask("record", "record")["text"])
    dealt = page.until("state")["view"]
    page.ask("branch", seats=["human"] * 3)
    page.ask("again", swap=True)
    assert page.ask("view", seat=None)["view"] == dealt


def test_who_looks_from_another_seat_does_not_play_for_it(page: Page) -> None:
    """Several people at one page decide each with their own cards in view, or with all."""
    state = page.ask("new", seats=["human"] * 3, seed=13)
    mover, click = state["to_move"], {"action": state["legal"][0]["action"]} | at(state)
    assert not page.ask("view", seat=(mover + 1) % 3)["yours"]
    assert page.refused("act", **click)["reason"] == "not_your_turn"
    assert page.ask("view", seat=mover)["yours"]
    assert page.ask("act", **click)["plies"] == 1


def played_to_a_failure(page: Page, state: dict[str, Any]) -> dict[str, Any]:
    """Play the first legal action for the person until an agent fails."""
    state = page.settled(state)
    while not any(player["error"] for player in state["players"]):
        state = page.settled(page.ask("act", action=state["legal"][0]["action"], **at(state)))
    return state


def test_an_agent_that_fails_says_why_and_another_goes_on(page: Page) -> None:
    state = played_to_a_failure(page, page.ask("new", seats=["human", FAILING, RANDOM], seed=5))
    assert "100" not in state["players"][1]["error"]
    assert "100" in page.ask("view", seat=None)["players"][1]["error"]
    assert state["returns"] is None
    undone = page.ask("undo")
    assert undone["players"][1]["error"] is None
    played_to_a_failure(page, undone)
    state = page.ask("seat", seat=1, agent=RANDOM)
    assert state["players"][1]["error"] is None
    assert play_on(page, state)["returns"] is not None


def test_a_process_that_ends_over_an_agent_is_told_and_replaced(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(beginning, "check", getting_ready.never)
        error = page.refused("new", seats=["human", RANDOM, RANDOM])
    assert (error["code"], error["field"], error["reason"]) == ("agent", "seats.1", "worker_ended")
    assert page.ask("new", seats=["human", RANDOM, RANDOM])["players"][1]["name"] == RANDOM


def test_agents_alone_are_watched_step_by_step(page: Page) -> None:
    page.send("pace", seconds=10)
    state = page.ask("new", seats=[RANDOM] * 3, seed=6)
    assert state["viewer"] is None
    assert not state["yours"]
    state = page.ask("pause")
    assert state["thinking"] is None
    page.send("step")
    while page.until("state")["plies"] < 1:
        pass
    assert page.ask("state")["plies"] == 1
    assert page.ask("undo")["plies"] == 0


def test_an_action_that_is_not_legal_or_not_due_is_refused(page: Page) -> None:
    state = page.settled(page.ask("new", seats=["human", RANDOM, RANDOM], seed=8))
    assert page.refused("act", action=1, **at(state))["code"] == "illegal"
    click = {"action": state["legal"][0]["action"]} | at(state)
    assert page.refused("act", action=click["action"], ply=99, revision=state["revision"])["code"] == "stale"
    page.send("pause")
    revision = state["revision"]
    state = page.ask("act", **click)
    assert page.refused("act", **click)["code"] == "stale"  # the second click of two
    assert page.refused("act", action=state["log"][-1]["action"], **at(state))["code"] == "illegal"
    assert page.ask("undo")["revision"] == revision + 1
    assert page.refused("act", **click)["reason"] == "taken_back"


def test_a_seat_that_cannot_be_taken_is_named(page: Page) -> None:
    error = page.refused("new", seats=["human", "nobody", RANDOM])
    assert (error["code"], error["field"]) == ("agent", "seats.1")
    assert "nobody" in error["text"]
    assert page.refused("new", seats=["human", RANDOM])["field"] == "seats"
    assert page.refused("new", seats=["human", RANDOM, RANDOM], rules={"jokers": 2})["field"] == "rules"
    assert page.refused("new", seats=["human", RANDOM, RANDOM], seed="-1")["field"] == "seed"


def test_a_record_is_replayed_and_played_on_from_there(page: Page) -> None:
    state = page.ask("new", seats=["human", RANDOM, RANDOM], seed=9)
    assert page.refused("record")["code"] == "busy"
    state = play_on(page, state)
    text = page.ask("record", "record")["text"]
    games = page.ask("open", "games", text=text)
    assert [game["plies"] for game in games["games"]] == [18]
    replayed = page.until("state")
    assert (replayed["mode"], replayed["ply"], replayed["plies"]) == ("replay", 0, 18)
    assert page.ask("goto", ply=18)["returns"] == state["returns"]
    page.ask("goto", ply=5)
    branch = page.ask("branch", seats=["human", RANDOM, RANDOM])
    assert (branch["mode"], branch["plies"]) == ("play", 5)
    assert page.refused("open", text="nonsense")["code"] == "record"


def test_a_match_tells_its_score_while_it_goes_on(page: Page) -> None:
    asked = page.send("match", agents=[RANDOM] * 3, games=3000, seed=1)
    told = [page.until("match", asked)]
    while not told[-1]["done"]:
        told.append(page.until("match", asked))
    assert told[-1]["games"] == 3000
    assert len(told) > 1
    for one in told[-1]["scores"]:
        low, high = one["interval"]
        assert low < one["score"] < high


def test_without_an_analysis_the_page_is_told_so(page: Page) -> None:
    page.ask("new", seats=["human", RANDOM, RANDOM])
    assert page.welcome["adviser"] is None
    assert page.refused("analyse")["code"] == "agent"


def test_a_file_is_opened(tmp_path: Path, page: Page) -> None:
    play_on(page, page.ask("new", seats=["human", RANDOM, RANDOM]))
    file = tmp_path / "games.txt"
    file.write_text(page.ask("record", "record")["text"])
    with serving(HERDING, file=file) as address, Page(address) as other:
        assert other.welcome["file"] == {"name": "games.txt", "kind": "records"}
        assert other.ask("open", "games", file=True)["name"] == "games.txt"
