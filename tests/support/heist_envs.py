"""Environments of Heist, and its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.compiled.bits import bit
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import store_bits
from cardkit.compiled.protocol import implement, write_observation
from cardkit.compiled.records import record
from cardkit.compiled.writers.bit_writer import begin_bits, end_bits
from cardkit.compiled.writers.piece_writer import put, put_size
from cardkit.pieces import ALL, CARDS, FLAGS, SIZE, Piece, PieceEncoding, layout_fields, numbers_of
from cardtable.view import PlainView, Recorded, TablePlugin
from tests.support.environments import Environments
from tests.support.heist import CARDS as DECK
from tests.support.heist import MOST_PLIES, SEATS, UNKNOWN, Info
from tests.support.heist_game import Heist, random_agent

RANDOM = "tests.support.heist_game:random_agent"
GAME = Heist()
PIECES = (
    Piece("hand", CARDS, lambda game: DECK, ALL, "the own hand"),
    Piece("pile", CARDS, lambda game: DECK, ALL, "the pile"),
    Piece("roles", FLAGS, lambda game: UNKNOWN + 1, ALL, "by seat: the role, unknown last", lambda game, _: SEATS),
    Piece("values", SIZE, lambda game: SEATS, ALL, "values, by seat", most=lambda game: DECK * MOST_PLIES),
)
_HAND, _PILE, _ROLES, _VALUES = numbers_of(PIECES, "hand pile roles values")
LAYOUT = record(layout_fields(PIECES))
WRITER = record([("layout", LAYOUT)], "heist")


@jit
def write(writer: Any, info: Info, past: Any, vector: Any, mask: Any) -> None:
    """Write the pieces in their order, seats from the own one on, and the mask."""
    layout = writer.layout
    bits = put(begin_bits(vector), layout, _HAND, info.hands[info.seat])
    bits = put(bits, layout, _PILE, info.pile)
    for place in range(SEATS):
        seat = (info.seat + place) % SEATS
        bits = put(bits, layout, _ROLES, bit(info.roles[seat]))
        put_size(vector, layout, _VALUES, place, info.values[seat])
    end_bits(bits, layout.entry_bytes)
    store_bits(mask, DECK, info.legal, False)


implement(write_observation, WRITER, write)


class HeistEncoding(PieceEncoding):
    """The one encoding of Heist."""

    PIECES, LAYOUT, WRITER = PIECES, LAYOUT, WRITER


ENVIRONMENTS = Environments(GAME, HeistEncoding(GAME), random_agent)
aec, single, vector = ENVIRONMENTS.aec, ENVIRONMENTS.single, ENVIRONMENTS.vector


class HeistView(PlainView):
    """The environments' part of Heist's table."""

    GAME = Heist

    def recorded(self, record: Mapping[str, Any]) -> Recorded:
        actions = [action for _, action in record["plies"]]
        return Recorded(GAME, GAME.tell.start_of(record).tobytes(), actions, record["players"])


HEIST = TablePlugin(HeistView(), None, (RANDOM,))
