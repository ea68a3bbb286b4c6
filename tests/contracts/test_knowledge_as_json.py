"""`Known.to_dict`: what is known as JSON, the same for every game, for agents and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import baselines.bang.agents.external
import baselines.durak.agents.external
import baselines.oh_hell.agents.external
from bang_env.bang import Bang
from cardkit.compiled.prng import STREAM, derive
from cardkit.compiled.protocol import NOBODY, deal, determinize, mover, observe, step
from cardkit.compiled.slots import is_empty, legal_of
from cardkit.game import Game
from durak_env.durak import Durak
from durak_env.rules import Rules as DurakRules
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules as OhHellRules

CODECS = {
    Durak: baselines.durak.agents.external.CODEC,
    OhHell: baselines.oh_hell.agents.external.CODEC,
    Bang: baselines.bang.agents.external.CODEC,
}
AnyGame = Game[Any, Any]


def games() -> Iterator[Any]:
    yield pytest.param(Durak, {}, id="durak")
    yield pytest.param(Durak, {"rules": DurakRules(num_players=4, transfer=True)}, id="durak-four")
    yield pytest.param(OhHell, {"rules": OhHellRules(hand_sizes=(4, 3), blind="half", trump="turn_up")}, id="oh-hell")
    yield pytest.param(Bang, {"rules": "num_players=4"}, id="bang", marks=pytest.mark.slow)
    yield pytest.param("hearts.Hearts", {}, id="hearts")
    yield pytest.param("toy_game.Middle", {}, id="toy")


each_game = pytest.mark.parametrize(("kind", "settings"), list(games()))


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that makes a game of a class, which may be one of the examples."""
    monkeypatch.syspath_prepend("examples")

    def made(kind: Any, **settings: Any) -> AnyGame:
        if isinstance(kind, str):
            module, _, name = kind.partition(".")
            kind = getattr(import_module(module), name)
        game: AnyGame = kind(**settings)
        return game

    return made


def positions(game: AnyGame, wanted: int) -> Iterator[tuple[Any, list[tuple[int, int]]]]:
    """Yield states of random games, each with its plies."""
    rng, streams = np.random.default_rng(0), np.zeros(1, STREAM)
    found = 0
    for number in range(1000):
        derive(streams[0], np.uint64(1), number)
        state, plies = game.new_states()[0], list[tuple[int, int]]()
        deal(state, streams[0])
        while not is_empty(legal_of(state)):
            yield state, plies
            found += 1
            if found == wanted:
                return
            seat = int(mover(state))
            plies.append((seat, int(rng.choice(game.information_set(state, seat, plies).legal_actions))))
            step(state, game.read_action(state, plies[-1][1]))


@each_game
def test_what_is_known_is_json_and_what_programs_are_told(make: Any, kind: Any, settings: dict[str, Any]) -> None:
    game: AnyGame = make(kind, **settings)
    for state, plies in positions(game, 60):
        for viewer in (NOBODY, *range(game.seats)):
            info = game.information_set(state, viewer, plies)
            told = info.to_dict()
            assert json.loads(json.dumps(told)) == told
            assert told["seat"] == viewer
            assert len(told["plies"]) == len(plies)
            assert [info.action_named(text) for text in told["legal"]] == list(info.legal_actions)
            if kind in CODECS:
                assert CODECS[kind].knowledge(info) == told


@each_game
def test_nothing_hidden_is_told(make: Any, kind: Any, settings: dict[str, Any]) -> None:
    """Positions that a seat cannot tell apart have one JSON for it and for spectators, but in the open world."""
    game, opened = make(kind, **settings), make(kind, **settings, open_world=True)
    streams, info, differing = np.zeros(1, STREAM), game.new_info()[0], 0
    for state, plies in positions(game, 40):
        other = game.new_states()[0]
        for viewer in range(game.seats):
            observe(state, viewer, False, info)
            determinize(info, streams[0], other)
            for eyes in (viewer, NOBODY):
                one, two = (game.information_set(each, eyes, plies).to_dict() for each in (state, other))
                assert one == two
            one, two = (opened.information_set(each, viewer, plies).to_dict() for each in (state, other))
            differing += one != two
    assert differing > 20
