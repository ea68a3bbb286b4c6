"""Small games of Oh Hell! solved: what chance deals, values by linear program, and the command."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from baselines.oh_hell.cli import app
from baselines.oh_hell.solving.chance import RoundDeals
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, step
from cardkit.solving.best_response import value
from cardkit.solving.cfr import solve
from cardkit.solving.game_tree import game_tree
from oh_hell_env.core.records import PLAY
from oh_hell_env.oh_hell import OhHell
from tests.support.command_line import run_command
from tests.support.plain_solving import value_by_linear_program

PAIR = "num_players=2,hand_sizes=2,start_rank=12,num_suits=2"
TWICE = "num_players=2,hand_sizes=1-1,start_rank=13,num_suits=2"


def small(rules: str, returns: str = "margin") -> OhHell:
    return OhHell(rules, returns=returns)


@pytest.mark.parametrize(
    ("rules", "infosets"), [(PAIR, 294), (TWICE, 100), (f"{PAIR},trump=turn_up", None), (f"{TWICE},trump=random", None)]
)
def test_small_games_are_solved(rules: str, infosets: int | None) -> None:
    """CFR+ and a linear program find the same value."""
    game = small(rules)
    tree = game_tree(game, RoundDeals(game)).tree
    assert infosets in (None, tree.infosets)
    found = solve(tree, 1e-2)
    assert found.nash_conv <= 1e-2
    assert value(tree, found.strategy) == pytest.approx(value_by_linear_program(tree), abs=1e-2)


@pytest.mark.parametrize("rules", [PAIR, TWICE, f"{PAIR},trump=turn_up", f"{TWICE},trump=random"])
def test_chance_gives_what_the_game_deals(rules: str) -> None:
    """The deals of 3,000 random games are those of the tree, in the first round and in the next."""
    game = small(rules)
    chance = RoundDeals(game)
    first = {chance.text(state) for state in chance.deals()}
    following = {chance.text(state) for state in chance.after(*last_ply(chance.deals()[0]))}
    dealt, later = set(), set()
    for seed in range(3_000):
        state = game.new_states()[0]
        deal(state, streams_from_seed(seed)[0])
        dealt.add(chance.text(state))
        state, slot = last_ply(state)
        step(state, slot)
        later.add(chance.text(state))
    assert dealt == first
    assert following == (later if len(game.rules.schedule) > 1 else set())


def last_ply(state: Any) -> tuple[Any, int]:
    """Return the end of a round: the state before its last ply, and that ply. Each seat plays its highest slot."""
    while True:
        slot = int(state.legal).bit_length() - 1
        if state.phase == PLAY and state.played + 1 == state.hand_size * 2:
            return state, slot
        step(state, slot)


def test_large_games_and_other_returns_are_refused() -> None:
    with pytest.raises(ValueError, match=r"a round of 2 cards has 1,624,350 deals, a tree at most 65,535: choose"):
        RoundDeals(small("num_players=2,hand_sizes=2"))
    points = small(PAIR, "points")
    with pytest.raises(ValueError, match=r"only games whose returns sum to 0 are solved; .* choose returns that do"):
        game_tree(points, RoundDeals(points))


def run(*arguments: str) -> str:
    done = run_command(app, "solve", *arguments, columns=200)
    return done.stdout


def test_the_command_solves_and_writes_the_tree(tmp_path: Path) -> None:
    said = run("--rules", TWICE, "--efg", str(tmp_path / "x.efg"))
    assert re.search(r"Tree: 901 nodes, 100 information sets, [\d.]+ s", said)
    assert "Value for seat 0: +0.0000\n" in said  # each deals once
    lines = (tmp_path / "x.efg").read_text().splitlines()
    assert lines[3].startswith('c "" 1 "" { "seat 0: Kc; seat 1: Ac" 1/12')
    assert lines[4] == 'p "" 1 1 "" { "b0" "b1" } 0'


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rules", "num_players=3,hand_sizes=1,start_rank=13,num_suits=2"], "two seats are solved, .* has 3"),
        (["--most-nodes", "10"], "the tree has more than 10 nodes"),
        (["--iterations", "0"], "iterations must be an integer of at least 1"),
    ],
)
def test_options_out_of_range_are_refused(options: list[str], words: str) -> None:
    done = CliRunner().invoke(app, ["solve", *options], env={"COLUMNS": "200"})
    assert (done.exit_code, len(done.output.strip().splitlines())) == (2, 1)
    assert re.search(words, done.output)


def test_the_help_names_a_game_that_can_be_solved() -> None:
    help_ = CliRunner().invoke(app, ["solve", "--help"], env={"COLUMNS": "200"}).output
    example = re.search(r"oh-hell solve --rules (\S+)", help_)
    assert example
    run("--rules", example[1])
