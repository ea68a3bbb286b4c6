"""Pictures show nothing hidden, and a person plays by clicks on them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from cardkit.render.pictures import SEATS
from cardkit.render.shapes import Text
from cardkit.render.table import PICTURE_HEIGHT, PICTURE_WIDTH
from oh_hell_env import oh_hell_v0
from oh_hell_env.actions import format_action
from oh_hell_env.core.records import OVER
from oh_hell_env.information import InformationSet, determinize
from oh_hell_env.notation import GameRecord
from oh_hell_env.render import Window, render_rgb, render_svg, render_text
from oh_hell_env.render.layout import lay_out, word_at
from oh_hell_env.render.pictures import scene_of
from oh_hell_env.rules import Rules
from tests.support.game_kinds import OH_HELL, each_table_of_oh_hell
from tests.support.oh_hell.random_games import positions
from tests.support.person_play import play_as_person
from tests.support.shapes import check_inside, places_of

GAME = """oh-hell-game 1
rules num_players=3,hand_sizes=2-1,start_rank=12,trump=turn_up
player_0 ann
player_1 bob
player_2 cleo
deck Qc Kd Kc Ad Ac Qd Ah Qh Qs Kh Ks As
deck Ks As Ah Kh Qs Qh Qd Ac Ad Kc Kd Qc
round 1
bids b1 b1 b1
1. Qc Kc Ac
2. Qd Kd
result *
"""


def states_of(text: str) -> list[Any]:
    record = GameRecord.parse(text)
    plies = list(record.replay())
    return [*(ply.before for ply in plies), plies[-1].after]


def some_states(rules: Rules, every: int = 7) -> Iterator[Any]:
    return (state for state, _ in positions(rules, every=every))


# --- text -----------------------------------------------------------------------------------------------------------


def test_text_of_a_state_shows_all_cards() -> None:
    assert render_text(states_of(GAME)[1]).split("\n") == [
        "round    1 of 2, bids, seat 1 to move",
        "trumps   ♥, turned up A♥",
        "seat 1   K♣ A♦  (0 points)",
        "seat 2   A♣ Q♦  (dealer, 0 points)",
        "trick    -",
        "seat 0   Q♣ K♦  (bid 1, won 0, 0 points)",
        "may bid  0 1 2",
    ]


def test_text_of_a_seat_hides_the_other_hands() -> None:
    state = states_of(GAME)[-1]
    text = render_text(state, 1)
    assert text == render_text(InformationSet.of(state, GameRecord.parse(GAME).rules, 1))
    assert text.split("\n") == [
        "round     1 of 2, trick 2, seat 1 to move",
        "trumps    ♥, turned up A♥",
        "seat 2    -  (dealer, bid 1, won 1, 0 points)",
        "seat 0    -  (bid 1, won 0, 0 points)",
        "before    seat 0 Q♣, seat 1 K♣, seat 2 A♣",
        "trick     seat 2 Q♦, seat 0 K♦",
        "seat 1    A♦  (bid 1, won 0, 0 points)",
        "may play  A♦",
    ]
    assert "seat 2   2 cards  (dealer, 0 points)" in render_text(states_of(GAME)[1], 1)


def test_the_end_names_who_wins_or_shares() -> None:
    *_, state = some_states(Rules(hand_sizes=(2,)))
    for scores, said in (((3, 12, 1, 0), "seat 1 wins with 12 points"), ((9, 0, 9, 1), "seat 0 and seat 2 share")):
        state.scores[:] = scores
        assert said in render_text(state)
        assert said in render_svg(state)


def test_blind_rounds_say_what_is_unknown() -> None:
    half = Rules(num_players=2, hand_sizes=(3,), trump="turn_up", blind="half")
    full = Rules(num_players=2, hand_sizes=(3,), blind="full")
    states = list(some_states(half, every=1))
    assert "trumps   unknown" in render_text(states[0], 0)
    assert "turned up" in render_text(states[2], 0)
    assert "seat 0   3 cards  (0 points)" in render_text(next(some_states(full)), 0)


def test_what_is_no_view_is_refused() -> None:
    with pytest.raises(TypeError, match="got dict"):
        render_text({})


# --- drawings -------------------------------------------------------------------------------------------------------


@each_table_of_oh_hell
def test_everything_lies_inside_the_picture_and_svg_is_xml(rules: Rules) -> None:
    players = ("<a> & b", *("long" * 20 for _ in range(6)))
    for state in some_states(rules):
        for view in (scene_of(state), scene_of(state, rules.num_players - 1)):
            check_inside(lay_out(view, players))
        root = ElementTree.fromstring(render_svg(state, players=players))
        assert (root.get("width"), root.get("height")) == (str(PICTURE_WIDTH), str(PICTURE_HEIGHT))


@each_table_of_oh_hell
def test_who_played_what_stands_before_its_seat(rules: Rules) -> None:
    names = tuple(f"p{seat}" for seat in range(rules.num_players))
    for state in some_states(rules, every=1):
        scene = scene_of(state, 0)
        texts = [shape for shape in lay_out(scene, names) if isinstance(shape, Text)]
        labels = {shape.text: (shape.x, shape.y) for shape in texts if shape.size == 12 and shape.text in names}
        if scene.info.laid:
            assert set(labels) == {names[seat] for seat, _ in scene.info.laid}
            assert "last trick" not in {shape.text for shape in texts}
        for one, other in itertools.combinations(labels.values(), 2):
            assert abs(one[0] - other[0]) > 40 or abs(one[1] - other[1]) > 30
        if len(labels) == rules.num_players > 2:  # clockwise, from the left of the near seat, at the bottom
            assert labels["p0"][1] == max(y for _, y in labels.values())
            assert labels["p1"][0] < labels["p0"][0] < labels[names[-1]][0]


def test_pixels_show_something() -> None:
    pytest.importorskip("pygame", reason="the extra 'render' is not installed")
    images = [render_rgb(state, 320, 200) for state in states_of(GAME)[:3]]
    assert all(image.shape == (200, 320, 3) and image.dtype == np.uint8 for image in images)
    assert not np.array_equal(images[0], images[1])


@each_table_of_oh_hell
def test_pictures_depend_on_nothing_that_the_seat_does_not_know(rules: Rules) -> None:
    rng = np.random.default_rng(0)
    for state in some_states(rules):
        if state.phase == OVER:
            continue
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat)
            other = determinize(info, rng)
            assert render_text(other, seat) == render_text(info) == render_text(state, seat)
            assert render_svg(other, seat) == render_svg(info) == render_svg(state, seat)


# --- a window -------------------------------------------------------------------------------------------------------


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Open a screen that nobody sees, and leave nothing of it."""
    pygame = pytest.importorskip("pygame", reason="the extra 'render' is not installed")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(oh_hell_v0.raw_env.metadata, "render_fps", 1000)
    yield pygame
    pygame.display.quit()


def places(info: InformationSet) -> dict[str, tuple[int, int]]:
    """Return the place in the picture where each word can be clicked at."""
    return places_of(partial(word_at, scene_of(info)))


@pytest.mark.parametrize(
    ("rules", "every"),
    [pytest.param(OH_HELL.tables["two"], 11, marks=pytest.mark.slow), (OH_HELL.rules, 3)],
    ids=["two", "four"],
)
def test_all_that_may_be_played_can_be_clicked_at_and_nothing_else(rules: Rules, every: int) -> None:
    for state in some_states(rules, every):
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat)
            assert set(places(info)) == set(info.legal_words)


def test_a_person_bids_and_plays_by_clicks_and_keys(screen: Any) -> None:
    env = oh_hell_v0.env(Rules(hand_sizes=(3, 1)), render_mode="human")
    by_click = iter([True])  # the first bid; the second is chosen by its key

    def choose(seen: InformationSet, wanted: int) -> None:
        word = format_action(wanted, seen.rules)
        if word[0] == "b" and not next(by_click, False):
            screen.event.post(screen.event.Event(screen.KEYDOWN, key=screen.key.key_code(word[1:])))
        else:
            screen.event.post(screen.event.Event(screen.MOUSEBUTTONDOWN, pos=places(seen)[word], button=1))

    assert play_as_person(env, oh_hell_v0.ManualPolicy(env, 2), choose) == 3 + 1 + 1 + 1


def test_a_person_needs_a_seat_at_the_table(screen: Any) -> None:
    with pytest.raises(ValueError, match=r"agent_id .* 4"):
        oh_hell_v0.ManualPolicy(oh_hell_v0.env(render_mode="human"), 4)


def test_a_window_shows_a_game(screen: Any) -> None:
    window = Window(SEATS)
    for state in states_of(GAME)[:2]:
        window.show(state, fps=100)
    window.close()
    assert not window.open
