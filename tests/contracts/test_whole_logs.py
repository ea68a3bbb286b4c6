"""Rooms send the whole log to a returning guest: each ply in it tells no more than that reader could know."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cardtable.display import Player
from cardtable.line import Line
from cardtable.rooms.guest import Guest
from cardtable.rooms.links import Link
from cardtable.rooms.room import InPlay
from cardtable.web.connection import written
from tests.contracts.test_table_rooms import GAMES
from tests.support.positions import legal_slots

LEAVING = 0.02
"""The share of turns at which a seat leaves, where the game goes on without it."""
TABLES = [
    pytest.param("oh-hell", {"blind": "full", "hand_size": 3, "rounds": 3}, 4, id="Oh Hell!, own hand unseen"),
    pytest.param(
        "oh-hell", {"blind": "half", "trump": "turn_up", "hand_size": 3, "rounds": 3}, 4, id="Oh Hell!, trumps unseen"
    ),
    pytest.param("durak", {"transfer": True}, 5, id="Durak for five", marks=pytest.mark.slow),
    pytest.param("durak", {"transfer": True, "passport": True}, 2, id="Durak with passport", marks=pytest.mark.slow),
    pytest.param("bang", {}, 5, id="Bang!", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "rules", "seats"), TABLES)
def test_hidden_cards_that_are_exchanged_at_every_ply_change_no_byte(
    name: str, rules: dict[str, Any], seats: int
) -> None:
    plugin, determinize = GAMES[name]
    rng = np.random.default_rng(seats)
    line = _played(plugin.view.variant(rules, seats, False), rng)
    for ply in sorted(rng.choice(len(line), 4, replace=False)):
        for seat in (None, *range(seats)):
            known_to = int(rng.integers(seats)) if seat is None else seat  # of who watches, any seat knows more
            so_far, twin = _begun(line, ply), _begun(line, ply)
            twin._states = [determinize(line.information_set(one, known_to), rng) for one in range(ply + 1)]
            assert list(_told(plugin.view, so_far, seat)) == list(_told(plugin.view, twin, seat))
            if line.mover(ply) == seat:
                assert list(_refusals(so_far)) == list(_refusals(twin))


def _played(game: Any, rng: np.random.Generator) -> Line:
    """Play a whole game at random."""
    line = Line(game, int(rng.integers(1 << 30)))
    while line.mover(len(line)) is not None:
        if line.can_withdraw and rng.random() < LEAVING:
            line.withdraw()
        else:
            state = line.state(len(line))
            line.play(game.action_of(state, rng.choice(legal_slots(state))))
    return line


def _begun(line: Line, ply: int) -> Line:
    """Return the first plies of a game."""
    begun = copy.deepcopy(line)
    begun.cut(int(ply))
    return begun


def _told(view: Any, line: Line, seat: int | None) -> Iterator[str]:
    """Yield the messages to a guest who comes now, and looks back."""
    said: list[Any] = []
    guest = Guest(Link(seat), view, said.append, lambda *_: None)
    guest.sit_down(InPlay(line, [Player("human") for _ in range(line.game.seats)]))
    for ply in (len(line), 0, len(line) // 2):
        guest.shown().ply = ply
        guest.tell(None, {"over": False})
    return map(written, said)


def _refusals(line: Line) -> Iterator[str]:
    """Yield the reasons why the seat to move may not play an illegal action."""
    game, state = line.game, line.state(len(line))
    for action in range(game.num_actions):
        try:
            game.read_action(state, action)
        except ValueError as error:
            yield str(error)
