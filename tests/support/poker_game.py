"""Kuhn and Leduc poker as games of the kit, with their chance, for solvers.

Each seat pays one and gets a card. It may fold where it owes, call (or check), or raise. In Leduc poker a card is
turned up after the first of two rounds, and a pair with it wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.protocol import Seat, Slot, implement, mover, returns, step
from cardkit.compiled.records import FIELD, record
from cardkit.game import Plies

FOLD, CALL, RAISE = range(3)
NONE = -1
SEEN = [
    ("legal", np.uint64),
    *((name, np.int64) for name in ("board", "betting_round", "raises", "checked", "to_move", "folded")),
    ("paid", np.int64, 2),
]
VARIANT = [(name, np.int64) for name in ("suits", "rounds", "most_raises", "bet")]
STATE = record([*SEEN, *VARIANT, ("cards", np.int64, 2)], "poker")
INFO = record([*SEEN, ("card", np.int64), ("seat", np.int64)], "poker")


class State(protocol.State):
    board = betting_round = raises = checked = to_move = folded = paid = suits = rounds = most_raises = bet = FIELD
    cards = FIELD


def seat_to_move(state: State) -> Seat:
    """Return the seat to play: seat 0 begins each round."""
    return state.to_move


def play(state: State, slot: Slot) -> None:
    """Fold, call or raise."""
    seat, owed = state.to_move, state.paid.max() - state.paid[state.to_move]
    if slot == FOLD:
        state.folded, state.legal = seat, 0
        return
    state.to_move = 1 - seat
    state.paid[seat] += owed
    if slot == RAISE:
        state.paid[seat] += state.bet * (state.betting_round + 1)
        state.raises += 1
    elif ends_round(state, owed):
        state.betting_round, state.raises, state.checked, state.to_move = state.betting_round + 1, 0, 0, 0
    else:
        state.checked = 1
    state.legal = legal(state)


def ends_round(state: State, owed: int) -> bool:
    """Return whether a call does: it pays for a raise, or the other seat has checked."""
    return bool(owed > 0 or state.checked)


def legal(state: State) -> int:
    """Return the seat's actions; none after the last round."""
    if state.betting_round == state.rounds:
        return 0
    owes = state.paid[state.to_move] < state.paid.max()
    return owes << FOLD | 1 << CALL | (state.raises < state.most_raises) << RAISE


def won(state: State, seat: Seat) -> float:
    """Return the other seat's payment if this seat wins, or minus its own."""
    ranks = state.cards // state.suits
    strength = [(rank == state.board // state.suits, rank) for rank in ranks]
    if state.folded != NONE:
        winner = 1 - state.folded
    elif strength[0] == strength[1]:
        return 0.0
    else:
        winner = int(strength[1] > strength[0])
    return float(state.paid[1 - winner] * (1 if seat == winner else -1))


for function, body in ((mover, seat_to_move), (step, play), (returns, won)):
    implement(function, STATE, body)


@dataclass
class PokerInfo:
    """The knowledge of a seat of poker."""

    record: Any

    def action_of(self, slot: int) -> int:
        return slot


@dataclass(frozen=True)
class Poker:
    """A poker game of two seats, and its chance."""

    name: str
    suits: int
    rounds: int
    most_raises: int
    bet: int
    seats: int = 2
    RANKS = 3

    def __str__(self) -> str:
        return self.name

    def information_set(self, state: Any, seat: int, plies: Plies = ()) -> PokerInfo:
        info = np.zeros(1, INFO)[0]
        for name in (field[0] for field in SEEN):
            info[name] = state[name]
        info.card, info.seat = state.cards[seat], seat
        return PokerInfo(info)

    def deals(self) -> list[Any]:
        return [self._dealt(cards) for cards in permutations(range(self.RANKS * self.suits), 2)]

    def after(self, state: Any, slot: int) -> list[Any]:
        owed = state.paid.max() - state.paid[state.to_move]
        if slot != CALL or not ends_round(state, owed) or state.betting_round + 1 == state.rounds:
            return []
        return [self._turned(state, card) for card in range(self.RANKS * self.suits) if card not in state.cards]

    def text(self, state: Any) -> str:
        return f"board {state.board}" if state.board != NONE else " ".join(map(str, state.cards))

    def _dealt(self, cards: tuple[int, ...]) -> Any:
        state = np.zeros(1, STATE)[0]
        state.cards, state.paid, state.board, state.folded = cards, 1, NONE, NONE
        state.suits, state.rounds, state.most_raises, state.bet = self.suits, self.rounds, self.most_raises, self.bet
        state.legal = legal(state)
        return state

    @staticmethod
    def _turned(state: Any, card: int) -> Any:
        after = state.copy()
        play(after, CALL)
        after.board = card
        return after


KUHN: Any = Poker("Kuhn poker", suits=1, rounds=1, most_raises=1, bet=1)
LEDUC: Any = Poker("Leduc poker", suits=2, rounds=2, most_raises=2, bet=2)
