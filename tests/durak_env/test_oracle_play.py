"""Invariants of the referee's games, of any rules and habits of play, and the lengths of random games."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.oracle import DONE, TAKE, Game
from tests.support.oracle_cards import deck_cards
from tests.support.oracle_knowledge import sees

HABITS = (None, 0.0, 0.1, 0.6, 0.95)
"""The probabilities with which a player takes or is done despite another action; None: that of any action."""


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Draw options of a game, with `deck`, that fit together."""
    num_players = rng.choice((2, 3, 3, 4, 4, 5, 6))
    deck: list[str] = []
    while len(deck) < num_players:
        deck = deck_cards(rng.choice((2, 6, 6, 9, 10, 11, 12, 13, 14)), rng.choice((1, 2, 3, 4, 4, 4)))
    transfer, include_trumps = rng.random() < 0.5, rng.random() < 0.7
    teams = [None, *(teams for teams in range(2, num_players) if num_players % teams == 0 and not transfer)]
    return {
        "deck": rng.sample(deck, len(deck)),
        "num_players": num_players,
        "hand_size": rng.choice((1, 2, 3, 4, 6, 6, 6, 8, 26)),
        "include_trumps": include_trumps,
        "max_attack_cards": rng.choice((None, None, 1, 2, 3, 6)),
        "throw_in": rng.choice(("all", "all", "neighbours", "attacker")),
        "first_discard_limit": rng.choice((None, None, 1, 3, 5)),
        "transfer": transfer,
        "passport": transfer and include_trumps and rng.random() < 0.7,
        "num_teams": rng.choice(teams),
    }


def start(rules: dict[str, Any], rng: random.Random) -> Game:
    """Start a game of the rules; chance fixes the rest."""
    dealt_out = len(rules["deck"]) <= rules["num_players"] * rules["hand_size"]
    trump_suit = rng.choice(rules["deck"])[1] if rules["include_trumps"] and dealt_out else None
    try:
        return Game(**rules, trump_suit=trump_suit)
    except ValueError:
        return Game(**rules, trump_suit=trump_suit, attacker=rng.randrange(rules["num_players"]))


def choose(game: Game, habit: float | None, rng: random.Random) -> str:
    """Choose an action by a habit."""
    legal = sorted(game.legal())
    ends, others = [x for x in legal if x in (TAKE, DONE)], [x for x in legal if x not in (TAKE, DONE)]
    if habit is None or not ends or not others:
        return rng.choice(legal)
    return rng.choice(ends if rng.random() < habit else others)


def position(game: Game) -> tuple[Any, ...]:
    """Return all that the rest of a game depends on."""
    hands = tuple(map(frozenset, game.hands))
    roles = game.to_move, game.attacker, game.defender_place, game.phase
    return hands, tuple(game.talon), tuple(game.table), *roles, game.idle, frozenset(game.shown)


def determinized(game: Game, seat: int, rng: random.Random) -> Game:
    """Deal a game that the seat cannot tell from this one: the unseen cards lie elsewhere."""
    view, drawn = sees(game, seat), game.copy()
    unseen = rng.sample(sorted(view["unseen"]), len(view["unseen"]))
    for other in game.seats:
        if other != seat:
            drawn.hands[other] = set(view["known"][other])
            while len(drawn.hands[other]) < len(game.hands[other]):
                drawn.hands[other].add(unseen.pop())
    drawn.talon = unseen + ([view["trump_card"]] if view["trump_card"] else [])
    return drawn


def check_cards(game: Game) -> None:
    """Check that each card is in one place, and that the seats' knowledge is true."""
    places = [*game.hands, set(game.talon), {card for _, card in game.table}, game.discard]
    assert sum(map(len, places)) == len(game.deck)
    assert set.union(*places) == set(game.deck)
    assert all(known <= hand for known, hand in zip(game.known, game.hands, strict=True))
    for seat in game.seats:
        view = sees(game, seat)
        others = [other for other in game.seats if other != seat]
        assert all(view["known"][other] <= game.hands[other] for other in others)
        hidden = set(game.talon).union(*(game.hands[other] - view["known"][other] for other in others))
        assert hidden - {view["trump_card"]} == view["unseen"]
        assert game.talon or game.num_players > 2 or not view["unseen"]


def check_ply(game: Game, rng: random.Random) -> None:
    """Check the invariants of every ply."""
    seat = game.to_move
    assert seat is not None
    assert game.legal() - {TAKE, DONE} or game.phase != "attack"
    assert game.is_in(seat)
    assert game.team(game.attacker) != game.team(game.defender)
    assert game.returns == (0,) * game.num_players
    assert game.attack_cards() == [] or game.within_limits(len(game.attack_cards())) or game.shown
    drawn = determinized(game, seat, rng)
    assert drawn.legal() == game.legal()
    assert sees(drawn, seat) == sees(game, seat)


def check_end(game: Game) -> None:
    """Check the invariants of a game's end."""
    assert game.legal() == set()
    assert game.to_move is None
    assert math.isclose(sum(game.returns), 0, abs_tol=1e-9)
    assert math.isclose(sum(game.returns_by_places), 0, abs_tol=1e-9)
    fools = {game.team(seat) for seat in game.seats if game.returns[seat] < 0}
    assert fools == (game.teams_with_cards() if len(game.teams_with_cards()) == 1 else set())
    assert len(game.teams_with_cards()) <= 1 or game.idle == 2 * len(game.deck)
    assert game.num_players > 2 or game.transfer or game.idle < len(game.deck)
    left = [seat for seat in game.seats if game.is_in(seat)]
    assert [seat for seat in game.seats if game.out_bout[seat] is None] == left
    assert all(game.places[seat] == game.num_players - len(left) + 1 for seat in left)
    assert min(game.places) == 1


def held_by_defender(game: Game) -> Iterator[int]:
    """Yield before each ply the cards that the present defender held when it became the defender."""
    roles, held = None, 0
    while True:
        if roles != (game.bouts, game.attacker, game.defender) or game.phase == "attack":
            roles = game.bouts, game.attacker, game.defender
            held = len(game.hands[game.defender])
        yield held


def play_checked(number: int) -> Game:
    """Play a random game of random rules; check every tenth before each ply."""
    rng = random.Random(number)
    game, habit, seen = start(random_rules(rng), rng), rng.choice(HABITS), set()
    held = held_by_defender(game)
    while not game.over:
        room = next(held)
        assert len(game.attack_cards()) <= room
        assert position(game) not in seen
        seen.add(position(game))
        if number % 10 == 0:
            check_cards(game)
            check_ply(game, rng)
        game.play(choose(game, habit, rng))
    check_cards(game)
    check_end(game)
    return game


def test_random_games_of_any_rules() -> None:
    games = [play_checked(number) for number in range(400)]
    assert {game.num_players for game in games} == {2, 3, 4, 5, 6}
    assert {game.num_teams for game in games} == {None, 2, 3}
    assert any(game.shown for game in games)
    assert any(not any(game.returns) for game in games)


@pytest.mark.slow
def test_many_random_games_of_any_rules() -> None:
    games = [play_checked(number) for number in range(1_000, 3_500)]
    assert any(len(game.teams_with_cards()) > 1 for game in games)
    assert any(game.num_players == 2 and game.shown for game in games)
    assert any(game.num_teams == 3 and game.first_discard_limit for game in games)


FIGURES = [
    (2, 6, 94.5, 30.1, 0.17, 3.7),
    (3, 6, 166, 41.7, 0.15, 3.5),
    (4, 6, 170, 40.0, 0.15, 3.5),
    (5, 6, 214, 48.1, 0.14, 3.4),
    (6, 6, 196, 44.8, 0.16, 3.3),
    (2, 2, 137, 46.4, None, None),
    (3, 2, 217, 59.6, None, None),
    (4, 2, 247, 60.1, None, None),
    (5, 2, 313, 70.7, None, None),
    (6, 2, 304, 68.0, None, None),
]
"""Seats and lowest rank; plies and bouts of a game, share of forced plies, legal actions of a ply: another program's
figures of uniform play, at most six attack cards with the full deck."""


@pytest.mark.slow
@pytest.mark.parametrize(("num_players", "start_rank", "plies", "bouts", "forced", "legal"), FIGURES)
def test_figures_of_uniform_play(
    num_players: int, start_rank: int, plies: float, bouts: float, forced: float | None, legal: float | None
) -> None:
    """Means of 400 games lie within four standard errors and the figures' rounding; few games are drawn."""
    rng, games, numbers = random.Random(num_players), [], []
    for _ in range(400):
        deck = rng.sample(deck_cards(start_rank), 4 * (15 - start_rank))
        rules = {"deck": deck, "num_players": num_players, "hand_size": 6, "include_trumps": True}
        games.append(start(rules | {"max_attack_cards": 6 if start_rank == 2 else None}, rng))
        while not games[-1].over:
            actions = sorted(games[-1].legal())
            numbers.append(len(actions))
            games[-1].play(rng.choice(actions))
    for name, figure in (("plies", plies), ("bouts", bouts)):
        values = [getattr(game, name) for game in games]
        error = statistics.stdev(values) / len(values) ** 0.5
        assert statistics.mean(values) == pytest.approx(figure, abs=4 * error + 0.5), name
    if forced is not None:
        assert numbers.count(1) / len(numbers) == pytest.approx(forced, abs=0.01)
        assert statistics.mean(numbers) == pytest.approx(legal, abs=0.1)
    assert sum(not any(game.returns) for game in games) <= 6
