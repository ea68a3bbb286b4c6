"""Encodings: how the observations of a game look, from its rules and a few settings."""

from __future__ import annotations

from dataclasses import dataclass

from cardkit.pieces import CLOSED, PieceEncoding
from durak_env.actions import slots_of_actions
from durak_env.observation import writer  # noqa: F401 - implements `write_observation`
from durak_env.observation.pieces import LAYOUT, PIECES, WRITER
from durak_env.rules import Rules


@dataclass(frozen=True)
class Encoding(PieceEncoding):
    """How observations of a game look.

    Attributes:
        rules: of the game; given as `durak_env.rules.Rules.of` takes them.
        name: ``closed``, ``open`` or ``history``.
        dtype: ``float32`` (values in [0, 1]) or ``uint8`` (sizes as whole numbers).
        history: plies that ``history`` shows, 1..64.

    Raises:
        ValueError: unknown name or dtype, or a history that does not fit the name.
    """

    PIECES, LAYOUT, WRITER = PIECES, LAYOUT, WRITER

    rules: Rules
    name: str = CLOSED
    dtype: str = "float32"
    history: int = 16

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.of(self.rules))
        super().__post_init__()

    def slot_of(self, action: int) -> int:
        """The slot of an action id."""
        return int(slots_of_actions(self.rules)[action])
