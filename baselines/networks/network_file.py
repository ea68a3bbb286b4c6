"""Files of policies and critics: the weights with everything needed to use them, as safetensors.

The tensors ``0.weight``, ``0.bias``, ``1.weight``, ... are the layers in float32, weights of shape (outputs, inputs),
with ReLU between them. A policy's outputs are the logits of the action ids, trump suit first
(`baselines.networks.network_input`); `baselines.networks.critic` describes a critic's single output. The metadata
holds the format, the rules and input that the network was trained on, its origin, and a checksum of all this.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
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
from cardkit.arrays import CHECKSUM, check_intact, to_safetensors
from cardkit.files import write_bytes
from cardkit.learning.layers import FLOAT, Layer, check_input, check_kinds, check_sizes, layers_from, tensors_of
from cardkit.reading import parse_json
from cardkit.wording import shortened
from durak_env.information import InformationSet
from durak_env.observation import CLOSED
from durak_env.rules import Rules

MOST_BYTES = 1 << 28
"""The largest file to read; the champion's has two million bytes."""
_STORED = "F32"  # the file format's name for float32


@dataclass(frozen=True, eq=False)
class Network(ABC):
    """A trained multilayer perceptron: the common part of policies and critics.

    Attributes:
        rules: the rules that it was trained on.
        layers: first to last, with ReLU between them.
        origin: its origin, by name: the training command, the code's version, ratings and so on.

    Raises:
        ValueError: the layers do not fit each other or the rules, or numbers are not float32, not finite or too large.
    """

    rules: Rules
    layers: tuple[Layer, ...]
    origin: Mapping[str, Any] = field(default_factory=dict)

    KIND: ClassVar[str]

    @staticmethod
    @abstractmethod
    def outputs(rules: Rules) -> int:
        """The number of outputs of the last layer."""

    def __post_init__(self) -> None:
        tensors = tensors_of(self.layers)
        self.check({name: (str(tensor.dtype), tensor.shape) for name, tensor in tensors.items()}, self.rules)
        check_sizes(self.layers)

    @classmethod
    def check(cls, kinds: Mapping[str, tuple[str, tuple[int, ...]]], rules: Rules) -> None:
        """Raise ValueError with the tensor's name unless tensors of these kinds form such a network."""
        inputs, outputs = input_size(rules), cls.outputs(rules)
        try:
            check_kinds(kinds, inputs, outputs)
        except ValueError as error:
            raise ValueError(
                f"the layers do not form a {cls.KIND} from {inputs} inputs to {outputs} outputs: {error}"
            ) from None

    @property
    def parameters(self) -> int:
        """The number of weights and biases."""
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

    @staticmethod
    def outputs(rules: Rules) -> int:
        """One for each action."""
        return rules.num_actions

    def probabilities(self, info: InformationSet) -> dict[int, float]:
        """The policy's probability of each legal action, by action id.

        Raises:
            ValueError: the game has other rules than those that it was trained on.
        """
        if info.rules != self.rules:
            raise ValueError(f"this policy was trained on other rules than the game's: {self.rules}, not {info.rules}")
        vector, mask = input_encoding(self.rules).observe(info)
        inputs, rows = inputs_of(vector[None], mask[None], self.rules)
        legal = list(info.legal_actions)
        logits = self.logits(inputs)[0, action_orders(self.rules)[rows[0], legal]].astype(np.float64)
        weights = np.exp(logits - logits.max())
        return dict(zip(legal, (weights / weights.sum()).tolist(), strict=True))


class CriticNetwork(Network):
    """A critic: the logit that the seat to move wins, given both hands; see `baselines.networks.critic`."""

    KIND = "critic"

    @staticmethod
    def outputs(rules: Rules) -> int:
        """One."""
        return 1


AnyNetwork = TypeVar("AnyNetwork", bound=Network)


def save_network(network: Network, path: str | Path) -> None:
    """Write a policy or critic file."""
    metadata = {name: json.dumps(value, sort_keys=True) for name, value in _metadata(network).items()}
    write_bytes(path, to_safetensors(tensors_of(network.layers), metadata))


def load_policy(path: str | Path) -> PolicyNetwork:
    """Read a policy file; raises the errors of `load_network`."""
    return load_network(path, PolicyNetwork)


def load_critic(path: str | Path) -> CriticNetwork:
    """Read a critic file; raises the errors of `load_network`."""
    return load_network(path, CriticNetwork)


def load_network(path: str | Path, kind: type[AnyNetwork]) -> AnyNetwork:
    """Read the file of a kind of network; its metadata is checked before its weights are read.

    Raises:
        ValueError: the file does not exist, is damaged or of another kind, or its input differs from this version's.
    """
    with _named(path, kind), _opened(path) as file:
        stored_metadata = file.metadata() or {}
        metadata = {name: parse_json(text) for name, text in stored_metadata.items() if name != CHECKSUM}
        if metadata.get("format") != _format(kind):
            raise ValueError(f"its format is {shortened(repr(metadata.get('format')))}, not {_format(kind)!r}")
        rules, origin = _rules_of(metadata), metadata["origin"]
        if not isinstance(origin, dict):
            raise ValueError(f"its origin must be a JSON object, got {shortened(repr(origin))}")
    check_input(metadata, input_of(rules), f"the {kind.KIND} in {str(path)!r}")
    with _named(path, kind), _opened(path) as file:
        stored = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118 - no mapping
        kinds = {name: (one.get_dtype(), tuple(one.get_shape())) for name, one in stored.items()}
        kind.check(
            {name: (FLOAT if dtype == _STORED else dtype, shape) for name, (dtype, shape) in kinds.items()}, rules
        )
        tensors = {name: file.get_tensor(name) for name in kinds}
        network = kind(rules, layers_from(tensors), origin)  # which names a tensor whose numbers are not finite
        check_intact(tensors, stored_metadata.get(CHECKSUM), stored_metadata)
        return network


@contextmanager
def _opened(path: str | Path) -> Iterator[Any]:
    from safetensors import safe_open

    size = Path(path).stat().st_size
    if not Path(path).is_file() or size > MOST_BYTES:
        raise ValueError(f"it is not a regular file of up to {MOST_BYTES:,} bytes")
    with safe_open(path, "numpy") as file:
        yield file


@contextmanager
def _named(path: str | Path, kind: type[Network]) -> Iterator[None]:
    """Make errors say that the file is not of this kind."""
    from safetensors import SafetensorError

    try:
        yield
    except (OSError, SafetensorError, ValueError) as error:
        raise ValueError(f"{str(path)!r} is not a {kind.KIND} file: {error}") from None
    except KeyError as missing:
        raise ValueError(f"{str(path)!r} is not a {kind.KIND} file: it lacks {missing}") from None


def _rules_of(metadata: Mapping[str, Any]) -> Rules:
    try:
        return Rules(**metadata["rules"])
    except (TypeError, ValueError) as error:
        raise ValueError(f"its rules are invalid: {error}") from None


def _format(kind: type[Network]) -> str:
    return f"durak-{kind.KIND}"


def _metadata(network: Network) -> dict[str, Any]:
    own = {"format": _format(type(network)), "rules": asdict(network.rules), "origin": dict(network.origin)}
    return own | input_of(network.rules)


def input_of(rules: Rules) -> dict[str, Any]:
    """The values, by name, that identify the input of networks in this version."""
    return {"encoding": CLOSED, "input_version": VERSION, "layout": layout(rules)}
