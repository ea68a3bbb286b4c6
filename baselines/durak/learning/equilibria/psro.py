"""Policy-space response oracles (PSRO) in a small game: best responses to mixtures of those found before.

Each round trains a response by PPO against opponents drawn from the population, as often as an equilibrium of the
population's own game plays them. Payoffs are those of the tree, exact. The result is the mixture of the last
equilibrium, as one strategy.

Source: M. Lanctot et al., "A unified game-theoretic approach to multiagent reinforcement learning", 2017.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from baselines.durak.learning import ppo_selfplay
from baselines.durak.solving.durak_tree import DurakTree
from baselines.durak.solving.network_strategy import NetworkStrategies
from baselines.durak.solving.solution import own_reach
from cardkit.learning.networks import outputs_of
from cardkit.solving.best_response import mean_value
from cardkit.solving.cfr import normalized

FIRST = "uniform"
"""The agent with which the population begins."""


def psro(game: DurakTree, networks: NetworkStrategies, settings: ppo_selfplay.Settings, responses: int) -> np.ndarray:
    """Train a population, and return the mixture that is its equilibrium: float64 by action of the tree.

    Args:
        game: to play.
        networks: of the same game.
        settings: of PPO; the responses share its plies evenly, and each has a folder in its folder.
        responses: policies to train.
    """
    population, names, payoffs = [game.tree.uniform()], [FIRST], np.zeros((1, 1))
    for number in range(responses):
        folder = Path(settings.folder) / f"response-{number + 1}"
        seed, plies = settings.seed * responses + number, max(1, settings.plies // responses)
        run = ppo_selfplay.Trainer(replace(settings, folder=str(folder), against=FIRST, plies=plies, seed=seed))
        opponents = run.games.opponent_pool
        for name in names[1:]:
            opponents.add(name)
        opponents.set_weights(dict(zip(names, equilibrium(payoffs), strict=True)))
        for _ in run.run():
            pass
        response = networks.of(outputs_of(run.learnt))
        won = np.array([[mean_value(game.tree, response, other) for other in population]])
        payoffs = np.block([[payoffs, -won.T], [won, np.zeros((1, 1))]])
        population.append(response)
        names.append(f"policy:path={folder / 'policy.safetensors'},temperature=1")
    return mixture(game, population, equilibrium(payoffs))


def equilibrium(payoffs: np.ndarray) -> np.ndarray:
    """Solve a symmetric matrix game of sum zero by a linear program: the probability of each row."""
    from scipy.optimize import linprog

    size = len(payoffs)
    goal = np.append(np.zeros(size), -1.0)  # the value of the game, which is to be large
    bounded = np.hstack([-payoffs.T, np.ones((size, 1))])
    total = np.append(np.ones(size), 0.0)[None]
    bounds = [(0, None)] * size + [(None, None)]
    found = linprog(goal, bounded, np.zeros(size), total, [1.0], bounds).x[:size].clip(0)
    return found / found.sum()


def mixture(game: DurakTree, strategies: Sequence[np.ndarray], shares: np.ndarray) -> np.ndarray:
    """Make the strategy that plays as if one of several had been drawn, by its share, before the game."""
    sizes = np.diff(game.tree.first_action)
    played = sum(
        share * np.repeat(own_reach(game, strategy), sizes) * strategy
        for share, strategy in zip(shares, strategies, strict=True)
    )
    return normalized(np.asarray(played), game.tree.first_action)
