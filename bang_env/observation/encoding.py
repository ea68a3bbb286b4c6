"""Encodings: how the observations of a game look, from its rules and a few settings."""

from __future__ import annotations

from dataclasses import dataclass

from bang_env.observation import writer  # noqa: F401 - implements `write_observation`
from bang_env.observation.pieces import LAYOUT, PIECES, WRITER
from bang_env.rules import Rules
from cardkit.pieces import CLOSED, PieceEncoding


@dataclass(frozen=True)
class Encoding(PieceEncoding):
    """How observations of a game look.

    Attributes:
        rules: of the game; given as `bang_env.rules.Rules.of` takes them.
        name: ``closed``, ``open`` or ``history``.
        dtype: ``float32`` (values from -1 to 1) or ``uint8`` (numbers as whole ones).
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
