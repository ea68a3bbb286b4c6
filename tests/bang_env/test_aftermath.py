"""The automatic consequences of a ply have a line each, drawn from the reader's knowledge alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bang_env import Bang, InformationSet, Rules
from bang_env.actions import parse_action
from bang_env.aftermath import aftermath
from bang_env.cards import FACES, HEART, LUCK_OF
from bang_env.core.luck import KIND_THROWN, LUCK_SHOWN
from bang_env.core.records import Phase
from bang_env.game import step
from bang_env.information import cards_in
from tests.support.bang.scenes import Scene
from tests.support.positions import legal_slots, positions


def told(scene: Scene, *texts: str, seat: int = 0) -> list[str]:
    """Describe the consequences of the last of the plies, as a seat sees them."""
    scene.play(*texts[:-1])
    action, before = parse_action(texts[-1], scene.rules, scene.mover), scene.game.information_set(scene.state, seat)
    after = scene.game.information_set(scene.play(texts[-1]).state, seat)
    return [f"{one['seat']} {one['text']}" for one in aftermath(action, before, after)]


@pytest.mark.parametrize(
    ("deck", "lines"),
    [
        (["bang 5c"], ["1 turns up bang 5c: the dinamite moves on to seat 2"]),
        (["mancato 5s"], ["1 turns up mancato 5s: the dinamite explodes", "1 loses 3 lives, now 1"]),
    ],
)
def test_dinamite(deck: list[str], lines: list[str]) -> None:
    assert told(Scene(tables={1: ["dinamite"]}, deck=deck), "end") == [*lines, "1 draws 2 cards"]


def test_dinamite_kills_and_the_next_turn_begins_in_jail() -> None:
    scene = Scene(tables={1: ["dinamite"], 2: ["prigione"]}, deck=["mancato 5s", "birra 6h"], lives={1: 3})
    assert told(scene, "end") == ["1 turns up mancato 5s: the dinamite explodes", "1 loses 3 lives, now 0"]
    assert told(scene, "nothing") == ["1 is eliminated: outlaw", "2 turns up birra 6h, a heart: out of jail"]


def test_jail() -> None:
    stays = "1 turns up bang 2c, no heart: stays in jail"
    assert told(Scene(tables={1: ["prigione"]}, deck=["bang 2c"]), "end") == [stays]
    scene = Scene(tables={1: ["prigione", "dinamite"]}, deck=["bang 3c", "bang 2c", "bang 4c"], jail_skips=True)
    moves = "turns up bang {}: the dinamite moves on to seat {}"
    assert told(scene, "end") == [f"1 {moves.format('3c', 2)}", stays, f"2 {moves.format('4c', 3)}"]


def test_lucky_duke_turns_up_two_cards() -> None:
    scene = Scene(tables={1: ["prigione"]}, deck=["bang 2c", "bang Qh"], characters={1: "lucky_duke"})
    assert told(scene, "end") == ["1 turns up bang 2c and bang Qh, a heart: out of jail", "1 draws 2 cards"]


def test_a_barrel_is_told_and_so_are_lives() -> None:
    scene = Scene({0: ["bang"] * 2}, {0: ["volcanic"], 1: ["barile"]}, deck=["bang Qh", "bang 9c"])
    assert told(scene, "bang 1") == ["1 turns up bang Qh, a heart: a miss"]
    assert told(scene, "bang 1") == ["1 turns up bang 9c, no heart"]
    assert told(scene, "nothing") == ["1 loses a life, now 3"]


def test_a_gatling_meets_barrels_one_after_the_other() -> None:
    tables, characters = {1: ["barile"], 2: ["barile"]}, {2: "jourdonnais"}
    scene = Scene({0: ["gatling"]}, tables, deck=["bang Qh", "bang 9c", "bang 8c"], characters=characters)
    assert told(scene, "gatling") == [
        "1 turns up bang Qh, a heart: a miss",
        "2 turns up bang 9c, no heart",
        "2 turns up bang 8c, no heart",
    ]
    assert told(scene, "nothing") == ["2 loses a life, now 3"]


def test_cards_lost_are_told_to_those_who_see_them() -> None:
    def scene() -> Scene:
        return Scene({0: ["panico", "cat_balou"], 1: ["birra"]}, {3: ["mirino"]})

    assert told(scene(), "cat_balou 1 hand", seat=2) == ["1 loses birra 6h"]
    assert told(scene(), "cat_balou 3 mirino", seat=2) == ["3 loses mirino As"]
    seen = {seat: told(scene(), "panico 1 hand", seat=seat) for seat in range(4)}
    own, others = ["1 loses birra 6h to seat 0"], ["1 loses a card to seat 0"]
    assert seen == {0: own, 1: own, 2: others, 3: others}


def test_cards_that_characters_take_are_told_to_those_who_see_them() -> None:
    characters = {1: "el_gringo", 2: "jesse_jones"}
    for seat, card in ((0, "birra 6h"), (2, "a card")):
        scene = Scene({0: ["bang", "birra"]}, characters=characters).play("bang 1")
        lines = ["1 loses a life, now 3", f"0 loses {card} to seat 1"]
        assert told(scene, "nothing", seat=seat) == lines
    for seat, known in ((1, True), (3, False)):
        scene = Scene({1: ["saloon"]}, characters=characters).play("end", "end")
        lost, drawn = told(scene, "from 1", seat=seat)
        assert (lost != "1 loses a card to seat 2", drawn) == (known, "2 draws 1 card")


def test_el_gringo_takes_a_card_once_a_birra_has_saved_him() -> None:
    scene = Scene({0: ["bang", "saloon"], 1: ["birra"]}, lives={1: 1}, characters={1: "el_gringo"})
    assert told(scene, "bang 1", "nothing") == ["1 loses a life, now 0"]
    assert told(scene, "answer birra") == ["1 gains a life, now 1", "0 loses saloon 5h to seat 1"]


def test_a_reward_is_told() -> None:
    scene = Scene({0: ["bang"]}, lives={1: 1})
    assert told(scene, "bang 1", "nothing", "nothing") == ["1 is eliminated: outlaw", "0 draws 3 cards"]


@pytest.mark.slow  # only slow tests compile a table with a deputy
def test_a_penalty_is_told() -> None:
    scene = Scene({0: ["bang", "birra"]}, roles="SDOOR", lives={1: 1})
    lines = ["1 is eliminated: deputy", "0 discards all cards: this was a deputy"]
    assert told(scene, "bang 1", "nothing", "nothing") == lines


def test_the_heir_inherits_and_draws_nothing() -> None:
    scene = Scene({0: ["bang"], 1: ["saloon"]}, {1: ["mirino"]}, lives={1: 1}, characters={2: "vulture_sam"})
    assert told(scene, "bang 1", "nothing", "nothing", seat=3) == ["1 is eliminated: outlaw", "0 draws 3 cards"]


def test_what_a_reshuffle_hides_is_told_without_cards() -> None:
    scene = Scene(tables={1: ["prigione"]}, deck=["bang 2c"], pile=["birra", "bang"], rest=False)
    assert told(scene, "end") == ["1 turns up a card, no heart: stays in jail"]
    scene = Scene({0: ["bang"]}, {1: ["barile"]}, deck=["bang Qh"], rest=False)
    assert told(scene, "bang 1") == ["1 turns up a card: the shot misses"]


def plies(game: Bang, seed: int) -> Iterator[tuple[int, Any, Any]]:
    """Yield action, STATE before and after, in the rest of random games."""
    for _, state, _ in positions(6, seed, [game], 40):
        number = 0
        while slots := legal_slots(state):
            number, before = number + 1, state.copy()
            action = slots[(7 * number + seed) % len(slots)]
            step(state, action)
            yield action, before, state


@pytest.mark.parametrize("rules", ["num_players=4", "num_players=4,jail_skips=True,sid_saves=True"])
def test_luck_is_told_just_where_chance_has_shown_it(rules: str) -> None:
    game, shown = Bang(rules), 0
    for action, before, after in plies(game, 3):
        infos = [InformationSet.of(state, Rules.of(rules), 1) for state in (before, after)]
        lines = [one["text"] for one in aftermath(action, *infos) if one["text"].startswith("turns up")]
        event = int(after.event)
        assert bool(lines) or not LUCK_SHOWN <= event < KIND_THROWN
        if LUCK_SHOWN <= event < KIND_THROWN and "turns up a card" not in lines[-1]:
            faces = [word.strip(":,") for word in lines[-1].split() if word.strip(":,") in FACES]
            lucks = [int(LUCK_OF[FACES.index(face)]) for face in faces]
            assert event - LUCK_SHOWN in lucks
            assert event - LUCK_SHOWN == HEART or HEART not in lucks or "dinamite" in lines[-1]
            shown += 1
    assert shown > 20


@pytest.mark.parametrize(
    "rules", ["num_players=4", pytest.param("num_players=5,sid_saves=True", marks=pytest.mark.slow)]
)
def test_the_cards_drawn_are_those_that_leave_the_deck_for_a_hand(rules: str) -> None:
    game, drawn = Bang(rules), 0
    for action, before, after in plies(game, 5):
        if before.reshuffles != after.reshuffles or after.phase == Phase.OVER:
            continue
        infos = [InformationSet.of(state, Rules.of(rules), 1) for state in (before, after)]
        told = {one["seat"]: one["count"] for one in aftermath(action, *infos) if one["kind"] == "drew"}
        stripped = [one["seat"] for one in aftermath(action, *infos) if one["kind"] == "stripped"]
        hidden = {*before.deck[: before.deck_size].tolist(), *before.looked[: before.looked_size].tolist()}
        for seat in set(range(game.seats)) - set(stripped):
            cards = hidden & {*cards_in(after.hands, seat)}
            assert told.get(seat, 0) == len(cards)
            drawn += len(cards)
    assert drawn > 400
