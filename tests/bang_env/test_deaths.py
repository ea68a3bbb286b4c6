"""Dying, falls, rewards, the end of the game, and situations that random games do not reach."""

from __future__ import annotations

import pytest

from bang_env.cards import KIND_OF, KINDS
from bang_env.characters import LAW, LONER, OUTLAWS
from bang_env.core.legal import set_legal
from bang_env.core.scoring import party, returns
from tests.support.bang.described import all_cards
from tests.support.bang.scenes import Scene

PLAYERS = {0: "willy_the_kid", 1: "slab_the_killer", 2: "rose_doolan", 3: "lucky_duke"}


def scene_of(*arguments: object, **settings: object) -> Scene:
    return Scene(*arguments, **{"characters": PLAYERS, **settings})  # type: ignore[arg-type]


def test_who_eliminates_an_outlaw_draws_three() -> None:
    scene = scene_of({0: ["bang"], 1: ["barile"]}, lives={1: 1}).play("bang 1", "nothing")
    assert scene.legal == {"nothing"}  # a dying seat is asked even without a birra
    scene.play("nothing")
    assert (scene.told["alive"], len(scene.hand(0)), scene.top) == ((True, False, True, True), 3, "barile")


@pytest.mark.slow  # for the records of six seats
def test_a_sheriff_who_eliminates_his_deputy_discards_all() -> None:
    scene = scene_of({0: ["bang", "birra"]}, {0: ["mirino"]}, roles="SDOORO", lives={1: 1}, characters={})
    scene.play("bang 1", "nothing", "nothing")
    assert (scene.hand(0), scene.table(0), scene.phase) == ([], set(), "playing")


def test_nobody_is_rewarded_for_dinamite_or_a_lost_duello() -> None:
    scene = scene_of({0: []}, {1: ["dinamite"]}, deck=["mancato 2s"], lives={1: 3}).play("end", "nothing")
    assert (scene.told["alive"][1], scene.hand(0), scene.told["turn"]) == (False, [], 2)


def test_birra_saves_as_often_as_it_takes() -> None:
    scene = scene_of({1: ["birra"] * 3}, {1: ["dinamite"]}, deck=["mancato 2s"], lives={1: 1}).play("end")
    scene.play("answer birra", "answer birra")
    assert (scene.phase, scene.lives[1]) == ("dying", 0)
    scene.play("answer birra")
    assert (scene.phase, scene.lives[1], scene.mover) == ("playing", 1, 1)


def test_falls_of_a_gatling_are_carried_out_together() -> None:
    scene = scene_of({0: ["gatling"]}, lives={1: 1, 2: 1, 3: 1}).play("gatling", "nothing", "nothing")
    assert scene.told["alive"] == (True, True, True, True)  # until the card is done they count
    scene.play("nothing", "nothing", "nothing", "nothing")
    assert [returns(scene.state, seat) for seat in range(4)] == [1.0, -1.0, -1.0, -1.0]
    assert (int(scene.state.winner), scene.phase) == (LAW, "over")


def test_with_two_left_a_seat_falls_without_being_asked() -> None:
    scene = scene_of({0: ["bang"], 2: ["birra"]}, lives={2: 1}, dead=[1, 3])
    scene.play("bang 2", "nothing")
    assert scene.phase == "over"


@pytest.mark.parametrize(
    ("roles", "dead", "team"),
    [
        ("SORO", [], OUTLAWS),
        ("SORO", [1, 3], LONER),
        pytest.param("SORDO", [1, 4], OUTLAWS, marks=pytest.mark.slow),  # even if none of them lives
    ],
)
def test_the_sheriff_dies(roles: str, dead: list[int], team: int) -> None:
    scene = Scene({0: ["duello"], 2: ["bang"]}, lives={0: 1}, dead=dead, roles=roles).play("duello 2", "answer bang")
    scene.play("nothing")
    if scene.phase == "dying":
        scene.play("nothing")
    assert scene.phase == "over"
    for seat in range(len(roles)):
        assert (returns(scene.state, seat) > 0) == (party(scene.state, seat) == team)


def test_the_turn_passes_when_its_seat_dies() -> None:
    scene = scene_of({1: ["duello"], 2: ["bang"]}, lives={1: 1}, deck=["birra", "saloon"]).play("end")
    scene.play("duello 2", "answer bang", "nothing", "nothing")
    assert (scene.told["alive"][1], scene.told["turn"]) == (False, 2)


# --- deck and pile both empty ----------------------------------------------------------------------------------------


def test_draws_give_nothing_without_cards() -> None:
    scene = scene_of(rest=False).play("end")
    assert (scene.phase, scene.hand(1)) == ("playing", [])


def test_luck_without_cards_is_no_heart_and_no_explosion() -> None:
    scene = scene_of({}, {1: ["dinamite", "prigione"]}, rest=False).play("end")
    assert (scene.phase, scene.mover, scene.lives[1]) == ("discarding", 1, 4)
    assert "dinamite" in scene.table(2)
    scene = scene_of({0: ["bang"]}, {1: ["barile"]}, rest=False).play("bang 1")
    assert scene.phase == "shot"


def test_the_last_card_brings_the_pile_back_at_once() -> None:
    scene = scene_of({}, deck=["birra"], pile=["bang", "saloon"], rest=False).play("end")
    assert (len(scene.hand(1)), scene.told["deck_size"], scene.told["pile_size"]) == (2, 1, 0)
    scene = scene_of({0: ["bang"]}, {1: ["barile"]}, deck=["mirino"], rest=False).play("bang 1")
    assert (scene.told["deck_size"], scene.told["pile_size"], scene.top) == (1, 1, "mirino")  # not in the new deck


def test_an_empty_pile_is_made_good_when_a_card_is_needed() -> None:
    scene = scene_of({0: ["birra", "saloon"]}, deck=["bang", "bang"], rest=False).play("end")
    assert (scene.told["deck_size"], scene.told["pile_size"]) == (0, 0)
    scene.play("discard bang", "end")
    assert (len(scene.hand(2)), scene.told["pile_size"]) == (1, 0)


def test_emporio_shows_fewer_cards_or_none() -> None:
    scene = scene_of({0: ["emporio"]}, deck=["birra"], rest=False).play("emporio")
    assert scene.legal == {"pick birra", "pick emporio"}  # the emporio itself lay on the pile
    assert scene.play("pick birra", "pick emporio").phase == "playing"


def test_kit_carlson_takes_what_there_is() -> None:
    scene = scene_of(deck=["birra", "saloon"], characters={**PLAYERS, 1: "kit_carlson"}, rest=False).play("end")
    assert (scene.phase, scene.hand(1)) == ("playing", ["birra", "saloon"])


def test_sid_pays_his_last_cards_and_suzy_draws_while_dying() -> None:
    players = {**PLAYERS, 0: "sid_ketchum", 1: "suzy_lafayette"}
    scene = scene_of({0: ["bang", "birra"]}, lives={0: 1}, characters=players).play("sid", "discard bang")
    scene.play("discard birra")
    assert (scene.lives[0], scene.hand(0), "end" in scene.legal) == (2, [], True)
    scene = scene_of({0: ["indiani"]}, lives={1: 1}, deck=["saloon", "birra"], characters=players).play("indiani")
    assert scene.hand(1) == ["saloon"]
    scene.play("nothing", "nothing")
    assert scene.told["alive"][1]  # until the card is done
    scene.play("nothing", "nothing")
    assert not scene.told["alive"][1]
    assert len(scene.hand(0)) == 3


def test_no_card_is_lost() -> None:
    scene = scene_of({0: ["gatling"], 1: ["barile"]}, {1: ["mirino"]}, lives={1: 1}).play("gatling", *["nothing"] * 4)
    assert all_cards(scene.state) == list(range(80))


# --- more that random games hardly reach -----------------------------------------------------------------------------


def test_the_last_emporio_shows_itself() -> None:
    scene = scene_of({0: ["emporio", "bang"]}, rest=False).play("emporio")
    assert scene.legal == {"pick emporio"}  # it lay on the pile itself, which was shuffled
    assert (scene.told["deck_size"], scene.told["pile_size"]) == (0, 0)
    assert scene.play("pick emporio").hand(0) == ["bang", "emporio"]


def test_lucky_dukes_second_card_comes_from_a_new_deck() -> None:
    scene = scene_of({0: ["bang"]}, {3: ["barile"]}, ["mirino"], ["birra"], rest=False).play("bang 3")
    first, second = scene.told["pile"]
    assert (KINDS[KIND_OF[first]], scene.state.reshuffles, scene.told["deck_size"]) == ("mirino", 1, 1)
    missed = KINDS[KIND_OF[second]] == "birra"  # a heart; the bang itself is the other card
    assert scene.phase == ("playing" if missed else "shot")


def test_lucky_duke_without_a_second_card_has_one() -> None:
    scene = scene_of({}, {3: ["dinamite"]}, deck=["mancato 2s"], rest=False)
    scene.state.turn = scene.state.mover = 2
    scene.play("end")
    assert (scene.lives[3], scene.hand(3)) == (1, ["mancato", "dinamite"])  # which were the new deck


def test_a_fall_during_indiani_waits_for_all_targets() -> None:
    scene = scene_of({0: ["indiani"], 2: ["bang"]}, lives={1: 1}).play("indiani", "nothing", "nothing")
    assert (scene.phase, scene.mover, scene.told["alive"][1]) == ("raided", 2, True)
    scene.play("answer bang", "nothing")
    assert (scene.told["alive"][1], len(scene.hand(0)), scene.lives[3]) == (False, 3, 3)


def test_rewards_and_punishments_come_in_the_order_of_the_falls() -> None:
    scene = scene_of({0: ["gatling"]}, {0: ["mirino"]}, lives={1: 1, 2: 1}, roles="SROO")
    scene.play("gatling", "nothing", "nothing", "nothing", "nothing", "nothing")
    assert scene.told["alive"] == (True, False, False, True)
    assert (len(scene.hand(0)), scene.table(0)) == (3, {"mirino"})  # for the Outlaw, none for the Renegade


def test_the_renegade_alone_with_the_sheriff_wins_by_killing_him_last() -> None:
    scene = scene_of({2: ["bang"]}, lives={0: 1}, dead=[1, 3])
    scene.state.turn = scene.state.mover = 2
    set_legal(scene.state)
    scene.play("bang 0", "nothing")  # with two seats left he is not asked for a birra
    assert (scene.phase, int(scene.state.winner)) == ("over", LONER)


def test_the_sheriff_alone_with_the_renegade_wins_too() -> None:
    scene = scene_of({0: ["bang"]}, lives={2: 1}, dead=[1, 3]).play("bang 2", "nothing")
    assert int(scene.state.winner) == LAW


def test_a_jailed_seat_without_any_card_stays_in_jail() -> None:
    scene = scene_of({}, {1: ["prigione"]}, rest=False).play("end")
    assert (scene.phase, scene.mover, scene.top) == ("discarding", 1, "prigione")


def test_sid_dies_when_he_does_nothing_though_he_could_pay() -> None:
    sid = {**PLAYERS, 1: "sid_ketchum"}
    scene = scene_of({0: ["bang"], 1: ["birra", "saloon"]}, lives={1: 1}, characters=sid, sid_saves=True)
    scene.play("bang 1", "nothing")
    assert scene.legal == {"answer birra", "sid", "nothing"}
    assert not scene.play("nothing").told["alive"][1]


@pytest.mark.parametrize(
    ("second", "phase", "drawn"), [("birra 6h", "playing", 2), ("mancato 3s", "discarding", 0)], ids=["heart", "none"]
)
def test_lucky_duke_in_jail_turns_up_two_cards(second: str, phase: str, drawn: int) -> None:
    duke = {**PLAYERS, 1: "lucky_duke", 3: "slab_the_killer"}
    scene = scene_of({}, {1: ["prigione"]}, deck=["mancato 2s", second], characters=duke).play("end")
    assert (scene.mover, scene.phase, len(scene.hand(1))) == (1, phase, drawn)
    assert [KINDS[KIND_OF[card]] for card in scene.told["pile"]] == ["mancato", second.split()[0], "prigione"]


def test_several_who_fall_in_one_indiani_are_asked_each_and_fall_together() -> None:
    scene = scene_of({0: ["indiani"]}, lives={1: 1, 3: 1}).play("indiani", "nothing")
    assert (scene.mover, scene.phase) == (1, "dying")
    scene.play("nothing", "nothing", "nothing")  # of seat 1, then seat 2 loses a life
    assert (scene.mover, scene.phase, scene.told["alive"]) == (3, "dying", (True,) * 4)
    scene.play("nothing")
    assert (scene.told["alive"], scene.lives[2], len(scene.hand(0))) == ((True, False, True, False), 3, 6)


def test_an_indiani_that_ends_the_game_rewards_nobody() -> None:
    scene = scene_of({0: ["indiani"]}, lives={1: 1, 2: 1, 3: 1}).play("indiani", *["nothing"] * 6)
    assert (scene.phase, party(scene.state, 0), scene.hand(0)) == ("over", LAW, [])
    assert [returns(scene.state, seat) for seat in range(4)] == [1, -1, -1, -1]


@pytest.mark.slow
def test_the_renegade_alone_with_sheriff_and_deputy_loses_by_the_sheriffs_death() -> None:
    scene = scene_of({0: ["duello"], 3: ["bang"]}, roles="SDORO", dead=[2, 4], lives={0: 1}, characters={})
    scene.play("duello 3", "answer bang", "nothing", "nothing")
    assert (scene.phase, [returns(scene.state, seat) for seat in range(5)]) == ("over", [-1, -1, 1, -1, 1])


@pytest.mark.slow
def test_the_renegade_who_has_outlived_the_deputies_fights_the_sheriff_on() -> None:
    scene = scene_of({0: ["duello"], 1: ["bang"]}, roles="SRODO", dead=[2, 4], lives={3: 1}, characters={})
    scene.play("duello 1", "answer bang", "nothing")
    assert (scene.phase, scene.lives[0]) == ("playing", 4)
    scene.play("end", "end")
    assert scene.mover == 3
