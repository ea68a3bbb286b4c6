"""Values of a small game's equilibria against a strategy: the least and the most, by linear programs in sequence form.

A game has many equilibria, which win alike from each other, but not from a player who errs: one punishes an error that
another lets pass. A sequence is a player's last action and what led to it; a plan gives each sequence the probability
of the player's own actions in it. Plans that win the game's value from every opponent are a polytope, and what a plan
wins from a known opponent is linear: so the ends are found at its corners.

Source: D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized strategies in game trees", STOC
1994.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cardkit.solving.passes import reaches
from cardkit.solving.tree import TERMINAL, Tree

if TYPE_CHECKING:
    from scipy.sparse import coo_array, csr_array

MOST_INFOSETS = 40_000
"""Up to so many the programs take seconds; in larger games only the equilibrium that CFR+ finds is asked."""
_SLACK = 1e-8
"""The amount by which a plan may miss the value of the game, which a linear program finds as well."""


class EquilibriumWins(NamedTuple):
    """The winnings of equilibria against a strategy: returns a game, the mean over both seats."""

    least: float
    most: float

    def __str__(self) -> str:
        low, high = (max(end, 0.0) for end in self)
        return f"{low:.3f} to {high:.3f}"


class Equilibria:
    """All equilibria of a game.

    Args:
        tree: a game of few information sets, see `MOST_INFOSETS`.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._plans = [_OptimalPlans(tree, player) for player in (0, 1)]

    @property
    def value(self) -> float:
        """The winnings of player 0 in any equilibrium."""
        return self._plans[0].value

    def win(self, strategy: np.ndarray) -> EquilibriumWins:
        """Find the least and the most that an equilibrium wins from a strategy.

        The seats are settled apart, since any optimal plan of one player is in equilibrium with any of the other.
        """
        ends = [plans.ends(strategy) for plans in self._plans]
        least, most = np.mean(ends, axis=0)
        return EquilibriumWins(float(least), float(most))


class _OptimalPlans:
    """The plans of one player that win the value of the game or more from every opponent.

    The variables are the player's plan x and the values p of the opponent's information sets, of which the first is
    that of the whole game: other' p <= payoff' x bounds what the opponent's best response leaves.
    """

    def __init__(self, tree: Tree, player: int) -> None:
        from scipy.sparse import csr_array, hstack

        self._tree, self._player, self._sequences = tree, player, _sequences(tree, player)
        own, other = (_constraints(tree, each) for each in (player, 1 - player))
        payoff = self._payoff()
        size, values = _sequence_count(tree, player), _rows(tree, 1 - player)
        self._upper = hstack([-payoff.T, other.T]).tocsr()
        self._equal = hstack([own, csr_array((_rows(tree, player), values))]).tocsr()
        self._goal = np.zeros(size + values)
        self._goal[size] = 1.0
        self._low, self._high = np.zeros(size + values), np.full(size + values, np.inf)
        self._low[size:] = -np.inf
        self.value = self._most(self._goal)
        self._low[size] = self.value - _SLACK

    def ends(self, strategy: np.ndarray) -> tuple[float, float]:
        """Find the least and the most that these plans win if the opponent follows the strategy."""
        tree = self._tree
        leaves = np.flatnonzero(tree.kind == TERMINAL)
        _, others = reaches(*tree.shape, np.asarray(strategy, np.float64), self._player)
        won = others[leaves] * self._sign * tree.payoff[leaves]
        goal = np.bincount(self._sequences[leaves], won, minlength=len(self._goal))
        return -self._most(-goal), self._most(goal)

    @property
    def _sign(self) -> float:
        return 1.0 if self._player == 0 else -1.0

    def _payoff(self) -> coo_array:
        """Return the winnings of each sequence of the player against each of the opponent, chance included."""
        from scipy.sparse import coo_array

        tree = self._tree
        leaves = np.flatnonzero(tree.kind == TERMINAL)
        _, chance = reaches(*tree.shape, np.ones(tree.actions), self._player)
        places = self._sequences[leaves], _sequences(tree, 1 - self._player)[leaves]
        shape = _sequence_count(tree, self._player), _sequence_count(tree, 1 - self._player)
        return coo_array((chance[leaves] * self._sign * tree.payoff[leaves], places), shape=shape)

    def _most(self, goal: np.ndarray) -> float:
        from scipy.optimize import linprog

        one, none = np.zeros(_rows(self._tree, self._player)), np.zeros(_sequence_count(self._tree, 1 - self._player))
        one[0] = 1.0
        bounds = np.column_stack([self._low, self._high])
        found = linprog(-goal, self._upper, none, self._equal, one, bounds, "highs")
        if not found.success:
            raise RuntimeError(f"the linear program of the equilibria found no solution: {found.message}")
        return -float(found.fun)


def _mine(tree: Tree, player: int) -> np.ndarray:
    """Return by action whether it is the player's."""
    return np.repeat(tree.player == player, np.diff(tree.first_action))


def _sequence_count(tree: Tree, player: int) -> int:
    return 1 + int(_mine(tree, player).sum())


def _rows(tree: Tree, player: int) -> int:
    """Count the constraints of the player's plans."""
    return 1 + int(np.sum(tree.player == player))


def _sequences(tree: Tree, player: int) -> np.ndarray:
    """Return by node the player's sequence that leads there: 0 before its first action, then its actions from 1 on."""
    number = np.cumsum(_mine(tree, player))
    found = np.zeros(tree.nodes, np.int64)
    for node in range(1, tree.nodes):
        above = tree.parent[node]
        found[node] = number[tree.action[node]] if tree.kind[above] == player else found[above]
    return found


def _constraints(tree: Tree, player: int) -> csr_array:
    """Make a row for the empty sequence, of weight 1, and one for each set: its actions share its own weight."""
    from scipy.sparse import coo_array

    mine = np.flatnonzero(tree.player == player)
    arity = np.diff(tree.first_action)[mine]
    rows = np.arange(1, len(mine) + 1)
    before = _sequences(tree, player)[tree.first_node[mine]]
    size = _sequence_count(tree, player)
    places = np.concatenate([[0], rows, np.repeat(rows, arity)]), np.concatenate([[0], before, np.arange(1, size)])
    values = np.concatenate([[1.0], np.full(len(mine), -1.0), np.ones(size - 1)])
    return coo_array((values, places), shape=(len(mine) + 1, size)).tocsr()
