"""Observations: what a seat knows as a vector, and its legal actions as a mask.

`PIECES` is the one table of the encoding. The vector, the Gymnasium spaces, the table in the documentation and `decode`
are derived from it. A vector is the pieces of an encoding in a row, for the 36-card deck::

    closed   | own_hand 36 | other_hand 36 | unseen 36 | ... | trump_suit 4 | role 2 | phase 4 | sizes 3 |
    open     the same without unseen, with the talon's order after the cards: a card a place, next card first
    history  the same as closed, with the last K plies after the cards, latest first: who, and the action

Values are 0 and 1 but for the sizes, which are whole numbers in uint8 and shares of the deck in float32.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from cardkit.compiled import protocol
from cardkit.compiled.bit_writer import FLOAT_BYTES, BitWriter, append_bits, begin_bits, end_bits
from cardkit.compiled.bits import ONE, ZERO, Bits, gather_bits
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, address_of, lone_record, store_bits, store_number
from cardkit.compiled.protocol import SLOTS, Actions, Info
from cardkit.compiled.records import named_words, record
from cardkit.encoding import MAX_HISTORY, PAST, ply_code
from durak_env.actions import slots_of_actions
from durak_env.cards import DONE_SLOT, TAKE_SLOT, Cards, bit
from durak_env.game import DEFENCE, GAME_OVER, NO_CARD, NO_SUIT
from durak_env.information import InformationSet
from durak_env.rules import Rules

CARDS, FLAGS, SIZE = range(3)  # a bit a card; a few bits; a number
CLOSED, OPEN, HISTORY = "closed", "open", "history"
ENCODINGS = (CLOSED, OPEN, HISTORY)
ALL = frozenset(ENCODINGS)
NO_PLY = 255

Past = Layout = Desk = Code = Any
"""PAST, LAYOUT and WORDS records, and the code of a ply: parameters of compiled functions."""


class Piece(NamedTuple):
    """A named part of the vector.

    Attributes:
        name: of the piece.
        kind: CARDS, FLAGS or SIZE.
        width: entries of one repeat, given the rules.
        encodings: which encodings hold it.
        meaning: of a value.
        repeats: how many times it stands in a row, given the rules and the length of the history.
    """

    name: str
    kind: int
    width: Callable[[Rules], int]
    encodings: frozenset[str]
    meaning: str
    repeats: Callable[[Rules, int], int] = lambda rules, history: 1


def _cards(rules: Rules) -> int:
    return rules.num_cards


def _one(rules: Rules) -> int:
    return 1


PIECES = (
    Piece("own_hand", CARDS, _cards, ALL, "cards of the own hand"),
    Piece("other_hand", CARDS, _cards, ALL, "cards known to be in the other hand; in the open world all of them"),
    Piece("unseen", CARDS, _cards, ALL - {OPEN}, "cards that may be in the other hand or in the talon"),
    Piece("attack_cards", CARDS, _cards, ALL, "attack cards of this bout"),
    Piece("defence_cards", CARDS, _cards, ALL, "defence cards of this bout"),
    Piece("card_to_beat", CARDS, _cards, ALL, "the attack card that the defender is to answer"),
    Piece("discard", CARDS, _cards, ALL, "cards out of play"),
    Piece("trump_card", CARDS, _cards, ALL, "the trump card while it lies under the talon"),
    Piece(
        "talon",
        CARDS,
        _cards,
        frozenset({OPEN}),
        "the talon card by card, the next to be drawn first",
        lambda rules, history: rules.num_cards - sum(rules.dealt),
    ),
    Piece(
        "plies",
        FLAGS,
        lambda rules: rules.num_actions + 1,
        frozenset({HISTORY}),
        "the last plies, the latest first: the action id, then whether it was the own ply",
        lambda rules, history: history,
    ),
    Piece("trump_suit", FLAGS, lambda rules: rules.num_suits, ALL, "trump suit: c d h s; all 0 without trumps"),
    Piece("role", FLAGS, lambda rules: 2, ALL, "own seat is the attacker; own seat is to move"),
    Piece("phase", FLAGS, lambda rules: 4, ALL, "attack, defence, throw-in, throw-in after take; all 0 when over"),
    Piece("own_hand_size", SIZE, _one, ALL, "cards in the own hand"),
    Piece("other_hand_size", SIZE, _one, ALL, "cards in the other hand"),
    Piece("talon_size", SIZE, _one, ALL, "cards in the talon"),
)
NAMES = tuple(piece.name for piece in PIECES)
NUM_PIECES = len(PIECES)
_UNSEEN, _TALON, _PLIES, _SIZES = (NAMES.index(name) for name in ("unseen", "talon", "plies", "own_hand_size"))

LAYOUT = record(
    [
        ("starts", np.int64, NUM_PIECES),  # where each piece of PIECES stands in the vector
        ("widths", np.int64, NUM_PIECES),  # entries of one repeat; 0 if the encoding has it not
        ("repeats", np.int64, NUM_PIECES),  # how often it stands there
        ("row_bytes", np.int64),
        ("actions", np.int64),  # number of action ids
        ("entry_bytes", np.int64),  # 4: float32, 1: uint8
        ("size_scale", np.float64),  # what sizes are multiplied with
    ]
)
"""An encoding as compiled code knows it."""

WORDS = named_words(NAMES)
"""The values of the pieces, by name and by number: sets of card ids or flags as bits, sizes as numbers."""

WRITER = record([("layout", LAYOUT), ("desk", WORDS)], "durak")
"""What it takes to write observations of an encoding."""


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
            raise ValueError(f"an observation's dtype is 'float32' or 'uint8', not {self.dtype!r}")
        if isinstance(self.history, bool) or not isinstance(self.history, int) or not 1 <= self.history <= MAX_HISTORY:
            raise ValueError(f"history is a number of plies, 1..{MAX_HISTORY}, not {self.history!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.rules, self.name, self.dtype, self.history)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of this encoding in their order; those without an entry under these rules are left out."""
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
                    high[self.slices[piece.name]] = self.rules.num_cards
        return spaces.Box(np.zeros(self.size, self.dtype), high, dtype=np.dtype(self.dtype).type)

    @cached_property
    def mask_space(self) -> spaces.Box:
        """The space of the action mask."""
        return spaces.Box(0, 1, (self.rules.num_actions,), np.int8)

    @cached_property
    def dict_space(self) -> spaces.Dict:
        """Both: ``observation`` and ``action_mask``."""
        return spaces.Dict({"observation": self.vector_space, "action_mask": self.mask_space})

    @property
    def size_scale(self) -> float:
        """What sizes are multiplied with: 1 in uint8, 1 / cards of the deck in float32."""
        return 1.0 if self.dtype == "uint8" else 1 / self.rules.num_cards

    @cached_property
    def layout(self) -> np.ndarray:
        """The LAYOUT record of this encoding, in an array of one."""
        layout = lone_record(LAYOUT)
        entry_bytes = np.dtype(self.dtype).itemsize
        layout["row_bytes"] = self.size * entry_bytes
        layout["actions"] = self.rules.num_actions
        layout["entry_bytes"] = entry_bytes
        layout["size_scale"] = self.size_scale
        for piece in self.pieces:
            number = PIECES.index(piece)
            layout["starts"][0, number] = self.slices[piece.name].start
            layout["widths"][0, number] = piece.width(self.rules)
            layout["repeats"][0, number] = piece.repeats(self.rules, self.history)
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
        """The vector, shape (size,), and the int8 action mask, shape (num_actions,), of an information set."""
        vectors, masks = self.new_rows(1)
        write_observation(info.record, self.past_of(info), self.layout, lone_record(WORDS), vectors, masks)
        return vectors[0], masks[0]

    def decode(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """The pieces of a vector by name, each in its shape."""
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


@jit_inline
def write_row(info: Info, past: Past, layout: Layout, desk: Desk, vectors: Address, masks: Address, row: int) -> None:
    """Write the observation of ``info`` into a row of vectors, and its action mask into one of masks.

    Args:
        info: INFO record.
        past: PAST record, or another with its field.
        layout: LAYOUT record.
        desk: WORDS record to work on.
        vectors, masks: addresses of arrays as `Encoding.new_rows` makes them.
        row: number of the row.
    """
    start = vectors + row * layout.row_bytes
    fill_words(info, layout, desk)
    writer = put_pieces(begin_bits(start), layout, desk, 0, _TALON)
    writer = put_talon(writer, info, layout)
    writer = put_plies(writer, info, past, layout)
    writer = put_pieces(writer, layout, desk, _PLIES + 1, _SIZES)
    end_bits(writer, layout.entry_bytes)
    floats = layout.entry_bytes == FLOAT_BYTES
    for piece in range(_SIZES, NUM_PIECES):
        store_number(start + layout.starts[piece] * layout.entry_bytes, desk.words[piece] * layout.size_scale, floats)
    mask = action_bits(info.legal, info.deck, layout.actions)
    store_bits(masks + row * layout.actions, layout.actions, mask, False)


@jit_inline
def fill_words(info: Info, layout: Layout, desk: Desk) -> None:
    """The value of each piece of PIECES, zero where the encoding has it not; talon and plies left out.

    Args:
        info: INFO record.
        layout: LAYOUT record.
        desk: WORDS record to be filled.
    """
    seat, deck = np.int64(info.seat), info.deck
    to_beat = bit(info.table[info.table_size - 1]) if info.phase == DEFENCE else ZERO
    trump_card = bit(info.trump_card) if info.talon_size > 0 and info.trump_card != NO_CARD else ZERO
    desk.own_hand = gather_bits(info.hands[seat], deck)
    desk.other_hand = gather_bits(info.hands[1 - seat], deck)
    desk.unseen = gather_bits(info.unseen, deck) if layout.widths[_UNSEEN] > 0 else ZERO
    desk.attack_cards = gather_bits(info.attacks, deck)
    desk.defence_cards = gather_bits(info.defences, deck)
    desk.card_to_beat = gather_bits(to_beat, deck)
    desk.discard = gather_bits(info.discard, deck)
    desk.trump_card = gather_bits(trump_card, deck)
    desk.trump_suit = bit(info.trump_suit) if info.trump_suit != NO_SUIT else ZERO
    desk.role = np.uint64(info.attacker == seat) | (np.uint64(info.legal != ZERO) << ONE)
    desk.phase = bit(info.phase) if info.phase != GAME_OVER else ZERO
    desk.own_hand_size = info.hand_sizes[seat]
    desk.other_hand_size = info.hand_sizes[1 - seat]
    desk.talon_size = info.talon_size


@jit_inline
def put_pieces(writer: BitWriter, layout: Layout, desk: Desk, first: int, end: int) -> BitWriter:
    """Add the pieces of some numbers, which stand once at most; one of width 0 adds nothing, without a branch."""
    for piece in range(first, end):
        writer = append_bits(writer, desk.words[piece], layout.widths[piece], layout.entry_bytes)
    return writer


@jit_inline
def put_talon(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the talon card by card."""
    for place in range(layout.repeats[_TALON]):
        word = gather_bits(talon_card(info, place), info.deck)
        writer = append_bits(writer, word, layout.widths[_TALON], layout.entry_bytes)
    return writer


@jit_inline
def put_plies(writer: BitWriter, info: Info, past: Past, layout: Layout) -> BitWriter:
    """Add the last plies."""
    for place in range(layout.repeats[_PLIES]):
        word = ply_bits(ply_back(info, past, place), info, layout.actions)
        writer = append_bits(writer, word, layout.widths[_PLIES], layout.entry_bytes)
    return writer


@jit
def write_observation(
    info: Info, past: Past, layouts: np.ndarray, desks: np.ndarray, vectors: np.ndarray, masks: np.ndarray
) -> None:
    """Write the observation of one information set into the first rows."""
    write_row(info, past, layouts[0], desks[0], address_of(vectors), address_of(masks), 0)


@jit_inline
def write_with(writer: Any, info: Any, past: Any, vector: Any, mask: Any) -> None:
    """Write the observation of ``info`` to the address of a vector, and its action mask to that of a mask."""
    write_row(info, past, writer.layout, writer.desk, vector, mask, 0)


protocol.implement(protocol.write_observation, WRITER, write_with)


@jit
def talon_card(info: Info, place: int) -> Cards:
    """The card to be drawn after ``place`` others, as a set; empty beyond the talon."""
    if place >= info.talon_size:
        return ZERO
    return bit(info.talon[info.talon_size - 1 - place])


@jit_inline
def action_bits(mask: Actions, deck: Cards, num_actions: int) -> Bits:
    """A set of slots as a set of action ids."""
    take = (mask >> np.uint64(TAKE_SLOT)) & ONE
    done = (mask >> np.uint64(DONE_SLOT)) & ONE
    return gather_bits(mask, deck) | (take << np.uint64(num_actions - 2)) | (done << np.uint64(num_actions - 1))


@jit
def ply_back(info: Info, past: Past, place: int) -> Code:
    """The code of the ply before the last ``place`` ones; NO_PLY before the deal."""
    number = np.int64(info.plies) - 1 - place
    return past.codes[number % MAX_HISTORY] if number >= 0 else NO_PLY


@jit
def ply_bits(code: Code, info: Info, actions: int) -> Bits:
    """A remembered ply as the history encoding shows it: one of the action ids, then whether it was the own one."""
    if code == NO_PLY:
        return ZERO
    own = np.uint64(code // SLOTS == info.seat)
    return action_bits(bit(code % SLOTS), info.deck, actions) | (own << np.uint64(actions))
