"""Each character of Bang!, by hand."""

from __future__ import annotations

import pytest

from bang_env.cards import KIND_OF, KINDS
from bang_env.characters import CHARACTERS, LIVES_OF
from tests.support.bang.scenes import Scene


def of(seat: int, name: str) -> dict[int, str]:
    """Place a character at a seat, and plain ones at the others."""
    plain = [one for one in ("willy_the_kid", "slab_the_killer", "lucky_duke", "rose_doolan") if one != name]
    return {seat: name, **{other: plain[other - (other > seat)] for other in range(4) if other != seat}}


def test_bart_cassidy_draws_for_each_life_lost() -> None:
    scene = Scene({0: ["bang"]}, characters=of(1, "bart_cassidy")).play("bang 1", "nothing")
    assert len(scene.hand(1)) == 1
    scene = Scene(tables={1: ["dinamite"]}, deck=["mancato 2s"], characters=of(1, "bart_cassidy")).play("end")
    assert len(scene.hand(1)) == 3 + 2


def test_bart_draws_only_once_he_is_saved() -> None:
    scene = Scene({0: ["bang"], 1: ["birra"]}, lives={1: 1}, characters=of(1, "bart_cassidy")).play("bang 1", "nothing")
    assert (scene.phase, scene.hand(1), scene.lives[1]) == ("dying", ["birra"], 0)
    scene.play("answer birra")
    assert (scene.lives[1], len(scene.hand(1))) == (1, 1)


@pytest.mark.parametrize(("second", "drawn"), [("birra 6h", 3), ("bang 2d", 3), ("bang 2c", 2)])
def test_black_jack_shows_his_second_card(second: str, drawn: int) -> None:
    scene = Scene(deck=["saloon", second], characters=of(1, "black_jack")).play("end")
    assert len(scene.hand(1)) == drawn
    kind = KINDS.index(second.split()[0])
    known = [
        card for card in scene.told["may"][3][1] if not any(card in scene.told["may"][3][one] for one in (0, 2, 4))
    ]
    assert [int(KIND_OF[card]) for card in known] == [kind]


def test_calamity_janet_shoots_and_answers_with_either() -> None:
    scene = Scene({0: ["mancato", "bang"]}, characters=of(0, "calamity_janet"))
    assert {"bang 1", "mancato 1"} <= scene.legal
    scene.play("mancato 1", "nothing")
    assert "bang 1" not in scene.legal  # it was the bang of the turn
    scene = Scene({0: ["bang", "indiani"], 1: ["bang", "mancato"]}, characters=of(1, "calamity_janet"))
    assert scene.play("bang 1").legal == {"answer bang", "answer mancato", "nothing"}
    assert scene.play("answer bang", "indiani").legal == {"answer mancato", "nothing"}


def test_el_gringo_takes_a_card_of_who_hit_him() -> None:
    scene = Scene({0: ["bang", "birra"]}, characters=of(1, "el_gringo")).play("bang 1", "nothing")
    assert (scene.hand(0), scene.hand(1)) == ([], ["birra"])
    scene = Scene({0: ["duello", "birra"]}, characters=of(0, "el_gringo")).play("duello 1")
    scene.play("nothing")  # the loser is seat 1
    assert scene.hand(0) == ["birra"]
    scene = Scene({0: ["duello"], 1: ["bang", "birra"]}, characters=of(0, "el_gringo")).play("duello 1", "answer bang")
    assert scene.play("nothing").hand(1) == ["birra"]  # nobody is responsible for one's own duello


def test_jesse_jones_may_take_the_first_card_from_a_hand() -> None:
    scene = Scene({2: ["barile"]}, deck=["birra", "saloon"], characters=of(1, "jesse_jones")).play("end")
    assert (scene.phase, scene.legal) == ("drawing", {"deck", "from 2"})
    scene.play("from 2")
    assert (scene.hand(1), scene.hand(2), scene.phase) == (["birra", "barile"], [], "playing")
    scene = Scene(deck=["birra", "saloon"], characters=of(1, "jesse_jones")).play("end")
    assert scene.legal == {"deck"}  # a forced ply is a ply
    assert scene.play("deck").hand(1) == ["birra", "saloon"]


def test_jourdonnais_has_a_barile_besides_any_real_one() -> None:
    scene = Scene({0: ["bang"]}, {1: ["barile"]}, deck=["bang 2c", "birra 6h"], characters=of(1, "jourdonnais"))
    assert (scene.play("bang 1").phase, scene.told["pile_size"]) == ("playing", 3)
    scene = Scene({0: ["bang"]}, {1: ["barile"]}, deck=["birra 6h", "birra 7h"], characters=of(1, "jourdonnais"))
    assert scene.play("bang 1").told["pile_size"] == 2  # the second draw is not needed


def test_kit_carlson_looks_at_three_and_puts_one_back() -> None:
    scene = Scene(deck=["birra", "saloon", "barile"], characters=of(1, "kit_carlson")).play("end")
    assert (scene.phase, scene.legal) == ("putting_back", {"back 0", "back 1", "back 2"})
    scene.play("back 1")
    assert scene.hand(1) == ["birra", "barile"]
    assert KINDS[KIND_OF[scene.told["deck"][0]]] == "saloon"
    assert scene.told["may"][1][4].count(scene.told["deck"][0]) == 1
    scene.play("end")  # seat 2 draws it, and Kit knows
    saloon = KINDS.index("saloon")
    assert [int(KIND_OF[card]) for card in scene.told["may"][1][2]].count(saloon) == 1
    assert saloon not in [int(KIND_OF[card]) for card in scene.told["may"][1][4]]


def test_lucky_duke_has_the_better_of_two() -> None:
    duke = of(1, "lucky_duke")
    scene = Scene({0: ["bang"]}, {1: ["barile"]}, deck=["bang 2c", "birra 6h"], characters=duke).play("bang 1")
    assert (scene.phase, scene.told["pile_size"]) == ("playing", 3)
    scene = Scene(tables={1: ["dinamite"]}, deck=["mancato 2s", "bang 2c"], characters=duke).play("end")
    assert "dinamite" in scene.table(2)
    scene = Scene(tables={1: ["dinamite"]}, deck=["mancato 2s", "mancato 3s"], characters=duke).play("end")
    assert scene.lives[1] == 1


def test_paul_regret_is_farther_and_rose_doolan_sees_nearer() -> None:
    players = {0: "willy_the_kid", 1: "paul_regret", 2: "slab_the_killer", 3: "rose_doolan"}
    assert "bang 1" not in Scene({0: ["bang"]}, characters=players).legal
    players = {0: "rose_doolan", 1: "paul_regret", 2: "slab_the_killer", 3: "willy_the_kid"}
    assert {"bang 1", "bang 2", "bang 3"} <= Scene({0: ["bang"]}, characters=players).legal


def test_pedro_ramirez_may_take_the_top_of_the_pile() -> None:
    scene = Scene(deck=["birra"], pile=["bang", "saloon"], characters=of(1, "pedro_ramirez")).play("end")
    assert scene.legal == {"deck", "pile"}
    assert scene.play("pile").hand(1) == ["birra", "saloon"]
    assert Scene(characters=of(1, "pedro_ramirez")).play("end").legal == {"deck"}


def test_sid_ketchum_pays_two_cards_for_a_life() -> None:
    scene = Scene({0: ["bang", "birra", "barile"]}, lives={0: 3}, characters=of(0, "sid_ketchum")).play("sid")
    assert (scene.phase, scene.legal) == ("paying", {"discard bang", "discard birra", "discard barile"})
    scene.play("discard birra")
    assert (scene.lives[0], scene.phase) == (3, "paying")
    scene.play("discard barile")
    assert (scene.lives[0], scene.phase, scene.hand(0)) == (4, "playing", ["bang"])  # no discard: phase 2 goes on
    assert "sid" not in Scene({0: ["bang", "birra"]}, characters=of(0, "sid_ketchum")).legal  # at his most
    scene = Scene({0: ["bang", "birra", "barile"]}, lives={0: 3}, characters=of(0, "sid_ketchum"))
    assert scene.play("discard bang", "sid", "discard birra", "discard barile").phase == "discarding"


@pytest.mark.parametrize("sid_saves", [False, True])
def test_sid_may_save_himself_by_the_official_rules(sid_saves: bool) -> None:
    sid = of(1, "sid_ketchum")
    scene = Scene({0: ["bang"], 1: ["barile", "mirino", "birra"]}, lives={1: 1}, characters=sid, sid_saves=sid_saves)
    scene.play("bang 1", "nothing")
    assert scene.legal == {"answer birra", "nothing"} | ({"sid"} if sid_saves else set())
    if sid_saves:
        scene.play("sid", "discard barile", "discard mirino")
        assert (scene.phase, scene.lives[1], scene.mover) == ("playing", 1, 0)


def test_slab_the_killer_takes_two_misses() -> None:
    scene = Scene({0: ["bang", "gatling"], 1: ["mancato"] * 3, 2: ["mancato"]}, characters=of(0, "slab_the_killer"))
    scene.play("bang 1", "answer mancato")
    assert (scene.phase, scene.told["needed"]) == ("shot", 1)
    assert scene.play("answer mancato").phase == "playing"
    assert scene.play("gatling").told["needed"] == 1
    scene = Scene({0: ["bang"], 1: ["mancato"]}, characters=of(0, "slab_the_killer")).play("bang 1")
    assert scene.legal == {"nothing"}  # one is not enough
    scene = Scene({0: ["bang"], 1: ["mancato"]}, {1: ["barile"]}, ["birra 6h"], characters=of(0, "slab_the_killer"))
    assert scene.play("bang 1").legal == {"answer mancato", "nothing"}


def test_suzy_lafayette_draws_when_her_hand_is_empty() -> None:
    suzy = of(1, "suzy_lafayette")
    scene = Scene({0: ["bang"], 1: ["mancato"]}, characters=suzy).play("bang 1", "answer mancato")
    assert len(scene.hand(1)) == 1
    scene = Scene({0: ["panico"], 1: ["mancato"]}, characters=suzy).play("panico 1 hand")
    assert len(scene.hand(1)) == 1


def test_suzy_does_not_draw_in_a_duello_but_after_it() -> None:
    suzy = of(1, "suzy_lafayette")
    scene = Scene({0: ["duello", "bang"], 1: ["bang"]}, characters=suzy).play("duello 1", "answer bang")
    assert scene.hand(1) == []
    scene.play("answer bang")
    assert scene.legal == {"nothing"}
    assert len(scene.play("nothing").hand(1)) == 1
    scene = Scene({0: ["duello"]}, deck=["birra"], lives={1: 1}, characters=suzy)
    scene.state.hand_sizes[1] = 0
    scene.play("duello 1", "nothing")
    assert (scene.phase, scene.legal) == ("dying", {"answer birra", "nothing"})


def test_suzy_draws_before_el_gringo_takes() -> None:
    players = {0: "suzy_lafayette", 1: "el_gringo", 2: "willy_the_kid", 3: "rose_doolan"}
    scene = Scene({0: ["bang"]}, deck=["barile", "mirino"], characters=players).play("bang 1")
    assert scene.hand(0) == ["barile"]  # at the asking
    scene.play("nothing")
    assert (scene.hand(0), scene.hand(1)) == (["mirino"], ["barile"])


def test_suzy_may_not_discard_after_such_a_draw() -> None:
    scene = Scene({0: ["bang"]}, characters=of(0, "suzy_lafayette")).play("discard bang")
    assert (scene.legal, len(scene.hand(0))) == ({"end"}, 1)


def test_vulture_sam_inherits() -> None:
    scene = Scene(
        {0: ["bang"], 1: ["barile"]}, {1: ["mirino", "volcanic"]}, lives={1: 1}, characters=of(2, "vulture_sam")
    )
    scene.play("bang 1", "nothing", "nothing")
    assert scene.hand(2) == ["barile", "mirino", "volcanic"]
    assert (scene.table(1), scene.hand(1)) == (set(), [])


def test_willy_the_kid_shoots_on() -> None:
    scene = Scene({0: ["bang", "bang"]}, characters=of(0, "willy_the_kid")).play("bang 1", "nothing")
    assert "bang 1" in scene.legal


def test_lives() -> None:
    lives = dict(zip(CHARACTERS, LIVES_OF.tolist(), strict=True))
    assert {name for name, count in lives.items() if count == 3} == {"el_gringo", "paul_regret"}
    assert set(lives.values()) == {3, 4}
