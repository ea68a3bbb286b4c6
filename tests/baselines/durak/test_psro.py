"""PSRO: the equilibrium of a population's game, its mixture as one strategy, and a population that grows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from baselines.durak.learning import ppo_selfplay
from baselines.durak.learning.equilibria.psro import equilibrium, mixture, psro
from baselines.durak.solving.durak_tree import DurakTree, durak_tree
from baselines.durak.solving.network_strategy import NetworkStrategies
from cardkit.solving.best_response import joined, mean_value, nash_conv, value
from durak_env import Rules

SMALL = Rules(start_rank=12, num_suits=2, hand_size=2)


@pytest.fixture(scope="module")
def game() -> DurakTree:
    return durak_tree(SMALL)


def test_an_equilibrium_of_rock_paper_scissors_plays_all_alike_and_drops_what_loses() -> None:
    cycle = np.array([[0.0, -1, 1, 1], [1, 0, -1, 1], [-1, 1, 0, 1], [-1, -1, -1, 0]])
    assert equilibrium(cycle) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)


def test_a_mixture_wins_what_its_parts_win_by_their_shares(game: DurakTree) -> None:
    rng, sizes = np.random.default_rng(1), np.diff(game.tree.first_action)
    weights = rng.random((3, game.tree.actions)) + 0.01
    totals = np.add.reduceat(weights, game.tree.first_action[:-1], axis=1)
    first, second, other = weights / np.repeat(totals, sizes, axis=1)
    mixed = mixture(game, [first, second], np.array([0.3, 0.7]))
    for player in (0, 1):
        won = [value(game.tree, joined(game.tree, one, other, player), player) for one in (first, second, mixed)]
        assert won[2] == pytest.approx(0.3 * won[0] + 0.7 * won[1])


@pytest.mark.slow
def test_a_population_grows_harder_to_exploit(game: DurakTree, tmp_path: Path) -> None:
    settings = ppo_selfplay.Settings(
        folder=str(tmp_path), rules=SMALL, games=64, steps=16, hidden=32, critic_hidden=32, batch=512,
        plies=64 * 16 * 120, check_every=10**6, ladder="", learning_rate=3e-3,
    )  # fmt: skip
    found = psro(game, NetworkStrategies(game), settings, responses=4)
    assert nash_conv(game.tree, found) < 0.7 * nash_conv(game.tree, game.tree.uniform())
    assert mean_value(game.tree, found, game.tree.uniform()) > 0
