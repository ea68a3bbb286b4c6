"""Files of networks, policies and critics: the weights with all that is needed to use them, as safetensors.

The tensors ``0.weight``, ``0.bias``, ``1.weight``, ... are the layers in float32, weights of shape (outputs, inputs),
with ReLU between them. A policy's outputs are the logits of the action ids, trump suit first
(`baselines.networks.network_input`); `baselines.networks.critic` tells a critic's one output. The metadata names the
format, the rules and the input that the network was trained on, and where it comes from.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np

from baselines.networks.network_input import (
    VERSION,
    action_orders,
    input_encoding,
    input_size,
    inputs_of,
    layout,
)
from durak_env.information import InformationSet
from durak_env.observation import CLOSED
from durak_env.rules import Rules

Layer = tuple[np.ndarray, np.ndarray]
"""Weights of shape (outputs, inputs) and biases of shape (outputs,), float32."""


@dataclass(frozen=True, eq=False)
class Network(ABC):
    """A trained multilayer perceptron: what policies and critics have in common.

    Attributes:
        rules: that it was trained on.
        layers: first to last, ReLU between them.
        origin: where it comes from, by name: the training command, the code's version, ratings, and the like.

    Raises:
        ValueError: layers that do not fit each other, or not the rules.
    """

    rules: Rules
    layers: tuple[Layer, ...]
    origin: Mapping[str, Any] = field(default_factory=dict)

    KIND: ClassVar[str]

    @property
    @abstractmethod
    def outputs(self) -> int:
        """How many the last layer has."""

    def __post_init__(self) -> None:
        sizes = [input_size(self.rules), *(len(bias) for _, bias in self.layers)]
        shapes = [weights.shape for weights, _ in self.layers]
        wanted = [(outputs, inputs) for inputs, outputs in pairwise(sizes)]
        if shapes != wanted or sizes[-1] != self.outputs or len(sizes) < 2:
            raise ValueError(
                f"layers of the shapes {shapes} make no {self.KIND} from {sizes[0]} inputs to {self.outputs} outputs"
            )

    @property
    def parameters(self) -> int:
        """Number of weights and biases."""
        return sum(weights.size + bias.size for weights, bias in self.layers)

    def logits(self, inputs: np.ndarray) -> np.ndarray:
        """The outputs of a batch, float32 of shape (batch, outputs), from inputs of shape (batch, entries)."""
        *hidden, last = self.layers
        for weights, bias in hidden:
            inputs = np.maximum(inputs @ weights.T + bias, 0)
        return inputs @ last[0].T + last[1]


class PolicyNetwork(Network):
    """A policy: the logits of all actions, trump suit first."""

    KIND = "policy"

    @property
    def outputs(self) -> int:
        """One for each action."""
        return self.rules.num_actions

    def probabilities(self, info: InformationSet) -> dict[int, float]:
        """The policy's probability of each legal action id, by id.

        Raises:
            ValueError: a game by other rules than those that it was trained on.
        """
        if info.rules != self.rules:
            raise ValueError(f"this policy was trained on other rules than {info.rules}: {self.rules}")
        vector, mask = input_encoding(self.rules).observe(info)
        inputs, rows = inputs_of(vector[None], mask[None], self.rules)
        legal = list(info.legal_actions)
        logits = self.logits(inputs)[0, action_orders(self.rules)[rows[0], legal]].astype(np.float64)
        weights = np.exp(logits - logits.max())
        return dict(zip(legal, (weights / weights.sum()).tolist(), strict=True))


class CriticNetwork(Network):
    """A critic: the logit of the seat to move winning the game, given both hands; see `baselines.networks.critic`."""

    KIND = "critic"

    @property
    def outputs(self) -> int:
        """One."""
        return 1


AnyNetwork = TypeVar("AnyNetwork", bound=Network)


def save_network(network: Network, path: str | Path) -> None:
    """Write a policy's or a critic's file."""
    from safetensors.numpy import save_file

    tensors = {}
    for number, (weights, bias) in enumerate(network.layers):
        tensors[f"{number}.weight"] = np.ascontiguousarray(weights, np.float32)
        tensors[f"{number}.bias"] = np.ascontiguousarray(bias, np.float32)
    save_file(tensors, path, {name: json.dumps(value) for name, value in _metadata(network).items()})


def load_policy(path: str | Path) -> PolicyNetwork:
    """Read a policy's file; raises what `load_network` does."""
    return load_network(path, PolicyNetwork)


def load_critic(path: str | Path) -> CriticNetwork:
    """Read a critic's file; raises what `load_network` does."""
    return load_network(path, CriticNetwork)


def load_network(path: str | Path, kind: type[AnyNetwork]) -> AnyNetwork:
    """Read the file of a network of some kind.

    Raises:
        ValueError: there is no such file, it is none of that kind, or its input is not the one of this version.
    """
    what = f"{str(path)!r} is no {kind.KIND}'s file"
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, "numpy") as file:
            metadata = {name: json.loads(text) for name, text in (file.metadata() or {}).items()}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
    except (OSError, SafetensorError, json.JSONDecodeError, ValueError) as error:
        raise ValueError(f"{what}: {error}") from None
    if metadata.get("format") != _format(kind):
        raise ValueError(f"{what}: its format is {metadata.get('format')!r}, not {_format(kind)!r}")
    try:
        rules = Rules(**metadata["rules"])
        check_input(metadata, rules, f"the {kind.KIND} in {str(path)!r}")
        layers = tuple((tensors[f"{number}.weight"], tensors[f"{number}.bias"]) for number in range(len(tensors) // 2))
        return kind(rules, layers, metadata["origin"])
    except KeyError as missing:
        raise ValueError(f"{what}: it lacks {missing}") from None
    except TypeError as error:
        raise ValueError(f"{what}: its rules are none: {error}") from None


def _format(kind: type[Network]) -> str:
    return f"durak-{kind.KIND}"


def check_input(told: Mapping[str, Any], rules: Rules, what: str) -> None:
    """See whether what was trained on some input gets the same one here.

    Args:
        told: among other things what `input_of` gave when it was trained.
        rules: of its games.
        what: name of the file or checkpoint, for the error.

    Raises:
        ValueError: the input is another one.
    """
    for name, here in input_of(rules).items():
        if told.get(name) != here:
            raise ValueError(
                f"{what} was trained on another input: its {name} is {told.get(name)!r}, here it is {here!r}; "
                "train it anew, or use it with the version that it comes from"
            )


def _metadata(network: Network) -> dict[str, Any]:
    own = {"format": _format(type(network)), "rules": asdict(network.rules), "origin": dict(network.origin)}
    return own | input_of(network.rules)


def input_of(rules: Rules) -> dict[str, Any]:
    """What tells the input that networks get here from any other, by name."""
    return {"encoding": CLOSED, "input_version": VERSION, "layout": layout(rules)}
