"""Hints, reviews and exact endgames at the table agree with those of the agents elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from baselines.durak.arena.roster import make_agent
from baselines.durak.endgames.solution import solve
from baselines.durak.table.determinizations import determinizations
from baselines.durak.table.plugin import PLUGIN
from cardkit.arena.match import MatchPlay
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.notation import GameRecord, replay
from tests.support.table_server import Page, at, serving

SPEC = "ismcts:simulations=1200"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(PLUGIN) as address:
        yield address


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    with Page(address) as page:
        page.send("pace", seconds=0)
        yield page


def finished(page: Page, **fields: Any) -> dict[str, Any]:
    """Play a game of agents alone, to its end."""
    state = page.ask("new", **fields)
    while state["returns"] is None:
        state = page.until("state")
    return state


def analysed(page: Page, **fields: Any) -> list[dict[str, Any]]:
    """Return all messages of an analysis of the position shown."""
    asked = page.send("analyse", **fields)
    told = [page.until("analysis", asked)]
    while not told[-1]["done"]:
        told.append(page.until("analysis", asked))
    return told


@pytest.mark.slow
def test_values_are_those_of_a_match_with_explanations(page: Page) -> None:
    explained = MatchPlay(Durak(), [SPEC, "greedy"], 3).play_one(0, explain=True)
    state = finished(page, seats=[SPEC, "greedy"], seed=3)
    assert [(one["seat"], one["action"]) for one in page.ask("state")["log"]] == explained.plies
    assert state["plies"] == len(explained.plies)
    for ply in sorted(explained.analyses)[::9]:
        page.ask("goto", ply=ply - 1)
        told, wanted = analysed(page, agent=SPEC)[-1], explained.analyses[ply]
        assert told["chosen"] == wanted.chosen == explained.plies[ply - 1][1]
        assert [one["action"] for one in told["line"]] == list(wanted.line)
        found = [(one["action"], one["value"], one["visits"], one["interval"]) for one in told["actions"]]
        assert found == [
            (action, one.value, one.visits, None if one.interval is None else list(one.interval))
            for action, one in wanted.found.items()
        ]


@pytest.mark.slow
def test_an_analysis_grows_while_it_searches(page: Page) -> None:
    page.settled(page.ask("new", seats=["human", "greedy"], seed=4))
    told = analysed(page, agent="ismcts:simulations=64000")
    positions = [one["positions"] for one in told]
    assert positions == sorted(positions)
    assert len(set(positions)) > 2
    assert positions[-1] == 64000


@pytest.mark.slow
def test_a_stopped_analysis_says_so_and_no_more(page: Page) -> None:
    page.settled(page.ask("new", seats=["human", "greedy"], seed=4))
    asked = page.send("analyse", agent="ismcts:simulations=10000000")
    page.until("analysis", asked)
    stopped = page.ask("stop", "analysis_stopped")
    assert page.heard[-1] == stopped
    page.ask("state")
    assert page.heard[-1]["type"] == "state"


@pytest.mark.slow
def test_an_analysis_ends_with_the_position(page: Page) -> None:
    state = page.settled(page.ask("new", seats=["human", "greedy"], seed=4))
    asked = page.send("analyse", agent="ismcts:simulations=10000000")
    page.until("analysis", asked)
    page.send("act", action=state["legal"][0]["action"], **at(state))
    page.until("analysis_stopped")
    page.settled(page.until("state"))


@pytest.mark.slow
def test_a_seat_that_is_not_to_move_is_told_beliefs_alone(page: Page) -> None:
    state = page.ask("new", seats=["human", "greedy"], seed=6)
    if state["yours"]:
        page.send("pause")
        state = page.ask("act", action=state["legal"][0]["action"], **at(state))
    (told,) = analysed(page)[-1:]
    assert told["actions"] == told["line"] == []
    assert told["beliefs"]["hands"]["1"]


@pytest.mark.slow
def test_beliefs_are_shares_of_determinizations(page: Page) -> None:
    state = finished(page, seats=["greedy", "smart"], seed=8)
    text = page.ask("record", "record")["text"]
    number = state["plies"] // 2
    ply = list(replay(GameRecord.parse(text)))[number]
    page.ask("goto", ply=number)
    told = analysed(page, agent=SPEC)[-1]
    info = InformationSet.of(ply.before, GameRecord.parse(text).rules, ply.seat)
    other = 1 - ply.seat
    assert told["beliefs"]["weighted"]
    hands = [int(hand) for hand in determinizations(info, 4000, np.random.default_rng(5)).hands[:, other]]
    for card in info.rules.deck:
        share = np.mean([hand >> card.slot & 1 for hand in hands])
        assert told["beliefs"]["hands"][str(other)].get(card, 0) == pytest.approx(share, abs=0.07)
    assert sum(told["beliefs"]["hands"][str(other)].values()) == pytest.approx(info.hand_sizes[other], abs=0.05)


@pytest.mark.slow
def test_endgames_are_solved_and_reviews_find_what_mistakes_cost(page: Page) -> None:
    finished(page, seats=["random", "random"], seed=10)
    text = page.ask("record", "record")["text"]
    plies = list(replay(GameRecord.parse(text)))
    asked = page.send("review", agent="ismcts:simulations=400")
    entries: list[dict[str, Any]] = []
    while not (message := page.until("review", asked))["done"]:
        entries += message["entries"]
    exact = [entry for entry in entries if entry["exact"] is not None]
    assert exact
    assert any(entry["mistake"] for entry in entries if entry["exact"] is None)
    for entry in exact:
        ply = plies[entry["ply"] - 1]
        solution = solve(InformationSet.of(ply.before, GameRecord.parse(text).rules, ply.seat))
        lost = solution.value - solution.moves[ply.action].value
        assert entry["exact"] == solution.value
        assert (entry["mistake"]["cost"] if entry["mistake"] else 0) == lost / 2
    assert {entry["seat"] for entry in entries} == {0, 1}
    for entry in entries:
        value = entry["value"]
        assert entry["value0"] == (value if entry["seat"] == 0 or value is None else 1 - value)
        if entry["mistake"] and not entry["mistake"]["exact"]:
            assert entry["mistake"]["interval"][0] > 0
    last = exact[-1]
    page.ask("goto", ply=last["ply"] - 1)
    told = analysed(page, agent=SPEC)[-1]["exact"]
    assert told["value"] == last["exact"]
    assert told["line"]


@pytest.mark.slow
def test_an_agent_that_cannot_explain_is_refused(page: Page) -> None:
    page.settled(page.ask("new", seats=["human", "greedy"], seed=6))
    error = page.refused("analyse", agent="greedy")
    assert (error["code"], error["field"]) == ("agent", "agent")
    assert "greedy" in error["text"]
    assert make_agent("greedy")


@pytest.mark.slow
def test_hidden_cards_stay_hidden_from_analyses_and_reviews(page: Page) -> None:
    page.settled(page.ask("new", seats=["human", "greedy"], seed=6))
    assert page.refused("analyse", all_cards=True)["field"] == "all_cards"
    assert page.refused("review")["code"] == "busy"
