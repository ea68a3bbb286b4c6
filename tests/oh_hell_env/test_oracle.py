"""Hand-checked games for the referee itself, the worked round of the rules page among them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.support.oh_hell.oracle import (
    NO_TRUMPS,
    UNKNOWN,
    Game,
    beats,
    deck_cards,
    down_and_up,
    perft,
    sees,
    winning_card,
)


def whole_deck(cards: str, **deck: int) -> list[str]:
    """Return a deck that begins with the cards given."""
    first = cards.split()
    return [*first, *(card for card in deck_cards(**deck) if card not in first)]


def game_of(*decks: str, **rules: Any) -> Game:
    """Start a game of decks that begin with the cards given."""
    sizes = {name: rules[name] for name in ("start_rank", "num_suits") if name in rules}
    return Game([whole_deck(cards, **sizes) for cards in decks], **rules)


def play(game: Game, actions: str) -> Game:
    for action in actions.split():
        game.play(action)
    return game


def worked_round(**rules: Any) -> Game:
    return game_of("Qc Kd Ah Kc Ad Qh Ac Qd Qs", num_players=3, start_rank=12, hand_sizes=[3], **rules)


def test_decks() -> None:
    assert deck_cards(12, 2) == ["Qc", "Kc", "Ac", "Qd", "Kd", "Ad"]
    assert [len(deck_cards(rank)) for rank in (2, 6, 14)] == [52, 36, 4]


@pytest.mark.parametrize(
    ("hand_size", "sizes"),
    [(1, "1 1 1 1"), (2, "2 1 2 1 2"), (3, "3 2 1 2 3 2 1 2"), (4, "4 3 2 1 2 3 4 3 2 1 2")],
)
def test_hands_shrink_and_grow(hand_size: int, sizes: str) -> None:
    wanted = [int(size) for size in sizes.split()]
    assert down_and_up(hand_size, len(wanted)) == wanted


def test_schedules() -> None:
    deck = deck_cards()
    assert Game([deck] * 13).schedule == list(range(13, 0, -1))
    assert [Game([deck] * size, num_players=n).schedule[0] for n, size in ((2, 13), (5, 10), (6, 8), (7, 7))] == [
        13,
        10,
        8,
        7,
    ]
    assert Game([deck] * 3, dynamic=False, rounds=3).schedule == [13, 13, 13]
    assert Game([deck] * 2, hand_sizes=[2, 5]).schedule == [2, 5]
    assert Game([deck], num_players=2, hand_sizes=[26]).schedule == [26]


@pytest.mark.parametrize(
    "rules",
    [
        {"num_players": 8},
        {"hand_sizes": [14]},
        {"hand_sizes": []},
        {"hand_sizes": [1], "rounds": 1},
        {"hand_sizes": [1], "trump": "up"},
        {"hand_sizes": [1], "trump_order": "hs", "num_suits": 2},
        {"hand_sizes": [1], "trump_order": ""},
        {"hand_sizes": [1], "blind": "half"},
        {"hand_sizes": [1], "first_dealer": 4},
        {"hand_sizes": [1, 1]},
        {"hand_sizes": [1], "trump": "random"},
        {"hand_sizes": [1], "scoring": "none"},
        {"hand_sizes": [1], "blind": "all"},
    ],
)
def test_what_cannot_be_played_is_refused(rules: dict[str, Any]) -> None:
    deck = deck_cards(num_suits=rules.get("num_suits", 4))
    with pytest.raises(ValueError, match=r".+"):
        Game([deck], **rules)


def test_who_wins_a_trick() -> None:
    assert winning_card(["9c", "Kc", "Ac", "2d"], "h") == "Ac"
    assert winning_card(["9c", "Kc", "2h", "3h"], "h") == "3h"
    assert winning_card(["9c", "Ad", "As", "Ah"], NO_TRUMPS) == "9c"
    assert winning_card(["2h", "Ad", "As", "3h"], "h") == "3h"


def test_beats_says_the_same() -> None:
    """A card wins a trick exactly if it beats every other."""
    for trick in itertools.permutations(["2c", "Ac", "3d", "Kd", "4h"], 3):
        for trump in ("c", "d", "h", "s", NO_TRUMPS):
            best = winning_card(trick, trump)
            for card in trick:
                assert beats(best, card, trick[0][1], trump) == (card != best)
    assert not beats("Ad", "2d", "c", "h")


def test_the_worked_round() -> None:
    game = worked_round()
    assert (game.trump, game.dealer, game.to_move, game.undealt) == ("h", 2, 0, {"Kh", "Ks", "As"})
    play(game, "b1 b1")
    assert (game.banned_bid(), game.legal()) == (1, {"b0", "b2", "b3"})
    game.play("b0")
    assert (game.phase, game.to_move, game.legal()) == ("play", 0, {"Qc", "Kd", "Ah"})
    game.play("Qc")
    assert game.legal() == {"Kc"}
    play(game, "Kc Ac Qd Kd Ad Qh")
    assert (game.to_move, game.legal(), game.voids) == (2, {"Qs"}, [set(), set(), set()])
    play(game, "Qs Ah")
    assert (game.over, game.to_move, game.legal(), game.plies) == (True, None, set(), 12)
    assert game.tricks == [(0, ["Qc", "Kc", "Ac"], 2), (2, ["Qd", "Kd", "Ad"], 1), (1, ["Qh", "Qs", "Ah"], 0)]
    assert (game.voids, game.made) == ([set(), set(), {"h"}], [1, 1, 0])
    assert game.returns("points") == [11, 11, 1]
    assert game.returns("margin") == [5, 5, -10]
    assert game.returns("win") == [0.25, 0.25, -0.5]
    with pytest.raises(ValueError, match="illegal"):
        game.play("b0")


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        ({"scoring": "exact"}, [11, 11, 0]),
        ({"scoring": "penalty"}, [11, 11, -1]),
        ({"scoring": "penalty", "points_per_trick": 3, "bonus": 5}, [8, 8, -3]),
        ({"points_per_trick": 0, "bonus": 7}, [7, 7, 0]),
        ({"trump_order": "-"}, [11, 11, 1]),  # the trumps' trick is one of hearts all the same
    ],
)
def test_points(rules: dict[str, Any], scores: list[int]) -> None:
    game = worked_round(**rules)
    assert play(game, "b1 b1 b0 Qc Kc Ac Qd Kd Ad Qh Qs Ah").scores == scores


@pytest.mark.parametrize(("bids", "legal"), [("b0 b0", {"b0"}), ("b1 b0", {"b1"}), ("b1 b1", {"b0", "b1"})])
def test_the_hook_in_rounds_of_one_card(bids: str, legal: set[str]) -> None:
    assert play(game_of("2c 3c 4c", num_players=3, hand_sizes=[1]), bids).legal() == legal
    free = play(game_of("2c 3c 4c", num_players=3, hand_sizes=[1], hook=False), bids)
    assert (free.legal(), free.banned_bid()) == ({"b0", "b1"}, None)


def test_dealers_and_rotating_trumps() -> None:
    game = game_of(*["2c 3c"] * 5, num_players=2, hand_sizes=[1] * 5, trump_order="s-hhd", num_suits=3)
    told: list[tuple[int, int | None, str]] = []
    while not game.over:
        if not any(hand_bid is not None for hand_bid in game.bids):
            told.append((game.dealer, game.to_move, game.trump))
        game.play(min(game.legal()))
    assert told == [(1, 0, "-"), (0, 1, "h"), (1, 0, "h"), (0, 1, "d"), (1, 0, "-")]


def test_a_turned_card_names_the_trumps() -> None:
    game = game_of("2c 3c 4d", num_players=2, hand_sizes=[1], trump="turn_up")
    assert (game.turned, game.trump, len(game.undealt)) == ("4d", "d", 49)
    full = game_of("2c", num_players=4, hand_sizes=[13], trump="turn_up")
    assert (full.turned, full.trump, full.undealt) == (None, NO_TRUMPS, set())


def test_voids_last_for_the_round() -> None:
    game = game_of("2c 3d 4c 5d", "2c 3d", num_players=2, hand_sizes=[2, 1], trump_order="-")
    play(game, "b0 b0 2c 4c 5d 3d")
    assert (game.voids, game.round, game.bids) == ([set(), set()], 1, [None, None])
    game = game_of("2c 3d 4h 5c", "2c", num_players=2, hand_sizes=[2, 1], trump_order="-")
    play(game, "b0 b0 3d 4h")
    assert (game.voids, game.to_move) == ([set(), {"d"}], 0)


@pytest.mark.parametrize(
    ("trump", "blind", "before", "after"),
    [
        ("turn_up", "half", (2, UNKNOWN, None, 10), (2, "h", "Qh", 9)),
        ("turn_up", "full", (0, "h", "Qh", 11), (2, "h", "Qh", 9)),
        ("turn_up", "none", (2, "h", "Qh", 9), (2, "h", "Qh", 9)),
        ("random", "half", (2, UNKNOWN, None, 10), (2, "d", None, 10)),
    ],
)
def test_what_is_hidden_while_seats_bid(
    trump: str, blind: str, before: tuple[Any, ...], after: tuple[Any, ...]
) -> None:
    game = game_of("Qc Kc Qd Kd Qh", num_players=2, start_rank=12, hand_sizes=[2], trump=trump, trumps="d", blind=blind)

    def seen() -> tuple[Any, ...]:
        info = sees(game, 1)
        face_down = game.turned is not None and info["turned"] is None
        assert len(info["unseen"]) == info["undealt"] + 2 + (2 - len(info["hand"])) + face_down
        return len(info["hand"]), info["trump"], info["turned"], len(info["unseen"])

    assert seen() == before
    game.play("b0")
    assert seen() == before
    game.play(min(game.legal()))
    assert seen() == after


def lines_of(game: Game) -> list[Sequence[str]]:
    """Return all ways to play a game to its end."""
    if game.over:
        return [()]
    return [(card, *line) for card in sorted(game.legal()) for line in lines_of(game.after_action(card))]


def points_when(seat: int, lead: str) -> tuple[set[int], Fraction]:
    """Return the points of a leader over all lines, and their mean if all play uniformly."""
    hands = ["9h 2d", "Ah 6s", "Kh Ad", "Qh As"]
    turned = [hands[(seat + place) % 4] for place in range(4)]
    game = game_of(" ".join(turned), hand_sizes=[2])
    bids = [0, 1, 1, 2]
    game.bids = [*bids[seat:], *bids[:seat]]
    game.phase = "play"
    game.play(lead)

    def mean(state: Game) -> Fraction:
        if state.over:
            return Fraction(state.scores[0])
        after = [mean(state.after_action(card)) for card in state.legal()]
        return sum(after, Fraction(0)) / len(after)

    ends = {play(game.copy(), " ".join(line)).scores[0] for line in lines_of(game)}
    return ends, mean(game)


@pytest.mark.parametrize(
    ("seat", "lead", "points", "mean"),
    [
        (0, "9h", {10}, "10"),
        (0, "2d", {10}, "10"),
        (1, "Ah", {11}, "11"),
        (1, "6s", {11}, "11"),
        (2, "Kh", {0}, "0"),
        (2, "Ad", {0, 11}, "33/4"),
        (3, "Qh", {1}, "1"),
        (3, "As", {0, 1}, "1/4"),
    ],
)
def test_leads_in_a_position_of_two_cards(seat: int, lead: str, points: set[int], mean: str) -> None:
    assert points_when(seat, lead) == (points, Fraction(mean))


def test_points_of_standard_scoring_sum_to_tricks_and_rounds_made() -> None:
    game = game_of(*["2c"] * 3, hand_sizes=[4, 3, 2])
    while not game.over:
        game.play(max(game.legal()))
    assert sum(game.scores) == 4 + 3 + 2 + 10 * sum(game.made)


def test_perft() -> None:
    # one card each, two seats: seat 0 bids 0 or 1, the dealer has one bid, both play their card
    tiny = game_of("2c 3c", num_players=2, hand_sizes=[1])
    assert [perft(tiny, depth) for depth in range(6)] == [1, 2, 2, 2, 2, 0]
