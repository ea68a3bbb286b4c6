"""A policy network's strategy in a small game: its probabilities at every information set, with nothing sampled."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from baselines.durak.networks.network_input import action_orders, input_encoding, inputs_of
from baselines.durak.solving.durak_tree import DurakTree
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import write_observation
from cardkit.encoding import PAST
from durak_env.actions import actions_of_slots
from durak_env.knowledge import INFO

Outputs = Callable[[np.ndarray], np.ndarray]
"""A network: float32 inputs of shape (batch, entries), as `network_input` makes them, to outputs (batch, actions)."""
_PORTION = 8192


class NetworkStrategies:
    """The strategies of networks in one game, whose knowledge is looked up once.

    Args:
        game: in which they play.
    """

    def __init__(self, game: DurakTree) -> None:
        self._game = game
        infos, _ = game.knowledge()
        _, first, self._same = np.unique(infos.view(f"V{INFO.itemsize}"), return_index=True, return_inverse=True)
        self._infos = infos[first]

    def of(self, network: Outputs, temperature: float = 1.0) -> np.ndarray:
        """Return the strategy of a network: float64 by action of the tree.

        Args:
            network: its outputs are logits, or values of actions.
            temperature: of the softmax over the legal actions; 0 plays the highest output, the first of equals.
        """
        rules, encoding = self._game.rules, input_encoding(self._game.rules)
        outputs = np.empty((len(self._infos), rules.num_actions), np.float32)
        for begin in range(0, len(self._infos), _PORTION):
            some = self._infos[begin : begin + _PORTION]
            vectors, masks = encoding.new_rows(len(some))
            _write(encoding.writer, some, np.zeros(1, PAST), vectors, masks)
            inputs, rows = inputs_of(vectors, masks, rules)
            by_action = np.empty_like(outputs[: len(some)])
            np.put_along_axis(by_action, action_orders(rules)[rows], network(inputs), axis=1)
            outputs[begin : begin + len(some)] = by_action
        return self._softened(outputs, temperature)

    def _softened(self, outputs: np.ndarray, temperature: float) -> np.ndarray:
        """Turn outputs by information set and action id into probabilities by action of the tree."""
        tree, actions = self._game.tree, actions_of_slots(self._game.rules)[self._game.action_slots()]
        begins, sizes = tree.first_action[:-1], np.diff(tree.first_action)
        logits = outputs[np.repeat(self._same.reshape(-1), sizes), actions].astype(np.float64)
        logits -= np.repeat(np.maximum.reduceat(logits, begins), sizes)
        if temperature > 0:
            weights = np.exp(logits / temperature)
        else:
            best = np.flatnonzero(logits == 0)
            owners = np.repeat(np.arange(tree.infosets), sizes)[best]
            weights = np.zeros(len(logits))
            weights[best[np.unique(owners, return_index=True)[1]]] = 1
        return weights / np.repeat(np.add.reduceat(weights, begins), sizes)


@jit
def _write(writers, infos, pasts, vectors, masks):  # type: ignore[no-untyped-def]
    """Write the observations and masks of INFO records."""
    for number in range(len(infos)):
        write_observation(writers[0], infos[number], pasts[0], address_of(vectors[number]), address_of(masks[number]))
