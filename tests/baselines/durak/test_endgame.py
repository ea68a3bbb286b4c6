"""Endgames: the solver against brute force, symmetries, lines that keep their promise, and what is refused."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from baselines.durak.endgames.solution import Score, solve
from baselines.durak.endgames.solver import best_moves, connect, endgame_memory
from durak_env.action_errors import action_text
from durak_env.actions import slots_of_actions
from durak_env.cards import bit
from durak_env.core.dealing import new_states
from durak_env.core.play import step
from durak_env.core.results import returns
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.agreement import state_of
from tests.support.endgame_oracle import BruteForce, endgame, random_endgame
from tests.support.oracle import Game
from tests.support.oracle_cards import SUITS

LIMITS = (None, None, None, 1, 2, 3)


def rules_of(game: Game) -> Rules:
    trumps, limit = game.trump_suit is not None, game.max_attack_cards
    return Rules(start_rank=2, include_trumps=trumps, max_attack_cards=limit, draws=game.draws)


def info_of(game: Game, seat: int | None = None) -> InformationSet:
    seat = game.to_move if seat is None else seat
    assert seat is not None
    return InformationSet.of(state_of(game), rules_of(game), seat)


def random_endgames(count: int, seed: int, most: int, draws: bool = True) -> list[Game]:
    rng = random.Random(seed)
    sizes = (rng.randint(2, most) for _ in range(count))
    return [random_endgame(rng, size, rng.choice(LIMITS), rng.random() < 0.7, draws) for size in sizes]


def kept_by(game: Game, memory: Any) -> set[str]:
    """Return the moves that `best_moves` finds, as text."""
    rules, kept = rules_of(game), best_moves(info_of(game).record, memory)
    slots = slots_of_actions(rules)
    return {action_text(action, rules) for action in range(rules.num_actions) if kept & bit(slots[action])}


def check_against_brute_force(games: list[Game], cards: int) -> None:
    memory = endgame_memory(cards=cards)
    for game in games:
        wanted = BruteForce().moves(game)
        solution, rules = solve(info_of(game), cards=cards), rules_of(game)
        found = {action_text(action, rules): score for action, score in solution.moves.items()}
        assert found == {action: Score(value, plies if value else None) for action, (value, plies) in wanted.items()}
        assert solution.value == max(value for value, _ in wanted.values())
        assert kept_by(game, memory) == {action for action, (value, _) in wanted.items() if value == solution.value}


@pytest.mark.parametrize("cards", [0, 2, 6])
def test_every_move_has_the_value_and_distance_that_brute_force_finds(cards: int) -> None:
    check_against_brute_force(random_endgames(150, cards, 6), cards)


@pytest.mark.parametrize("cards", [0, 4])
def test_without_draws_the_defender_who_goes_out_last_has_lost(cards: int) -> None:
    games = random_endgames(150, cards, 6, draws=False)
    assert all(value for game in games for value, _ in BruteForce().moves(game).values())
    check_against_brute_force(games, cards)
    assert solve(info_of(endgame((["6c"], ["8c"]), "d", draws=False))).value == 1


@pytest.mark.slow
def test_thousands_of_positions_agree_with_brute_force() -> None:
    check_against_brute_force(random_endgames(4_800, 1, 6), cards=8)
    check_against_brute_force(random_endgames(200, 2, 8), cards=6)


def renamed(game: Game, rng: random.Random) -> Game:
    """Rename the suits of a game and, where there is room, stretch its ranks."""
    suits = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
    cards = sorted({*game.hands[0], *game.hands[1], *(card for _, card in game.table)})
    ranks = sorted({card[0] for card in cards}, key="23456789TJQKA".index)
    new = sorted(rng.sample("23456789TJQKA", len(ranks)), key="23456789TJQKA".index)
    names = {card: new[ranks.index(card[0])] + suits[card[1]] for card in cards}
    other = game.copy()
    other.hands = [{names[card] for card in hand} for hand in game.hands]
    other.table = [(role, names[card]) for role, card in game.table]
    other.deck, other.discard, other.known = tuple(names.values()), set(), [set(), set()]
    other.trump_suit = None if game.trump_suit is None else suits[game.trump_suit]
    return other


def test_names_of_suits_and_gaps_between_ranks_do_not_matter() -> None:
    rng = random.Random(3)
    for game in random_endgames(60, 4, 10):
        solution, other = solve(info_of(game)), solve(info_of(renamed(game, rng)))
        assert (solution.value, solution.distance) == (other.value, other.distance)
        assert sorted(map(str, solution.moves.values())) == sorted(map(str, other.moves.values()))


def test_the_line_is_a_whole_game_that_ends_as_promised() -> None:
    for game in random_endgames(60, 5, 10):
        state, rules, seat = state_of(game), rules_of(game), game.to_move
        solution = solve(info_of(game))
        for action in solution.line:
            left = solve(InformationSet.of(state, rules, 0))
            assert action in left.best
            step(state, slots_of_actions(rules)[action])
        assert returns(state, seat) == solution.value
        assert solution.distance == (len(solution.line) if solution.value else None)


def test_both_seats_are_told_the_same() -> None:
    for game in random_endgames(20, 6, 8):
        assert solve(info_of(game, 0)) == solve(info_of(game, 1))


def test_a_position_known_by_heart() -> None:
    lone = endgame((["6c"], ["8c", "9h"]), "d")  # a last card wins, beaten or not
    assert solve(info_of(lone)).value == 1
    assert [action_text(action, rules_of(lone)) for action in solve(info_of(lone)).line] == ["6c", "8c"]
    assert solve(info_of(endgame((["6c"], ["8c"]), "d"))).value == 0  # unless the other's last card beats it


def test_an_answer_does_not_depend_on_those_before() -> None:
    games = random_endgames(80, 7, 12)
    fresh = [kept_by(game, endgame_memory(nodes=300, table_bits=6, cards=4)) for game in games]
    memory = endgame_memory(nodes=300, table_bits=6, cards=4)
    order = random.Random(8).sample(range(len(games)), len(games))
    again = {number: kept_by(games[number], memory) for number in order}
    assert [again[number] for number in range(len(games))] == fresh
    assert not all(fresh)  # for some the nodes did not suffice
    assert any(fresh)


def test_stamps_begin_anew_when_they_run_out() -> None:
    game = random_endgames(1, 9, 8)[0]
    memory = endgame_memory()
    memory.view(np.uint64)[1] = (1 << 32) - 2
    assert [kept_by(game, memory) for _ in range(3)] == [kept_by(game, endgame_memory())] * 3
    assert memory.view(np.uint64)[1] == 2


def test_a_memory_may_be_copied_and_lie_within_another() -> None:
    game = random_endgames(1, 10, 8)[0]
    memory = endgame_memory(table_bits=6)
    larger = np.concatenate([np.zeros(64, np.uint8), memory])
    assert kept_by(game, larger[64:]) == kept_by(game, memory.copy()) == kept_by(game, memory)


def test_a_memory_from_another_process_is_connected_anew() -> None:
    code = "from baselines.durak.endgames.solver import endgame_memory as make; print(make().tobytes().hex())"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    memory = np.frombuffer(bytearray.fromhex(done.stdout), np.uint8)
    connect(memory)
    for game in random_endgames(20, 13, 8):
        assert kept_by(game, memory) == kept_by(game, endgame_memory())


def test_a_talon_leaves_nothing_to_solve() -> None:
    state = new_states(Rules())[0]
    info = InformationSet.of(state, Rules(), 0)
    info.record.talon_size = 3
    info.record.legal = 4
    assert best_moves(info.record, endgame_memory()) == 0
    with pytest.raises(ValueError, match="3 cards are left"):
        solve(info)


def test_what_cannot_be_solved_is_refused() -> None:
    game = random_endgames(1, 11, 8)[0]
    with pytest.raises(ValueError, match=r"nodes .*got 0"):
        solve(info_of(game), nodes=0)
    with pytest.raises(ValueError, match=r"nodes=1 .*allow more"):
        solve(info_of(endgame((["6c", "7c"], ["6h", "9c"]), "d")), nodes=1, cards=0)
    value: Any
    for name, value in (("nodes", 0), ("table_bits", 31), ("cards", 11), ("cards", 2.0)):
        with pytest.raises(ValueError, match=f"^{name} "):
            endgame_memory(**{name: value})
    while not game.over:
        game.play(sorted(game.legal())[0])
    with pytest.raises(ValueError, match="the game is over"):
        solve(info_of(game, 0))
