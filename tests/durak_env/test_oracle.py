"""Hand-checked games for the referee itself; the worked game is that of Zarlykov, bachelor thesis, section 1.10."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.oracle import Game, perft
from tests.support.oracle_cards import beats, deck_cards
from tests.support.oracle_knowledge import sees


def cards(text: str) -> list[str]:
    return text.split()


def play(game: Game, actions: str) -> None:
    for action in actions.split():
        game.play(action)


def worked_game() -> Game:
    return Game(cards("6h 8c 8d Ac 8h Ah 6s Kc"), hand_size=4, trump_suit="s", attacker=0)


def test_decks() -> None:
    assert deck_cards(12, 2) == ["Qc", "Kc", "Ac", "Qd", "Kd", "Ad"]
    assert [len(deck_cards(rank)) for rank in (2, 6, 14)] == [52, 36, 4]


def test_beats() -> None:
    assert beats("9h", "8h", "s")
    assert beats("6s", "Ah", "s")
    assert beats("7s", "6s", "s")
    assert not beats("8h", "9h", "s")
    assert not beats("Ah", "6s", "s")
    assert not beats("Ah", "6d", "s")
    assert not beats("6s", "Ah", None)


def test_worked_game_taken() -> None:
    game = worked_game()
    assert (game.talon, game.trump_card, game.bouts, game.to_move) == ([], None, 0, 0)
    assert game.legal() == {"6h", "8c", "8d", "Ac"}
    game.play("6h")
    assert (game.phase, game.to_move, game.bouts) == ("defence", 1, 1)
    assert game.legal() == {"8h", "Ah", "6s", "take"}
    game.play("8h")
    assert (game.phase, game.to_move) == ("throw_in", 0)
    assert game.legal() == {"8c", "8d", "done"}
    game.play("8d")
    assert game.legal() == {"6s", "take"}
    game.play("take")
    assert (game.phase, game.to_move) == ("throw_in_after_take", 0)
    assert game.legal() == {"8c", "done"}
    early = game.copy()
    early.play("done")
    assert (early.hands[0], early.attacker, early.phase) == ({"8c", "Ac"}, 0, "attack")
    game.play("8c")  # no ace lies on the table: the bout ends without a further ply
    assert (game.phase, game.attacker, game.plies, game.bouts) == ("attack", 0, 5, 1)
    assert game.hands == [{"Ac"}, {"Ah", "6s", "Kc", "6h", "8h", "8d", "8c"}]
    assert game.known == [set(), {"6h", "8h", "8d", "8c"}]
    play(game, "Ac 6s")  # beaten, yet the attacker is out of cards first
    assert game.over
    assert (game.returns, game.legal(), game.to_move) == ((1, -1), set(), None)
    assert (game.table, game.discard) == ([("attack", "Ac"), ("defence", "6s")], set())
    with pytest.raises(ValueError, match="illegal"):
        game.play("done")


def test_worked_game_beaten_off() -> None:
    game = worked_game()
    play(game, "6h Ah")
    assert game.legal() == {"Ac", "done"}
    game.play("done")
    assert (game.phase, game.attacker, game.returns) == ("attack", 1, (0, 0))
    assert (game.discard, game.table) == ({"6h", "Ah"}, [])


def test_take_of_the_last_attack_card_wins_for_the_attacker() -> None:
    game = Game(["6c", "7d"], trump_suit="s", attacker=0)
    play(game, "6c take")
    assert game.over
    assert (game.returns, game.hands, game.table) == ((1, -1), [set(), {"6c", "7d"}], [])


def test_both_empty_after_a_beat_is_a_draw() -> None:
    game = Game(["6c", "7c"], trump_suit="s", attacker=0)
    play(game, "6c 7c")
    assert game.over
    assert game.returns == (0, 0)
    assert len(game.table) == 2


def test_defender_out_of_cards_wins_at_once() -> None:
    game = Game(["6c", "6d", "7c"], trump_suit="s", attacker=0)
    play(game, "6c 7c")
    assert game.over
    assert game.returns == (-1, 1)


def test_last_card_beats_with_talon_left() -> None:
    game = Game(cards("6c 7c 8d 9d Td"), hand_size=1, attacker=0)
    play(game, "6c 7c")
    assert (game.phase, game.attacker, game.discard) == ("attack", 1, {"6c", "7c"})
    assert (game.hands, game.talon) == ([{"8d"}, {"9d"}], ["Td"])
    play(game, "9d take")  # 8d cannot beat it; the bout's attacker draws the trump card
    assert (game.hands, game.known) == ([{"8d", "9d"}, {"Td"}], [{"9d"}, {"Td"}])
    assert (game.attacker, game.talon, game.phase) == (1, [], "attack")


def test_refill_that_leaves_the_defender_without_cards_ends_the_game() -> None:
    game = Game(cards("6c 7c 8d"), hand_size=1, attacker=0)
    play(game, "6c 7c")
    assert game.over
    assert (game.hands, game.returns, game.discard) == ([{"8d"}, set()], (-1, 1), {"6c", "7c"})


def test_attacker_without_cards_but_with_talon_can_only_say_done() -> None:
    game = Game(cards("6c 9c 8c Td Jd Qd Kd"), hand_size=1, attacker=0)
    play(game, "6c take 8c 9c")
    assert (game.phase, game.to_move, game.legal()) == ("throw_in", 0, {"done"})
    assert game.hands == [set(), {"6c"}]
    game.play("done")
    assert (game.hands, game.attacker, game.phase) == ([{"Td"}, {"6c"}], 1, "attack")


def test_refill_order_is_attacker_first() -> None:
    game = Game(cards("6c 9h 7c 8c Tc Jc Qd"), hand_size=2, attacker=0)
    play(game, "6c 7c done")
    assert (game.hands, game.talon) == ([{"9h", "Tc"}, {"8c", "Jc"}], ["Qd"])
    play(game, "8c Tc done")
    assert (game.hands, game.known) == ([{"9h"}, {"Jc", "Qd"}], [set(), {"Qd"}])


def test_trump_card_stays_known_and_the_rest_is_deduced() -> None:
    game = Game(cards("6c 9h 7c 8c Tc Jc Qd"), hand_size=2, attacker=0)
    before = sees(game, 0)
    assert (before["trump_card"], before["known"][1]) == ("Qd", set())
    assert before["unseen"] == {"7c", "8c", "Tc", "Jc"}
    play(game, "6c 7c done")
    one_left = sees(game, 0)  # only the trump card is left in the talon: the other hand is known
    assert (one_left["known"][1], one_left["unseen"]) == ({"8c", "Jc"}, set())
    assert one_left["trump_card"] == "Qd"
    play(game, "8c Tc done")
    end = sees(game, 0)
    assert (end["known"][1], end["unseen"], end["trump_card"]) == ({"Jc", "Qd"}, set(), None)
    assert sees(game, 1)["known"][1] == {"Qd"}


def test_taken_cards_are_seen_until_they_are_played() -> None:
    game = Game(deck_cards(), attacker=0)
    play(game, "6c take")
    assert sees(game, 0)["known"][1] == {"6c"}
    assert "6c" not in sees(game, 0)["unseen"]
    assert sees(game, 1)["known"][1] == {"6c"}
    play(game, "7c Qc done 6c")
    assert game.known[1] == set()
    assert sees(game, 0)["table"] == [("attack", "6c")]


@pytest.mark.parametrize("bound", [1, 2, None])
def test_max_attack_cards(bound: int | None) -> None:
    game = Game(cards("6c 6d 6h 7c 7d 7h"), trump_suit="s", attacker=0, max_attack_cards=bound)
    play(game, "6c 7c")
    assert game.legal() == ({"done"} if bound == 1 else {"6d", "6h", "done"})
    taken = Game(cards("6c 6d 6h 7c 7d 7h"), trump_suit="s", attacker=0, max_attack_cards=bound)
    play(taken, "6c take")
    if bound == 1:
        assert (taken.phase, taken.attacker) == ("attack", 0)
        return
    assert taken.legal() == {"6d", "6h", "done"}
    taken.play("6d")
    assert taken.phase == ("attack" if bound == 2 else "throw_in_after_take")


def test_room_is_bounded_by_the_defender_hand() -> None:
    game = Game(cards("6c 6d 6h 7c Ad"), trump_suit="s", attacker=0)  # an odd deal: three cards against two
    assert game.hands == [{"6c", "6d", "6h"}, {"7c", "Ad"}]
    play(game, "6c take 6d")
    assert (game.phase, game.attacker, game.hands[0]) == ("attack", 0, {"6h"})


def test_first_attacker_and_trump_suit() -> None:
    deck = cards("7s 8c 6s 9c")
    assert Game(deck, trump_suit="s").attacker == 1
    assert Game(deck, trump_suit="c").attacker == 0
    assert Game(deck, trump_suit="c", attacker=1).attacker == 1
    assert Game(deck, include_trumps=False, attacker=0).trump_suit is None
    assert Game(deck, hand_size=1, attacker=0).trump_card == "9c"
    refused: list[dict[str, Any]] = [
        {},
        {"trump_suit": "h"},
        {"include_trumps": False},
        {"include_trumps": False, "attacker": 0, "trump_suit": "c"},
        {"hand_size": 1, "attacker": 0, "trump_suit": "s"},
        {"hand_size": 0, "attacker": 0},
    ]
    for bad in refused:
        with pytest.raises(ValueError, match=r".+"):
            Game(deck, **bad)
    with pytest.raises(ValueError, match="deck"):
        Game(["6c"], trump_suit="c")


def test_perft() -> None:
    # 6c is answered by 7c or taken; a beat is a draw at once, a take wins for the attacker at once.
    tiny = Game(["6c", "7c"], trump_suit="s", attacker=0)
    assert [perft(tiny, depth) for depth in range(4)] == [1, 1, 2, 0]
    # opening cards 6h 8c 8d Ac; answers 4 (8h Ah 6s take), 3 (Kc 6s take), 2 and 2 (6s take)
    assert [perft(worked_game(), depth) for depth in range(3)] == [1, 4, 11]
