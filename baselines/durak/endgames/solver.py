"""Exact endgames: with an empty talon both seats know everything, and the game can be searched to its end.

At a larger table this holds once two seats are left, if nothing is transferred any more: who is out changes nothing, so
the game is the plain one from then on. There a win is to be no fool.

In compiled code `outcome` gives searching agents the result, and `best_moves` the moves that keep it;
`baselines.durak.endgames.solution` is for people. The work space is a block of bytes: a SEARCH record with the
parameters and the state of the search, a STATE for the current position, and the transposition table.

The tablebase is not part of it: one copy serves all agents and threads, and the SEARCH record holds its address.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.endgames.position import LANE, by_rank
from baselines.durak.endgames.search import SEARCH, discounted, search
from baselines.durak.endgames.tablebase import CARDS, LARGEST
from baselines.durak.endgames.tablebase_store import tablebase
from baselines.durak.endgames.transpositions import ENTRY, entry_at
from cardkit.checks import whole
from cardkit.compiled.bits import ONE, ZERO, Number, is_single, lowest, popcount, without_lowest
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Actions, Seat
from cardkit.compiled.records import OpenRecord as Search
from cardkit.compiled.records import block_copier, where_field
from cardkit.playing_cards import Cards
from durak_env.cards import bit, count
from durak_env.core.asking import throw_ins
from durak_env.core.play import legal_actions, step
from durak_env.core.records import DEFENCE, GAME_OVER, NO_SUIT, PUBLIC_FIELDS, STATE, THROW_IN_AFTER_TAKE, Info, State
from durak_env.core.results import returns
from durak_env.core.seating import defender_of, holders, mover, rivals_of
from durak_env.knowledge import copy_public
from durak_env.rules import NO_LIMIT

NODES = 200_000
TABLE_BITS = 14

UNSOLVED = 2
"""The `outcome` if none was found."""

_HEAD = Block(("search", SEARCH, 1), ("state", STATE, 1))
_search_in, _state_in = map(_HEAD.reader, ("search", "state"))
_MOST_STAMPS = np.uint64((1 << 32) - 1)


def endgame_memory(
    nodes: int = NODES, table_bits: int = TABLE_BITS, cards: int = CARDS, draws: bool = True
) -> np.ndarray:
    """Make the work space of `best_moves`: uint8 array, to be placed at a multiple of 8 bytes; copies work too.

    Args:
        nodes: limit of the positions searched for one answer, at least 1.
        table_bits: binary logarithm of the entries of the transposition table, 1..30; an entry has 24 bytes.
        cards: cards of the largest positions to look up in the tablebase, 2..10, or 0 to use none.
        draws: the rule of the games to look up; by the other rule the answers are the same, but take longer.

    Raises:
        ValueError: a value is out of range.
    """
    whole("nodes", nodes, 1, None, NODES)
    whole("table_bits", table_bits, 1, 30, TABLE_BITS)
    whole("cards", cards, 0, LARGEST, CARDS)
    block = _HEAD.followed_by(("table", ENTRY, 1 << table_bits))
    memory = block.new()
    work = block.view(memory, "search")[0]
    block.tell_places(work)
    work.nodes, work.table_bits, work.tablebase_cards = nodes, table_bits, cards
    work.tablebase_draws = draws
    connect(memory)
    return memory


def connect(memory: np.ndarray) -> None:
    """Write this process' address of the tablebase into a memory; required again in another process."""
    work = _HEAD.view(memory, "search")[0]
    cards, draws = int(work.tablebase_cards), bool(work.tablebase_draws)
    work.tablebase = tablebase(cards, draws).ctypes.data if cards > 0 else 0


@jit
def best_moves(info: Info, memory: np.ndarray) -> Actions:
    """Find the legal moves that keep the value of an endgame: those that win, else those that draw, else all.

    Args:
        info: INFO of the seat to move, or STATE.
        memory: from `endgame_memory`, or a copy of it.

    Returns:
        A set of slots; empty if it is no endgame, or if the memory's nodes did not suffice.
    """
    value = outcome(info, memory)
    if value == UNSOLVED:
        return ZERO
    work, state = _search_in(address_of(memory)), _state_in(address_of(memory))
    load(info, state)
    moves = state.legal
    if value >= 0 and not is_single(moves):
        moves = keeping_moves(work, info, state, value)
    return moves if work.nodes_left >= 0 else ZERO


@jit
def outcome(info: Info, memory: np.ndarray) -> Number:
    """Find the result of an endgame for the seat to move: 1, 0 or -1.

    It is `UNSOLVED` if it is no endgame, or with too few nodes.

    Args:
        info, memory: as for `best_moves`, but with any seat's knowledge.
    """
    if not is_endgame(info):
        return np.int64(UNSOLVED)
    begin_question(info, memory, 1, 0)
    return next_outcome(info, memory)


@jit
def next_outcome(info: Info, memory: np.ndarray) -> Number:
    """Find the `outcome` of one endgame of many by the same rules, each with all nodes for itself.

    Continues the question that `begin_question` began with 1 and 0, so the table keeps what earlier ones have shown.
    """
    if not is_endgame(info):
        return np.int64(UNSOLVED)
    work, state = _search_in(address_of(memory)), _state_in(address_of(memory))
    work.nodes_left = work.nodes
    load(info, state)
    value = attacker_value(work, state, np.int64(-1), np.int64(1))
    if work.nodes_left < 0:
        return np.int64(UNSOLVED)
    return -value if info.phase == DEFENCE else value


@jit
def keeping_moves(work: Search, info: Info, state: State, value: int) -> Actions:
    """Find the legal moves of a loaded position after which the seat to move still gets ``value``, 0 or 1."""
    seat, legal, kept = mover(state), state.legal, ZERO
    while legal != ZERO:
        slot = lowest(legal)
        legal = without_lowest(legal)
        load(info, state)
        step(state, slot)
        if seat_value(work, state, seat, value - 1, value) >= value:
            kept |= bit(slot)
    return kept


def move_values(info: Info, memory: np.ndarray) -> dict[int, int]:
    """Find by slot the result for the seat to move after each legal move of an endgame: 1, 0 or -1.

    Args:
        info, memory: as for `best_moves`.

    Returns:
        An empty dict if it is no endgame, or if the memory's nodes did not suffice.
    """
    values = np.full(64, UNSOLVED, np.int64)
    if not is_endgame(info):
        return {}
    begin_question(info, memory, 1, 0)
    if not score_moves(info, memory, values):
        return {}
    return {int(slot): int(values[slot]) for slot in np.flatnonzero(values != UNSOLVED)}


@jit
def score_moves(info: Info, memory: np.ndarray, scores: np.ndarray) -> bool:
    """Write the value of each legal action for the seat to move into ``scores``, int64 by slot.

    Continues the question that `begin_question` began; returns False if the nodes did not suffice.
    """
    work, state = _search_in(address_of(memory)), _state_in(address_of(memory))
    load(info, state)
    seat, legal = mover(state), state.legal
    while legal != ZERO:
        slot = lowest(legal)
        legal = without_lowest(legal)
        load(info, state)
        step(state, slot)
        scores[slot] = discounted(seat_value(work, state, seat, -work.win, work.win), work.ply_cost)
    return work.nodes_left >= 0


@jit
def begin_question(info: Info, memory: np.ndarray, win: int, ply_cost: int) -> None:
    """Set up a search for a position and all that follow it: rules, nodes, and an empty table."""
    work = _search_in(address_of(memory))
    work.table = address_of(memory) + work.table_at
    if work.stamp == _MOST_STAMPS:
        for number in range(1 << work.table_bits):
            entry_at(work.table, number).stamp = 0
        work.stamp = ZERO
    work.stamp += ONE
    work.nodes_left = work.nodes
    work.trumps = LANE if info.trump_suit != NO_SUIT else ZERO
    work.limit = info.max_attack_cards
    work.draws = info.draws
    work.looked_up_cards = min(work.tablebase_cards, 2 * work.limit + 1)  # no bout there reaches the limit
    if work.draws != work.tablebase_draws:
        work.looked_up_cards = 0
    work.win = win
    work.ply_cost = ply_cost


@jit_inline
def _is_over_or_has_talon(info: Info) -> bool:
    return info.talon_size > 0 or info.phase == GAME_OVER


@jit_inline
def _no_talon(info: Info) -> bool:
    return not _is_over_or_has_talon(info)


@jit_inline
def _unseen(info: Info) -> Cards:
    return info.unseen


@jit_inline
def _none(info: Info) -> Cards:
    return ZERO


_hidden = where_field("unseen", _unseen, _none)


@jit_inline
def _two_are_left(info: Info) -> bool:
    if _is_over_or_has_talon(info) or info.transfer or _hidden(info) != ZERO:
        return False
    if info.discard == ZERO and info.first_discard_limit != NO_LIMIT:
        return False
    left = holders(info, ~ZERO)
    if popcount(left) != 2 or left & rivals_of(info, lowest(left)) == ZERO:
        return False
    return np.int64(info.idle) < count(info.deck)


is_endgame = where_field("defender", _two_are_left, _no_talon)
"""Return whether an INFO or a STATE is an endgame: no talon, two sides with a seat each, the rules of the plain game.

It has fewer idle bouts behind it than the deck has cards, so it ends before the bouts go in circles.
"""


@jit_inline
def _load_two(info: Info, state: State) -> None:
    defender = defender_of(info)
    other = lowest(holders(info, ~ZERO) & ~bit(defender))
    _copy_common(info, state)
    state.attacker = 0
    state.hands[0] = info.hands[other]
    state.hands[1] = info.hands[defender]
    state.legal = legal_actions(state)


@jit_inline
def _load_plain(info: Info, state: State) -> None:
    copy_public(info, state)
    state.hands[0] = info.hands[0]
    state.hands[1] = info.hands[1]
    state.legal = legal_actions(state)


_copy_common = block_copier(PUBLIC_FIELDS[1:])
load = where_field("defender", _load_two, _load_plain)
"""Copy an endgame, an INFO or a STATE, into a STATE of two seats; of several seats the defender becomes seat 1."""


@jit
def seat_value(work: Search, state: State, seat: Seat, alpha: int, beta: int) -> Number:
    """Find the value of a STATE for a seat, exact within ``alpha`` .. ``beta``."""
    if state.phase == GAME_OVER:
        return np.int64(work.win * returns(state, seat))
    if seat == state.attacker:
        return attacker_value(work, state, alpha, beta)
    return -attacker_value(work, state, -beta, -alpha)


@jit
def attacker_value(work: Search, state: State, alpha: int, beta: int) -> int:
    """Find the value for its attacker of a STATE in play, exact within ``alpha`` .. ``beta``."""
    suit = np.int64(state.trump_suit)
    attacker = by_rank(state.hands[state.attacker], suit)
    defender = by_rank(state.hands[1 - state.attacker], suit)
    table = by_rank(state.attacks | state.defences, suit)
    room = np.int64(state.max_attack_cards) - count(state.attacks)
    focus = ZERO
    if state.phase == DEFENCE:
        focus = by_rank(bit(state.table[state.table_size - 1]), suit)
    if state.phase == THROW_IN_AFTER_TAKE:
        focus = by_rank(throw_ins(state), suit)
        room = min(room, count(defender) - count(state.attacks) + count(state.defences))
    phase = np.int64(state.phase)
    return search(work, phase, attacker, defender, table, focus, np.int64(room), np.int64(alpha), np.int64(beta))
