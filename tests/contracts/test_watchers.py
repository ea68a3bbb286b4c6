"""Spectators learn the common knowledge of all seats: no message depends on what a single seat sees."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from bang_env.bang import Bang
from bang_env.table.view import BangView
from cardkit.compiled.prng import STREAM, derive
from cardkit.compiled.protocol import NOBODY, deal, determinize, mover, observe, step
from cardkit.compiled.slots import is_empty, legal_of
from durak_env.durak import Durak
from durak_env.rules import Rules
from durak_env.table.view import DurakView
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.table.view import OhHellView


def games() -> Iterator[Any]:
    yield pytest.param(Durak(), DurakView(), id="durak")
    yield pytest.param(Durak(Rules(num_players=4)), DurakView(), id="durak-four", marks=pytest.mark.slow)
    yield pytest.param(OhHell(), OhHellView(), id="oh-hell", marks=pytest.mark.slow)
    yield pytest.param(Bang(), BangView(), id="bang", marks=pytest.mark.slow)


def sent(game: Any, view: Any, state: Any, slot: int) -> str:
    """Return the messages to a spectator about a position and its next ply."""
    seat, action, after = int(mover(state)), game.action_of(state, slot), state.copy()
    step(after, slot)
    before, later = (game.information_set(one, NOBODY) for one in (state, after))
    shown = [view.show(before), view.action(before, action)]
    if view.show(later) is not None and not is_empty(legal_of(after)):
        shown.append(game.tell.events(before, seat, action, later)[:1])
    return json.dumps(shown, default=str)


def check(game: Any, view: Any, positions: int = 100) -> None:
    """Exchange what the seat to move does not see: it plays the same card, and spectators are sent the same."""
    rng, streams = np.random.default_rng(0), np.zeros(2, STREAM)
    checked, differing = 0, 0
    for number in range(1000):
        derive(streams[0], np.uint64(1), number)
        state, other = game.new_states(2)
        deal(state, streams[0])
        while not is_empty(legal_of(state)):
            seat = int(mover(state))
            action = int(rng.choice(game.information_set(state, seat).legal_actions))
            slot, info = game.read_action(state, action), game.new_info()[0]
            observe(state, seat, False, info)
            determinize(info, streams[1], other)
            assert sent(game, view, state, slot) == sent(game, view, other, slot)
            for viewer in range(game.seats):
                observe(state, viewer, False, info)
                determinize(info, streams[1], other)
                shown = (view.show(game.information_set(one, NOBODY)) for one in (state, other))
                assert next(shown) == next(shown)
                differing += state.tobytes() != other.tobytes()
            checked += 1
            step(state, slot)
        if checked >= positions:
            break
    assert differing > positions


@pytest.mark.parametrize(("game", "view"), list(games()))
def test_who_watches_is_sent_what_all_know(game: Any, view: Any) -> None:
    check(game, view)


@pytest.mark.slow
def test_who_watches_hearts_is_sent_what_all_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend("examples")
    hearts = importlib.import_module("hearts")
    check(hearts.Hearts(), hearts.View())
