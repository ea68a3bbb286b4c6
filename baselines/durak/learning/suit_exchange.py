"""Permutes the plain suits of training positions at random, since they differ in name only."""

from __future__ import annotations

import numpy as np
import torch

from baselines.durak.networks.network_input import exchanges
from durak_env.rules import Rules


def drawn_exchange(rules: Rules, random: torch.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw a permutation: which entry of an input takes each entry's place, and which action id each action's."""
    inputs, actions = exchanges(rules)
    number = int(torch.randint(len(inputs), (1,), generator=random))
    return inputs[number], actions[number]
