"""Puzzles at the table: one action costs nothing, the seat to move is the person's, another game ends the puzzle."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from baselines.durak.puzzles.puzzle import read_puzzles
from baselines.durak.table.plugin import PLUGIN
from cardtable.errors import MessageError
from tests.support.local_table import LocalTable
from tests.support.table_protocol import check


async def shown(table: LocalTable, kind: str, **fields: Any) -> dict[str, Any]:
    await table.ask(kind, **fields)
    check(table.said[-1])
    return table.said[-1]


def test_a_puzzle_asks_for_the_one_best_action_of_its_seat() -> None:
    async def play() -> None:
        table = LocalTable(PLUGIN)
        levels = table.context.welcome["puzzles"]
        for number, puzzle in enumerate(read_puzzles()[:12], 1):
            state = await shown(table, "puzzle", number=number)
            asked = state["puzzle"]
            assert (asked["number"], asked["level"], asked["missed"]) == (number, levels[number - 1], puzzle.grade)
            assert asked["seat"] == state["viewer"] == state["near"] == state["to_move"] == puzzle.info.seat
            assert asked["ply"] == state["plies"] + 1 == state["ply"] + 1
            assert state["players"][puzzle.info.seat]["kind"] == "human"
            assert all(None not in hand for hand in state["view"]["hands"])
            costs = {one["action"]: one["mistake"] and 2 * one["mistake"]["cost"] for one in asked["tries"]}
            top = puzzle.values[puzzle.best]
            assert costs == {action: top - value or None for action, value in puzzle.values.items()}
            assert asked["best"]["action"] == puzzle.best
            assert [one["action"] for one in asked["tries"]] == sorted(costs)

    asyncio.run(play())


def test_a_game_from_the_position_is_no_puzzle_any_more() -> None:
    async def play() -> None:
        table = LocalTable(PLUGIN)
        await table.ask("puzzle", number=365)
        assert "puzzle" in await shown(table, "goto", ply=3)
        state = await shown(table, "branch", seats=["human", "human"])
        assert state["mode"] == "play"
        assert "puzzle" not in state
        for number in (0, 366):
            with pytest.raises(MessageError, match="1 to 365"):
                await table.ask("puzzle", number=number)

    asyncio.run(play())
