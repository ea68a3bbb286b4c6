"""Middle: a whole game on `cardkit` in one file, the example of docs/kit/add_a_game.md.

Three seats get three each of the cards 1 to 9; nobody sees the others' cards. In each of three tricks every seat plays
a card. The card in the middle wins the trick, and its seat leads the next one. A return is the share of tricks won.

    python examples/toy_game.py match toy_game:ismcts toy_game:random_agent --games 300 --seed 1
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

import numpy as np

from cardkit import agents
from cardkit.agents import choose_any, compiled_choice
from cardkit.commands.app import app
from cardkit.compiled import protocol
from cardkit.compiled.bits import ZERO, bit, popcount, random_bit
from cardkit.compiled.game_functions import implement_game
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of, store_bits
from cardkit.compiled.protocol import Seat, Slot, Stream, implement
from cardkit.compiled.records import FIELD, block_copier, record
from cardkit.compiled.slot_code import WORD_SLOTS
from cardkit.compiled.writers.bit_writer import begin_bits, end_bits
from cardkit.compiled.writers.piece_writer import put, put_size
from cardkit.game import Game, KnownGame
from cardkit.pieces import ALL, CARDS, SIZE, Piece, PieceEncoding, layout_fields, numbers_of
from cardkit.search.ismcts import choose_by_ismcts
from cardkit.search.memory import VISITS, SearchMemory, Table, search_record
from cardkit.search.tree import play_uniformly
from cardtable.commands.table import table
from cardtable.view import PlainView, TablePlugin

SEATS, DECK, TRICKS = 3, 9, 3
ALL_CARDS = np.uint64(2**DECK - 1)
NO_CARD = -1

# --- records: the truth about a game, and what a seat knows of it ----------------------------------------------------

FIELDS = [
    ("legal", np.uint64),  # legal actions of the seat to move, a set of slots; empty once the game is over
    ("hands", np.uint64, SEATS),  # sets of slots; slot 0 is the card 1
    ("played", np.uint64),
    ("table", np.int64, SEATS),  # the slot of each seat's card in this trick, or NO_CARD
    ("won", np.int64, SEATS),  # tricks
    ("leader", np.int64),
    ("plies", np.int64),
]
STATE = record(FIELDS, "middle")
INFO = record([*FIELDS, ("seat", np.int64)], "middle")
copy_fields = block_copier(FIELDS)


class State(protocol.State):
    """The fields of a game's record, for checkers and editors."""

    hands = played = table = won = leader = plies = FIELD


class Info(State, protocol.Info):
    """The fields of the record of a seat's knowledge, for checkers and editors."""


# --- rules -----------------------------------------------------------------------------------------------------------


@jit
def deal(state: State, stream: Stream) -> None:
    """Begin a game."""
    state.hands[:], state.table[:], state.won[:] = ZERO, NO_CARD, 0
    state.played, state.leader, state.plies = ZERO, 0, 0
    hand_out(state, stream)


@jit
def hand_out(state: State, stream: Stream) -> None:
    """Fill up all hands from the cards that are in none and have not been played."""
    cards = ALL_CARDS & ~state.played
    for seat in range(SEATS):
        cards &= ~state.hands[seat]
    for seat in range(SEATS):
        size = TRICKS - state.plies // SEATS - (state.table[seat] != NO_CARD)
        while popcount(state.hands[seat]) < size:
            card = bit(random_bit(cards, stream))
            state.hands[seat] |= card
            cards ^= card
    state.legal = state.hands[mover(state)]


@jit
def mover(state: State) -> Seat:
    """Return the seat to play: all play in turn, the leader first."""
    return (state.leader + state.plies) % SEATS


@jit
def step(state: State, slot: Slot) -> None:
    """Play a card; the third one ends the trick."""
    seat = mover(state)
    state.hands[seat] ^= bit(slot)
    state.played |= bit(slot)
    state.table[seat] = slot
    state.plies += 1
    if state.plies % SEATS == 0:
        state.leader = SEATS - state.table.argmin() - state.table.argmax()
        state.won[state.leader] += 1
        state.table[:] = NO_CARD
    state.legal = state.hands[mover(state)]


@jit
def returns(state: State, seat: Seat) -> float:
    """Return the share of the tricks: as a return, and from 0 to 1 as a score."""
    return state.won[seat] / TRICKS


@jit
def count(state: State, result: Any) -> None:
    """Write the number of plies so far."""
    result.plies = state.plies


# --- knowledge -------------------------------------------------------------------------------------------------------


@jit
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write all that the seat sees: everything but the hands of the others."""
    copy_fields(state, info)
    info.seat = seat
    for other in range(SEATS):
        if other != seat and not open_world:
            info.hands[other] = ZERO
    if mover(state) != seat:
        info.legal = ZERO


@jit
def determinize(info: Info, stream: Stream, state: State) -> None:
    """Deal the unseen cards at random: plies tell nothing about hands, so all deals are equally likely."""
    copy_fields(info, state)
    hand_out(state, stream)


implement_game(
    [STATE],
    [INFO],
    deal=deal,
    mover=mover,
    step=step,
    returns=returns,
    score=returns,
    count=count,
    copy_state=copy_fields,
    observe=observe,
    determinize=determinize,
)


# --- the game object -------------------------------------------------------------------------------------------------


class Middle(Game):
    """The game object: all that the kit cannot learn from the records and functions above."""

    NAME = "middle"
    AGENTS: ClassVar[str] = "toy_game.agents"
    STATE, INFO = STATE, INFO
    seats, num_actions, num_cards, most_plies = SEATS, DECK, DECK, DECK
    return_range = (0.0, 1.0)
    public_fields = ("played", "table", "won", "leader", "plies")

    @property
    def action_ids(self) -> np.ndarray:
        return np.array([[slot if slot < DECK else -1 for slot in range(WORD_SLOTS)]])  # the id is the slot

    def text_of(self, action: int) -> str:
        return f"card {action + 1}"

    def lines_of(self, info: KnownGame) -> Sequence[str]:
        record = info.record
        hands = [" ".join(str(slot + 1) for slot in range(DECK) if int(hand) >> slot & 1) for hand in record.hands]
        trick = [str(card + 1) if card != NO_CARD else "-" for card in record.table]
        return [
            f"seat {seat} holds {hands[seat] or '?'}, has {trick[seat]} in the trick, has won {record.won[seat]}"
            for seat in range(SEATS)
        ]

    def forfeit(self, state: State, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """Give the agent's seats nothing, and each of the others all the tricks that are left."""
        left, own = TRICKS - sum(state.won), {seat, *beside}
        return [0.0 if one in own else float(state.won[one] + left) / TRICKS for one in range(SEATS)]


# --- agents ----------------------------------------------------------------------------------------------------------


class CompiledAgent(agents.CompiledAgent):
    """An agent of this game."""

    info_dtypes = (INFO,)


SEARCH = search_record("middle", SEATS)
MEMORY = SearchMemory(Table(INFO, STATE, SEARCH))
search_in, leaf_in = MEMORY.search_in, MEMORY.leaf_in
implement(protocol.play_out, SEARCH, play_uniformly)


@compiled_choice
def choose_ismcts(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the card that the search prefers."""
    address = address_of(memory)
    return choose_by_ismcts(search_in(info, address), address, info, leaf_in(info, address), stream)


def random_agent() -> CompiledAgent:
    """Play any card."""
    return CompiledAgent(choose_any)


def ismcts(simulations: int = 300, c: float = 0.5) -> CompiledAgent:
    """Search with the kit's ISMCTS."""
    return CompiledAgent(choose_ismcts, MEMORY.new(simulations, limit=simulations, c=c, choice=VISITS))


# --- observation -----------------------------------------------------------------------------------------------------

PIECES = (
    Piece("hand", CARDS, lambda game: DECK, ALL, "the own hand"),
    Piece("played", CARDS, lambda game: DECK, ALL, "cards played"),
    Piece("trick", CARDS, lambda game: DECK, ALL, "the card in this trick, by seat", lambda game, history: SEATS),
    Piece("won", SIZE, lambda game: SEATS, ALL, "tricks won, by seat", most=lambda game: TRICKS),
)
HAND, PLAYED, TRICK, WON = numbers_of(PIECES, "hand played trick won")
LAYOUT = record(layout_fields(PIECES))
WRITER = record([("layout", LAYOUT)], "middle")


@jit
def write_observation(writer: Any, info: Info, past: Any, vector: Any, mask: Any) -> None:
    """Write the pieces in their order, seats from the own one on, and the mask."""
    layout = writer.layout
    bits = put(begin_bits(vector), layout, HAND, info.hands[info.seat])
    bits = put(bits, layout, PLAYED, info.played)
    for place in range(SEATS):
        seat = (info.seat + place) % SEATS
        card = bit(info.table[seat]) if info.table[seat] != NO_CARD else ZERO
        bits = put(bits, layout, TRICK, card)
        put_size(vector, layout, WON, place, info.won[seat])
    end_bits(bits, layout.entry_bytes)
    store_bits(mask, DECK, info.legal, False)


implement(protocol.write_observation, WRITER, write_observation)


class Encoding(PieceEncoding):
    """Observations of this game, whose one variant stands for its rules."""

    PIECES, LAYOUT, WRITER = PIECES, LAYOUT, WRITER


# --- commands, and the table in the browser --------------------------------------------------------------------------


class View(PlainView):
    """The table's view of the game."""

    GAME = Middle


def plugin() -> TablePlugin:
    """Return the game's parts for the table."""
    return TablePlugin(View(), None, ("toy_game:random_agent", "toy_game:ismcts"))


if __name__ == "__main__":
    program = app("toy_game", Middle)
    program.add(table, plugin=plugin)
    program()
