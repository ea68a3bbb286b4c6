"""Permutations of the suits in training positions, which differ in name only: 24 positions from one of four suits."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import numpy as np

from cardkit.pieces import CARDS
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.rules import Rules

BY_SUIT = ("trump_suit", "voids")
"""The pieces with an entry for each suit; what may follow the suits stays."""


@lru_cache
def suit_permutations(rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Return which entry of a network's input takes each entry's place, and which action id each action's.

    Returns:
        int64 arrays of shape (permutations, entries) and (permutations, actions), the suits as they are first. An input
        is an observation, then its action mask.
    """
    orders = list(permutations(range(rules.num_suits)))
    inputs = [np.concatenate([_of_observation(rules, suits), _of_mask(rules, suits)]) for suits in orders]
    return np.array(inputs), np.array([_of_actions(rules, suits) for suits in orders])


def _of_observation(rules: Rules, suits: tuple[int, ...]) -> np.ndarray:
    encoding = Encoding(rules)
    order = np.arange(encoding.size)
    for piece in encoding.pieces:
        rows = order[encoding.slices[piece.name]].reshape(encoding.shape_of(piece))  # a view of the order
        if piece.kind == CARDS:
            rows[...] = rows[..., _of_cards(rules, suits)]
        elif piece.name in BY_SUIT:
            rows[..., : rules.num_suits] = rows[..., list(suits)]
    return order


def _of_mask(rules: Rules, suits: tuple[int, ...]) -> np.ndarray:
    return Encoding(rules).size + _of_actions(rules, suits)


def _of_actions(rules: Rules, suits: tuple[int, ...]) -> np.ndarray:
    return np.concatenate([_of_cards(rules, suits), np.arange(rules.num_cards, rules.num_actions)])


def _of_cards(rules: Rules, suits: tuple[int, ...]) -> np.ndarray:
    return np.arange(rules.num_cards).reshape(rules.num_suits, -1)[list(suits)].reshape(-1)
