"""A window: its pictures and how long they stay, and a person who plays at it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import gymnasium
import pytest

import durak_env
from cardkit.render.pictures import SEATS
from durak_env import durak_v0
from durak_env.information import InformationSet
from durak_env.render.layout import word_at
from durak_env.render.pictures import scene_of
from durak_env.render.window import Window
from durak_env.rules import Rules
from tests.durak_env.test_render import some_states
from tests.support.person_play import play_as_person
from tests.support.rule_sets import RULE_SETS
from tests.support.shapes import places_of

pygame: Any = pytest.importorskip("pygame", reason="the extra 'render' is not installed")


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Open a screen that nobody sees, and leave nothing of it."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(durak_v0.raw_env.metadata, "render_fps", 1000)


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))


def click(place: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))


def places(info: InformationSet) -> dict[str, tuple[int, int]]:
    """Return the place in the picture where each word can be clicked at."""
    return places_of(partial(word_at, scene_of(info), SEATS))


def test_a_window_shows_each_picture_for_its_time() -> None:
    window, states = Window(), list(some_states(Rules()))[:3]
    began = time.perf_counter()
    for state in states:
        window.show(state, fps=20)
    assert time.perf_counter() - began >= 3 / 20
    window.close()


@pytest.mark.parametrize(
    "leave", [lambda: press(pygame.K_ESCAPE), lambda: pygame.event.post(pygame.event.Event(pygame.QUIT))]
)
def test_a_window_that_a_person_closes_stays_closed_and_holds_nothing_up(leave: Any) -> None:
    window, (state, *_) = Window(), some_states(Rules())
    leave()
    began = time.perf_counter()
    window.show(state, fps=0.1)
    window.show(state, fps=0.1)
    assert not window.open
    assert not pygame.display.get_init()
    assert time.perf_counter() - began < 10  # one picture of this rate takes as long
    window.close()


def test_the_window_of_gymnasium_shows_every_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[InformationSet] = []
    monkeypatch.setattr(Window, "show", lambda self, view, fps: shown.append(view))
    env: Any = gymnasium.make("durak_env/Durak-v0", opponent="greedy", skip_forced=True, render_mode="human", seat=1)
    env.reset(seed=3)
    assert env.unwrapped.metadata["render_fps"] > 1
    terminated, last = False, shown[-1]
    while not terminated:
        shown.clear()
        *_, terminated, _, _ = env.step(env.unwrapped.sample_action())
        plies = [int(info.record.plies) for info in shown]
        assert plies == [*range(int(last.record.plies) + 1, int(env.unwrapped.information_set().record.plies) + 1)]
        assert {info.seat for info in shown} == {1}
        last = shown[-1]
    assert last == env.unwrapped.information_set()
    env.close()


@pytest.mark.parametrize(
    "rules",
    [
        Rules(start_rank=12),
        pytest.param(
            Rules(num_players=4, start_rank=11, hand_size=3, transfer=True, passport=True), marks=pytest.mark.slow
        ),
        *(pytest.param(rules, marks=pytest.mark.slow) for rules in RULE_SETS[::4]),
    ],
    ids=str,
)
def test_all_that_may_be_played_can_be_clicked_at_and_nothing_else(rules: Rules) -> None:
    for state in some_states(rules, every=18 if rules.num_cards < 20 else 54):
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat)
            assert set(places(info)) == set(info.legal_words)


@pytest.mark.usefixtures("fast")
@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_person_plays_a_game_by_clicks(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    env = durak_v0.env(Rules(start_rank=12), render_mode="human")
    shown: list[Any] = []
    draw = Window._draw
    monkeypatch.setattr(Window, "_draw", lambda self, view: (shown.append(view), draw(self, view)))

    def choose(seen: InformationSet, wanted: int) -> None:
        click((1, 1))  # nothing lies there
        click(places(seen)[durak_env.format_action(wanted, seen.rules)])

    assert play_as_person(env, durak_v0.ManualPolicy(env, seat), choose) > 2
    assert all(isinstance(view, InformationSet) and view.seat == seat for view in shown)


@pytest.mark.usefixtures("fast")
def test_a_person_takes_is_done_and_leaves_by_keys() -> None:
    env = durak_v0.raw_env(Rules(start_rank=13, hand_size=3), render_mode="human")
    attacker, defender = durak_v0.ManualPolicy(env, 0), durak_v0.ManualPolicy(env, 1)
    env.reset(options={"deck": "Kc Kd Ah Ac As Ks Ad Kh", "attacker": 0})
    env.step(env.information_set("player_0").legal_actions[0])
    press(pygame.K_d)  # not the defender's
    press(pygame.K_t)
    assert defender(None, "player_1") == env.rules.take
    env.step(env.rules.take)
    press(pygame.K_d)
    assert attacker(None, "player_0") == env.rules.done
    press(pygame.K_ESCAPE)
    with pytest.raises(SystemExit):
        attacker(None, "player_0")


def test_a_person_needs_a_window_and_a_seat_of_its_own() -> None:
    with pytest.raises(ValueError, match="render_mode"):
        durak_v0.ManualPolicy(durak_v0.env())
    wrong: Any
    for wrong in (2, -1, None):
        with pytest.raises(ValueError, match=f"agent_id .* {wrong}"):
            durak_v0.ManualPolicy(durak_v0.env(render_mode="human"), wrong)
    with pytest.raises(ValueError, match="player_1"):
        durak_v0.ManualPolicy(durak_v0.env(render_mode="human"), 0)(None, "player_1")
