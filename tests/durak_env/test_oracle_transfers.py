"""Hand-checked transfers and passports for the referee itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.oracle_bouts import play, seated
from tests.support.oracle_knowledge import sees


def test_the_transfer_of_the_page() -> None:
    options: dict[str, Any] = {"hand_size": 3, "transfer": True, "passport": True}
    game = seated("9c Jd Ah", "9d Qc Kh", "9s Tc Td", talon="Js Qs Ks", **options)
    play(game, "0:9c")
    assert game.legal() == {"Qc", ">d", "take"}
    play(game, "1:>d")
    assert (game.attacker, game.defender, game.phase, game.unbeaten()) == (1, 2, "defence", ["9c", "9d"])
    assert game.legal() == {"9s", "Tc", "show", "take"}
    play(game, "2:show")
    assert (game.attacker, game.defender, game.phase, game.unbeaten()) == (2, 0, "defence", ["9c", "9d"])
    assert game.legal() == {"take"}
    play(game, "0:take")
    assert (game.attacker, game.defender, game.phase) == (1, 2, "attack")
    assert game.hands == [{"Jd", "Ah", "9c", "9d"}, {"Qc", "Kh", "Js"}, {"9s", "Tc", "Td"}]
    assert game.known == [{"9c", "9d"}, set(), {"9s"}]


def test_cards_of_a_transfer_are_beaten_in_order() -> None:
    game = play(seated("6c Ad", "6d 9c Kh", "7c 8d 8s 6h", transfer=True), "0:6c 1:>d")
    assert game.legal() == {"7c", "8s", "take"}  # a third six would be too many for seat 0
    play(game, "2:8s")
    assert (game.phase, game.to_move, game.legal()) == ("defence", 2, {"8d", "take"})  # a card is beaten: no transfer
    play(game, "2:8d")
    assert (game.phase, game.to_move, game.legal()) == ("throw_in", 1, {"done"})
    play(game, "1:done")
    assert (game.attacker, game.defender, game.discard) == (2, 0, {"6c", "6d", "8s", "8d"})


def test_a_transfer_comes_back_to_the_seat_that_began() -> None:
    game = play(seated("6c 6h Kd Ad", "6d 9c Kh", transfer=True), "0:6c 1:>d")
    assert (game.attacker, game.defender) == (1, 0)
    assert game.legal() == {"take"}  # seat 1 could not answer three cards
    game = play(seated("6c 6h Kd Ad", "6d 9c Kh Ah", transfer=True), "0:6c 1:>d")
    assert game.legal() == {">h", "take"}
    play(game, "0:>h")
    assert (game.attacker, game.defender, game.unbeaten()) == (0, 1, ["6c", "6d", "6h"])
    assert game.legal() == {"9c", "take"}
    play(game, "1:take")
    assert (game.phase, game.attacker, game.defender) == ("attack", 0, 1)


def test_a_transfer_takes_the_next_seat_as_it_is() -> None:
    assert ">d" not in play(seated("6c Ad", "6d 9c", "Kh", "Qh Qd Qs", transfer=True), "0:6c").legal()
    skipped = play(seated("6c Ad", "6d 9c", "", "Qh Qd Qs", transfer=True), "0:6c 1:>d")
    assert skipped.defender == 3  # seat 2 is out
    alone = seated("6c", "6d 9c", "", transfer=True)
    assert ">d" not in play(alone, "0:6c").legal()  # nobody else is in: seat 0 has laid its last card


@pytest.mark.parametrize(
    ("limits", "allowed"), [({"max_attack_cards": 1}, False), ({"first_discard_limit": 1}, False), ({}, True)], ids=str
)
def test_the_limits_hold_for_transfers_but_not_for_showing(limits: dict[str, Any], allowed: bool) -> None:
    game = seated("6c Ad", "6d 6s", "Kh Qh Qd", transfer=True, passport=True, **limits)
    transfers = {">d", ">s"} if allowed else set()
    assert play(game, "0:6c").legal() == {"6s", "show", "take"} | transfers


def test_a_transfer_with_the_last_card() -> None:
    game = play(seated("6c Ad", "6d", "Kc Kd 6h", transfer=True), "0:6c 1:>d")
    assert (game.attacker, game.defender, game.is_in(1)) == (1, 2, False)
    play(game, "2:Kc 2:Kd")  # the attacker is out, and seat 0 has nothing to add
    assert (game.phase, game.attacker, game.out_bout) == ("attack", 2, [None, 1, None])
    play(game, "2:6h 0:take")
    assert (game.over, game.returns, game.places) == (True, (-1, 0.5, 0.5), (3, 1, 2))


def test_after_transfers_the_last_to_transfer_fills_up_first() -> None:
    game = seated("6c Ad", "6d 9c", "8c 8d", talon="Th Jh Qh Kh Ks", hand_size=2, transfer=True)
    play(game, "0:6c 1:>d 2:8c 2:8d")
    assert game.hands == [{"Ad", "Jh"}, {"9c", "Th"}, {"Qh", "Kh"}]


def test_a_passport_is_shown_once_a_game() -> None:
    options: dict[str, Any] = {"transfer": True, "passport": True, "hand_size": 2}
    game = play(seated("7c 7d Ad", "7s Kh Qd", **options), "0:7c")
    assert game.legal() == {"7s", ">s", "show", "take"}
    play(game, "1:show")
    assert (game.attacker, game.defender, game.table) == (1, 0, [("attack", "7c")])
    assert (game.shown, game.known[1], sees(game, 0)["known"][1]) == ({1}, {"7s"}, {"7s", "Kh", "Qd"})
    assert game.legal() == {">d", "take"}
    play(game, "0:>d")
    assert game.legal() == {"7s", "take"}  # it has shown; a third card would be too many
    play(game, "1:take 0:Ad 1:take")
    assert game.returns == (1, -1)


def test_only_the_trump_of_the_rank_is_a_passport() -> None:
    options: dict[str, Any] = {"transfer": True, "passport": True}
    game = play(seated("7c Ad Kd", "7h 8s Qd", **options), "0:7c")
    assert game.legal() == {"8s", ">h", "take"}
    trump = play(seated("7s Ad Kd", "7h 8s Qd", **options), "0:7s")
    assert trump.legal() == {"8s", ">h", "take"}
