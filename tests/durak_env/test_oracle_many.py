"""Hand-checked bouts of more than two seats, and of teams, for the referee itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.oracle import Game
from tests.support.oracle_bouts import play, seated
from tests.support.oracle_cards import deck_cards
from tests.support.oracle_knowledge import sees

# --- the deal -------------------------------------------------------------------------------------------------------


def test_each_seat_is_dealt_its_hand_in_turn() -> None:
    game = Game(deck_cards(), num_players=3, attacker=2)
    assert [len(hand) for hand in game.hands] == [6, 6, 6]
    assert game.hands[1] == {"Qc", "Kc", "Ac", "6d", "7d", "8d"}
    assert (game.talon[0], game.talon[-1], len(game.talon)) == ("6h", "As", 18)
    assert (game.attacker, game.defender) == (2, 0)


def test_a_small_deck_is_shared_out() -> None:
    game = Game(deck_cards(13), num_players=3, trump_suit="h")
    assert game.hands == [{"Kc", "Ac", "Kd"}, {"Ad", "Kh", "Ah"}, {"Ks", "As"}]
    assert (game.talon, game.trump_card, game.attacker) == ([], None, 1)
    assert [len(hand) for hand in Game(deck_cards(), num_players=6, trump_suit="c").hands] == [6] * 6


def test_the_lowest_trump_of_any_hand_attacks() -> None:
    assert Game(["7s", "8c", "6s", "9c", "5s", "Tc"], num_players=3, trump_suit="s").attacker == 2
    with pytest.raises(ValueError, match="must be given"):
        Game(["7s", "8c", "6s"], num_players=3, trump_suit="h")


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 1},
        {"num_players": 7},
        {"num_players": 5},
        {"num_players": 4, "num_teams": 4},
        {"num_players": 4, "num_teams": 3},
        {"num_players": 4, "num_teams": 1},
        {"num_players": 4, "num_teams": 2, "transfer": True},
        {"passport": True},
        {"passport": True, "transfer": True, "include_trumps": False, "trump_suit": None},
        {"first_discard_limit": 0},
        {"throw_in": "nobody"},
    ],
    ids=str,
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    deck = deck_cards(14)
    Game(deck, trump_suit="s", attacker=0)
    with pytest.raises(ValueError, match=r"num_players|num_teams|teams|passport|limit|throw_in|card for each"):
        Game(deck, **{"trump_suit": "s", "attacker": 0, **options})


# --- who attacks whom -----------------------------------------------------------------------------------------------


def test_the_defender_attacks_after_beating_off_and_is_passed_over_after_taking() -> None:
    hands = "6c 6d Jd", "7c Qd Kd", "8c 9d Td"
    game = play(seated(*hands), "0:6c 1:7c 0:done")
    assert (game.attacker, game.defender) == (1, 2)
    game = play(seated(*hands), "0:6c 1:take 0:done")
    assert (game.attacker, game.defender) == (2, 0)


def test_seats_that_are_out_are_passed_over() -> None:
    hands = "6c 8d", "7c Qd", "", "9d Td"
    assert play(seated(*hands), "0:6c 1:7c 0:done").defender == 3
    taken = play(seated(*hands), "0:6c 1:take")
    assert (taken.attacker, taken.defender) == (3, 0)


def test_an_empty_hand_is_in_while_cards_can_be_drawn() -> None:
    game = play(seated("6c", "7c Qd", "9d Td", talon="6h 7h 8h", hand_size=1), "0:6c 1:7c 0:done")
    assert (game.attacker, game.hands[0]) == (1, {"6h"})


# --- who is asked to throw in ---------------------------------------------------------------------------------------


def test_throwers_are_asked_clockwise_from_the_attacker_if_they_have_a_card_to_add() -> None:
    hands = "6c Ad", "7c 9c 9h Kd Ac", "8d 8h", "7d 6h", "6d Qd"
    game = play(seated(*hands), "0:6c 1:7c")
    assert game.legal() == {"done"}  # the attacker is asked in any case
    play(game, "0:done")
    assert game.legal() == {"7d", "6h", "done"}  # seat 2 has nothing to add
    play(game, "3:done")
    assert game.legal() == {"6d", "done"}
    play(game, "4:done")
    assert (game.phase, game.attacker, game.discard) == ("attack", 1, {"6c", "7c"})


def test_after_a_beat_asking_begins_anew() -> None:
    hands = "6c 9d", "7c 7h 8s Kd Ac", "Td Jd", "7d 6h"
    game = play(seated(*hands), "0:6c 1:7c 0:done 3:7d")
    assert (game.phase, game.to_move, game.legal()) == ("defence", 1, {"Kd", "8s", "take"})
    play(game, "1:Kd 0:done")
    assert (game.to_move, game.legal()) == (3, {"6h", "done"})  # DONE has held until this beat
    play(game, "3:6h 1:7h 0:done")
    assert (game.attacker, len(game.discard)) == (1, 6)


def test_after_a_take_each_seat_has_one_turn() -> None:
    hands = "6c 9d Ks", "7c Kd Ac Qd", "6d 7h 6s", "6h"
    game = play(seated(*hands), "0:6c 1:take")
    assert (game.phase, game.to_move) == ("throw_in_after_take", 2)  # the attacker has no six
    assert game.legal() == {"6d", "6s", "done"}
    play(game, "2:6s")
    assert (game.to_move, game.legal()) == (2, {"6d", "done"})
    play(game, "2:done")
    assert (game.to_move, game.legal()) == (3, {"6h", "done"})
    play(game, "3:6h")
    assert (game.phase, game.attacker) == ("attack", 2)
    assert game.known[1] == {"6c", "6s", "6h"}


def test_there_is_room_after_a_take_for_as_many_cards_as_the_defender_holds() -> None:
    game = play(seated("6c 6d 9d", "7c Kd", "6h 6s"), "0:6c 1:take 0:6d")
    assert (game.phase, game.attacker, game.hands[1]) == ("attack", 2, {"7c", "Kd", "6c", "6d"})


@pytest.mark.parametrize(
    ("throw_in", "asked"), [("all", [0, 2, 3, 4]), ("neighbours", [0, 2]), ("attacker", [0])], ids=str
)
def test_throw_in_names_the_throwers(throw_in: str, asked: list[int]) -> None:
    game = seated("6c 6d", "7c 9c Td Jd Qd", "6h 9d", "6s 8d", "7d 8h", throw_in=throw_in)
    play(game, "0:6c 1:7c")
    movers = []
    while game.phase == "throw_in":
        movers.append(game.to_move)
        game.play("done")
    assert movers == asked


def test_the_neighbour_is_the_next_seat_that_is_in_now() -> None:
    hands = "6c 9d", "8s 7c Kd Ac Qd", "6d", "6h 6s", "7d 8h"
    game = play(seated(*hands, throw_in="neighbours"), "0:6c 1:take 2:6d")
    assert (game.to_move, game.legal()) == (3, {"6h", "6s", "done"})  # seat 2 went out with its last card
    with_talon = play(seated(*hands, talon="Th Jh Ah", throw_in="neighbours"), "0:6c 1:take 2:6d")
    assert with_talon.phase == "attack"  # seat 2 has no card but is in


def test_an_attacker_who_is_out_is_not_asked() -> None:
    game = play(seated("6c", "7c 7s 9d Ah", "6d 8d"), "0:6c 1:7c")
    assert (game.to_move, game.legal()) == (2, {"6d", "done"})
    alone = play(seated("6c", "7c 7s 9d Ah", "6d 8d", throw_in="attacker"), "0:6c 1:7c")
    assert (alone.phase, alone.attacker) == ("attack", 1)


def test_the_first_discard_limit_ends_with_the_first_discard() -> None:
    hands = "6c 6d 6h 9h", "7c 7d Kd Ac", "6s 8c 8d 8h"
    game = play(seated(*hands, first_discard_limit=2), "0:6c 1:take 0:6d")
    assert (game.phase, game.attacker) == ("attack", 2)
    play(game, "2:8c 0:take 2:8d")  # the discard is empty still
    assert (game.phase, game.attacker) == ("attack", 1)
    game = play(seated(*hands, first_discard_limit=2), "0:6c 1:7c 0:6d 1:7d")
    assert game.legal() == {"done"}
    play(game, "0:done 1:Ac")
    assert game.within_limits(3)


# --- teams ----------------------------------------------------------------------------------------------------------


def test_partners_of_the_defender_do_not_throw_in() -> None:
    game = play(seated("6c 6d", "7c 9c Td Jd Qd", "6h 9d", "6s 8d", num_teams=2), "0:6c 1:7c 0:done")
    assert game.to_move == 2
    play(game, "2:done")
    assert game.phase == "attack"


def test_a_partner_plays_at_both_places() -> None:
    game = seated("", "7c Ah 9d", "7d 8h Td", "6c 6d 9h", num_teams=2, attacker=3)
    assert (game.attacker, game.defender, game.defender_place) == (3, 2, 0)
    taken = play(game.copy(), "3:6c 2:take 3:done")
    assert (taken.attacker, taken.defender, taken.defender_place) == (1, 2, 2)
    beaten = play(game.copy(), "3:6d 2:7d 3:done 1:done")
    assert (beaten.attacker, beaten.defender, beaten.defender_place) == (2, 1, 1)
    again = play(beaten, "2:8h 1:Ah 2:done")
    assert (again.attacker, again.defender, again.defender_place) == (1, 2, 2)
    back = play(again, "1:9d 2:take")  # place 3 follows, and place 0 is seat 2's as well
    assert (back.attacker, back.defender, back.defender_place) == (3, 2, 0)


def test_each_hand_has_one_turn_at_its_own_seat() -> None:
    hands = "6c 6d 6h", "7c 8c 9c Tc Jc", "", "6s 8h"
    game = play(seated(*hands, num_teams=2, attacker=0), "0:6c 1:7c 0:done")
    assert (game.phase, game.attacker) == ("attack", 1)
    six = seated("", "6c 8d", "7c 9c Kd", "", "Td Jd", "6d 7h", num_teams=2, attacker=1, throw_in="neighbours")
    play(six, "1:6c 2:7c 1:done")
    assert (six.to_move, six.legal()) == (5, {"6d", "7h", "done"})  # seat 4 is a partner, seat 3 out


def test_places_of_a_team_that_is_out_are_passed_over() -> None:
    game = seated("6c 8d", "", "7c 9c", "6d 9d", "", "Ac", num_teams=3)
    assert (game.attacker, game.defender, game.defender_place) == (0, 2, 2)
    taken = play(game, "0:6c 2:take 3:6d")
    assert (taken.attacker, taken.defender, taken.defender_place) == (3, 5, 5)


def test_a_team_is_the_fool() -> None:
    game = play(seated("6c", "7c 9c", "", "Td", num_teams=2), "0:6c 1:take")
    assert game.over
    assert game.returns == (1, -1, 1, -1)
    three = play(seated("6c", "7c 9c", "", "", "Td", "", num_teams=3), "0:6c 1:take")
    assert (three.over, three.returns) == (True, (0.5, -1, 0.5, 0.5, -1, 0.5))


# --- the end --------------------------------------------------------------------------------------------------------


def test_the_last_seat_with_cards_is_the_fool() -> None:
    game = play(seated("6c", "7c 9c", "Td"), "0:6c 1:7c")
    assert (game.phase, game.attacker, game.out_bout) == ("attack", 1, [1, None, None])
    play(game, "1:9c 2:take")
    assert (game.returns, game.places) == ((0.5, 0.5, -1), (1, 2, 3))


def test_the_last_two_may_go_out_together() -> None:
    game = play(seated("6c", "7c", ""), "0:6c 1:7c")
    assert (game.over, game.returns, game.places) == (True, (0, 0, 0), (1, 1, 1))
    game = play(seated("6c", "7c", "8d"), "0:6c 1:7c")  # at once: seat 2 alone has cards
    assert (game.over, game.returns, game.places) == (True, (0.5, 0.5, -1), (1, 1, 3))
    assert len(game.table) == 2


def test_the_game_goes_on_while_attack_cards_are_unbeaten_or_two_have_cards() -> None:
    game = play(seated("6c", "6d", "Kc Kd", transfer=True), "0:6c 1:>d 2:Kc")
    assert (game.phase, game.to_move) == ("defence", 2)
    play(game, "2:Kd")
    assert (game.over, game.returns) == (True, (0, 0, 0))


def test_cards_that_wander_in_a_circle_end_in_a_draw() -> None:
    game = seated("6c 7c", "8c 9c", "Tc Jc", trump_suit=None)
    for bout in range(12):
        assert (game.over, game.idle) == (False, bout)
        game.play(min(game.legal()))
        game.play("take")
    assert (game.over, game.idle, game.returns, game.places) == (True, 12, (0, 0, 0), (1, 1, 1))


def test_a_beat_or_a_draw_ends_the_row_of_idle_bouts() -> None:
    game = play(seated("6c 7c", "8c 9c", "Tc Jc", trump_suit=None), "0:6c 1:take")
    assert game.idle == 1
    play(game, "2:Tc 0:take 1:9c 2:Jc")
    assert game.idle == 0
    drawn = seated("6c 7c", "8c 9c", "Tc Jc", talon="Qc", hand_size=2, trump_suit=None)
    assert play(drawn, "0:6c 1:take").idle == 0
    assert play(drawn, "2:Tc 0:take").idle == 1


def test_places_share_what_they_are_worth() -> None:
    game = play(seated("6c", "7c 9c", "Td"), "0:6c 1:7c 1:9c 2:take")
    assert (game.places, game.returns_by_places) == ((1, 2, 3), (1, 0, -1))
    shared = play(seated("6c", "7c", "8d"), "0:6c 1:7c")
    assert (shared.places, shared.returns_by_places) == ((1, 1, 3), (0.5, 0.5, -1))
    assert play(seated("6c", "7c", ""), "0:6c 1:7c").returns_by_places == (0, 0, 0)
    two = play(seated("6c", "7d"), "0:6c 1:take")
    assert two.returns == two.returns_by_places == (1, -1)


# --- what a seat knows ----------------------------------------------------------------------------------------------


def test_unseen_cards_are_known_once_one_hand_alone_has_any() -> None:
    game = play(seated("6c 7c Kd", "8c 9c", "Tc Jc"), "0:6c 1:take")
    view = sees(game, 0)
    assert (view["known"], view["unseen"]) == ([set(), {"6c"}, set()], {"8c", "9c", "Tc", "Jc"})
    play(game, "2:Tc 0:take 1:8c 2:take 0:Kd")
    assert sees(game, 0)["unseen"] == {"9c", "Jc"}
    play(game, "1:take 2:Jc")  # seat 2 has only what it took
    view = sees(game, 0)
    assert (view["known"][1:], view["unseen"]) == ([{"6c", "Kd", "9c"}, {"8c"}], set())
