"""Policy networks of games whose rules decide the encoding, and their files, as `cardkit.learning.network_file` says.

The input is the observation of the closed world as float32, then the action mask. The outputs are the logits of all
action ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cardkit.learning.layers import Layer
from cardkit.learning.network_file import Shape, named_file, read_layers, write_layers
from cardkit.pieces import CLOSED, PieceEncoding


@dataclass(frozen=True, eq=False)
class PolicyNetwork:
    """A trained policy.

    Attributes:
        rules: the rules that it was trained on.
        layers: first to last, with ReLU between them.
        origin: its origin, by name: the training command, the code's version, results and so on.
    """

    rules: Any
    layers: tuple[Layer, ...]
    origin: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class PolicyFormat:
    """The files of a game's policies.

    Attributes:
        name: of the format, in the file.
        version: of the input; another order or meaning of its entries makes it another.
        rules: the game's class of rules.
        encoding: the game's encoding, made from rules.
    """

    name: str
    version: int
    rules: Any
    encoding: Callable[[Any], PieceEncoding]

    def save(self, network: PolicyNetwork, path: str | Path) -> None:
        """Write a policy's file."""
        own = {"rules": asdict(network.rules), "origin": dict(network.origin)}
        write_layers(path, self.name, network.layers, own | self.input_of(network.rules))

    def load(self, path: str | Path) -> PolicyNetwork:
        """Read a policy's file.

        Raises:
            ValueError: the file does not exist, is damaged or of another kind, or its input differs from this
                version's.
        """
        layers, metadata = read_layers(path, "policy", self.name, self._shape_of)
        with named_file(path, "policy"):
            return PolicyNetwork(self._rules_of(metadata), layers, metadata["origin"])

    def input_of(self, rules: Any) -> dict[str, Any]:
        """Return the values, by name, that identify the input of networks in this version."""
        return {"encoding": CLOSED, "input_version": self.version, "input_size": self.encoding(rules).size}

    def _shape_of(self, metadata: Mapping[str, Any]) -> Shape:
        rules = self._rules_of(metadata)
        return Shape(self.input_of(rules), self.encoding(rules).size + rules.num_actions, rules.num_actions)

    def _rules_of(self, metadata: Mapping[str, Any]) -> Any:
        try:
            return self.rules.of(metadata["rules"])
        except (TypeError, ValueError) as error:
            raise ValueError(f"its rules are invalid: {error}") from None
