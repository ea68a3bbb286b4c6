"""Small games as trees, and their equilibria."""

from __future__ import annotations

import re

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines.durak.cli import app
from baselines.durak.solving.durak_tree import DurakTree, durak_tree, first_attacker_value
from cardkit.solving.best_response import joined, value
from cardkit.solving.cfr import improve, normalized, solve
from durak_env import Rules
from tests.support.kuhn import kuhn
from tests.support.plain_solving import value_by_linear_program
from tests.support.small_games import SMALLEST, run, solved_to


def test_kuhn_poker_has_its_value() -> None:
    tree = kuhn()
    found = solved_to(tree, 1e-4)
    assert found.nash_conv <= 1e-4
    assert value(tree, found.strategy) == pytest.approx(-1 / 18, abs=1e-4)
    assert value_by_linear_program(tree) == pytest.approx(-1 / 18)


def test_the_mean_strategy_wins_what_the_iterations_win_in_the_mean() -> None:
    """Iteration t counts t² times. Every opponent wins as much from the mean as from a draw of an iteration, though a
    player who passed in one of them never comes to what it does after a bet.
    """
    tree = kuhn()
    regrets, total = np.zeros(tree.actions), np.zeros(tree.actions)
    other = normalized(np.random.default_rng(1).random(tree.actions), tree.first_action)
    won: tuple[list[float], list[float]] = ([], [])
    for number in range(1, 7):
        for player in (0, 1):
            strategy = normalized(regrets, tree.first_action)
            won[player].append(value(tree, joined(tree, strategy, other, player), player))
            improve(tree, regrets, total, player, number)
    mean = normalized(total, tree.first_action)
    for player in (0, 1):
        expected = np.average(won[player], weights=np.arange(1, 7) ** 2)
        assert value(tree, joined(tree, mean, other, player), player) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("suits", "ranks", "hand", "infosets"),
    [(2, 3, 2, 962), (3, 3, 4, 7190), (4, 2, 3, 11420), (2, 4, 3, 20730)],
)
def test_games_are_solved(suits: int, ranks: int, hand: int, infosets: int) -> None:
    game = durak_tree(Rules(start_rank=15 - ranks, num_suits=suits, hand_size=hand))
    assert game.tree.infosets == infosets
    found = solved_to(game, 1e-3)
    assert found.nash_conv <= 1e-3
    assert abs(value(game.tree, found.strategy)) < 1e-3  # the seats are alike


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "infosets"),
    [
        (SMALLEST, 35908),
        (Rules(start_rank=13, num_suits=2, hand_size=2), None),  # dealt out: chance names the trump suit
        (Rules(start_rank=12, num_suits=2, hand_size=2, include_trumps=False), None),
        (Rules(start_rank=12, num_suits=2, hand_size=2, max_attack_cards=1), None),
        (Rules(start_rank=12, num_suits=2, hand_size=2, draws=False), 35908),
    ],
)
def test_endgames_played_out_are_worth_what_the_solver_says(rules: Rules, infosets: int | None) -> None:
    """Ending a game with its exact value changes nothing for players who err nowhere."""
    game, short = durak_tree(rules, played_out=True), durak_tree(rules)
    assert infosets in (None, game.tree.infosets)
    values = [first_attacker_value(one, solved_to(one, 1e-4).strategy) for one in (game, short)]
    assert values[0] == pytest.approx(values[1], abs=1e-4)


def test_players_recall_in_which_order_they_drew() -> None:
    """The order of draws tells more positions of this game apart than a game's information sets do."""
    game = durak_tree(Rules(start_rank=8, num_suits=1, hand_size=2))
    assert game.tree.infosets == 29_526 > len(np.unique(game.told))


def test_a_linear_program_finds_the_same_value(smallest: DurakTree) -> None:
    assert value_by_linear_program(smallest.tree) == pytest.approx(0, abs=1e-8)


def test_no_more_iterations_are_made_than_asked_for(smallest: DurakTree) -> None:
    assert [solve(smallest.tree, 0, iterations).iterations for iterations in (1, 5, 40)] == [1, 5, 40]


def test_seats_that_are_dealt_unequal_hands_are_not_called_symmetric() -> None:
    said = run("solve", "--rules", "start_rank=12,num_suits=1,hand_size=2,include_trumps=False")
    assert "Value for seat 0: -0.3333\n" in said


def test_large_games_are_refused() -> None:
    with pytest.raises(ValueError, match="10,000 nodes"):
        durak_tree(Rules(start_rank=12, num_suits=3, hand_size=3), most_nodes=10_000)
    with pytest.raises(ValueError, match="transfers"):
        durak_tree(Rules(start_rank=12, transfer=True))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--rules standard", "the game has .* deals, a tree at most 65,535: choose a smaller deck"),
        ("--rules start_rank=9,num_suits=2,hand_size=4", "69,300 deals"),
        ("--target nan", "target must be a number from 0 to 2"),
        ("--target -1", "target must be"),
        ("--iterations 0", "iterations must be an integer of at least 1"),
        ("--most-nodes 0", "most_nodes must be an integer from 1"),
        ("--walks -5", "walks must be an integer of at least 1"),
        ("--walks 5 --response-hands 3", "response_hands must be an integer of at least 4"),
        ("--response-hands 5", "--response-hands needs --walks"),
        ("--walks 5 --most-nodes 10", "the tree has more than 10 nodes"),
        ("--walks 5 --table-bits 9", "table_bits must be an integer from 10 to 30"),
        ("--walks 5 --seed -1", "seed must be an integer of at least 0"),
        ("--save x --efg ./x", "--save and --efg both name x"),
    ],
)
def test_options_out_of_range_are_refused(options: str, words: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["solve", *options.split()], env={"COLUMNS": "200"})
    assert (done.exit_code, len(done.output.strip().splitlines())) == (2, 1)
    assert re.search(words, done.output)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_three_suits_of_three_ranks_are_solved() -> None:
    game = durak_tree(Rules(start_rank=12, num_suits=3, hand_size=3))
    assert game.tree.infosets == 875_970
    found = solved_to(game, 1e-3)
    assert found.nash_conv <= 1e-3
    assert first_attacker_value(game, found.strategy) == pytest.approx(0.601, abs=2e-3)
