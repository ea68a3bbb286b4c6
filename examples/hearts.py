"""Hearts for four, with three cards passed face down: a game with secret actions on `cardkit`, in one file.

Each seat gets thirteen cards and passes three of them to the left; who gets them sees them once all have passed. The
two of clubs leads. A seat follows suit if it can. Nobody plays a point to the first trick, or leads a heart before one
has been played, unless nothing else is left. The highest card of the suit led wins the trick and leads the next one. A
heart costs a point, the queen of spades 13; who takes all 26 gives them to each of the others.

    python examples/hearts.py match hearts:ismcts hearts:low --games 100 --seed 1 --log games.txt
    python examples/hearts.py replay games.txt --seat 0
    python examples/hearts.py table
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit import agents
from cardkit.agents import choose_any, compiled_choice
from cardkit.commands.app import app
from cardkit.compiled import protocol
from cardkit.compiled.bits import ONE, ZERO, bit, lowest, popcount, random_bit, without_lowest
from cardkit.compiled.game_functions import implement_game
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of, store_bits
from cardkit.compiled.protocol import Seat, Slot, Stream, implement
from cardkit.compiled.records import FIELD, block_copier, record
from cardkit.compiled.slot_code import WORD_SLOTS
from cardkit.compiled.writers.bit_writer import begin_bits, end_bits
from cardkit.compiled.writers.piece_writer import put, put_size
from cardkit.dealing.places import lay_cards
from cardkit.dealing.shares import of_stock
from cardkit.encoding import NO_PLY, player_of, ply_back, slot_of
from cardkit.game import Game, KnownGame
from cardkit.pieces import ALL, CARDS, FLAGS, HISTORY, SIZE, Piece, PieceEncoding, layout_fields
from cardkit.playing_cards import deck_of
from cardkit.search.ismcts import choose_by_ismcts
from cardkit.search.memory import VISITS, SearchMemory, Table, search_record
from cardkit.search.tree import play_uniformly
from cardtable.commands.table import table
from cardtable.view import PlainView, TablePlugin

NAMES = deck_of(2, 4)  # suit by suit, ranks ascending; a slot is a place among them
SEATS, HAND, DECK, PASSED, WORST, NO_CARD = 4, 13, len(NAMES), 3, 26, -1
PASSES = SEATS * PASSED
PLAY, PASS = range(2)  # kinds of decisions
ALL_CARDS, SUIT = np.uint64(2**DECK - 1), np.uint64(2**HAND - 1)
HEART, CLUB_2, QUEEN = 2, 0, 3 * HAND + 10
HEARTS = SUIT << np.uint64(HEART * HAND)
POINTS = HEARTS | bit(QUEEN)

# --- records: the truth about a game, and what a seat knows of it ----------------------------------------------------

FIELDS = [
    ("legal", np.uint64),  # legal actions of the seat to move, a set of slots; empty once the game is over
    ("hands", np.uint64, SEATS),  # sets of cards
    ("passed", np.uint64, SEATS),  # the cards that each seat has passed
    ("played_by", np.uint64, SEATS),
    ("table", np.int64, SEATS),  # each seat's card in this trick, or NO_CARD
    ("voids", np.int64, SEATS),  # a bit for each suit that a seat is known not to hold
    ("points", np.int64, SEATS),
    ("shift", np.int64),  # the variant: to which seat cards pass; 0: no passing
    ("leader", np.int64),
    ("plies", np.int64),  # passes included
    ("broken", np.int64),  # whether a heart has been played
]
STATE = record(FIELDS, "hearts")
INFO = record([*FIELDS, ("seat", np.int64), ("open_world", np.int64)], "hearts")
copy_fields = block_copier(FIELDS)


class State(protocol.State):
    hands = passed = played_by = table = voids = points = shift = leader = plies = broken = FIELD


class Info(State, protocol.Info):
    open_world = FIELD


# --- rules -----------------------------------------------------------------------------------------------------------


@jit
def suit_of(card: Any) -> Any:
    return card // HAND


@jit
def tricks_plies(state: State) -> int:
    """Return the number of cards played; below 0 as long as seats pass."""
    return state.plies - (PASSES if state.shift else 0)


@jit
def decision(state: State) -> int:
    return PASS if tricks_plies(state) < 0 else PLAY


@jit
def mover(state: State) -> Seat:
    played = tricks_plies(state)
    return state.plies // PASSED if played < 0 else (state.leader + played) % SEATS


@jit
def deal(state: State, stream: Stream) -> None:
    state.passed[:], state.played_by[:], state.table[:] = ZERO, ZERO, NO_CARD
    state.voids[:], state.points[:] = 0, 0
    state.plies, state.broken, state.leader = 0, 0, 0
    cards = ALL_CARDS
    for seat in range(SEATS):
        state.hands[seat] = ZERO
        for _ in range(HAND):
            card = bit(random_bit(cards, stream))
            state.hands[seat] |= card
            cards ^= card
    take_passes(state)
    state.legal = legal_cards(state)


@jit
def take_passes(state: State) -> None:
    """Once nobody has to pass, let the seats take what was passed to them, and the two of clubs lead."""
    if tricks_plies(state) == 0:
        for giver in range(SEATS):
            state.hands[(giver + state.shift) % SEATS] |= state.passed[giver]
        for seat in range(SEATS):
            if state.hands[seat] & bit(CLUB_2):
                state.leader = seat


@jit
def legal_cards(state: State) -> Any:
    hand, played = state.hands[mover(state)], tricks_plies(state)
    if played < 0:
        return hand
    if played == 0:
        return hand & bit(CLUB_2)
    if played % SEATS == 0:
        allowed = hand if state.broken else hand & ~HEARTS
    else:
        allowed = hand & SUIT << np.uint64(suit_of(state.table[state.leader]) * HAND)
        if allowed == ZERO and played < SEATS:
            allowed = hand & ~POINTS
    return allowed if allowed != ZERO else hand


@jit
def step(state: State, slot: Slot) -> None:
    seat, card = mover(state), bit(slot)
    state.hands[seat] ^= card
    if tricks_plies(state) < 0:
        state.passed[seat] |= card
        state.plies += 1
        take_passes(state)
    else:
        play(state, seat, slot)
    state.legal = legal_cards(state)


@jit
def play(state: State, seat: Seat, card: Slot) -> None:
    suit, led = suit_of(card), suit_of(state.table[state.leader])
    if seat != state.leader and suit != led:
        state.voids[seat] |= 1 << led
    if suit == HEART:
        if seat == state.leader and not state.broken:
            state.voids[seat] |= 15 ^ 1 << HEART  # nothing else is left
        state.broken = 1
    state.played_by[seat] |= bit(card)
    state.table[seat] = card
    state.plies += 1
    if tricks_plies(state) % SEATS == 0:
        end_trick(state)


@jit
def end_trick(state: State) -> None:
    winner, points = state.leader, 0
    for seat in range(SEATS):
        card = state.table[seat]
        if suit_of(card) == suit_of(state.table[winner]) and card > state.table[winner]:
            winner = seat
        points += 1 if suit_of(card) == HEART else 13 if card == QUEEN else 0
    state.points[winner] += points
    state.leader = winner
    state.table[:] = NO_CARD


@jit
def returns(state: State, seat: Seat) -> float:
    """Return minus the seat's points; a seat that shoots the moon gives its points to all others."""
    for other in range(SEATS):
        if state.points[other] == WORST:
            return 0.0 if other == seat else -26.0
    return -1.0 * state.points[seat]


@jit
def score(state: State, seat: Seat) -> float:
    return 1.0 + returns(state, seat) / WORST


@jit
def count(state: State, result: Any) -> None:
    result.plies = state.plies


# --- knowledge -------------------------------------------------------------------------------------------------------


@jit
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    copy_fields(state, info)
    info.seat, info.open_world = seat, open_world
    if mover(state) != seat:
        info.legal = ZERO
    for other in range(SEATS):
        if other != seat and not open_world:
            info.hands[other] = ZERO
            if tricks_plies(state) < 0 or (other + state.shift) % SEATS != seat:
                info.passed[other] = ZERO


@jit
def determinize(info: Info, stream: Stream, state: State) -> None:
    copy_fields(info, state)
    if not info.open_world:
        lay_hidden(info, stream, state)
        draw_passes(info, stream, state)
    state.legal = legal_cards(state)


@jit
def lay_hidden(info: Info, stream: Stream, state: State) -> None:
    """Lay the cards that the seat does not see into the other hands, where they may be."""
    hidden, room = ALL_CARDS & ~info.hands[info.seat], ZERO
    if tricks_plies(info) < 0:
        hidden &= ~info.passed[info.seat]
    for seat in range(SEATS):
        hidden &= ~info.played_by[seat]
        if seat != info.seat:
            room |= of_stock(HAND - popcount(info.played_by[seat]), seat)
    may, where = np.zeros(DECK, np.uint8), np.zeros(DECK, np.int64)
    for card in range(DECK):
        if bit(card) & hidden:
            may[card] = holders(info, card)
    lay_cards(may, room, where, stream)
    for card in range(DECK):
        if bit(card) & hidden:
            state.hands[where[card]] |= bit(card)


@jit
def holders(info: Info, card: Any) -> Any:
    """Return the set of seats that may hold a hidden card."""
    if card == CLUB_2 and tricks_plies(info) == 0:
        return 1 << info.leader
    if bit(card) & info.passed[info.seat]:
        return 1 << (info.seat + info.shift) % SEATS
    seats = 0
    for seat in range(SEATS):
        if seat != info.seat and not info.voids[seat] >> suit_of(card) & 1:
            seats |= 1 << seat
    return seats


@jit
def draw_passes(info: Info, stream: Stream, state: State) -> None:
    """Draw the cards that the others passed: those still away from their hands, or among those their takers had."""
    passing = tricks_plies(info) < 0
    for giver in range(SEATS):
        taker = (giver + info.shift) % SEATS
        if giver == info.seat or info.shift == 0 or (taker == info.seat and not passing):
            continue
        had = state.hands[giver] if passing else state.hands[taker] | state.played_by[taker]
        for _ in range(min(max(info.plies - giver * PASSED, 0), PASSED)):
            card = bit(random_bit(had, stream))
            had ^= card
            state.passed[giver] |= card
            if passing:
                state.hands[giver] ^= card


implement_game(
    [STATE],
    [INFO],
    deal=deal,
    mover=mover,
    step=step,
    returns=returns,
    score=score,
    count=count,
    copy_state=copy_fields,
    observe=observe,
    determinize=determinize,
    decision=decision,
)

# --- the game object -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hearts(Game):
    """Hearts for four.

    Attributes:
        passing: how many seats to the left three cards are passed; 0: none.
    """

    NAME, AGENTS = "hearts", "hearts.agents"
    STATE, INFO = STATE, INFO
    seats, num_actions, num_cards, most_plies = SEATS, 2 * DECK, DECK, DECK + PASSES
    return_range, POINTS = (-26.0, 0.0), True
    secret_actions = range(DECK, 2 * DECK)
    public_fields = ("played_by", "table", "voids", "points", "shift", "leader", "plies", "broken")

    passing: int = 1

    def new_states(self, count: int = 1) -> np.ndarray:
        states = super().new_states(count)
        states["shift"] = self.passing
        return states

    @property
    def action_ids(self) -> np.ndarray:
        """The ids of the actions: to pass a card has another id than to play it, as only passing is secret."""
        cards, no_cards = np.arange(DECK), np.full(WORD_SLOTS - DECK, -1)
        return np.array([[*cards, *no_cards], [*cards + DECK, *no_cards]])

    def text_of(self, action: int) -> str:
        return f"pass {NAMES[action - DECK]}" if action >= DECK else NAMES[action]

    def lines_of(self, info: KnownGame) -> Sequence[str]:
        return [
            f"seat {seat}: hand {cards_text(hand)}, passed {cards_text(passed)}, in the trick "
            f"{NAMES[card] if card != NO_CARD else '-'}, {points} points"
            for seat, (hand, passed, card, points) in enumerate(
                zip(*(info.record[name].tolist() for name in ("hands", "passed", "table", "points")), strict=True)
            )
        ]

    def forfeit(self, state: State, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        return [-26.0 if one in {seat, *beside} else 0.0 for one in range(SEATS)]


def cards_text(cards: int) -> str:
    return " ".join(name for slot, name in enumerate(NAMES) if cards >> slot & 1) or "-"


# --- agents ----------------------------------------------------------------------------------------------------------


class CompiledAgent(agents.CompiledAgent):
    info_dtypes = (INFO,)


SEARCH = search_record("hearts", SEATS)
MEMORY = SearchMemory(Table(INFO, STATE, SEARCH))
search_in, leaf_in = MEMORY.search_in, MEMORY.leaf_in
implement(protocol.play_out, SEARCH, play_uniformly)


@compiled_choice
def choose_low(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Pass the highest card, play the lowest."""
    best, left, sign = lowest(info.legal), info.legal, -1 if tricks_plies(info) < 0 else 1
    while left:
        slot = lowest(left)
        if sign * (slot % HAND) < sign * (best % HAND):
            best = slot
        left = without_lowest(left)
    return best


@compiled_choice
def choose_ismcts(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    address = address_of(memory)
    return choose_by_ismcts(search_in(info, address), address, info, leaf_in(info, address), stream)


def random_agent() -> CompiledAgent:
    return CompiledAgent(choose_any)


def low() -> CompiledAgent:
    return CompiledAgent(choose_low)


def ismcts(simulations: int = 300, c: float = 0.5) -> CompiledAgent:
    return CompiledAgent(choose_ismcts, MEMORY.new(simulations, limit=simulations, c=c, choice=VISITS))


# --- observations ----------------------------------------------------------------------------------------------------


def by_seat(game: Hearts, history: int) -> int:
    return SEATS


PIECES = (
    Piece("hand", CARDS, lambda game: DECK, ALL, "the own hand"),
    Piece("passed", CARDS, lambda game: DECK, ALL, "cards that the seat has passed"),
    Piece("played", CARDS, lambda game: DECK, ALL, "cards played, by seat", by_seat),
    Piece("trick", CARDS, lambda game: DECK, ALL, "the card in this trick, by seat", by_seat),
    Piece("phase", FLAGS, lambda game: 2, ALL, "passing; hearts are broken"),
    Piece(
        "plies",
        CARDS,
        lambda game: DECK + 1 + SEATS,
        frozenset({HISTORY}),
        "the last plies: the card, whether it was passed, the seat; no card if it is not seen",
        lambda game, history: history,
    ),
    Piece("points", SIZE, lambda game: SEATS, ALL, "points taken, by seat", most=lambda game: WORST),
)
P_HAND, P_PASSED, P_PLAYED, P_TRICK, P_PHASE, P_PLIES, P_POINTS = range(len(PIECES))
LAYOUT = record(layout_fields(PIECES))
WRITER = record([("layout", LAYOUT)], "hearts")


@jit
def write_observation(writer: Any, info: Info, past: Any, vector: Any, mask: Any) -> None:
    layout, passing = writer.layout, tricks_plies(info) < 0
    bits = put(begin_bits(vector), layout, P_HAND, info.hands[info.seat])
    bits = put(bits, layout, P_PASSED, info.passed[info.seat])
    for place in range(SEATS):
        bits = put(bits, layout, P_PLAYED, info.played_by[(info.seat + place) % SEATS])
    for place in range(SEATS):
        seat = (info.seat + place) % SEATS
        bits = put(bits, layout, P_TRICK, bit(info.table[seat]) if info.table[seat] != NO_CARD else ZERO)
        put_size(vector, layout, P_POINTS, place, info.points[seat])
    bits = put(bits, layout, P_PHASE, (ONE if passing else ZERO) | (bit(1) if info.broken else ZERO))
    for back in range(layout.repeats[P_PLIES] if layout.widths[P_PLIES] else 0):
        bits = put(bits, layout, P_PLIES, ply_bits(info, past, back))
    end_bits(bits, layout.entry_bytes)
    store_bits(mask, DECK, ZERO if passing else info.legal, False)
    store_bits(mask + DECK, DECK, info.legal if passing else ZERO, False)


@jit
def ply_bits(info: Info, past: Any, back: int) -> Any:
    code = ply_back(past, info, back)
    if code == NO_PLY:
        return ZERO
    card, place = slot_of(code), (player_of(code) - info.seat) % SEATS
    shown = bit(card) if card < DECK else ZERO
    passed = bit(DECK) if tricks_plies(info) <= back else ZERO
    return shown | passed | bit(DECK + 1 + place)


implement(protocol.write_observation, WRITER, write_observation)


class Encoding(PieceEncoding):
    PIECES, LAYOUT, WRITER = PIECES, LAYOUT, WRITER

    def slot_of(self, action: int) -> int:
        return action % DECK


# --- the table and the program ---------------------------------------------------------------------------------------


class View(PlainView):
    GAME = Hearts


def plugin() -> TablePlugin:
    return TablePlugin(View(), None, ("hearts:random_agent", "hearts:low", "hearts:ismcts"))


if __name__ == "__main__":
    program = app("hearts", Hearts)
    program.add(table, plugin=plugin)
    program()
