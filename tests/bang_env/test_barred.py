"""The reasons for which a card of Bang! has no use at the moment, as the table's page gives them."""

from __future__ import annotations

from bang_env.information import InformationSet
from bang_env.table.barred import why_barred
from tests.support.bang.scenes import Scene


def codes(scene: Scene, seat: int = 0) -> dict[str, str]:
    """Return by kind the code of the reason."""
    barred = why_barred(InformationSet.of(scene.state, scene.rules, seat))
    return {kind: why["code"] for kind, why in barred.items()}


def test_in_the_own_turn() -> None:
    hand = ["bang", "bang", "mancato", "birra", "barile", "prigione", "panico", "duello"]
    scene = Scene({0: hand}, {0: ["barile"]}, lives={0: 5})
    assert codes(scene) == {"mancato": "answers_only", "barile": "lies_already", "panico": "nothing_near"}
    assert codes(scene, seat=1) == {}
    scene.play("bang 1", "nothing")
    assert codes(scene)["bang"] == "one_shot"
    scene.play("discard mancato")
    assert set(codes(scene).values()) == {"discarding"}
    assert codes(scene).keys() == set(hand) - {"mancato"}


def test_nobody_is_in_reach_and_nobody_can_be_robbed_or_jailed() -> None:
    scene = Scene({0: ["bang"]}, {1: ["mustang 8h"], 3: ["mustang 9h"]})
    assert codes(scene) == {"bang": "out_of_reach"}
    scene = Scene({0: ["cat_balou", "prigione"]}, {2: ["prigione"]}, dead=[1, 3])
    assert codes(scene) == {"prigione": "nobody_to_jail"}
    assert codes(Scene({0: ["cat_balou"]})) == {"cat_balou": "nothing_anywhere"}


def test_calamity_janet_shoots_with_either_card() -> None:
    scene = Scene({0: ["bang", "mancato"]}, characters={0: "calamity_janet"}).play("bang 1", "nothing")
    assert codes(scene) == {"mancato": "one_shot"}


def test_answers_name_the_card_that_helps() -> None:
    shot = Scene({0: ["bang"], 1: ["bang", "mancato"]}).play("bang 1")
    assert codes(shot, seat=1) == {"bang": "answer"}
    assert why_barred(InformationSet.of(shot.state, shot.rules, 1))["bang"]["words"] == {"card": "mancato"}
    slab = Scene({0: ["bang"], 1: ["mancato"]}, characters={0: "slab_the_killer"}).play("bang 1")
    assert why_barred(InformationSet.of(slab.state, slab.rules, 1)) == {
        "mancato": {"code": "too_few", "words": {"card": "mancato", "count": 2}}
    }
    raid = Scene({0: ["indiani"], 1: ["mancato"]}).play("indiani")
    assert codes(raid, seat=1) == {"mancato": "answer"}


def test_a_card_that_pays_or_is_picked_has_its_use() -> None:
    scene = Scene({1: ["birra", "saloon"]}, characters={1: "sid_ketchum"}, lives={1: 2}).play("end", "sid")
    assert scene.phase == "paying"
    assert codes(scene, seat=1) == {}
    shop = Scene({0: ["emporio", "birra"]}).play("emporio")
    assert codes(shop) == {"birra": "pick_first"}
