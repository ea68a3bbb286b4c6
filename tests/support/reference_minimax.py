"""Minimax in plain Python, as the thesis writes it down: no window, no table, seat 0 maximizes and seat 1 minimizes.

Its cards, order of actions, evaluation and greedy playouts are of its own; only the rules are the package's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from baselines.durak.evaluation.linear import load_evaluation
from cardkit.playing_cards import Card, card_of, cards_of
from durak_env.core.play import step
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER, THROW_IN_AFTER_TAKE
from durak_env.core.results import returns
from durak_env.core.seating import mover

TAKE, DONE = 0, 1
WIN = 10_000


def slots(mask: Any) -> list[int]:
    return [slot for slot in range(64) if int(mask) >> slot & 1]


def is_trump(state: Any, card: Card) -> bool:
    return bool(int(state.trumps) >> card.slot & 1)


def greedy_order(state: Any) -> list[int]:
    """Return the legal actions, greedy's choice first, then plain cards, trumps, the null; ranks ascending."""
    cards = [card_of(slot) for slot in slots(state.legal) if slot > DONE]
    cards.sort(key=lambda card: (is_trump(state, card), card.rank, card.suit))
    nulls = [slot for slot in slots(state.legal) if slot <= DONE]
    kept_back = cards and is_trump(state, cards[0]) and state.talon_size > 0 and state.phase not in (ATTACK, DEFENCE)
    ordered = [card.slot for card in cards]
    return nulls + ordered if kept_back else ordered + nulls


def after(state: Any, action: int) -> Any:
    child = state.copy()
    step(child, action)
    return child


def playout(state: Any, ply: int) -> int:
    while state.phase != GAME_OVER:
        state = after(state, greedy_order(state)[0])
    return int(returns(state, 0)) * (WIN - ply)


def hand_value(state: Any, seat: int) -> int:
    ranks = len({card.rank for card in cards_of(state.deck)})
    return sum(card.rank + ranks * is_trump(state, card) for card in cards_of(state.hands[seat]))


def weak_ranks(state: Any, seat: int) -> set[int]:
    """Return the ranks of which every card of the seat is beaten by a higher one of its suit in the other hand."""
    mine, theirs = cards_of(state.hands[seat]), cards_of(state.hands[1 - seat])
    covered = {card for card in mine if any(other.suit == card.suit and other.rank > card.rank for other in theirs)}
    return {card.rank for card in mine} - {card.rank for card in mine if card not in covered}


def basic(state: Any) -> int:
    seat = int(mover(state))
    mine, theirs = (len(cards_of(state.hands[one])) for one in (seat, 1 - seat))
    value = (theirs - mine) * (1 if state.talon_size > 0 else 15)
    if mine == theirs:
        value += hand_value(state, seat) - hand_value(state, 1 - seat)
    trumps = any(is_trump(state, card) for card in cards_of(state.hands[1 - seat]))
    if state.talon_size == 0 and state.phase != DEFENCE and not trumps and len(weak_ranks(state, seat)) == 1:
        value += 500
    return value if seat == 0 else -value


def features(state: Any, seat: int) -> dict[str, float]:
    """Return the features of one side for a linear evaluation."""
    mine, theirs = cards_of(state.hands[seat]), cards_of(state.hands[1 - seat])
    defends = seat != int(state.attacker)
    taken = cards_of(state.attacks | state.defences) if defends and state.phase == THROW_IN_AFTER_TAKE else ()
    weak = weak_ranks(state, seat)
    plain, trumps = ([card for card in mine if is_trump(state, card) == trump] for trump in (False, True))
    return {
        "cards": len(mine),
        "ranks": heights(state, plain),
        "trumps": len(trumps),
        "trump_ranks": heights(state, trumps),
        "pairs": len(mine) - len({card.rank for card in mine}),
        "weaknesses": sum(card.rank in weak for card in mine),
        "single_weakness": len(weak) == 1 and not any(is_trump(state, card) for card in theirs),
        "attacker": not defends,
        "to_beat": defends and int(state.phase) == DEFENCE,
        "taken": len(taken),
        "taken_ranks": heights(state, [card for card in taken if not is_trump(state, card)]),
        "taken_trumps": sum(is_trump(state, card) for card in taken),
    }


def heights(state: Any, cards: Iterable[Card]) -> float:
    ranks = sorted({card.rank for card in cards_of(state.deck)})
    return sum(ranks.index(card.rank) for card in cards) / len(ranks)


def linear(state: Any, weights: Any) -> float:
    """Compute a linear evaluation for the seat to move; weights of shape (2, features)."""
    seat, row = int(mover(state)), weights[0 if state.talon_size > 0 else 1]
    mine, theirs = (list(features(state, one).values()) for one in (seat, 1 - seat))
    return sum(weight * (own - other) for weight, own, other in zip(row, mine, theirs, strict=True))


def evolved(state: Any) -> int:
    value = round(100 * linear(state, load_evaluation().weights))
    return value if mover(state) == 0 else -value


def deck_order(state: Any) -> list[int]:
    """Return the legal actions as the cards stand in the deck, then the null."""
    return sorted(slots(state.legal), key=lambda slot: (slot <= DONE, slot))


EVALUATIONS = {
    "playout": playout,
    "basic": lambda state, ply: basic(state),
    "evolved": lambda state, ply: evolved(state),
}
ORDERS = {"greedy": greedy_order, "deck": deck_order}


def search(state: Any, depth: int, evaluation: str, order: str = "greedy", ply: int = 0) -> tuple[int, int | None]:
    """Return the value of a state for seat 0 and the action chosen."""
    if state.phase == GAME_OVER:
        return int(returns(state, 0)) * (WIN - ply), None
    if ply == depth:
        return EVALUATIONS[evaluation](state, ply), None
    sign = 1 if mover(state) == 0 else -1
    best, choice = -WIN - 1, None
    for action in ORDERS[order](state):
        value = sign * search(after(state, action), depth, evaluation, order, ply + 1)[0]
        if value > best:
            best, choice = value, action
    return sign * best, choice
