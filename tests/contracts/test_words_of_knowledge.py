"""A printed information set shows the position in words, for every game."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import NOBODY, deal
from cardkit.render.pictures import MOST_SEATS
from durak_env import durak_v0
from tests.support.game_kinds import GameKind, each_game
from tests.support.heist_game import Heist


def known(env: Any, plies: int) -> list[Any]:
    """Return each seat's knowledge after some random plies, each twice."""
    env.reset(seed=1)
    for _ in range(plies):
        env.step(env.sample_action())
    return [env.information_set(player) for player in env.possible_agents for _ in range(2)]


@each_game
@pytest.mark.parametrize("plies", [0, 12])
def test_it_is_what_the_pictures_write(game: GameKind, plies: int) -> None:
    pictures = import_module(f"{game.raw_env.__module__.partition('.')[0]}.render")
    infos = known(game.raw_env(game.rules), plies)
    for one, same in zip(infos[::2], infos[1::2], strict=True):
        assert str(one) == pictures.render_text(one) == str(same)
        assert str(one).count("\n") > 4
    assert len(set(map(str, infos))) == len(infos) // 2


@each_game
def test_of_who_watches_it_names_the_seats_that_play(game: GameKind) -> None:
    played = game.raw_env(game.rules).game
    state = played.new_states()[0]
    deal(state, streams_from_seed(1)[0])
    told = str(played.information_set(state, NOBODY))
    assert [seat for seat in range(MOST_SEATS) if f"seat {seat}" in told] == list(range(played.seats))


def test_it_is_told_with_evidence_too() -> None:
    info = known(durak_v0.raw_env(), 9)[0]
    assert str(info.with_evidence()) == str(info)


def toy() -> Any:
    sys.path.append(str(Path(__file__).parents[2] / "examples"))
    return import_module("toy_game").Middle()


@pytest.mark.parametrize("make", [toy, Heist])
def test_games_without_pictures_tell_their_own_lines_or_the_fields(make: Any) -> None:
    game = make()
    state = game.new_states()[0]
    deal(state, streams_from_seed(1)[0])
    info = game.information_set(state, 0)
    lines = game.lines_of(info)
    assert str(info) == "\n".join(lines)
    assert "object at" not in str(info)
    assert len(lines) > 1
