"""Pictures and tellings: what they show, and that they show nothing hidden."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from durak_env.cards import Card
from durak_env.deals import Deal
from durak_env.information import InformationSet, determinize
from durak_env.notation import GameRecord, replay
from durak_env.notation.transcript import tell
from durak_env.render.layout import PICTURE_HEIGHT, PICTURE_WIDTH, lay_out
from durak_env.render.pictures import SEATS, render_rgb, render_svg, render_text
from durak_env.render.scene import scene_of
from durak_env.render.shapes import Polygon, Shape
from durak_env.rules import Rules
from tests.durak_env.test_notation import random_record
from tests.support.agreement import RULE_SETS

GAME = """durak-game 1
rules start_rank=11,hand_size=3
player_0 ann
player_1 bob
deck Jc Qd Kh Js Qc Ah Jd Jh Kc Ac Qs Kd Ks Ad As Qh
attacker 0
1. Jc Qc Qd take
result *
"""


def some_states(rules: Rules, seed: int = 1, every: int = 5) -> Iterator[Any]:
    """States of a random game, the last among them."""
    plies = list(replay(random_record(rules, seed)))
    yield from (ply.before for ply in plies[::every])
    yield plies[-1].after


# --- text -----------------------------------------------------------------------------------------------------------


def test_text_of_a_state_shows_all_cards() -> None:
    state = list(replay(GameRecord.parse(GAME)))[3].before
    assert render_text(state).split("\n") == [
        "bout      1, defence, seat 1 to move",
        "trumps    ♥",
        "talon     10 cards, Q♥ face up at the bottom",
        "discard   -",
        "seat 1    J♠ A♥  (2, defender)",
        "table     J♣/Q♣  Q♦",
        "seat 0    K♥  (1, attacker)",
        "may play  A♥ take",
    ]


def test_text_of_a_seat_hides_the_other_hand() -> None:
    state = list(replay(GameRecord.parse(GAME)))[3].after
    text = render_text(InformationSet.of(state, Rules(start_rank=11, hand_size=3), 0))
    assert text == render_text(state, seat=0)
    assert text.split("\n") == [
        "bout      2, attack, seat 0 to move",
        "trumps    ♥",
        "talon     8 cards, Q♥ face up at the bottom",
        "discard   -",
        "seat 1    J♣ Q♣ Q♦ ?? ??  (5, defender)",
        "table     -",
        "seat 0    J♦ J♥ K♥  (3, attacker)",
        "may play  J♦ J♥ K♥",
    ]


def test_what_is_no_view_is_refused() -> None:
    with pytest.raises(TypeError, match="got dict"):
        render_text({})


# --- drawings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS[::3], ids=str)
def test_svg_is_xml_of_the_documented_size(rules: Rules) -> None:
    for state in some_states(rules, every=25):
        root = ElementTree.fromstring(render_svg(state, players=("<a> & b", "c")))
        assert root.tag.endswith("svg")
        assert (root.get("width"), root.get("height")) == (str(PICTURE_WIDTH), str(PICTURE_HEIGHT))


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_everything_lies_inside_the_picture(rules: Rules) -> None:
    for state in some_states(rules, every=25):
        for shape in lay_out(scene_of(state), SEATS):
            left, top, right, bottom = _bounds(shape)
            assert left >= 0
            assert top >= 0
            assert right <= PICTURE_WIDTH
            assert bottom <= PICTURE_HEIGHT


def test_a_long_name_is_cut() -> None:
    shapes = lay_out(scene_of(next(some_states(Rules()))), ("a" * 99, "b"))
    assert all(_bounds(shape)[0] >= 0 and _bounds(shape)[2] <= PICTURE_WIDTH for shape in shapes)


@pytest.mark.parametrize("pairs", [1, 6, 12, 26])
def test_any_number_of_pairs_keeps_clear_of_the_hands(pairs: int) -> None:
    scene = scene_of(next(some_states(Rules())))
    table = ((Card("6c"), Card("7c")),) * pairs
    empty = lay_out(replace(scene, table=()), SEATS)
    added = [shape for shape in lay_out(replace(scene, table=table), SEATS) if shape not in empty]
    bounds = [_bounds(shape) for shape in added]
    assert min(top for _, top, _, _ in bounds) > 205
    assert max(bottom for *_, bottom in bounds) < 465
    assert min(left for left, *_ in bounds) > 205
    assert max(right for _, _, right, _ in bounds) < 810


@pytest.mark.parametrize(("width", "height"), [(960, 640), (320, 320), (97, 31)])
def test_pixels_have_the_shape_asked_for_and_show_something(width: int, height: int) -> None:
    pytest.importorskip("pygame", reason="the extra 'render' is not installed")
    states = list(some_states(Rules()))[2:5]
    images = [render_rgb(state, width, height) for state in states]
    assert all(image.shape == (height, width, 3) and image.dtype == np.uint8 for image in images)
    assert all(len(np.unique(image[::3, ::3].reshape(-1, 3), axis=0)) > 10 for image in images)
    assert not np.array_equal(images[0], images[1])
    assert np.array_equal(images[0], render_rgb(states[0], width, height))


def test_a_picture_without_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="got 0 and 5"):
        render_rgb(next(some_states(Rules())), 0, 5)


def test_without_pygame_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    state = next(some_states(Rules()))
    with pytest.raises(ImportError, match=r"pip install '\.\[render\]'"):
        render_rgb(state)
    assert render_svg(state)


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom; of a text, its point."""
    if isinstance(shape, Polygon):
        across, down = zip(*shape.points, strict=True)
        return min(across), min(down), max(across), max(down)
    width, height = getattr(shape, "width", 0) / 2, getattr(shape, "height", 0) / 2
    return shape.x - width, shape.y - height, shape.x + width, shape.y + height


# --- what is hidden -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS[::4], ids=str)
def test_pictures_depend_on_nothing_that_the_seat_does_not_know(rules: Rules) -> None:
    rng = np.random.default_rng(0)
    for state in some_states(rules, seed=3):
        for seat in (0, 1):
            info = InformationSet.of(state, rules, seat)
            other = determinize(info, rng)
            assert render_text(other, seat) == render_text(info) == render_text(state, seat)
            assert scene_of(other, seat) == scene_of(info) == scene_of(state, seat)


def test_a_telling_depends_on_nothing_that_its_seat_does_not_know() -> None:
    chance, differing = random.Random(1), 0
    for seed in range(30):
        record = replace(random_record(Rules(), seed, plies=12), open_world=False)
        twin = shuffled_unseen(record, 0, chance)
        if twin is not None:
            differing += twin.deal != record.deal
            assert list(tell(twin)) == list(tell(record))
            assert list(tell(twin, show_hidden=True)) != list(tell(record, show_hidden=True))
    assert differing > 5


def shuffled_unseen(record: GameRecord, seat: int, chance: random.Random) -> GameRecord | None:
    """The game with the cards that the seat never saw shuffled; None where the same plies would then lead elsewhere."""
    last = list(replay(record))[-1].after
    unseen = list(InformationSet.of(last, record.rules, seat).unseen)
    moved = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
    deck = tuple(moved.get(card, card) for card in record.deal.deck)
    twin = replace(record, deal=Deal(deck, record.deal.trump_suit, record.deal.attacker))
    try:
        end = list(replay(twin))[-1].after
    except ValueError:
        return None
    same = InformationSet.of(end, record.rules, seat) == InformationSet.of(last, record.rules, seat)
    return twin if same else None


# --- telling --------------------------------------------------------------------------------------------------------

TOLD_END = """\
  ply 4: seat 1 (bob), defence
    trumps        ♥
    talon         10 cards, Q♥ face up at the bottom
    discard       -
    seat 1 (bob)  ?? ??  (2, defender)
    table         J♣/Q♣  Q♦
    seat 0 (ann)  K♥  (1, attacker)
    -> takes

  taken: seat 1 (bob) takes up J♣ Q♣ Q♦
  seat 0 (ann) draws 2 cards: J♦ J♥

result  not over"""


def test_a_telling_has_heading_bouts_and_result() -> None:
    lines = list(tell(GameRecord.parse(GAME)))
    assert lines[:5] == [
        "seat 0 (ann) against seat 1 (bob)",
        "rules   start_rank=11,hand_size=3",
        "trumps  ♥, named by Q♥",
        "",
        "bout 1: seat 0 (ann) attacks",
    ]
    assert "\n".join(lines).endswith(TOLD_END)
    assert "  seat 0 (ann) draws 2 cards" in list(tell(GameRecord.parse(GAME), seat=1))


def test_a_telling_with_all_cards_hides_none() -> None:
    record = GameRecord.parse(GAME)
    whole = list(tell(record, show_hidden=True))
    assert not any("??" in line for line in whole)
    assert whole == list(tell(record, seat=None)) == list(tell(replace(record, open_world=True)))
    assert "    may play      Q♣ A♥ take" in whole


@pytest.mark.parametrize("rules", RULE_SETS[::2], ids=str)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_card_drawn_is_told_to_who_sees_it(rules: Rules, seat: int | None) -> None:
    record = replace(random_record(rules, 7), open_world=False)
    for line in [line for line in tell(record, seat=seat) if " draws " in line]:
        shown = line.partition(": ")[2].split()
        assert len(shown) == (int(line.split()[-len(shown) - 2]) if seat is None or f"seat {seat} " in line else 0)


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(ValueError, match=r"seat .*got 2"):
        list(tell(GameRecord.parse(GAME), seat=2))
