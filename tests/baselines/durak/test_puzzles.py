"""Puzzles: one best action, whatever cards one cannot see; grades that other agents confirm; the package's own set."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from baselines.durak.cli import app
from baselines.durak.endgames.drawing import solved_endgames
from baselines.durak.endgames.solution import solve
from baselines.durak.puzzles.check import check_grades, rank_correlation
from baselines.durak.puzzles.grading import CHECKING, GRADING, ROSTER
from baselines.durak.puzzles.making import FEWEST_ACTIONS, FEWEST_CARDS, make_puzzles, suitless
from baselines.durak.puzzles.puzzle import LEVELS, SHIPPED, Puzzle, read_puzzles, write_puzzles
from durak_env.action_errors import action_text
from durak_env.information import InformationSet, determinize
from durak_env.notation import GameRecord
from tests.support.endgame_oracle import BruteForce
from tests.support.oracle import Game

CHECKSUM = "edc1271d2dcded2489b194e0cf12f47ab133c5501748e4fb2d74b8526f5fb2ab"
"""SHA-256 of the lines that `durak puzzles --count 365 --seed 1` writes."""


@pytest.fixture(scope="module")
def shipped() -> list[Puzzle]:
    return read_puzzles()


def puzzles(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["puzzles", *arguments], env={"COLUMNS": "120"})


def replayed(puzzle: Puzzle) -> Game:
    """Play a puzzle's record in the independent implementation of the rules."""
    deal = puzzle.record.deal
    game = Game(list(deal.deck), attacker=deal.attacker)
    for action in puzzle.record.plies:
        game = game.after(action_text(action, puzzle.record.rules))
    return game


def cards_in(puzzle: Puzzle) -> int:
    return sum(puzzle.info.hand_sizes)


def test_brute_force_finds_the_same_values_and_one_best_action(shipped: list[Puzzle]) -> None:
    smallest = [puzzle for puzzle in shipped if sorted(puzzle.info.hand_sizes) == [3, 5]]
    for puzzle in smallest[:2]:  # each takes brute force a second, larger ones minutes
        found = {action: value for action, (value, _) in BruteForce().moves(replayed(puzzle)).items()}
        assert found == {action_text(action, puzzle.record.rules): one for action, one in puzzle.values.items()}
        assert sorted(found.values())[-2] < found[action_text(puzzle.best, puzzle.record.rules)]


def test_a_puzzle_is_solved_from_what_its_seat_knows(shipped: list[Puzzle]) -> None:
    """The seat to move has seen enough: one world alone agrees with its knowledge, so no hidden card decides."""
    rng = np.random.default_rng(1)
    for puzzle in shipped[::30]:
        worlds = {tuple(map(int, determinize(puzzle.info, rng)["hands"])) for _ in range(5)}
        assert len(worlds) == 1
        assert not puzzle.info.open_world
        assert None not in [card for hand in puzzle.info.all_hands for card in hand]
        assert {action: score.value for action, score in solve(puzzle.info).moves.items()} == puzzle.values


def test_the_package_has_a_puzzle_a_day_and_none_twice(shipped: list[Puzzle]) -> None:
    content = gzip.decompress(SHIPPED.read_bytes())
    assert hashlib.sha256(content).hexdigest() == CHECKSUM
    assert SHIPPED.stat().st_size < 100_000
    assert len(shipped) == 365
    assert len({suitless(puzzle.info) for puzzle in shipped}) == 365
    assert np.bincount([puzzle.level for puzzle in shipped]).tolist() == [122, 122, 121]
    assert min(map(cards_in, shipped)) >= FEWEST_CARDS
    assert min(len(puzzle.values) for puzzle in shipped) >= FEWEST_ACTIONS
    assert all(0 < puzzle.grade <= 1 for puzzle in shipped)


def test_puzzles_depend_on_their_seed_alone(tmp_path: Path) -> None:
    first, again, other = (make_puzzles(3, seed) for seed in (3, 3, 4))
    assert first == again != other
    for name in ("some.jsonl", "some.jsonl.gz"):
        write_puzzles(first, tmp_path / name)
        assert read_puzzles(tmp_path / name) == first


def test_puzzles_are_alike_whose_suits_have_other_names(shipped: list[Puzzle]) -> None:
    suits = dict(zip("cdhs", "dhsc", strict=True))
    for puzzle in shipped[:20]:
        renamed = re.sub(r"\b([6-9TJQKA])([cdhs])\b", lambda card: card[1] + suits[card[2]], puzzle.record.format())
        other = Puzzle(GameRecord.parse(renamed), puzzle.values, 0.5, 1, 1)
        assert other.info != puzzle.info
        assert suitless(other.info) == suitless(puzzle.info)
    assert suitless(shipped[0].info) != suitless(shipped[1].info)


def test_the_halves_of_the_agents_are_alike_and_none_solves_endgames() -> None:
    assert not set(GRADING) & set(CHECKING)
    assert len(GRADING) == len(CHECKING) == len(ROSTER) / 2
    assert not any("exact" in spec for spec in ROSTER)
    assert all("endgame=" in spec for spec in ROSTER if spec.startswith(("champion", "ismcts")))


def test_endgames_are_drawn_with_the_values_of_all_actions() -> None:
    drawn = solved_endgames(("smart", "greedy"), seed=2)
    for _, endgame in zip(range(30), drawn, strict=False):
        solution = solve(endgame.info)
        assert {action: score.value for action, score in solution.moves.items()} == endgame.values
        assert set(solution.best) <= set(endgame.best)
        *_, last = endgame.record.replay()
        assert InformationSet.of(last.after, endgame.record.rules, endgame.info.seat).key() == endgame.info.key()


def test_rank_correlation_tells_order_from_chance() -> None:
    rng = np.random.default_rng(5)
    ranks = rng.permutation(200)
    rising, (low, high) = rank_correlation(ranks, ranks + 0.5 * rng.normal(size=200))
    assert low <= rising <= high
    assert low > 0.99
    _, (low, high) = rank_correlation(ranks, rng.permutation(200))
    assert low < 0 < high


@pytest.mark.slow
def test_agents_that_did_not_grade_miss_what_is_graded_hard(shipped: list[Puzzle]) -> None:
    found = check_grades(shipped[::4], seed=2)
    _, (low, _) = found.of_puzzles()
    assert low > 0.7
    easy, medium, hard = found.by_level().mean(0)
    assert easy < medium < hard


def test_the_command_writes_and_checks_a_file(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    assert "6 puzzles" in puzzles("--output", str(file), "--count", "6", "--seed", "3").output
    assert read_puzzles(file) == make_puzzles(6, 3)
    assert {puzzle.level for puzzle in read_puzzles(file)} == set(range(len(LEVELS)))
    assert "needs 20 puzzles or more, got 6" in puzzles("--check", str(file)).output


def test_the_command_says_what_it_needs(tmp_path: Path) -> None:
    assert "either --output" in puzzles().output
    (tmp_path / "no.jsonl").write_text('{"record": 1}\n')
    assert "line 1: not a puzzle" in puzzles("--check", str(tmp_path / "no.jsonl")).output
