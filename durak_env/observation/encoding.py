"""Encodings: how the observations of a game look, from its rules and a few settings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from cardkit.compiled.memory import lone_record
from cardkit.encoding import MAX_HISTORY, PAST, ply_code
from cardkit.wording import quoted
from durak_env.actions import slots_of_actions
from durak_env.information import InformationSet
from durak_env.observation.pieces import CLOSED, ENCODINGS, LAYOUT, PIECES, SIZE, WORDS, WRITER, Piece
from durak_env.observation.writer import Past, write_observation
from durak_env.rules import Rules


@dataclass(frozen=True)
class Encoding:
    """How observations of a game look.

    Attributes:
        rules: of the game; given as `durak_env.rules.Rules.of` takes them.
        name: ``closed``, ``open`` or ``history``.
        dtype: ``float32`` (values in [0, 1]) or ``uint8`` (sizes as whole numbers).
        history: plies that ``history`` shows, 1..64.

    Raises:
        ValueError: unknown name or dtype, or a history that does not fit the name.
    """

    rules: Rules
    name: str = CLOSED
    dtype: str = "float32"
    history: int = 16

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.of(self.rules))
        if self.name not in ENCODINGS:
            raise ValueError(f"unknown encoding {self.name!r}; known encodings: {', '.join(ENCODINGS)}")
        if self.dtype not in ("float32", "uint8"):
            raise ValueError(f"dtype must be 'float32' or 'uint8', got {self.dtype!r}")
        if isinstance(self.history, bool) or not isinstance(self.history, int) or not 1 <= self.history <= MAX_HISTORY:
            raise ValueError(f"history must be an integer from 1 to {MAX_HISTORY}, got {quoted(self.history)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.rules, self.name, self.dtype, self.history)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of this encoding in order, without those that have no entry under these rules."""
        return tuple(piece for piece in PIECES if self.name in piece.encodings and self.shape_of(piece) != (0,))

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each piece stands in the vector."""
        ends = np.cumsum([np.prod(self.shape_of(piece)) for piece in self.pieces]).tolist()
        return {piece.name: slice(start, end) for piece, start, end in zip(self.pieces, [0, *ends], ends, strict=False)}

    @cached_property
    def size(self) -> int:
        """Entries of the vector."""
        return max(place.stop for place in self.slices.values())

    def shape_of(self, piece: Piece) -> tuple[int, ...]:
        """The shape of a piece: its entries, or repeats and entries of each; (0,) if there is none."""
        repeats, width = piece.repeats(self.rules, self.history), piece.width(self.rules)
        if piece.name in ("talon", "plies"):
            return (repeats, width) if repeats else (0,)
        return (width,)

    @cached_property
    def vector_space(self) -> spaces.Box:
        """The space of the vector."""
        high = np.ones(self.size, self.dtype)
        if self.dtype == "uint8":
            for piece in self.pieces:
                if piece.kind == SIZE:
                    high[self.slices[piece.name]] = piece.most(self.rules)
        return spaces.Box(np.zeros(self.size, self.dtype), high, dtype=np.dtype(self.dtype).type)

    @cached_property
    def mask_space(self) -> spaces.Box:
        """The space of the action mask."""
        return spaces.Box(0, 1, (self.rules.num_actions,), np.int8)

    @cached_property
    def dict_space(self) -> spaces.Dict:
        """Both: ``observation`` and ``action_mask``."""
        return spaces.Dict({"observation": self.vector_space, "action_mask": self.mask_space})

    @cached_property
    def layout(self) -> np.ndarray:
        """The LAYOUT record of this encoding, in an array of one."""
        layout = lone_record(LAYOUT)
        entry_bytes = np.dtype(self.dtype).itemsize
        layout["row_bytes"] = self.size * entry_bytes
        layout["actions"] = self.rules.num_actions
        layout["entry_bytes"] = entry_bytes
        for piece in self.pieces:
            number = PIECES.index(piece)
            layout["starts"][0, number] = self.slices[piece.name].start
            layout["widths"][0, number] = piece.width(self.rules)
            layout["repeats"][0, number] = piece.repeats(self.rules, self.history)
            layout["scales"][0, number] = 1.0 if self.dtype == "uint8" else 1 / piece.most(self.rules)
        return layout

    @property
    def writer(self) -> np.ndarray:
        """A WRITER record of this encoding, in a new array of one."""
        writer = np.zeros(1, WRITER)
        writer["layout"] = self.layout
        return writer

    def new_rows(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Arrays for ``count`` observations: vectors of shape (count, size), int8 masks of shape (count, actions)."""
        return np.zeros((count, self.size), self.dtype), np.zeros((count, self.rules.num_actions), np.int8)

    def observe(self, info: InformationSet) -> tuple[np.ndarray, np.ndarray]:
        """The vector, shape (size,), and the int8 action mask, shape (num_actions,), of an information set.

        Raises:
            ValueError: the information set is of a game by other rules.
        """
        if info.rules != self.rules:
            raise ValueError(f"the encoding is for the rules {self.rules}, not for {info.rules} of the information set")
        vectors, masks = self.new_rows(1)
        write_observation(info.record, self.past_of(info), self.layout, lone_record(WORDS), vectors, masks)
        return vectors[0], masks[0]

    def decode(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """The pieces of a vector by name, each in its shape.

        Raises:
            ValueError: the vector is not as long as those of this encoding.
        """
        if np.shape(vector) != (self.size,):
            raise ValueError(
                f"vector must have the shape ({self.size},), as `observe` returns it; got {np.shape(vector)}"
            )
        vector = np.asarray(vector)
        return {piece.name: vector[self.slices[piece.name]].reshape(self.shape_of(piece)) for piece in self.pieces}

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| piece | entries | from | meaning |", "| --- | --- | --- | --- |"]
        for piece in self.pieces:
            entries = " x ".join(str(length) for length in self.shape_of(piece))
            rows.append(f"| `{piece.name}` | {entries} | {self.slices[piece.name].start} | {piece.meaning} |")
        return "\n".join(rows)

    def past_of(self, info: InformationSet) -> Past:
        """The plies of an information set as a PAST record."""
        past = np.zeros(1, PAST)[0]
        slots = slots_of_actions(self.rules)
        first = max(0, len(info.plies) - MAX_HISTORY)
        for number, (seat, action) in enumerate(info.plies[first:], first):
            past.codes[number % MAX_HISTORY] = ply_code(seat, slots[action])
        return past
