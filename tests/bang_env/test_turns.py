"""The course of Bang!'s turns and rounds, discards, and the attack table."""

from __future__ import annotations

import pytest

from bang_env.core.scoring import returns
from bang_env.core.seats import distance
from tests.support.bang.scenes import Scene


def test_a_hand_may_not_have_more_cards_than_the_seat_has_lives_at_the_end() -> None:
    scene = Scene({0: ["bang", "birra", "barile"]}, lives={0: 2})
    assert "end" not in scene.legal
    scene.play("discard bang")
    assert (scene.phase, scene.legal) == ("discarding", {"end", "discard birra", "discard barile"})


def test_discards_end_phase_2_even_without_excess() -> None:
    scene = Scene({0: ["bang", "birra"]}, free_discard=True).play("discard bang")
    assert scene.legal == {"end", "discard birra"}
    scene = Scene({0: ["bang", "birra", "saloon"]}, lives={0: 2}, free_discard=False).play("discard bang")
    assert scene.legal == {"end"}


def test_rounds_begin_with_the_sheriff_and_end_at_the_limit() -> None:
    players = {1: "willy_the_kid", 2: "bart_cassidy", 3: "sid_ketchum"}
    scene = Scene(characters={0: "paul_regret", **players}, max_rounds=2)
    for _ in range(4):
        scene.play("end")
    assert (scene.told["rounds"], scene.told["turns"], scene.mover) == (2, 5, 0)
    for _ in range(4):
        while "end" not in scene.legal:
            scene.play(min(text for text in scene.legal if text.startswith("discard")))
        scene.play("end")
    assert (scene.phase, scene.legal) == ("over", set())
    assert [returns(scene.state, seat) for seat in range(4)] == [-1.0] * 4


def test_phase_1_draws_two() -> None:
    scene = Scene(deck=["birra", "saloon", "bang"], characters={1: "willy_the_kid"}).play("end")
    assert scene.hand(1) == ["birra", "saloon"]


def test_attacks_are_counted() -> None:
    hand = ["bang", "duello", "panico", "panico", "cat_balou", "cat_balou", "cat_balou", "prigione"]
    scene = Scene({0: hand, 1: ["birra", "saloon"]}, {1: ["dinamite"], 3: ["prigione", "barile"]}, lives={0: 5})
    counted = lambda: scene.told["attacks"][0]  # noqa: E731
    scene.play("bang 1", "nothing")
    assert counted() == (0, 3, 0, 0)
    scene.play("duello 2", "nothing")
    assert counted() == (0, 3, 3, 0)
    scene.play("panico 1 hand", "cat_balou 1 dinamite")
    assert counted() == (0, 4, 3, 0)
    scene.play("cat_balou 3 prigione", "cat_balou 3 barile", "prigione 2")
    assert counted() == (0, 4, 4, -2)


@pytest.mark.slow  # for the records of seven seats
@pytest.mark.parametrize(("seat", "other", "steps"), [(0, 1, 1), (0, 2, 2), (0, 3, 3), (0, 4, 3), (0, 6, 1), (5, 1, 3)])
def test_distances_go_the_shorter_way(seat: int, other: int, steps: int) -> None:
    scene = Scene(roles="SOROODD")
    assert distance(scene.state, seat, other) == steps


@pytest.mark.slow
def test_the_dead_are_not_counted_in_distances() -> None:
    scene = Scene(roles="SOROODD")
    scene.state.dead[1] = scene.state.dead[2] = 1
    assert [int(distance(scene.state, 0, other)) for other in (3, 4, 5, 6)] == [1, 2, 2, 1]
