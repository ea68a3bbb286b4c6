"""CFR+: an equilibrium of a tree by counterfactual regret minimization.

Source: O. Tammelin, N. Burch, M. Johanson, M. Bowling, "Solving heads-up limit Texas hold'em", IJCAI 2015. The players
are updated in turn; iteration t counts t² in the average strategy (N. Brown, T. Sandholm, AAAI 2019, section 3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cardkit.checks import real, whole
from cardkit.compiled.jit import jit
from cardkit.solving.best_response import nash_conv
from cardkit.solving.passes import action_values, reaches
from cardkit.solving.tree import Tree

TARGET, ITERATIONS = 1e-3, 4096


@dataclass(frozen=True)
class Step:
    """The state of a solution.

    Attributes:
        iterations: done so far.
        strategy: the average strategy; float64 by action.
        nash_conv: what best responses win from it, summed over both players.
    """

    iterations: int
    strategy: np.ndarray
    nash_conv: float


def solve(
    tree: Tree,
    target: float = TARGET,
    iterations: int = ITERATIONS,
    progress: Callable[[Step], object] | None = None,
) -> Step:
    """Improve a strategy until it is good enough; it is judged after 16, 32, 64, ... iterations.

    Args:
        tree: the game.
        target: the NashConv that is good enough.
        iterations: after which to stop in any case.
        progress: called with each judged strategy.

    Raises:
        ValueError: ``target`` or ``iterations`` is out of range.
    """
    check_limits(target, iterations)
    regrets, total = np.zeros(tree.actions), np.zeros(tree.actions)
    done, wanted = 0, min(16, iterations)
    while True:
        for number in range(done + 1, wanted + 1):
            for player in (0, 1):
                improve(tree, regrets, total, player, number)
        done = wanted
        strategy = normalized(total, tree.first_action)
        step = Step(done, strategy, nash_conv(tree, strategy))
        if progress is not None:
            progress(step)
        if step.nash_conv <= target or done >= iterations:
            return step
        wanted = min(2 * done, iterations)


def check_limits(target: float, iterations: int = ITERATIONS) -> None:
    """Raise ValueError, before a tree is grown, if `solve` would refuse its arguments."""
    real("target", target, 0, 2, TARGET)
    whole("iterations", iterations, 1, None, ITERATIONS)


def improve(tree: Tree, regrets: np.ndarray, total: np.ndarray, player: int, number: int) -> None:
    """Do one player's half of iteration ``number``: update its regrets and its sum of strategies in place."""
    strategy = normalized(regrets, tree.first_action)
    own, others = reaches(*tree.shape, strategy, player)
    gains = action_values(*tree.shape, tree.payoff, strategy, others, player)
    _update(tree.first_action, tree.first_node, tree.player, player, strategy, own, gains, regrets, total, number)


@jit
def normalized(weights: np.ndarray, first_action: np.ndarray) -> np.ndarray:
    """Return the strategy proportional to the nonnegative ``weights``; uniform where all are 0."""
    strategy = np.empty(len(weights), np.float64)
    for infoset in range(len(first_action) - 1):
        begin, end = first_action[infoset], first_action[infoset + 1]
        total = 0.0
        for action in range(begin, end):
            total += weights[action]
        for action in range(begin, end):
            strategy[action] = weights[action] / total if total > 0.0 else 1.0 / (end - begin)
    return strategy


@jit
def _update(
    first_action: np.ndarray,
    first_node: np.ndarray,
    players: np.ndarray,
    player: int,
    strategy: np.ndarray,
    own: np.ndarray,
    gains: np.ndarray,
    regrets: np.ndarray,
    total: np.ndarray,
    number: int,
) -> None:
    """Add to the player's regrets, clipped at 0, and to its sum of strategies."""
    for infoset in range(len(players)):
        if players[infoset] != player:
            continue
        begin, end = first_action[infoset], first_action[infoset + 1]
        mean = 0.0
        for action in range(begin, end):
            mean += strategy[action] * gains[action]
        weight = float(number) ** 2 * own[first_node[infoset]]
        for action in range(begin, end):
            regrets[action] = max(regrets[action] + gains[action] - mean, 0.0)
            total[action] += weight * strategy[action]
