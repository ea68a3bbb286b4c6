"""Networks of random weights, and the knowledge of seats in random games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from baselines.durak.networks.network_file import PolicyNetwork
from baselines.durak.networks.network_input import input_size
from cardkit.learning.layers import Layer
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.rules import Rules

RULES = Rules()


def random_layers(*sizes: int, seed: int = 0) -> tuple[Layer, ...]:
    """Draw the weights and biases of the layers between so many values."""
    rng = np.random.default_rng(seed)
    return tuple(
        (rng.normal(size=(outputs, inputs)).astype(np.float32), rng.normal(size=outputs).astype(np.float32))
        for inputs, outputs in pairwise(sizes)
    )


def network(rules: Rules = RULES, hidden: tuple[int, ...] = (24, 16), seed: int = 0) -> PolicyNetwork:
    """Make a network of random weights."""
    layers = random_layers(input_size(rules), *hidden, rules.num_actions, seed=seed)
    return PolicyNetwork(rules, layers, {"command": "none", "scores": {"greedy": [0.1, 0.0, 0.2]}})


def positions(rules: Rules, steps: int = 60) -> list[InformationSet]:
    """Return the knowledge of seats to move in random games."""
    envs = DurakVectorEnv(8, opponent=None, rules=rules)
    _, infos = envs.reset(seed=1)
    seen = []
    for _ in range(steps):
        seen += [envs.information_set(game) for game in range(8) if infos["action_mask"][game].any()]
        infos = envs.step(envs.sample_actions())[4]
    return seen


def in_floats(layers: Sequence[Layer], inputs: np.ndarray) -> np.ndarray:
    """Compute the outputs of a batch of inputs in float32, as while layers are trained."""
    *hidden, last = layers
    for weights, bias in hidden:
        inputs = np.maximum(inputs @ weights.T + bias, 0)
    return inputs @ last[0].T + last[1]
