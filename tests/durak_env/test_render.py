"""Pictures and transcripts of Durak show nothing hidden."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from cardkit.playing_cards import Card, cards_in_order
from cardkit.render.pictures import SEATS
from cardkit.render.seats import Scene
from cardkit.render.shapes import Text
from cardkit.render.table import PICTURE_HEIGHT, PICTURE_WIDTH
from durak_env.deals import Deal
from durak_env.information import InformationSet, determinize
from durak_env.notation import GameRecord, replay
from durak_env.notation.transcript import GameTeller, tell
from durak_env.render.labels import said_of
from durak_env.render.layout import lay_out
from durak_env.render.pictures import render_rgb, render_svg, render_text, scene_of
from durak_env.rules import Rules
from tests.durak_env.test_notation import LATER, random_record
from tests.support.many_seats import PLAYED
from tests.support.rule_sets import RULE_SETS
from tests.support.shapes import bounds_of, check_inside

GAME = """durak-game 1
rules start_rank=11,hand_size=3
player_0 ann
player_1 bob
deck Jc Qd Kh Js Qc Ah Jd Jh Kc Ac Qs Kd Ks Ad As Qh
attacker 0
1. Jc Qc Qd take
result *
"""


OF_FOUR_SEATS = [rules for rules in PLAYED if rules.num_players == 4]


def some_states(rules: Rules, seed: int = 1, every: int = 5) -> Iterator[Any]:
    """Yield states of a random game, the last among them."""
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


OF_FOUR = """durak-game 1
rules start_rank=11,hand_size=3,num_players=4,transfer=True,passport=True
player_0 ann
player_1 bob
player_2 cleo
player_3 dan
deck Jc Kd Ad Js Jd Qc Ac Ks Kc Kh Qh Qd Jh Qs Ah As
attacker 0
1. Jc >s take Jd
result *
"""
TOLD_OF_FOUR = """\
seat 0 (ann), seat 1 (bob), seat 2 (cleo), seat 3 (dan)
rules   start_rank=11,hand_size=3,num_players=4,transfer=True,passport=True
trumps  ♠, named by A♠

bout 1: seat 0 (ann) attacks seat 1 (bob)

  ply 1: seat 0 (ann), attack
    trumps         ♠
    talon          4 cards, A♠ face up at the bottom
    discard        -
    seat 2 (cleo)  ?? ?? ??  (3)
    seat 3 (dan)   ?? ?? ??  (3)
    seat 0 (ann)   ?? ?? ??  (3, attacker)
    table          -
    seat 1 (bob)   Q♣ J♦ J♠  (3, defender)
    -> attacks with J♣

  ply 2: seat 1 (bob), defence
    trumps         ♠
    talon          4 cards, A♠ face up at the bottom
    discard        -
    seat 2 (cleo)  ?? ?? ??  (3)
    seat 3 (dan)   ?? ?? ??  (3)
    seat 0 (ann)   ?? ??  (2, attacker)
    table          J♣
    seat 1 (bob)   Q♣ J♦ J♠  (3, defender)
    may play       Q♣ J♠ >♦ >♠ show take
    -> plays J♠: the attack passes to seat 2 (cleo)

  ply 3: seat 2 (cleo), defence
    trumps         ♠
    talon          4 cards, A♠ face up at the bottom
    discard        -
    seat 2 (cleo)  ?? ?? ??  (3, defender)
    seat 3 (dan)   ?? ?? ??  (3)
    seat 0 (ann)   ?? ??  (2)
    table          J♣  J♠
    seat 1 (bob)   Q♣ J♦  (2, attacker)
    -> takes

  ply 4: seat 1 (bob), throw-in after take
    trumps         ♠
    talon          4 cards, A♠ face up at the bottom
    discard        -
    seat 2 (cleo)  ?? ?? ??  (3, defender)
    seat 3 (dan)   ?? ?? ??  (3)
    seat 0 (ann)   ?? ??  (2)
    table          J♣  J♠
    seat 1 (bob)   Q♣ J♦  (2, attacker)
    may play       J♦ done
    -> throws in J♦

  taken: seat 2 (cleo) takes up J♣ J♠ J♦
  seat 1 (bob) draws 2 cards: J♥ Q♠
  seat 0 (ann) draws 1 card

result  not over"""


def test_a_table_of_four_is_told_clockwise_from_who_sees_it() -> None:
    assert "\n".join(tell(GameRecord.parse(OF_FOUR), seat=1)) == TOLD_OF_FOUR


def test_a_defender_that_beats_with_its_last_card_draws_another() -> None:
    rules, deck = "start_rank=13,num_suits=3,hand_size=1", "Kc Ac Kd Ad Kh Ah"
    text = f"durak-game 1\nrules {rules}\ndeck {deck}\nattacker 0\n1. Kc Ac\nresult *"
    drawn = [line.strip() for line in tell(GameRecord.parse(text), seat=None) if "draws" in line]
    assert drawn == ["seat 0 (player_0) draws 1 card: K♦", "seat 1 (player_1) draws 1 card: A♦"]


def test_a_telling_says_who_plays_with_whom_who_is_out_and_who_is_the_fool() -> None:
    rules = Rules(num_players=4, num_teams=2, start_rank=11, hand_size=3)
    lines = list(tell(random_record(rules, 2)))
    assert lines[0].startswith("seat 0 (a) and seat 2 (b) against seat 1 (")
    assert any("(3, attacker, team 0)" in line for line in lines)
    assert any(line.endswith("(0, out, team 0)") for line in lines)
    assert lines.count("  seat 0 (a) is out") == 1  # once, however many bouts follow
    assert lines[-1].endswith("are the fools")


def test_a_ply_in_one_line_says_what_came_of_it() -> None:
    record = GameRecord.parse(OF_FOUR)
    names = ("ann", "you", "cleo", "dan")
    assert list(GameTeller(record, 1, names).short_lines()) == [
        "ann   J♣       J♣  against you",
        "you   > J♠     J♣  J♠  against cleo",
        "cleo  take",
        "you   J♦       taken by cleo",
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


@pytest.mark.parametrize("rules", [*RULE_SETS, *OF_FOUR_SEATS], ids=str)
def test_everything_lies_inside_the_picture(rules: Rules) -> None:
    for state in some_states(rules, every=25):
        check_inside(lay_out(scene_of(state), SEATS))


def test_a_long_name_is_cut() -> None:
    shapes = lay_out(scene_of(next(some_states(Rules()))), ("a" * 99, "b"))
    assert all(bounds_of(shape)[0] >= 0 and bounds_of(shape)[2] <= PICTURE_WIDTH for shape in shapes)


@pytest.mark.parametrize("pairs", [1, 6, 12, 26])
def test_any_number_of_pairs_keeps_clear_of_the_hands(pairs: int) -> None:
    scene = scene_of(next(some_states(Rules())))
    table = ((Card("6c"), Card("7c")),) * pairs
    empty = lay_out(showing(scene, pairs=()), SEATS)
    added = [shape for shape in lay_out(showing(scene, pairs=table), SEATS) if shape not in empty]
    bounds = [bounds_of(shape) for shape in added]
    assert min(top for _, top, _, _ in bounds) > 205
    assert max(bottom for *_, bottom in bounds) < 465
    assert min(left for left, *_ in bounds) > 205
    assert max(right for _, _, right, _ in bounds) < 810


def test_a_last_row_that_is_not_full_stands_in_the_middle() -> None:
    scene = scene_of(next(some_states(Rules())))
    empty, laid = (lay_out(showing(scene, pairs=pairs), SEATS) for pairs in ((), ((Card("6c"), None),) * 7))
    bounds = [bounds_of(shape) for shape in laid if shape not in empty]
    lowest = max(bottom for *_, bottom in bounds)
    middles = [
        (min(left for left, *_ in row) + max(right for _, _, right, _ in row)) / 2
        for row in (bounds, [one for one in bounds if one[3] == lowest])
    ]
    assert middles[0] == pytest.approx(middles[1])


def test_who_is_out_has_no_number_of_cards() -> None:
    scene = larger(scene_of(next(some_states(Rules()))), 3)
    assert said_of(showing(scene, talon_size=0).info, 2) == "out"
    assert said_of(showing(scene, talon_size=0, hand_sizes=(0, 0, 1)).info, 2) == "1 card"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("cards", [1, 6, 20, 31])
def test_each_other_seat_of_a_larger_table_has_a_place_of_its_own(seats: int, cards: int) -> None:
    scene = larger(scene_of(next(some_states(Rules()))), seats)
    hand = tuple(map(Card, Rules(start_rank=2).deck[:cards]))
    boxes = []
    for seat in scene.others:
        hands = tuple(hand if one == seat else () for one in range(seats))
        empty = lay_out(scene, SEATS)
        bounds = [
            bounds_of(shape) for shape in lay_out(showing(scene, hands_by_suit=hands), SEATS) if shape not in empty
        ]
        boxes.append((*map(min, list(zip(*bounds, strict=True))[:2]), *map(max, list(zip(*bounds, strict=True))[2:])))
    for box in boxes:
        assert box[1] > 20
        assert box[3] < 176 or (box[3] < 366 and (box[2] < 210 or box[0] > 750))
    for one, other in itertools.combinations(boxes, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def showing(scene: Scene[InformationSet], **properties: Any) -> Scene[InformationSet]:
    """Return the scene with other values of some properties of the knowledge."""
    kind = type(scene.info)
    rules = properties.pop("rules", scene.info.rules)
    return replace(scene, info=type("Changed", (kind,), properties)(scene.info.record, rules))


def larger(scene: Scene[InformationSet], seats: int) -> Scene[InformationSet]:
    """Return the scene with more seats, which hold nothing."""
    none, rules = {"hands_by_suit": ((),) * seats, "hand_sizes": (0,) * seats}, Rules(num_players=seats)
    return showing(scene, rules=rules, attacker=0, defender=1, mover=0, shown=(), **none)


def test_the_next_seat_clockwise_sits_at_the_left() -> None:
    state = next(replay(GameRecord.parse(OF_FOUR))).before
    places = {shape.text: (shape.x, shape.y) for shape in lay_out(scene_of(state, 1), SEATS) if isinstance(shape, Text)}
    (left, _), (middle, top), (right, _) = places["seat 2"], places["seat 3"], places["seat 0"]
    assert left < middle < right
    assert top < 100


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


# --- what is hidden -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [*RULE_SETS[::8], *OF_FOUR_SEATS, *LATER], ids=str)
def test_pictures_depend_on_nothing_that_the_seat_does_not_know(rules: Rules) -> None:
    rng = np.random.default_rng(0)
    for state in some_states(rules, seed=3):
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat)
            other = determinize(info, rng)
            assert render_text(other, seat) == render_text(info) == render_text(state, seat)
            assert render_svg(other, seat) == render_svg(info) == render_svg(state, seat)


def test_a_telling_depends_on_nothing_that_its_seat_does_not_know() -> None:
    chance, differing = random.Random(1), 0
    for seed in range(30):
        record = replace(random_record(Rules(), seed, plies=12), open_world=False)
        twin = shuffled_unseen(record, 0, chance)
        if twin is not None:
            differing += twin.deal != record.deal
            assert list(tell(twin)) == list(tell(record))
            assert list(tell(twin, seat=None)) != list(tell(record, seat=None))
    assert differing > 5


def shuffled_unseen(record: GameRecord, seat: int, chance: random.Random) -> GameRecord | None:
    """Shuffle the cards that the seat never saw; None where these plies would then lead elsewhere."""
    last = list(replay(record))[-1].after
    unseen = list(InformationSet.of(last, record.rules, seat).unseen)
    moved = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
    deck = cards_in_order("deck", [moved.get(card, card) for card in record.deal.deck])
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
    whole = list(tell(record, seat=None))
    assert not any("??" in line for line in whole)
    assert whole == list(tell(replace(record, open_world=True)))
    assert "    may play      Q♣ A♥ take" in whole


@pytest.mark.parametrize("rules", [*RULE_SETS[::2], *OF_FOUR_SEATS], ids=str)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_card_drawn_is_told_to_who_sees_it(rules: Rules, seat: int | None) -> None:
    record = replace(random_record(rules, 7), open_world=False)
    for line in [line for line in tell(record, seat=seat) if " draws " in line]:
        shown = line.partition(": ")[2].split()
        assert len(shown) == (int(line.split()[-len(shown) - 2]) if seat is None or f"seat {seat} " in line else 0)


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(ValueError, match=r"seat .*got 2"):
        list(tell(GameRecord.parse(GAME), seat=2))
