"""A page never learns what its seat may not know: all messages of many games, searched for cards never seen."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from baselines.durak.table.plugin import PLUGIN
from cardkit.playing_cards import SUITS, Card, card_of, cards_of
from durak_env.rules import Rules
from tests.support.local_table import LocalTable
from tests.support.table_protocol import check

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
GUESSES = ("deck", "beliefs", "line")
"""Fields that name cards without knowing where they are."""

TABLES = (
    (6, 2, {}),
    pytest.param(12, 2, {}, marks=pytest.mark.slow),
    pytest.param(4, 2, {"start_rank": 2, "first_discard_limit": 5}, marks=pytest.mark.slow),
    pytest.param(4, 2, {"transfer": True, "passport": True}, marks=pytest.mark.slow),
    pytest.param(4, 3, {"transfer": True}, marks=pytest.mark.slow),
    pytest.param(4, 4, {"num_teams": 2}, marks=pytest.mark.slow),
    pytest.param(4, 4, {"throw_in": "neighbours", "include_trumps": False}, marks=pytest.mark.slow),
)


def named(message: Any) -> Iterator[str]:
    """Yield the cards that a message names, other than guesses."""
    if isinstance(message, dict):
        for key, value in message.items():
            if key not in GUESSES:
                yield from CARD.findall(key)
                yield from named(value)
    elif isinstance(message, list):
        for value in message:
            yield from named(value)
    elif isinstance(message, str):
        yield from CARD.findall(message)


class Witness:
    """The cards that a seat has seen: its own hand, cards played or shown by anybody, the trump card.

    Cards that can be in one place only are as good as seen.
    """

    def __init__(self, table: LocalTable, seat: int) -> None:
        assert table.display is not None
        self._line, self._seat, self._plies = table.display.line, seat, 0
        game: Any = self._line.game
        self._rules: Rules = game.rules
        start = self._line.state(0)
        self._cards = {*cards_of(1 << int(start.trump_card) & -2), *cards_of(start.hands[seat])}

    def seen(self) -> set[Card]:
        """Return the cards seen so far."""
        line, rules = self._line, self._rules
        for ply in range(self._plies, len(line)):
            action, before = line.plies[ply][1], line.state(ply)
            self._cards |= set(cards_of(line.state(ply + 1).hands[self._seat]))
            if action < rules.take:
                self._cards.add(rules.deck[action])
            elif action > rules.done:
                attacked, suits = cards_of(before.attacks)[0], {rules.num_actions - 1: SUITS[before.trump_suit % 4]}
                suit = suits.get(action) if rules.passport else None
                self._cards.add(Card(attacked[0] + (suit or SUITS[action - rules.done - 1])))
        self._plies = len(line)
        now = line.state(len(line))
        places = [cards_of(hand) for seat, hand in enumerate(now.hands) if seat != self._seat]
        places.append(tuple(card_of(slot) for slot in now.talon[: now.talon_size]))
        hidden = [place for place in places if set(place) - self._cards]
        return set(rules.deck) if len(hidden) < 2 else self._cards


async def play_and_watch(seed: int, seats: int, rules: dict[str, Any], schema: bool) -> int:
    """Play a game as one of the seats, with an analysis now and then; return how many messages were looked at."""
    table, rng = LocalTable(PLUGIN), np.random.default_rng(seed)
    me, looked = seed % seats, 0
    await table.ask("pace", seconds=0)
    players = ["human" if seat == me else "greedy" for seat in range(seats)]
    await table.ask("new", seats=players, rules=rules)
    assert table.display is not None
    witness = Witness(table, me)
    while not table.display.is_over:
        if rng.random() < 0.05:
            await table.ask("analyse", agent="ismcts:simulations=60")
        if rng.random() < 0.03:
            await table.ask("goto", ply=int(rng.integers(len(table.display.line) + 1)))
            await table.ask("goto", ply=len(table.display.line))
        legal = table.said[-1]["legal"] if table.said[-1]["type"] == "state" else await fresh(table)
        looked += look(table, me, witness.seen(), schema)
        state = table.display.line
        await table.ask("act", action=legal[rng.integers(len(legal))]["action"], ply=len(state), revision=1)
    return looked + look(table, me, witness.seen(), schema)


async def fresh(table: LocalTable) -> list[dict[str, Any]]:
    await table.ask("state")
    return table.said[-1]["legal"]


def look(table: LocalTable, me: int, seen: set[Card], schema: bool) -> int:
    """Look at the messages since the last time, and forget them."""
    for message in table.said:
        assert message.get("viewer", me) == me
        assert message.get("seed") is None or message["returns"] is not None
        assert set(named(message)) <= seen, message
        if schema:
            check(message)
    looked = len(table.said)
    del table.said[:-1]
    return looked


@pytest.mark.parametrize(("games", "seats", "rules"), TABLES, ids=str)
def test_no_message_names_a_card_that_the_seat_has_not_seen(games: int, seats: int, rules: dict[str, Any]) -> None:
    async def all_games() -> int:
        return sum([await play_and_watch(game + games, seats, rules, game < 4) for game in range(games)])

    assert asyncio.run(all_games()) > 20 * games


def test_an_agent_that_fails_tells_its_hand_only_to_those_who_see_it() -> None:
    async def failed() -> tuple[set[str], set[Card], str]:
        table = LocalTable(PLUGIN)
        await table.ask("pace", seconds=0)
        await table.ask("new", seats=["human", "tests.support.faulty_agents:Forgetful"], seed=1)
        assert table.display is not None
        if not table.display.players[1].error:
            await table.ask("act", action=table.said[-1]["legal"][0]["action"], ply=0, revision=1)
        told, seen = table.said[-1], Witness(table, 0).seen()
        assert told["players"][1]["error"]
        await table.ask("view", seat=None)
        return set(named(told)), seen, table.said[-1]["players"][1]["error"]

    cards, seen, error = asyncio.run(failed())
    assert cards <= seen
    assert len(CARD.findall(error)) > 5


def test_the_search_for_cards_finds_them() -> None:
    message = {"view": {"hands": [["6c", None], [None]], "talon": {"bottom": "Ts"}}, "text": "7h does not beat 8h"}
    assert set(named(message)) == {"6c", "Ts", "7h", "8h"}
    assert set(named({"illegal": {"Kd": {}}, "deck": ["2c"]})) == {"Kd"}


def test_showing_all_cards_shows_them() -> None:
    async def opened() -> dict[str, Any]:
        table = LocalTable(PLUGIN)
        await table.ask("new", seats=["human", "greedy"], seed=1)
        await table.ask("view", seat=None)
        return table.said[-1]

    assert len(set(named(asyncio.run(opened())))) == 36
