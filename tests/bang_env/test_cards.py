"""Each card of Bang!, by hand."""

from __future__ import annotations

import pytest

from bang_env.cards import FACES, KINDS, NUM_CARDS
from tests.support.bang.scenes import Scene


def test_there_are_twenty_cards_of_each_suit() -> None:
    assert NUM_CARDS == 80
    assert len(KINDS) == 22
    assert {suit: sum(face[1] == suit for face in FACES) for suit in "cdhs"} == dict.fromkeys("cdhs", 20)


def test_bang_costs_a_life_or_a_mancato() -> None:
    scene = Scene({0: ["bang", "bang"], 1: ["mancato"]}).play("bang 1")
    assert (scene.phase, scene.mover, scene.legal) == ("shot", 1, {"answer mancato", "nothing"})
    scene.play("answer mancato")
    assert (scene.lives[1], scene.hand(1), scene.top, scene.mover) == (4, [], "mancato", 0)
    assert not any(text.startswith("bang") for text in scene.legal)  # one a turn

    scene = Scene({0: ["bang"], 3: []}, characters={3: "willy_the_kid"}).play("bang 3")
    assert scene.legal == {"nothing"}  # the asking tells nothing
    assert scene.play("nothing").lives[3] == 3


def test_a_bang_needs_reach() -> None:
    scene = Scene({0: ["bang", "schofield"]})
    assert {text for text in scene.legal if text.startswith("bang")} == {"bang 1", "bang 3"}
    assert {text for text in scene.play("schofield").legal if text.startswith("bang")} == {"bang 1", "bang 2", "bang 3"}


def test_volcanic_takes_the_limit_away_while_it_lies_there() -> None:
    scene = Scene({0: ["bang", "bang", "bang", "volcanic", "schofield"]}).play("volcanic", "bang 1", "nothing")
    scene.play("bang 1", "nothing").play("schofield")
    assert scene.table(0) == {"schofield"}
    assert scene.top == "volcanic"
    assert not any(text.startswith("bang") for text in scene.legal)


@pytest.mark.parametrize(("gun", "reach"), [("volcanic", 1), ("schofield", 2), ("remington", 3), ("carabine", 4)])
def test_guns_reach_so_far(gun: str, reach: int) -> None:
    scene = Scene({0: ["bang"]}, {0: [gun], 1: ["mustang"], 2: ["mustang"], 3: []})
    wanted = {1: 2, 2: 3, 3: 1}  # distances
    found = {int(text[-1]) for text in scene.legal if text.startswith("bang")}
    assert found == {seat for seat, distance in wanted.items() if distance <= reach}


def test_mirino_brings_others_nearer_and_mustang_takes_one_farther() -> None:
    scene = Scene({0: ["bang", "panico"], 2: ["birra"]}, {0: ["mirino"], 1: ["mustang"]})
    assert {text for text in scene.legal if text.startswith("bang")} == {"bang 1", "bang 2", "bang 3"}
    assert {text for text in scene.legal if text.startswith("panico")} == {"panico 1 mustang", "panico 2 hand"}


def test_birra_brings_a_life_up_to_the_most_and_none_with_two_left() -> None:
    assert Scene({0: ["birra"]}, lives={0: 3}).play("birra").lives[0] == 4
    assert Scene({0: ["birra"]}).play("birra").lives[0] == 5
    scene = Scene({0: ["birra", "bang", "bang"]}, {0: ["volcanic"]}, lives={0: 2, 1: 1, 3: 1}, roles="SORO")
    scene.play("bang 1", "nothing", "nothing", "bang 3", "nothing", "nothing")
    assert scene.told["alive"] == (True, False, True, False)
    assert scene.play("birra").lives[0] == 2


def test_saloon_brings_everyone_a_life() -> None:
    assert Scene({0: ["saloon"]}, lives={0: 1, 1: 2, 2: 3, 3: 4}).play("saloon").lives == (2, 3, 4, 4)


@pytest.mark.parametrize(("card", "drawn"), [("diligenza", 2), ("wells_fargo", 3)])
def test_coaches_draw(card: str, drawn: int) -> None:
    scene = Scene({0: [card]}, deck=["birra", "saloon", "barile"]).play(card)
    assert scene.hand(0) == sorted(["birra", "saloon", "barile"][:drawn], key=KINDS.index)


def test_gatling_shoots_all_others_in_turn() -> None:
    scene = Scene({0: ["gatling", "bang"], 2: ["mancato"]}, characters={1: "willy_the_kid", 3: "sid_ketchum"})
    scene.play("gatling", "nothing", "answer mancato", "nothing")
    assert scene.lives == (5, 3, 4, 3)
    assert any(text.startswith("bang") for text in scene.legal)  # it does not count as the bang of the turn


def test_indiani_are_answered_by_a_bang_and_a_barile_does_not_help() -> None:
    scene = Scene({0: ["indiani"], 1: ["bang", "mancato"]}, {2: ["barile"]}, characters={2: "willy_the_kid"})
    scene.play("indiani")
    assert (scene.phase, scene.legal) == ("raided", {"answer bang", "nothing"})
    scene.play("answer bang", "nothing", "nothing")
    assert scene.lives[1:] == (4, 3, 3)
    assert scene.told["deck_size"] > 70  # nothing was turned up for luck


def test_emporio_shows_a_card_each_and_all_pick_clockwise() -> None:
    scene = Scene({0: ["emporio"]}, deck=["birra", "bang", "barile", "bang"]).play("emporio")
    assert (scene.phase, scene.legal) == ("picking", {"pick birra", "pick bang", "pick barile"})
    scene.play("pick barile", "pick bang", "pick bang")
    assert (scene.mover, scene.legal) == (3, {"pick birra"})  # the last one is a ply, too
    scene.play("pick birra")
    assert [scene.hand(seat) for seat in range(4)] == [["barile"], ["bang"], ["bang"], ["birra"]]


def test_duello_goes_on_until_one_does_nothing() -> None:
    scene = Scene({0: ["duello", "bang"], 2: ["bang", "bang"]}, {2: ["barile"]}).play("duello 2", "answer bang")
    assert (scene.phase, scene.mover) == ("duelling", 0)
    scene.play("answer bang", "answer bang")
    assert (scene.mover, scene.legal) == (0, {"nothing"})
    assert scene.play("nothing").lives == (4, 4, 4, 4)


def test_panico_takes_from_the_table_openly_and_from_the_hand_blindly() -> None:
    scene = Scene({0: ["panico", "panico"], 1: ["birra"]}, {1: ["barile"]}).play("panico 1 barile", "panico 1 hand")
    assert scene.hand(0) == ["birra", "barile"]
    assert scene.state.entries == 1  # the blind take is an entry of chance though one card was possible


def test_cat_balou_throws_a_card_of_anyone() -> None:
    scene = Scene({0: ["cat_balou", "cat_balou"], 2: ["birra"]}, {2: ["mirino"]}).play("cat_balou 2 mirino")
    assert scene.top == "mirino"
    assert scene.play("cat_balou 2 hand").top == "birra"
    assert (scene.hand(2), scene.table(2)) == ([], set())


def test_prigione_never_holds_the_sheriff_and_holds_once() -> None:
    scene = Scene({0: ["prigione", "prigione"]}).play("prigione 1")
    assert {text for text in scene.legal if text.startswith("prigione")} == {"prigione 2", "prigione 3"}
    scene = Scene({0: [], 1: ["prigione"]}, characters={1: "willy_the_kid"}).play("end")
    assert {text for text in scene.legal if text.startswith("prigione")} == {"prigione 2", "prigione 3"}


@pytest.mark.parametrize(("jail_skips", "phase", "mover"), [(False, "discarding", 1), (True, "playing", 2)])
def test_a_jailed_seat_without_a_heart_goes_to_its_discards(jail_skips: bool, phase: str, mover: int) -> None:
    players = {1: "willy_the_kid", 2: "bart_cassidy", 0: "sid_ketchum"}
    scene = Scene({0: ["prigione"]}, deck=["bang 2c"], characters=players, jail_skips=jail_skips)
    scene.play("prigione 1", "end")
    assert (scene.phase, scene.mover, scene.hand(1), scene.table(1)) == (phase, mover, [], set())
    assert scene.told["pile"][-1] > scene.told["pile"][-2]  # the prigione lies on the card that was turned up


def test_a_heart_frees() -> None:
    scene = Scene({0: ["prigione"]}, deck=["birra 6h"], characters={1: "willy_the_kid"}).play("prigione 1", "end")
    assert (scene.phase, scene.mover, len(scene.hand(1))) == ("playing", 1, 2)


@pytest.mark.parametrize(
    ("card", "lives", "at"), [("mancato 2s", 1, None), ("bang 2c", 4, 2), ("winchester 8s", 1, None)]
)
def test_dinamite_explodes_with_a_low_spade_or_moves_on(card: str, lives: int, at: int | None) -> None:
    scene = Scene({0: []}, {1: ["dinamite"]}, deck=[card], characters={1: "willy_the_kid"}).play("end")
    assert (scene.lives[1], scene.phase, scene.mover) == (lives, "playing", 1)
    assert [seat for seat in range(4) if "dinamite" in scene.table(seat)] == ([] if at is None else [at])


def test_dinamite_then_prigione() -> None:
    scene = Scene({}, {1: ["dinamite", "prigione"]}, deck=["mancato 2s", "birra 6h"], characters={1: "willy_the_kid"})
    scene.play("end")
    assert (scene.lives[1], scene.phase, scene.table(1), len(scene.hand(1))) == (1, "playing", set(), 2)


def test_a_barile_may_miss_for_its_owner() -> None:
    scene = Scene({0: ["bang"]}, {1: ["barile"]}, deck=["birra 6h"]).play("bang 1")
    assert (scene.mover, scene.phase, scene.lives[1]) == (0, "playing", 4)
    scene = Scene({0: ["bang"]}, {1: ["barile"]}, deck=["bang 2c"]).play("bang 1")
    assert (scene.mover, scene.phase) == (1, "shot")


def test_one_card_of_a_kind_before_a_seat_and_one_gun() -> None:
    scene = Scene({0: ["barile", "barile", "schofield", "schofield", "remington"]}).play("barile", "schofield")
    assert {"barile", "schofield"} & scene.legal == set()
    assert scene.play("remington").table(0) == {"barile", "remington"}
    assert scene.top == "schofield"


def test_nobody_targets_himself() -> None:
    scene = Scene({0: ["bang", "duello", "panico", "cat_balou", "prigione"]}, {0: ["barile"]})
    assert not [text for text in scene.legal if text.split()[1:2] == ["0"]]
