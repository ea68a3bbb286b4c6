"""Games of a tree as learners play them: an input is the information set, one-hot, then the action mask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cardkit.learning.networks import masked_log_probabilities
from cardkit.learning.run import Run
from cardkit.solving.tree import CHANCE, TERMINAL, Tree
from tests.support.kuhn import kuhn


class TreeGames:
    """Many games of a tree at once, with the interface of `cardkit.learning.self_play.games.SeatGames`."""

    CRITICS: Mapping[str, Sequence[Any]] = {"closed": ()}
    num_seats = 2

    def __init__(self, tree: Tree, games: int) -> None:
        self.tree, self.num_actions = tree, int(np.diff(tree.first_action).max())
        self.input_size = tree.infosets + self.num_actions
        self._below = [np.flatnonzero(tree.parent == node) for node in range(tree.nodes)]
        self._nodes = np.zeros(games, np.int64)

    def inputs_of(self, infosets: np.ndarray) -> torch.Tensor:
        inputs = np.zeros((len(infosets), self.input_size), np.float32)
        inputs[np.arange(len(infosets)), infosets] = 1
        inputs[:, self.tree.infosets :] = np.arange(self.num_actions) < np.diff(self.tree.first_action)[infosets, None]
        return torch.from_numpy(inputs)

    def begin(self, seeds: Any) -> None:
        self._rng = np.random.default_rng(np.asarray(seeds) % 2**32)
        self._nodes[:] = 0
        self._arrive()

    def observe(self) -> torch.Tensor:
        actions = self.tree.action[[self._below[node][0] for node in self._nodes]]
        return self.inputs_of(np.searchsorted(self.tree.first_action, actions, "right") - 1)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self._nodes = np.array([self._below[node][action] for node, action in zip(self._nodes, actions, strict=True)])
        self._draw()
        ends = self.tree.kind[self._nodes] == TERMINAL
        won = np.where(ends, self.tree.payoff[self._nodes], 0.0)
        self._nodes[ends] = 0
        self._arrive()
        return ends, np.stack([won, -won], axis=1)

    def outlook(self, values: np.ndarray) -> np.ndarray:
        outlook = np.stack([values, -values], axis=1)
        return np.where(self.seats[:, None] == 0, outlook, -outlook)

    def _arrive(self) -> None:
        self._draw()
        self.seats = self.tree.kind[self._nodes].astype(np.int8)

    def _draw(self) -> None:
        for game, node in enumerate(self._nodes):
            while self.tree.kind[node] == CHANCE:
                node = self._rng.choice(self._below[node])
            self._nodes[game] = node


class KuhnRun(Run[Any]):
    """A run in Kuhn poker, to be mixed with a learner."""

    @cached_property
    def games(self) -> Any:
        return TreeGames(kuhn(), self.settings.games)

    @property
    def input(self) -> Mapping[str, Any]:
        return {"game": "kuhn"}

    def evaluate(self) -> dict[str, list[float]]:
        return {}

    def player(self) -> Any:
        raise NotImplementedError

    def write(self, path: Path) -> None:
        """Write nothing."""

    def strategy(self) -> np.ndarray:
        """Return the learnt strategy, by action of the tree."""
        inputs = self.games.inputs_of(np.arange(self.games.tree.infosets))
        masks = inputs[:, -self.games.num_actions :] > 0
        with torch.no_grad():
            probabilities = masked_log_probabilities(self.learnt(inputs), masks).exp()
        return probabilities[masks].numpy().astype(np.float64)
