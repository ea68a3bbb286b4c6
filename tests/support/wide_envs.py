"""Environments of Volley, and its table."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import gather_bits
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import implement, write_observation
from cardkit.compiled.records import record
from cardkit.compiled.slots import legal_of
from cardkit.compiled.writers.bit_writer import append_bits, begin_bits, end_bits
from cardkit.compiled.writers.piece_writer import put, put_size
from cardkit.pieces import ALL, CARDS, SIZE, Piece, PieceEncoding, layout_fields, numbers_of
from cardtable.view import PlainView, TablePlugin
from tests.support.environments import Environments
from tests.support.wide import CARDS as DECK
from tests.support.wide import FULL, SEATS, SLOT_OF, WORDS, Info
from tests.support.wide_game import Volley, random_agent

RANDOM, ISMCTS = "tests.support.wide_game:random_agent", "tests.support.wide_game:ismcts"
GAME = Volley()
PIECES = (
    Piece("hand", CARDS, lambda game: DECK, ALL, "the own hand"),
    Piece("played", CARDS, lambda game: DECK, ALL, "cards played"),
    Piece("sizes", SIZE, lambda game: SEATS, ALL, "cards in hand, by seat", most=lambda game: FULL),
)
_HAND, _PLAYED, _SIZES = numbers_of(PIECES, "hand played sizes")
LAYOUT = record(layout_fields(PIECES))
WRITER = record([("layout", LAYOUT)], "volley")
_USED = tuple(np.uint64(sum(1 << slot for slot in SLOT_OF) >> 64 * word & 2**64 - 1) for word in range(WORDS))
_WIDTHS = tuple(int(word).bit_count() for word in _USED)


@jit
def write(writer: Any, info: Info, past: Any, vector: Any, mask: Any) -> None:
    """Write the pieces in their order, and the mask."""
    layout = writer.layout
    bits = put(begin_bits(vector), layout, _HAND, info.hands[info.seat])
    end_bits(put(bits, layout, _PLAYED, info.played), layout.entry_bytes)
    for place in range(SEATS):
        put_size(vector, layout, _SIZES, place, info.sizes[(info.seat + place) % SEATS])
    legal: Any = legal_of(info)
    low, middle, high = legal
    out = append_bits(begin_bits(mask), gather_bits(low, _USED[0]), _WIDTHS[0], 1)
    out = append_bits(out, gather_bits(middle, _USED[1]), _WIDTHS[1], 1)
    end_bits(append_bits(out, gather_bits(high, _USED[2]), _WIDTHS[2], 1), 1)


implement(write_observation, WRITER, write)


class VolleyEncoding(PieceEncoding):
    """The one encoding of Volley."""

    PIECES, LAYOUT, WRITER = PIECES, LAYOUT, WRITER


ENVIRONMENTS = Environments(GAME, VolleyEncoding(GAME), random_agent)
aec, single, vector = ENVIRONMENTS.aec, ENVIRONMENTS.single, ENVIRONMENTS.vector


class VolleyView(PlainView):
    """The table's view of Volley, with the page's own plain buttons."""

    GAME = Volley


VOLLEY = TablePlugin(VolleyView(), None, (RANDOM,))
