"""What a seat knows: the one place that decides it.

An INFO record is a state with everything taken out that its seat does not know. Agents, observations, masks and pages
are made from it and from nothing else.

==================  ===========================================================================================
known               closed world
==================  ===========================================================================================
own hand            whole
table               in order
discard             whole
other hand          the cards seen to come into it (taken up, or the face-up trump card drawn) and still held; the
                    whole hand as soon as no other place is left for the cards not seen
talon               its size, and the trump card while it lies at the bottom
legal actions       of the seat itself, when it is to move
==================  ===========================================================================================

In the open world both hands and the talon's order are known to both seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below, streams_from
from cardkit.compiled.protocol import Info, Seat, State, Stream
from cardkit.compiled.records import block_copier, record
from durak_env.actions import actions_of, actions_of_slots
from durak_env.cards import MAX_CARDS, SUITS, Card, Cards, bit, card_of, cards_of, count
from durak_env.game import GAME_OVER, NO_CARD, NO_SUIT, OWNED_FIELDS, PUBLIC_FIELDS, STATE, Phase, legal_actions, mover
from durak_env.rules import Rules

INFO = record(
    [
        *OWNED_FIELDS,
        ("hand_sizes", np.uint8, 2),
        ("seat", np.uint8),  # whose knowledge this is
        ("open_world", np.uint8),
        ("unseen", np.uint64),  # cards whose place the seat does not know: in the other hand or in the talon
        *PUBLIC_FIELDS,
    ],
    "durak",
)
"""All that one seat knows; fields shared with STATE mean the same, less what is hidden.

In this order the fields leave no gap before the public ones, which are copied as a block: `observe` writes every byte.
"""

copy_public = block_copier(PUBLIC_FIELDS)


@jit_inline
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write into ``info`` what ``seat`` knows of ``state``, and leave nothing of what the record held before.

    Compiled agents get a record by pointer. What one of them writes into it, the next that is told by it never sees.
    """
    other = 1 - seat
    to_move = state.phase != GAME_OVER and mover(state) == seat
    info.legal = state.legal if to_move else ZERO
    copy_public(state, info)
    info.hand_sizes[0] = count(state.hands[0])
    info.hand_sizes[1] = count(state.hands[1])
    info.seat = seat
    info.open_world = open_world
    info.hands[seat] = state.hands[seat]
    if open_world:
        info.hands[other] = state.hands[other]
        info.unseen = ZERO
        for place in range(MAX_CARDS):
            info.talon[place] = state.talon[place]
    else:
        hide(state, seat, info)


@jit
def observe_first(states: np.ndarray, seat: Seat, open_world: bool, infos: np.ndarray) -> None:
    """`observe` for the first of the states, into the first of the records."""
    observe(states[0], seat, open_world, infos[0])


@jit_inline
def hide(state: State, seat: Seat, info: Info) -> None:
    """Fill in the closed world's view of the other hand and the talon."""
    other = 1 - seat
    hidden_talon = np.int64(state.talon_size)
    seen = state.hands[seat] | state.known[other] | state.attacks | state.defences | state.discard
    for place in range(MAX_CARDS):
        info.talon[place] = NO_CARD
    if hidden_talon > 0 and state.trump_card != NO_CARD:
        info.talon[0] = state.trump_card
        seen |= bit(state.trump_card)
        hidden_talon -= 1
    unseen = state.deck & ~seen
    if hidden_talon == 0:  # nowhere else can they be
        info.hands[other] = state.known[other] | unseen
        info.unseen = ZERO
    else:
        info.hands[other] = state.known[other]
        info.unseen = unseen


@jit
def determinize_into(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` one of the states consistent with ``info``, each with the same probability."""
    seat = np.int64(info.seat)
    other = 1 - seat
    copy_public(info, state)
    talon_size = np.int64(info.talon_size)
    for place in range(MAX_CARDS):
        state.talon[place] = info.talon[place]
    state.hands[seat] = info.hands[seat]
    state.hands[other] = info.hands[other]
    if info.unseen != ZERO:
        bottom = np.int64(info.talon[0] != NO_CARD)
        top = lay_unseen(info.unseen, stream, state, bottom)
        for place in range(talon_size, top):
            state.hands[other] |= bit(state.talon[place])
            state.talon[place] = NO_CARD
    state.legal = legal_actions(state)


@jit_inline
def lay_unseen(unseen: Cards, stream: Stream, state: State, bottom: int) -> int:
    """Lay the unseen cards into the talon in random order from ``bottom`` on; returns the place after them."""
    top = bottom
    while unseen != ZERO:
        place = bottom + below(stream, top - bottom + 1)
        state.talon[top] = state.talon[place]
        state.talon[place] = lowest(unseen)
        unseen = without_lowest(unseen)
        top += 1
    return top


class InformationSet:
    """What a seat knows, for people and for agents written in Python.

    Whoever is given one may write into it: it shares nothing with the game, nor with what others are given.

    Attributes:
        record: the INFO record that compiled code works on.
        rules: the rules of the game.
        plies: perfect recall: (seat, action id) of every ply since the deal.
    """

    __slots__ = ("plies", "record", "rules")

    def __init__(self, record: Any, rules: Rules, plies: Sequence[tuple[int, int]] = ()) -> None:
        self.record = record
        self.rules = rules
        self.plies = tuple(plies)

    @classmethod
    def of(
        cls, state: State, rules: Rules, seat: int, open_world: bool = False, plies: Sequence[tuple[int, int]] = ()
    ) -> InformationSet:
        """What ``seat`` knows of ``state``.

        Raises:
            ValueError: there is no such seat.
        """
        if seat not in (0, 1):
            raise ValueError(f"seat is 0 or 1, not {seat!r}")
        states, infos = np.zeros(1, STATE), np.zeros(1, INFO)  # arrays, as records take 20 times longer to hand over
        states[0] = state
        observe_first(states, seat, open_world, infos)
        return cls(infos[0], copy(rules), plies)

    def copy(self) -> InformationSet:
        """An equal one that shares nothing with this one."""
        return InformationSet(self.record.copy(), copy(self.rules), self.plies)

    @property
    def seat(self) -> int:
        """Whose knowledge this is: 0 or 1."""
        return int(self.record.seat)

    @property
    def open_world(self) -> bool:
        """Whether all cards are known."""
        return bool(self.record.open_world)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own hand, suit by suit, ranks ascending."""
        return cards_of(self.record.hands[self.seat])

    @property
    def other_hand(self) -> tuple[Card, ...]:
        """The cards known to be in the other seat's hand."""
        return cards_of(self.record.hands[1 - self.seat])

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in the other hand or in the talon."""
        return cards_of(self.record.unseen)

    @property
    def hand_sizes(self) -> tuple[int, int]:
        """Cards in the hands of seat 0 and seat 1."""
        return int(self.record.hand_sizes[0]), int(self.record.hand_sizes[1])

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards of this bout in the order played."""
        return tuple(card_of(slot) for slot in self.record.table[: self.record.table_size])

    @property
    def attack_cards(self) -> tuple[Card, ...]:
        """This bout's attack cards in the order played."""
        return tuple(card for card in self.table if int(self.record.attacks) >> card.slot & 1)

    @property
    def defence_cards(self) -> tuple[Card, ...]:
        """This bout's defence cards in the order played; the i-th beats the i-th attack card."""
        return tuple(card for card in self.table if int(self.record.defences) >> card.slot & 1)

    @property
    def discard(self) -> tuple[Card, ...]:
        """The cards out of play."""
        return cards_of(self.record.discard)

    @property
    def talon_size(self) -> int:
        """Cards left in the talon."""
        return int(self.record.talon_size)

    @property
    def talon(self) -> tuple[Card | None, ...]:
        """The talon in drawing order; None for a card that the seat does not know."""
        slots = self.record.talon[: self.talon_size][::-1]
        return tuple(card_of(slot) if slot != NO_CARD else None for slot in slots)

    @property
    def trump_suit(self) -> str | None:
        """``c d h s``, or None without trumps."""
        return None if self.record.trump_suit == NO_SUIT else SUITS[self.record.trump_suit]

    @property
    def trump_card(self) -> Card | None:
        """The card that was dealt face up, wherever it is now."""
        return None if self.record.trump_card == NO_CARD else card_of(self.record.trump_card)

    @property
    def attacker(self) -> int:
        """The attacker's seat."""
        return int(self.record.attacker)

    @property
    def phase(self) -> Phase:
        """What kind of ply is due."""
        return Phase(int(self.record.phase))

    @property
    def to_move(self) -> bool:
        """Whether the seat is to move."""
        return bool(self.record.legal != 0)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; none when it is not to move."""
        return actions_of(self.record.legal, self.rules)

    def action_of(self, slot: int) -> int:
        """The action id of a legal slot.

        Raises:
            IllegalSlotError: it is not the slot of a legal action.
        """
        if not (0 <= slot < 64 and int(self.record.legal) >> slot & 1):
            from durak_env.action_errors import illegal_slot  # which looks at information sets

            raise illegal_slot(self, slot)
        return int(actions_of_slots(self.rules)[slot])

    def key(self) -> bytes:
        """The present knowledge as bytes, without the counters of bouts and plies: equal knowledge, equal keys."""
        record = self.record.copy()
        record["bouts"] = record["plies"] = 0
        return record.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InformationSet):
            return NotImplemented
        return self.rules == other.rules and self.plies == other.plies and bytes(self.record) == bytes(other.record)

    def __hash__(self) -> int:
        return hash((self.key(), self.plies))


def determinize(info: InformationSet, rng: np.random.Generator) -> State:
    """A STATE drawn uniformly from those consistent with ``info``; in the open world the state itself."""
    state = np.zeros(1, STATE)[0]
    determinize_into(info.record, streams_from(rng)[0], state)
    return state
