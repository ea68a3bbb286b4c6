"""Oh Hell! at the table: whole games, in which a seat gets nothing that it has not seen."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from baselines.oh_hell.table.plugin import PLUGIN
from cardkit.playing_cards import Card, cards_of
from cardtable.questions import choose
from tests.support.local_table import LocalTable
from tests.support.table_protocol import check


async def played(seats: int, rules: dict[str, Any]) -> None:
    """Play a game by the first legal action, and look at all messages."""
    table = LocalTable(PLUGIN)
    await table.ask("pace", seconds=0)
    await table.ask("new", seats=["human", *["informed"] * (seats - 1)], rules=rules, seed=3)
    assert table.display is not None
    line, winners = table.display.line, {}
    while not table.display.is_over:
        for message in table.said:
            check(message)
            if message["type"] == "state":
                for event in message["events"]:
                    if event["kind"] == "trick":
                        winners[message["ply"]] = event["seat"]
                state = line.state(message["ply"])
                own = set(cards_of(state.hands[0]))
                for seat, hand in enumerate(message["view"]["hands"]):
                    assert {Card(card) for card in hand if card is not None} <= (own if seat == 0 else set()), message
        state = table.said[-1]
        del table.said[:-1]
        await table.ask("act", action=state["legal"][0]["action"], ply=state["plies"], revision=state["revision"])
    state = table.said[-1]
    assert state["returns"] == state["view"]["scores"]
    (last,) = (one["seat"] for one in state["events"] if one["kind"] == "trick")
    assert state["view"]["won"][last] == 1  # the trick of a round of one card
    assert len(winners) == sum(range(1, rules["hand_size"] + 1)) - 1
    assert set(winners.values()) <= set(range(seats))
    await table.ask("record")
    await table.ask("open", text=table.said[-1]["text"])
    await table.ask("goto", ply=len(line))
    assert table.said[-1]["returns"] == state["returns"]


@pytest.mark.parametrize(
    ("seats", "rules"),
    [(4, {"hand_size": 3}), pytest.param(3, {"hand_size": 4, "blind": "full"}, marks=pytest.mark.slow)],
)
def test_a_game_is_played_and_replayed_and_shows_no_other_hand(seats: int, rules: dict[str, Any]) -> None:
    asyncio.run(played(seats, rules))


SEARCH = "ismcts:simulations=1000"


async def analysed() -> None:
    """Analyse a bid and a card, play what the search chooses, and review the game."""
    table = LocalTable(PLUGIN)
    await table.ask("new", seats=["human", SEARCH], rules={"hand_size": 2}, seed=4)
    assert table.display is not None
    line = table.display.line
    while not table.display.is_over:
        ply = len(line)
        await table.ask("analyse", agent=SEARCH)
        told = table.said[-1]
        assert told["done"]
        assert {one["action"] for one in told["actions"]} == set(line.information_set(ply, 0).legal_actions)
        assert told["line"][0]["action"] == told["chosen"] == told["actions"][0]["action"]
        chosen, _ = await table.context.searches.ask(
            None, 1, choose, SEARCH, line.position(ply, 0), line.chance(ply, 0)
        )
        assert chosen == told["chosen"]
        held = told["beliefs"]["hands"]["1"]
        assert sum(held.values()) == pytest.approx(line.information_set(ply, 0).hand_sizes[1], abs=0.05)
        await table.ask("act", action=told["chosen"], ply=ply, revision=1)
    await table.ask("view", seat=None)
    await table.ask("review", agent=SEARCH)
    reviews = [message for message in table.said if message["type"] == "review"]
    entries = [entry for message in reviews for entry in message["entries"]]
    assert len(entries) == sum(line.has_choice(ply) for ply in range(len(line)))
    assert all(entry["value0"] is None for entry in entries if entry["seat"] == 1)  # points are not won from the other
    for message in table.said:
        check(message)


@pytest.mark.slow
def test_a_search_explains_bids_and_cards() -> None:
    asyncio.run(analysed())
