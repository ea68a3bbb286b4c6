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

from durak_env.actions import slots_of_actions
from durak_env.bits import ONE, ZERO, gather_bits, store_bits
from durak_env.cards import DONE_SLOT, TAKE_SLOT, bit
from durak_env.game import DEFENCE, GAME_OVER, NO_CARD, NO_SUIT
from durak_env.information import InformationSet
from durak_env.jit import jit
from durak_env.records import record
from durak_env.rules import Rules

CARDS, FLAGS, SIZE = range(3)  # a bit a card; a few bits; a number
CLOSED, OPEN, HISTORY = "closed", "open", "history"
ENCODINGS = (CLOSED, OPEN, HISTORY)
ALL = frozenset(ENCODINGS)
SEAT_1 = 64  # added to the slot of a remembered ply that seat 1 played
NO_PLY = 255
MAX_HISTORY = 64

PAST_FIELDS = [("codes", np.uint8, MAX_HISTORY)]  # the last plies: number p, from 0, at p % MAX_HISTORY; see `ply_code`
PAST = record(PAST_FIELDS)
"""The last plies of a game."""


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
_TALON, _PLIES = NAMES.index("talon"), NAMES.index("plies")


@dataclass(frozen=True)
class Encoding:
    """How observations of a game look.

    Attributes:
        rules: of the game.
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
        if self.name not in ENCODINGS:
            raise ValueError(f"unknown encoding {self.name!r}; known encodings: {', '.join(ENCODINGS)}")
        if self.dtype not in ("float32", "uint8"):
            raise ValueError(f"an observation's dtype is 'float32' or 'uint8', not {self.dtype!r}")
        if isinstance(self.history, bool) or not isinstance(self.history, int) or not 1 <= self.history <= MAX_HISTORY:
            raise ValueError(f"history is a number of plies, 1..{MAX_HISTORY}, not {self.history!r}")

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
    def plan(self) -> np.ndarray:
        """The layout for compiled code: int64 of shape (pieces, 5): number in PIECES, kind, offset, width, repeats."""
        rows = []
        for piece in self.pieces:
            width, repeats = piece.width(self.rules), piece.repeats(self.rules, self.history)
            rows.append((PIECES.index(piece), piece.kind, self.slices[piece.name].start, width, repeats))
        return np.array(rows, np.int64)

    @cached_property
    def scale(self) -> np.ndarray:
        """What the whole numbers of the uint8 vector are multiplied with: array of shape (size,) of the dtype."""
        scale = np.ones(self.size, self.dtype)
        if self.dtype == "float32":
            for piece in self.pieces:
                if piece.kind == SIZE:
                    scale[self.slices[piece.name]] = 1 / self.rules.num_cards
        return scale

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

    def workspace(self) -> tuple[np.ndarray, np.ndarray]:
        """Work space for `encode`, words: the value of each piece, and all bits packed."""
        return np.zeros(len(PIECES), np.uint64), np.zeros(self.size // 64 + 2, np.uint64)

    def observe(self, info: InformationSet) -> tuple[np.ndarray, np.ndarray]:
        """The vector, shape (size,), and the int8 action mask, shape (num_actions,), of an information set."""
        vectors = np.zeros((1, self.size), self.dtype)
        masks = np.zeros((1, self.rules.num_actions), np.int8)
        encode(info.record, self.past_of(info), self.plan, self.scale, *self.workspace(), vectors, masks, 0)
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

    def past_of(self, info: InformationSet) -> Any:
        """The plies of an information set as a PAST record."""
        past = np.zeros(1, PAST)[0]
        slots = slots_of_actions(self.rules)
        first = max(0, len(info.plies) - MAX_HISTORY)
        for number, (seat, action) in enumerate(info.plies[first:], first):
            past.codes[number % MAX_HISTORY] = ply_code(seat, slots[action])
        return past


@jit
def encode(info: Any, past: Any, plan: Any, scale: Any, words: Any, packed: Any, vectors: Any, masks: Any, row: Any) -> None:
    """Write the observation of ``info`` into ``vectors[row]`` and its action mask into ``masks[row]``.

    ``past`` is a PAST record, or another with its field. The bits of all pieces are packed into words first, and then
    written 64 entries at a time.
    """
    deck = info.deck
    fill_words(info, words)
    packed[0] = ZERO
    entries = vectors.shape[1]
    for piece in range(plan.shape[0]):
        number, offset, width = plan[piece, 0], plan[piece, 2], plan[piece, 3]
        if number == _TALON:
            for place in range(plan[piece, 4]):
                append(packed, offset + place * width, gather_bits(talon_card(info, place), deck))
        elif number == _PLIES:
            for place in range(plan[piece, 4]):
                ply = np.int64(info.plies) - 1 - place
                code = past.codes[ply % MAX_HISTORY] if ply >= 0 else NO_PLY
                append(packed, offset + place * width, ply_bits(code, info.seat, deck, width))
        elif plan[piece, 1] != SIZE:
            append(packed, offset, words[number])
    spread(packed, vectors, row, entries)
    for piece in range(plan.shape[0]):
        if plan[piece, 1] == SIZE:
            entry = plan[piece, 2]
            vectors[row, entry] = words[plan[piece, 0]] * scale[entry]
    store_bits(masks, row, 0, masks.shape[1], action_bits(info.legal, deck, masks.shape[1]))


@jit
def fill_words(info: Any, words: Any) -> None:
    """The value of each piece of PIECES, in the order of the table, a bit a card id; talon and plies left out."""
    seat = np.int64(info.seat)
    deck = info.deck
    to_beat = bit(info.table[info.table_size - 1]) if info.phase == DEFENCE else ZERO
    trump_card = bit(info.trump_card) if info.talon_size > 0 and info.trump_card != NO_CARD else ZERO
    words[0] = gather_bits(info.hands[seat], deck)
    words[1] = gather_bits(info.hands[1 - seat], deck)
    words[2] = gather_bits(info.unseen, deck)
    words[3] = gather_bits(info.attacks, deck)
    words[4] = gather_bits(info.defences, deck)
    words[5] = gather_bits(to_beat, deck)
    words[6] = gather_bits(info.discard, deck)
    words[7] = gather_bits(trump_card, deck)
    words[10] = bit(info.trump_suit) if info.trump_suit != NO_SUIT else ZERO
    words[11] = np.uint64(info.attacker == seat) | (np.uint64(info.legal != ZERO) << ONE)
    words[12] = bit(info.phase) if info.phase != GAME_OVER else ZERO
    words[13] = info.hand_sizes[seat]
    words[14] = info.hand_sizes[1 - seat]
    words[15] = info.talon_size


@jit
def append(packed: Any, offset: Any, word: Any) -> None:
    """Put a word into packed bits at an offset; nothing may have been put beyond it."""
    place = offset >> 6
    shift = np.uint64(offset & 63)
    packed[place] |= word << shift
    packed[place + 1] = (word >> ONE) >> (np.uint64(63) - shift)


@jit
def spread(packed: Any, rows: Any, row: Any, entries: Any) -> None:
    """Write packed bits as the 0 and 1 of a row."""
    for start in range(0, entries, 64):
        store_bits(rows, row, start, min(64, entries - start), packed[start >> 6])


@jit
def talon_card(info: Any, place: Any) -> Any:
    """The card to be drawn after ``place`` others, as a set; empty beyond the talon."""
    if place >= info.talon_size:
        return ZERO
    return bit(info.talon[info.talon_size - 1 - place])


@jit
def action_bits(mask: Any, deck: Any, num_actions: Any) -> Any:
    """A set of slots as a set of action ids."""
    take = (mask >> np.uint64(TAKE_SLOT)) & ONE
    done = (mask >> np.uint64(DONE_SLOT)) & ONE
    return gather_bits(mask, deck) | (take << np.uint64(num_actions - 2)) | (done << np.uint64(num_actions - 1))


@jit
def ply_code(seat: Any, slot: Any) -> Any:
    """A ply in one byte."""
    return slot + SEAT_1 * seat


@jit
def remember(past: Any, number: Any, seat: Any, slot: Any) -> None:
    """Write a ply down in a PAST record."""
    past.codes[number % MAX_HISTORY] = ply_code(seat, slot)


@jit
def ply_bits(code: Any, seat: Any, deck: Any, width: Any) -> Any:
    """A remembered ply as the history encoding shows it: one of the action ids, then whether it was ``seat``'s."""
    if code == NO_PLY:
        return ZERO
    own = np.uint64(code // SEAT_1 == seat)
    return action_bits(bit(code % SEAT_1), deck, width - 1) | (own << np.uint64(width - 1))
