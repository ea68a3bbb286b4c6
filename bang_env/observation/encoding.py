"""Encodings: how the observations of a game look, from its rules and a few settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from bang_env.information import InformationSet
from bang_env.observation.pieces import LAYOUT, PIECES, WRITER
from bang_env.observation.writer import write_observation
from bang_env.rules import Rules
from cardkit.encoding import MAX_HISTORY, PAST, ply_code
from cardkit.pieces import CLOSED, Piece, PieceEncoding


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

    PIECES: ClassVar[tuple[Piece, ...]] = PIECES
    LAYOUT: ClassVar[np.dtype[Any]] = LAYOUT
    WRITER: ClassVar[np.dtype[Any]] = WRITER

    rules: Rules
    name: str = CLOSED
    dtype: str = "float32"
    history: int = 16

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.of(self.rules))
        super().__post_init__()

    def observe(self, info: InformationSet) -> tuple[np.ndarray, np.ndarray]:
        """The vector, shape (size,), and the int8 action mask, shape (num_actions,), of an information set.

        Raises:
            ValueError: the information set is of a game by other rules.
        """
        self.check_rules(info)
        vectors, masks = self.new_rows(1)
        infos, past = np.array([info.record], info.record.dtype), np.zeros(1, PAST)
        first = max(0, len(info.plies) - MAX_HISTORY)
        for number, (seat, action) in enumerate(info.plies[first:], first):
            past["codes"][0, number % MAX_HISTORY] = ply_code(seat, action)
        write_observation(self.writer, infos, past, vectors, masks)
        return vectors[0], masks[0]
