"""Alpha-beta for endgames: both hands known, no talon, every line searched to its end.

All values are the attacker's. A value says who wins and when::

    +win - plies     the attacker wins after ``plies`` plies of best play: the winner hurries, the loser delays
     0               a draw
    -win + plies     the defender wins

If only the outcome matters, the search uses ``win`` = 1 and does not count plies; for the distance it uses ``win`` =
`LONG` and a ply cost of 1. It stores positions only at the start of a bout, and looks these up in the tablebase and in
the transposition table. Ideas: A. L. Zobrist's tables, and mate-distance windows of chess programs.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.endgames.position import LANE, beating, canonical_start, row_of, rows_of
from baselines.durak.endgames.tablebase import DRAW, LOSS, WIN, probe
from baselines.durak.endgames.transpositions import entry_at, entry_number, read_bounds, write_bounds
from cardkit.compiled.bits import ONE, ZERO, Number, lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.records import OpenRecord as Search
from cardkit.compiled.records import record
from cardkit.playing_cards import Cards
from durak_env.cards import bit, count
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER, THROW_IN, THROW_IN_AFTER_TAKE

Value = Number
Position = tuple[Number, Cards, Cards, Cards, Cards, Number]
"""Phase, attacker's hand, defender's hand, table, focus, room: a position as `search` takes it."""

LONG = 1000
"""More plies than any game has."""

SEARCH = record(
    [
        ("trumps", np.uint64),  # cells of the trump suit; none without trumps
        ("stamp", np.uint64),  # of the current search
        ("table_at", np.int64),  # the offset of the transposition table in the memory,
        ("table", np.int64),  # its address,
        ("table_bits", np.int64),  # and the binary logarithm of its entries
        ("tablebase", np.int64),  # address; 0 without one
        ("tablebase_cards", np.int64),  # cards of the largest positions in it
        ("tablebase_draws", np.int64),  # whether it is of games with draws
        ("draws", np.int64),  # whether both may go out; otherwise the last bout's defender loses
        ("looked_up_cards", np.int64),  # cards of the largest positions to look up under the current rules
        ("nodes", np.int64),  # limit of the nodes to search for a question
        ("nodes_left", np.int64),  # below 0: the search was abandoned
        ("limit", np.int64),  # largest number of attack cards in a bout
        ("win", np.int64),  # value of an immediate win
        ("ply_cost", np.int64),  # 0 or 1
    ]
)
"""Settings and work space of a search."""

_1, _2, _3, _4, _8, _16, _32 = (np.uint64(number) for number in (1, 2, 3, 4, 8, 16, 32))
NULL = ZERO
"""TAKE or DONE in place of a card."""
_ATTACK, _DEFENCE, _THROW_IN, _AFTER_TAKE, _OVER = (
    np.int64(phase) for phase in (ATTACK, DEFENCE, THROW_IN, THROW_IN_AFTER_TAKE, GAME_OVER)
)


@jit
def search(
    work: Search,
    phase: int,
    attacker: Cards,
    defender: Cards,
    table: Cards,
    focus: Cards,
    room: int,
    alpha: int,
    beta: int,
) -> Value:
    """Compute the value of a position, or a bound on it if it lies outside ``alpha`` .. ``beta``.

    One function handles all phases: Numba cannot cache mutually recursive functions on disk.

    Args:
        work: SEARCH record.
        phase, attacker, defender, table: the position; hands and table are rank-major sets.
        focus: in DEFENCE the attack card to beat; in THROW_IN_AFTER_TAKE the cards that may be added, where only the
            set of added cards matters, not its order; else empty.
        room: attack cards that ``max_attack_cards`` still allows in the bout; in THROW_IN_AFTER_TAKE the defender's
            hand limits them too.
        alpha, beta: int64.

    Returns:
        int64; meaningless once ``work.nodes_left`` is below 0.
    """
    work.nodes_left -= 1
    if work.nodes_left < 0:
        return np.int64(0)
    cards, mine, entry = ZERO, ZERO, np.int64(0)
    lower, upper = -work.win, work.win
    if phase == ATTACK:
        lower, upper = quick_bounds(work, attacker, defender)
        if lower >= beta:
            return lower
        cards, mine = canonical_start(attacker, defender, work.trumps != ZERO)
        entry = entry_number(work.table_bits, cards, mine)
        lower, upper = known_bounds(work, cards, mine, entry, lower)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
    flipped = phase == DEFENCE  # below, values are the mover's
    if flipped:
        alpha, beta = -beta, -alpha
    low, high = undiscounted(alpha, work.ply_cost), undiscounted(beta, work.ply_cost)
    moves = cards_to_play(work, phase, attacker, defender, table, focus, room)
    best = -work.win
    while moves != ZERO or phase != ATTACK:
        card = first_card(moves, work.trumps)
        moves ^= card
        new = after(work, phase, attacker, defender, table, focus, room, card)
        if new[0] == GAME_OVER:
            value = result(work, new[1], new[2])
            value = -value if flipped else value
        elif flipped or (phase == THROW_IN and card == NULL):
            value = -search(work, new[0], new[1], new[2], new[3], new[4], new[5], -high, -low)
        else:
            value = search(work, new[0], new[1], new[2], new[3], new[4], new[5], low, high)
        best = max(best, discounted(value, work.ply_cost))
        if best >= beta or card == NULL:
            break
        low = max(low, undiscounted(best, work.ply_cost))
    if phase == ATTACK and work.nodes_left >= 0:
        lower, upper = (max(lower, best), upper) if best > alpha else (lower, min(upper, best))
        if alpha < best < beta:
            upper = best
        write_bounds(entry_at(work.table, entry), work.stamp, cards, mine, lower, upper)
    return -best if flipped else best


@jit
def undiscounted(value: Value, plies: int) -> Value:
    """Return a value ``plies`` plies later in the game: undo `discounted`."""
    return value + plies if value > 0 else value - plies if value < 0 else value


@jit
def discounted(value: Value, plies: int) -> Value:
    """Return a value ``plies`` plies earlier in the game: nearer to 0, so that quick wins and slow losses are best."""
    return value - plies if value > 0 else value + plies if value < 0 else value


@jit
def result(work: Search, attacker: Cards, defender: Cards) -> Value:
    """Return the value for the attacker of a game that is over."""
    if work.draws == 0:
        return work.win if attacker == ZERO else -work.win
    return work.win * (np.int64(attacker == ZERO) - np.int64(defender == ZERO))


@jit
def first_card(moves: Cards, trumps: Cards) -> Cards:
    """Find the card to try first, as a set: the lowest plain card, else the lowest trump; `NULL` if there is none."""
    if moves == ZERO:
        return NULL
    plain = moves & ~trumps
    return bit(lowest(moves if plain == ZERO else plain))


@jit
def cards_to_play(
    work: Search, phase: int, attacker: Cards, defender: Cards, table: Cards, focus: Cards, room: int
) -> Cards:
    """Return the cards that the mover may play."""
    if phase == ATTACK:
        return attacker
    if phase == DEFENCE:
        return defender & beating(lowest(focus), work.trumps)
    if phase == THROW_IN_AFTER_TAKE:
        return focus
    return attacker & rows_of(table) if room > 0 else ZERO


@jit
def after(
    work: Search, phase: int, attacker: Cards, defender: Cards, table: Cards, focus: Cards, room: int, card: Cards
) -> Position:
    """Return the position after a card, or `NULL`: phase, attacker's hand, defender's hand, table, focus, room."""
    table |= card
    if phase == DEFENCE:
        if card == NULL:
            return wait_for_throw_in(work, attacker, defender, table, min(room, count(defender) - 1), ~ZERO)
        defender ^= card
        over = attacker == ZERO or defender == ZERO
        return _OVER if over else _THROW_IN, attacker, defender, table, ZERO, room
    if phase == THROW_IN_AFTER_TAKE:
        if card == NULL:
            return _ATTACK, attacker, defender | table, ZERO, ZERO, work.limit
        return wait_for_throw_in(work, attacker ^ card, defender, table, room - 1, focus & ~(card | (card - ONE)))
    if card == NULL:
        return _ATTACK, defender, attacker, ZERO, ZERO, work.limit
    return _DEFENCE, attacker ^ card, defender, table, card, room - 1


@jit
def wait_for_throw_in(
    work: Search, attacker: Cards, defender: Cards, table: Cards, room: int, allowed: Cards
) -> Position:
    """Return the position after TAKE, or after a card thrown in then: the attacker moves if there is a card to add."""
    cards = attacker & rows_of(table) if room > 0 else ZERO
    if cards != ZERO:
        return _AFTER_TAKE, attacker, defender, table, cards & allowed, room
    return _OVER if attacker == ZERO else _ATTACK, attacker, defender | table, ZERO, ZERO, work.limit


# --- bounds on a bout's start without a search ------------------------------------------------------------------------


@jit
def known_bounds(work: Search, cards: Cards, mine: Cards, entry: int, lower: Value) -> tuple[Value, Value]:
    """Find bounds on the value of a canonical start, from the tablebase or the transposition table."""
    if count(cards) <= work.looked_up_cards and (work.trumps != ZERO or cards & LANE == ZERO):
        outcome = probe(work.tablebase, cards, mine)
        if outcome == WIN:
            return np.int64(1), work.win
        if outcome == LOSS:
            return -work.win, np.int64(-1)
        if outcome == DRAW:
            return np.int64(0), np.int64(0)
    floor, ceiling = read_bounds(entry_at(work.table, entry), work.stamp, cards, mine, work.win)
    return max(lower, floor), ceiling


@jit
def quick_bounds(work: Search, attacker: Cards, defender: Cards) -> tuple[Value, Value]:
    """Find bounds on the value of a start that follow directly from the two hands."""
    if attacker_surely_wins(attacker, defender, work.trumps, work.limit):
        return np.int64(1), work.win
    return -work.win, work.win


@jit
def attacker_surely_wins(attacker: Cards, defender: Cards, trumps: Cards, limit: int) -> bool:
    """Return whether the attacker wins by playing all safe ranks first, with at most one other rank at the end.

    A rank is safe if the defender cannot beat one of its cards. The attacker plays that card, the defender must take
    it, and the attacker throws in the rest of the rank: first safe ranks without trumps, then those with a trump, each
    kind in ascending order, so that no card handed over beats a later one. The cards of the last rank come in one bout;
    if the defender beats them all and has cards left, the attacker has none. A bout must have room for the largest
    rank.
    """
    safe = rows_of(attacker & ~beaten_by(defender, trumps))
    weak = attacker & ~safe
    if weak != ZERO and weak & ~row_of(lowest(weak)) != ZERO:
        return False
    largest = largest_row(attacker)
    if largest > min(count(defender), limit):
        return False
    return weak == ZERO or count(defender) + count(attacker & safe) > count(weak)


@jit
def beaten_by(defender: Cards, trumps: Cards) -> Cards:
    """Return all cells that some card of a hand beats."""
    below = defender >> _4
    below |= below >> _4
    below |= below >> _8
    below |= below >> _16
    below |= below >> _32
    return below | (~trumps if defender & trumps != ZERO else ZERO)


@jit
def largest_row(cards: Cards) -> int:
    """Count the cards in the fullest row."""
    counts = (cards & LANE) + ((cards >> _1) & LANE) + ((cards >> _2) & LANE) + ((cards >> _3) & LANE)
    if counts & (counts >> _1) & LANE != ZERO:
        return 3
    return 4 if counts & (LANE << _2) != ZERO else 2 if counts & (LANE << _1) != ZERO else 1
