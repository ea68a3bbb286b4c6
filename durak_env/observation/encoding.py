"""Encodings: how the observations of a game look, from its rules and a few settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cardkit.compiled.memory import lone_record
from cardkit.encoding import MAX_HISTORY, PAST, ply_code
from cardkit.pieces import CLOSED, Piece, PieceEncoding
from durak_env.actions import slots_of_actions
from durak_env.information import InformationSet
from durak_env.observation.pieces import LAYOUT, PIECES, WORDS, WRITER
from durak_env.observation.writer import Past, write_observation
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

    PIECES: ClassVar[tuple[Piece, ...]] = PIECES
    LAYOUT: ClassVar[np.dtype] = LAYOUT
    WRITER: ClassVar[np.dtype] = WRITER

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
        write_observation(info.record, self.past_of(info), self.layout, lone_record(WORDS), vectors, masks)
        return vectors[0], masks[0]

    def past_of(self, info: InformationSet) -> Past:
        """The plies of an information set as a PAST record."""
        past = np.zeros(1, PAST)[0]
        slots = slots_of_actions(self.rules)
        first = max(0, len(info.plies) - MAX_HISTORY)
        for number, (seat, action) in enumerate(info.plies[first:], first):
            past.codes[number % MAX_HISTORY] = ply_code(seat, slots[action])
        return past
