"""Observations built from a table of pieces, from which spaces, layout and decoding follow.

A vector is the pieces of an encoding in a row. Which pieces it has, and how wide they are, follows from the rules.
The compiled side, which writes the entries, is `cardkit.compiled.writers.piece_writer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from gymnasium import spaces

from cardkit.compiled.memory import lone_record
from cardkit.compiled.protocol import HIDDEN, LEFT
from cardkit.encoding import LEAVING, MAX_HISTORY, PAST, UNSEEN, ply_code, write_first
from cardkit.known import Known
from cardkit.wording import quoted

CARDS, FLAGS, SIZE = range(3)  # a bit a card; a few bits; numbers
CLOSED, OPEN, HISTORY = "closed", "open", "history"
ENCODINGS = (CLOSED, OPEN, HISTORY)
ALL = frozenset(ENCODINGS)
MOST_IN_A_BYTE = 255
_NO_ACTIONS = {LEFT: LEAVING, HIDDEN: UNSEEN}

Width = Callable[[Any], int]


class Piece(NamedTuple):
    """A named part of the vector.

    Attributes:
        name: of the piece.
        kind: CARDS, FLAGS or SIZE.
        width: entries of one repeat, given the rules; 0 where there is no such piece.
        encodings: which encodings hold it.
        meaning: of a value.
        repeats: how many times it stands in a row, given the rules and the length of the history; None: once.
        most, least: the largest and the smallest value of a SIZE, given the rules.
    """

    name: str
    kind: int
    width: Width
    encodings: frozenset[str]
    meaning: str
    repeats: Callable[[Any, int], int] | None = None
    most: Width = lambda rules: rules.num_cards
    least: Width = lambda rules: 0

    def numbers(self, rules: Any, dtype: str) -> Numbers:
        """Return the numbers that a SIZE is written as: shares in float32, at most 1 in size; whole numbers in uint8.

        Bytes count from the smallest value, and become coarser where there are more than 256 values.
        """
        least, most = self.least(rules), self.most(rules)
        if dtype == "uint8":
            scale = min(1.0, MOST_IN_A_BYTE / max(1, most - least))
            return Numbers(scale, -least * scale, 0, min(most - least, MOST_IN_A_BYTE))
        scale = 1 / max(1, abs(least), abs(most))
        return Numbers(scale, 0.0, least * scale, most * scale)


def numbers_of(pieces: Sequence[Piece], names: str) -> list[int]:
    """Return the places in a table of the pieces that a text names, separated by spaces, for a compiled writer."""
    places = [piece.name for piece in pieces]
    return [places.index(name) for name in names.split()]


class Numbers(NamedTuple):
    """Numbers as entries: ``number * scale + shift``, which lies from ``low`` to ``high``."""

    scale: float
    shift: float
    low: float
    high: float


def layout_fields(pieces: tuple[Piece, ...]) -> list[tuple[str, Any] | tuple[str, Any, int]]:
    """List the fields of a LAYOUT record: an encoding as compiled code knows it."""
    count = len(pieces)
    return [
        ("starts", np.int64, count),  # where each piece stands in the vector
        ("widths", np.int64, count),  # entries of one repeat; 0 if the encoding lacks it
        ("repeats", np.int64, count),  # how often it stands there
        ("scales", np.float64, count),  # factors of the sizes
        ("shifts", np.float64, count),  # what is added to them then
        ("row_bytes", np.int64),
        ("actions", np.int64),  # number of action ids
        ("entry_bytes", np.int64),  # 4: float32, 1: uint8
    ]


@dataclass(frozen=True)
class PieceEncoding:
    """An encoding of a game's observations: a game names its pieces, and writes their values.

    Attributes:
        PIECES: the table of all pieces.
        LAYOUT, WRITER: the records of `layout_fields`, and of a layout with the words that its writer works on.
        RULES: the class of the rules, whose ``of`` completes those given; None: they are taken as they are.
        rules: of the game, with ``num_cards`` and ``num_actions``.
        name: ``closed``, ``open`` or ``history``.
        dtype: ``float32`` (values from -1 to 1) or ``uint8`` (sizes as whole numbers).
        history: plies that ``history`` shows, 1..64.

    Raises:
        ValueError: unknown name or dtype, or a history that is not 1..64.
    """

    PIECES: ClassVar[tuple[Piece, ...]]
    LAYOUT: ClassVar[np.dtype[Any]]
    WRITER: ClassVar[np.dtype[Any]]
    RULES: ClassVar[Any] = None

    rules: Any
    name: str = CLOSED
    dtype: str = "float32"
    history: int = 16

    def __post_init__(self) -> None:
        if self.RULES is not None:
            object.__setattr__(self, "rules", self.RULES.of(self.rules))
        if self.name not in ENCODINGS:
            raise ValueError(f"unknown encoding {self.name!r}; known encodings: {', '.join(ENCODINGS)}")
        if self.dtype not in ("float32", "uint8"):
            raise ValueError(f"dtype must be 'float32' or 'uint8', got {self.dtype!r}")
        if isinstance(self.history, bool) or not isinstance(self.history, int) or not 1 <= self.history <= MAX_HISTORY:
            raise ValueError(f"history must be an integer from 1 to {MAX_HISTORY}, got {quoted(self.history)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.name, self.dtype, self.history)

    def observe(self, info: Known) -> tuple[np.ndarray, np.ndarray]:
        """Return the vector, shape (size,), and the int8 action mask, shape (num_actions,), of an information set.

        Raises:
            ValueError: the information set is of a game by other rules.
        """
        self.check_rules(info)
        vectors, masks = self.new_rows(1)
        write_first(self.writer, np.array([info.record], info.record.dtype), self.past_of(info), vectors, masks)
        return vectors[0], masks[0]

    def past_of(self, info: Known) -> np.ndarray:
        """Return the latest plies of an information set as a PAST record in an array of one."""
        past = np.zeros(1, PAST)
        first = max(0, len(info.plies) - MAX_HISTORY)
        for number, (seat, action) in enumerate(info.plies[first:], first):
            slot = _NO_ACTIONS[action] if action in _NO_ACTIONS else self.slot_of(action)
            past["codes"][0, number % MAX_HISTORY] = ply_code(seat, slot)
        return past

    def slot_of(self, action: int) -> int:
        """Return the slot of an action id: the same number, unless a game says otherwise."""
        return action

    def check_rules(self, info: Known) -> None:
        """Raise ValueError if an information set is of a game by other rules."""
        if info.rules != self.rules:
            raise ValueError(f"the encoding is for the rules {self.rules}, not for {info.rules} of the information set")

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of this encoding in order, without those that have no entry under these rules."""
        return tuple(piece for piece in self.PIECES if self.name in piece.encodings and self.shape_of(piece) != (0,))

    @cached_property
    def slices(self) -> dict[str, slice]:
        """The place of each piece in the vector."""
        ends = np.cumsum([np.prod(self.shape_of(piece)) for piece in self.pieces]).tolist()
        return {piece.name: slice(start, end) for piece, start, end in zip(self.pieces, [0, *ends], ends, strict=False)}

    @cached_property
    def size(self) -> int:
        """The number of entries of the vector."""
        return max(place.stop for place in self.slices.values())

    def shape_of(self, piece: Piece) -> tuple[int, ...]:
        """Return the shape of a piece: its entries, or repeats and entries of each; (0,) if there is none."""
        width = piece.width(self.rules)
        if piece.repeats is None:
            return (width,)
        repeats = piece.repeats(self.rules, self.history)
        return (repeats, width) if repeats and width else (0,)

    @cached_property
    def vector_space(self) -> spaces.Box:
        """The space of the vector."""
        low, high = np.zeros(self.size, self.dtype), np.ones(self.size, self.dtype)
        for piece in self.pieces:
            if piece.kind == SIZE:
                numbers = piece.numbers(self.rules, self.dtype)
                low[self.slices[piece.name]], high[self.slices[piece.name]] = numbers.low, numbers.high
        return spaces.Box(low, high, dtype=np.dtype(self.dtype).type)

    @cached_property
    def mask_space(self) -> spaces.Box:
        """The space of the action mask."""
        return spaces.Box(0, 1, (self.rules.num_actions,), np.int8)

    @cached_property
    def dict_space(self) -> spaces.Dict:
        """The space of ``observation`` and ``action_mask`` together."""
        return spaces.Dict({"observation": self.vector_space, "action_mask": self.mask_space})

    @cached_property
    def layout(self) -> np.ndarray:
        """The LAYOUT record of this encoding, in an array of one."""
        layout = lone_record(self.LAYOUT)
        entry_bytes = np.dtype(self.dtype).itemsize
        layout["row_bytes"] = self.size * entry_bytes
        layout["actions"] = self.rules.num_actions
        layout["entry_bytes"] = entry_bytes
        for piece in self.pieces:
            number = self.PIECES.index(piece)
            numbers = piece.numbers(self.rules, self.dtype)
            layout["starts"][0, number] = self.slices[piece.name].start
            layout["widths"][0, number] = piece.width(self.rules)
            layout["repeats"][0, number] = 1 if piece.repeats is None else piece.repeats(self.rules, self.history)
            layout["scales"][0, number], layout["shifts"][0, number] = numbers.scale, numbers.shift
        return layout

    @property
    def writer(self) -> np.ndarray:
        """A WRITER record of this encoding, in a new array of one."""
        writer = np.zeros(1, self.WRITER)
        writer["layout"] = self.layout
        return writer

    def new_rows(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Make arrays for ``count`` observations: vectors (count, size), int8 masks (count, actions)."""
        return np.zeros((count, self.size), self.dtype), np.zeros((count, self.rules.num_actions), np.int8)

    def decode(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """Split a vector into its pieces by name, each in its shape.

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
        """Write the layout as a Markdown table."""
        rows = ["| piece | entries | from | meaning |", "| --- | --- | --- | --- |"]
        for piece in self.pieces:
            entries = " x ".join(str(length) for length in self.shape_of(piece))
            rows.append(f"| `{piece.name}` | {entries} | {self.slices[piece.name].start} | {piece.meaning} |")
        return "\n".join(rows)
