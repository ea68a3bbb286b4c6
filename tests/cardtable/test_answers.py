"""Each message is answered, whatever the table is doing, in a few words, and no coroutine is left behind."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from cardtable.answers.dispatch import carry_out
from cardtable.display import HUMAN
from cardtable.errors import MessageError
from cardtable.messages import TYPES, Match, New, Review, Stop, read_message
from cardtable.reports import LONGEST_TEXT, error_message
from cardtable.view import TablePlugin
from tests.support.herding_table import HERDING, RANDOM
from tests.support.leaving_nothing import leaving_nothing
from tests.support.local_table import LocalTable
from tests.support.table_protocol import check

LONG = "x" * 3000
FIELDS: dict[str, dict[str, Any]] = {
    "new": {"seats": [HUMAN] * 3},
    "act": {"action": 0, "ply": 0, "revision": 1},
    "goto": {"ply": 0},
    "gather": {"seats": [HUMAN, "friend", RANDOM]},
    "name": {"name": "A"},
    "agree": {"agree": True, "wish": 1},
    "fill": {"seat": 0},
    "revoke": {"seat": None},
    "view": {"seat": None},
    "seat": {"seat": 0, "agent": HUMAN},
    "swap": {"seat": 0, "other": 1},
    "pace": {"seconds": 0.5},
    "open": {"text": "nonsense"},
    "game": {"number": 1},
    "puzzle": {"number": 1},
    "branch": {"seats": [HUMAN] * 3},
    "match": {"agents": [RANDOM] * 3, "games": 3},
    "agents": {"seats": 3},
    "tournament_game": {"match": 0, "game": 0},
}
"""The fields that messages need."""
LONG_FIELDS: list[tuple[str, dict[str, Any]]] = [
    ("new", {"seats": [HUMAN, LONG, HUMAN]}),
    ("new", {"seats": [HUMAN, f"{LONG}:{LONG}", HUMAN]}),
    ("new", {"seats": [HUMAN] * 3, "rules": {LONG: 1}}),
    ("new", {"seats": [HUMAN] * 3, "deal": {LONG: 1}}),
    ("new", {"seats": [HUMAN] * 3, "viewer": LONG}),
    ("new", {"seats": [HUMAN] * 3, "seed": LONG}),
    ("match", {"agents": [LONG] * 3}),
    ("stop", {"what": LONG}),
    ("open", {"text": LONG}),
    (LONG, {}),
]


class Explaining:
    """An analysis that is never reached."""

    adviser, opposed, analysts = RANDOM, False, ()


EXPLAINED = TablePlugin(HERDING.view, Explaining(), HERDING.levels)  # type: ignore[arg-type]


async def said_to(table: LocalTable, kind: str, **fields: Any) -> list[dict[str, Any]]:
    """Return a table's answers to a message."""
    before = len(table.said)
    try:
        await carry_out(table, read_message(json.dumps({"type": kind, "id": 7} | fields)))
    except MessageError as error:  # which the connection answers
        table.answer(7, error_message(error))
    await table.quiet()
    answers = [one for one in table.said[before:] if one.get("answers") == 7]
    for one in answers:
        check(one)
    return answers


def said(kind: str, plugin: TablePlugin = HERDING, **fields: Any) -> list[dict[str, Any]]:
    """Return a new table's answers to a message; fail if a coroutine is left behind."""

    async def saying() -> list[dict[str, Any]]:
        return await said_to(LocalTable(plugin), kind, **fields)

    with leaving_nothing():
        return asyncio.run(saying())


@pytest.mark.parametrize("plugin", [HERDING, EXPLAINED], ids=["plain", "explained"])
@pytest.mark.parametrize("kind", TYPES)
def test_each_message_before_a_game_is_answered(kind: str, plugin: TablePlugin) -> None:
    assert said(kind, plugin, **FIELDS.get(kind, {}))


@pytest.mark.parametrize(("kind", "fields"), LONG_FIELDS)
def test_an_error_repeats_little_of_a_long_message(kind: str, fields: dict[str, Any]) -> None:
    async def erring() -> dict[str, Any]:
        table = LocalTable(HERDING)
        try:
            await carry_out(table, read_message(json.dumps({"type": kind, "id": 7} | fields)))
        except MessageError as error:
            table.answer(7, error_message(error))
        await table.quiet()
        return table.said[-1]

    error = asyncio.run(erring())
    assert error["type"] == "error"
    assert len(error["text"]) <= LONGEST_TEXT
    assert len(json.dumps(error["words"])) < 2 * LONGEST_TEXT


@pytest.mark.parametrize(
    ("message", "what"),
    [
        (Match(id=1, agents=[RANDOM] * 3, games=1000), "match"),
        (Match(id=1, agents=[RANDOM] * 3, games=1000), None),
        (New(id=1, seats=[HUMAN] * 3), "game"),
    ],
)
def test_what_is_stopped_is_answered(message: Any, what: Any) -> None:
    async def stopping() -> list[dict[str, Any]]:
        table = LocalTable(HERDING)
        await carry_out(table, message)
        await carry_out(table, Stop(id=2, what=what))
        await table.quiet()
        return table.said

    told = asyncio.run(stopping())
    assert [(one["type"], one["answers"]) for one in told] == [("analysis_stopped", 1), ("analysis_stopped", 2)]


def test_a_review_is_stopped_alone_and_by_the_next_game() -> None:
    async def reviewing() -> list[dict[str, Any]]:
        table = LocalTable(EXPLAINED)
        await table.ask("new", seats=[HUMAN] * 3, viewer=None)
        del table.said[:]
        await carry_out(table, Match(id=1, agents=[RANDOM] * 3, games=3))
        await carry_out(table, Review(id=2))
        await carry_out(table, Stop(what="review"))
        await carry_out(table, Review(id=3))
        await carry_out(table, New(id=4, seats=[HUMAN] * 3))
        await table.quiet()
        return table.said

    told = asyncio.run(reviewing())
    stopped = [one["answers"] for one in told if one["type"] == "analysis_stopped"]
    assert stopped[:1] == [2]
    assert [one["done"] for one in told if one["type"] == "match"] == [True]


def test_a_start_that_is_dropped_begins_no_game() -> None:
    async def dropping() -> LocalTable:
        table = LocalTable(HERDING)
        await carry_out(table, New(id=1, seats=[HUMAN] * 3))
        await asyncio.sleep(0)
        await carry_out(table, Stop(id=2, what="game"))
        await table.quiet()
        return table

    assert asyncio.run(dropping()).display is None
