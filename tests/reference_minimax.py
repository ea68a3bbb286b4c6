"""Minimax in plain Python, as the thesis writes it down: no window, no table, seat 0 maximizes and seat 1 minimizes.

Its cards, order of actions, evaluation and greedy playouts are of its own; only the rules are the package's.
"""

from __future__ import annotations

from typing import Any

from durak_env.cards import Card, card_of, cards_of
from durak_env.game import ATTACK, DEFENCE, GAME_OVER, mover, returns, step

TAKE, DONE = 0, 1
WIN = 10_000


def slots(mask: Any) -> list[int]:
    return [slot for slot in range(64) if int(mask) >> slot & 1]


def is_trump(state: Any, card: Card) -> bool:
    return bool(int(state.trumps) >> card.slot & 1)


def greedy_order(state: Any) -> list[int]:
    """The legal actions, greedy's choice first, then cards that are no trumps, trumps, the null; ranks ascending."""
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
    """Ranks of which every card of the seat is beaten by a higher one of its suit in the other hand."""
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


def deck_order(state: Any) -> list[int]:
    """The legal actions as the cards stand in the deck, then the null."""
    return sorted(slots(state.legal), key=lambda slot: (slot <= DONE, slot))


ORDERS = {"greedy": greedy_order, "deck": deck_order}


def search(state: Any, depth: int, evaluation: str, order: str = "greedy", ply: int = 0) -> tuple[int, int | None]:
    """The value of a state for seat 0 and the action chosen."""
    if state.phase == GAME_OVER:
        return int(returns(state, 0)) * (WIN - ply), None
    if ply == depth:
        return playout(state, ply) if evaluation == "playout" else basic(state), None
    sign = 1 if mover(state) == 0 else -1
    best, choice = -WIN - 1, None
    for action in ORDERS[order](state):
        value = sign * search(after(state, action), depth, evaluation, order, ply + 1)[0]
        if value > best:
            best, choice = value, action
    return sign * best, choice
