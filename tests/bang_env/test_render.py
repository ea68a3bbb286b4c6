"""Pictures of Bang! show nothing hidden, and each action can be clicked."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from bang_env import Bang, determinize
from bang_env.cards import KIND_OF, KINDS
from bang_env.render import render_rgb, render_svg, render_text
from bang_env.render.layout import lay_out, word_at
from bang_env.render.pictures import scene_of
from cardkit.render.pictures import SEATS
from cardkit.render.shapes import Text
from tests.support.positions import positions
from tests.support.shapes import check_inside

GAME = Bang("num_players=4,max_rounds=2")
SEVEN = pytest.param(Bang("num_players=7"), marks=pytest.mark.slow)
each_table = pytest.mark.parametrize("game", [GAME, SEVEN], ids=["four", "seven"])


def texts_of(view: Any, seat: int | None = None) -> list[str]:
    return [shape.text for shape in lay_out(scene_of(view, seat), SEATS) if isinstance(shape, Text)]


@each_table
def test_a_picture_fits_its_table_and_each_action_can_be_clicked(game: Bang) -> None:
    for _, state, seat in positions(20, 4, [game], 150):
        scene = scene_of(game.information_set(state, seat))
        check_inside(lay_out(scene, SEATS))
        clicked = {word_at(scene, x, y) for x in range(200, 760, 8) for y in range(280, 470, 6)}
        assert clicked - {None} == set(scene.info.legal_words)
        assert word_at(scene, 5, 5) is None


@each_table
def test_a_seat_s_picture_shows_nothing_hidden(game: Bang) -> None:
    rng = np.random.default_rng(2)
    for _, state, seat in positions(10, 5, [game], 150):
        info = game.information_set(state, seat)
        drawn = render_svg(state, seat)
        assert drawn == render_svg(info)
        assert drawn == render_svg(determinize(info, rng), seat)
        assert render_text(info) == render_text(determinize(info, rng), seat)
        assert render_svg(state) != drawn


def test_what_lies_before_seats_is_named_and_the_dead_are_told() -> None:
    for _, state, seat in positions(12, 7, [Bang("num_players=4")], 250):
        info, texts = GAME.information_set(state, seat), texts_of(state, seat)
        for laid in info.tables:
            for card in laid.values():
                assert any(KINDS[KIND_OF[card]] in text for text in texts)
        assert sum("dead" in text for text in texts) == info.alive.count(False)


def test_pixels_and_documents() -> None:
    with pytest.raises(TypeError, match="InformationSet or a STATE"):
        render_svg("seat 1")
    for _, state, seat in positions(1, 4, [GAME]):
        assert ElementTree.fromstring(render_svg(state, seat, ["ann", "bob", "cleo", "dan"])).tag.endswith("svg")
        assert "ann" in render_svg(state, seat, ["ann", "bob", "cleo", "dan"])
        assert render_rgb(state, 240, 160).shape == (160, 240, 3)
