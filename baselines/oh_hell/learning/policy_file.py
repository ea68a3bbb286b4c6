"""Policy networks of Oh Hell! and their files, laid out as `cardkit.learning.network_file` says.

The input is the observation of the closed world as float32, then the action mask. The outputs are the logits of all
action ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cardkit.learning.layers import Layer
from cardkit.learning.network_file import Shape, named_file, read_layers, write_layers
from cardkit.pieces import CLOSED
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.rules import Rules

FORMAT = "oh-hell-policy"
VERSION = 1
"""Of the input; another order or meaning of its entries makes it another."""


@dataclass(frozen=True, eq=False)
class PolicyNetwork:
    """A trained policy.

    Attributes:
        rules: the rules that it was trained on.
        layers: first to last, with ReLU between them.
        origin: its origin, by name: the training command, the code's version, results and so on.
    """

    rules: Rules
    layers: tuple[Layer, ...]
    origin: Mapping[str, Any] = field(default_factory=dict)


def save_policy(network: PolicyNetwork, path: str | Path, half: bool = False) -> None:
    """Write a policy's file; with ``half``, its numbers are rounded to float16."""
    own = {"rules": asdict(network.rules), "origin": dict(network.origin)}
    write_layers(path, FORMAT, network.layers, own | input_of(network.rules), half)


def load_policy(path: str | Path) -> PolicyNetwork:
    """Read a policy's file.

    Raises:
        ValueError: the file does not exist, is damaged or of another kind, or its input differs from this version's.
    """
    layers, metadata = read_layers(path, "policy", FORMAT, _shape_of)
    with named_file(path, "policy"):
        return PolicyNetwork(_rules_of(metadata), layers, metadata["origin"])


def input_of(rules: Rules) -> dict[str, Any]:
    """The values, by name, that identify the input of networks in this version."""
    return {"encoding": CLOSED, "input_version": VERSION, "input_size": Encoding(rules).size}


def _shape_of(metadata: Mapping[str, Any]) -> Shape:
    rules = _rules_of(metadata)
    return Shape(input_of(rules), Encoding(rules).size + rules.num_actions, rules.num_actions)


def _rules_of(metadata: Mapping[str, Any]) -> Rules:
    try:
        return Rules.of(metadata["rules"])
    except (TypeError, ValueError) as error:
        raise ValueError(f"its rules are invalid: {error}") from None
