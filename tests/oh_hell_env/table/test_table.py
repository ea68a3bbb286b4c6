"""Oh Hell! at the table: whole games, and nothing that a seat has not seen."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from baselines.oh_hell.cli.table import brought
from cardkit.playing_cards import Card, cards_of
from tests.support.local_table import LocalTable
from tests.support.table_protocol import check


async def played(seats: int, rules: dict[str, Any]) -> None:
    """Play a game by the first legal action, and look at all that is said."""
    table = LocalTable(brought())
    await table.ask("pace", seconds=0)
    await table.ask("new", seats=["human", *["informed"] * (seats - 1)], rules=rules, seed=3)
    assert table.showing is not None
    line = table.showing.line
    while not table.showing.is_over:
        for message in table.said:
            check(message)
            if message["type"] == "state":
                state = line.state(message["ply"])
                own = set(cards_of(state.hands[0]))
                for seat, hand in enumerate(message["view"]["hands"]):
                    assert {Card(card) for card in hand if card is not None} <= (own if seat == 0 else set()), message
        state = table.said[-1]
        del table.said[:-1]
        await table.ask("act", action=state["legal"][0]["action"], ply=state["plies"])
    state = table.said[-1]
    assert state["returns"] == state["view"]["scores"]
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
