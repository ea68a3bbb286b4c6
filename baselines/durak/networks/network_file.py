"""Files of policies, critics and beliefs: the weights with everything needed to use them, as safetensors.

The tensors ``0.weight``, ``0.bias``, ``1.weight``, ... are the layers in float32, weights of shape (outputs, inputs),
with ReLU between them. A policy's outputs are the logits of the action ids, trump suit first
(`baselines.durak.networks.network_input`), a belief's those of the cards; `baselines.durak.networks.critic` describes a
critic's single output. The metadata holds the format, the rules and input that the network was trained on, its origin,
and a checksum of all this; also the fewest seats, if the network plays smaller tables than that of its rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np

from baselines.durak.networks.network_input import (
    VERSION,
    action_orders,
    input_encoding,
    input_size,
    inputs_of,
    layout,
    places_among,
    seated_among,
)
from cardkit.checks import check_whole
from cardkit.learning.integers.quantising import outputs_of_layers
from cardkit.learning.layers import Layer, check_layers, check_sizes, tensors_of
from cardkit.learning.network_file import Shape, named_file, read_layers, write_layers
from cardkit.pieces import CLOSED
from durak_env.information import InformationSet
from durak_env.rules import Rules

FEWEST = "fewest_seats"
"""The name in the metadata."""
FEWEST_AMONG_MORE = 3  # a table of two has another input


@dataclass(frozen=True, eq=False)
class Network(ABC):
    """A trained multilayer perceptron: the common part of policies, critics and beliefs.

    Attributes:
        rules: the rules that it was trained on; of several tables, those of the largest.
        layers: first to last, with ReLU between them.
        origin: its origin, by name: the training command, the code's version, ratings and so on.
        fewest_seats: of the smallest table that it plays, at least three; None: it plays that of its rules alone.

    Raises:
        ValueError: the layers do not fit each other or the rules, or numbers are not float32, not finite or too large;
            or there are no such smaller tables.
    """

    rules: Rules
    layers: tuple[Layer, ...]
    origin: Mapping[str, Any] = field(default_factory=dict)
    fewest_seats: int | None = None

    KIND: ClassVar[str]

    @staticmethod
    @abstractmethod
    def outputs(rules: Rules) -> int:
        """Return the number of outputs of the last layer."""

    def __post_init__(self) -> None:
        tensors = tensors_of(self.layers)
        kinds = {name: (str(tensor.dtype), tensor.shape) for name, tensor in tensors.items()}
        check_layers(kinds, self.KIND, input_size(self.rules), self.outputs(self.rules))
        check_sizes(self.layers)
        if self.fewest_seats is not None:
            most = self.rules.num_players if self.rules.num_teams is None else 0
            check_whole("fewest_seats", self.fewest_seats, FEWEST_AMONG_MORE, most)

    @property
    def tables(self) -> tuple[Rules, ...]:
        """The rules of the games that it plays, by the number of seats."""
        most = self.rules.num_players
        smaller = range(self.fewest_seats or most, most)
        return (*(replace(self.rules, num_players=seats) for seats in smaller), self.rules)

    def layers_at(self, table: Rules) -> tuple[Layer, ...]:
        """Return the layers for one of its tables, without the inputs of seats that it lacks; for others all layers."""
        if table == self.rules or table not in self.tables:
            return self.layers
        (weights, biases), *others = self.layers
        return (weights[:, places_among(table, self.rules)], biases), *others

    def learnt_at(self, table: Rules, layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
        """Return layers that began as `layers_at` one table, for all tables again; weights of other seats stay."""
        (weights, biases), *others = layers
        ((wide, _), *_) = self.layers
        wide = wide.copy()
        wide[:, places_among(table, self.rules)] = weights
        return (wide, biases), *others

    @property
    def parameters(self) -> int:
        """The number of weights and biases."""
        return sum(weights.size + bias.size for weights, bias in self.layers)

    def logits(self, inputs: np.ndarray) -> np.ndarray:
        """Compute the outputs of a batch as play finds them, float32 (batch, outputs); inputs are (batch, entries)."""
        return outputs_of_layers(self.layers, inputs)


class PolicyNetwork(Network):
    """A policy: the logits of all actions, trump suit first."""

    KIND = "policy"

    @staticmethod
    def outputs(rules: Rules) -> int:
        """Return the number of outputs: one for each action."""
        return rules.num_actions

    def probabilities(self, info: InformationSet) -> dict[int, float]:
        """Compute the policy's probability of each legal action, by action id.

        Raises:
            ValueError: the game has other rules than those that it was trained on.
        """
        if info.rules not in self.tables:
            raise ValueError(f"this policy was trained on other rules than the game's: {self.rules}, not {info.rules}")
        vector, mask = input_encoding(info.rules).observe(info)
        inputs, rows = inputs_of(vector[None], mask[None], info.rules)
        (outputs,) = self.logits(seated_among(inputs, info.rules, self.rules))
        legal = list(info.legal_actions)
        logits = outputs[action_orders(self.rules)[rows[0], legal]].astype(np.float64)
        weights = np.exp(logits - logits.max())
        return dict(zip(legal, (weights / weights.sum()).tolist(), strict=True))


class CriticNetwork(Network):
    """A critic: the logit that the seat to move wins, given both hands; see `baselines.durak.networks.critic`."""

    KIND = "critic"

    @staticmethod
    def outputs(rules: Rules) -> int:
        """Return the number of outputs: one."""
        return 1


class BeliefNetwork(Network):
    """A belief: for each card, trump suit first, the logit that the other hand holds it, if the seat cannot see it."""

    KIND = "belief"

    @staticmethod
    def outputs(rules: Rules) -> int:
        """Return the number of outputs: one for each card."""
        return rules.num_cards


AnyNetwork = TypeVar("AnyNetwork", bound=Network)


def save_network(network: Network, path: str | Path) -> None:
    """Write the file of a network."""
    own: dict[str, Any] = {"rules": asdict(network.rules), "origin": dict(network.origin)}
    if network.fewest_seats is not None:
        own[FEWEST] = network.fewest_seats
    write_layers(path, _format(type(network)), network.layers, own | input_of(network.rules))


def load_policy(path: str | Path) -> PolicyNetwork:
    """Read a policy file; raise the errors of `load_network`."""
    return load_network(path, PolicyNetwork)


def load_critic(path: str | Path) -> CriticNetwork:
    """Read a critic file; raise the errors of `load_network`."""
    return load_network(path, CriticNetwork)


def load_belief(path: str | Path) -> BeliefNetwork:
    """Read a belief file; raise the errors of `load_network`."""
    return load_network(path, BeliefNetwork)


def load_network(path: str | Path, kind: type[AnyNetwork]) -> AnyNetwork:
    """Read the file of a kind of network; its metadata is checked before its weights are read.

    Raises:
        ValueError: the file does not exist, is damaged or of another kind, or its input differs from this version's.
    """
    layers, metadata = read_layers(path, kind.KIND, _format(kind), lambda told: _shape_of(told, kind))
    with named_file(path, kind.KIND):
        return kind(_rules_of(metadata), layers, metadata["origin"], metadata.get(FEWEST))


def _shape_of(metadata: Mapping[str, Any], kind: type[Network]) -> Shape:
    rules = _rules_of(metadata)
    return Shape(input_of(rules), input_size(rules), kind.outputs(rules))


def _rules_of(metadata: Mapping[str, Any]) -> Rules:
    try:
        return Rules(**metadata["rules"])
    except (TypeError, ValueError) as error:
        raise ValueError(f"its rules are invalid: {error}") from None


def _format(kind: type[Network]) -> str:
    return f"durak-{kind.KIND}"


def input_of(rules: Rules) -> dict[str, Any]:
    """Return the values, by name, that identify the input of networks in this version."""
    return {"encoding": CLOSED, "input_version": VERSION, "layout": layout(rules)}
