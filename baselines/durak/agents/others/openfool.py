"""The agent openfool: it plays for the hand with most points, by an article on Habr.

Source: that of `baselines.durak.evaluation.hand_points`, where the program OpenFool has the numbers of the decisions.
Its program rounds numbers down in places; here they stay as they are.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.evaluation.hand_points import RANK_POINTS, SAME_RANK, hand_points, points_of_rank
from cardkit.agents import compiled_choice
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot, Stream
from cardkit.playing_cards import Cards
from durak_env.agents.tactics import NULLS
from durak_env.cards import bit, count, rank_lanes, same_ranks
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import ATTACK, DEFENCE, Info

OUT = 30_000.0  # points of an empty hand without a talon
PAIRS = 1 / RANK_POINTS  # the program counts equal ranks in ranks, all else in hundredths of them
THROW_IN, THROW_IN_A_CARD = 1200.0, 50.0  # points that throwing in may cost; less for each card of the talon
BEAT = 800.0  # points that beating may cost
TAKE, TAKE_A_CARD = 2000.0, 40.0  # points that beating may cost more than taking; less for each card of the talon
RANK_ON_TABLE = 300.0  # points for beating with a rank that lies on the table


def openfool() -> CompiledAgent:
    """Leave the hand most points: for ranks, trumps, equal ranks, even suits and few cards (OpenFool)."""
    return CompiledAgent(choose_by_points)


@compiled_choice
def choose_by_points(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the card after which the hand has most points, or the null action if that costs too many."""
    cards = info.legal & ~NULLS
    if cards == ZERO:
        return lowest(info.legal)
    hand, table = info.hands[info.seat], info.attacks | info.defences
    best, most = np.int64(-1), -np.inf
    rest = cards
    while rest != ZERO:
        card = np.int64(lowest(rest))
        rest = without_lowest(rest)
        points = points_left(info, hand & ~bit(card)) + extra(info, hand, table, card)
        if points > most:
            best, most = card, points
    return best if worth_it(info, hand, table, most) else np.int64(lowest(info.legal & NULLS))


@jit
def points_left(info: Info, hand: Cards) -> float:
    """Compute the points of a hand that the seat could have after its ply."""
    if hand == ZERO and info.talon_size == 0:
        return OUT
    sizes = np.int64(info.hand_sizes[0]) + np.int64(info.hand_sizes[1])
    return hand_points(hand, info.trumps, np.int64(info.talon_size) + sizes - count(hand), PAIRS)


@jit
def extra(info: Info, hand: Cards, table: Cards, card: Slot) -> float:
    """Compute a card's worth to play: an attacker may follow with its rank, a defender opens no new rank."""
    if info.phase == DEFENCE:
        return RANK_ON_TABLE * np.float64(bit(card) & same_ranks(table) != ZERO)
    return 2 * SAME_RANK[count(hand & rank_lanes(card))] * points_of_rank(card)


@jit
def worth_it(info: Info, hand: Cards, table: Cards, most: float) -> bool:
    """Return whether to play the best card, which leaves ``most`` points."""
    talon, cost = np.float64(info.talon_size), points_left(info, hand) - most
    if info.phase == ATTACK:
        return True
    if info.phase == DEFENCE:
        taking = points_left(info, hand | table) - most
        return talon == 0 or cost < BEAT or taking < TAKE - TAKE_A_CARD * talon
    return cost < THROW_IN - THROW_IN_A_CARD * talon
