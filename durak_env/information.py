"""What a seat knows: the one place that decides it.

An INFO record is a state with everything taken out that its seat does not know. Agents, observations, masks and pages
are made from it and from nothing else.

==================  ===========================================================================================
known               closed world
==================  ===========================================================================================
own hand            whole
table               in order
discard             whole
another hand        the cards seen to come into it (taken up, the face-up trump card drawn, a trump shown) and still
                    held; the whole hand as soon as the cards not seen can be in no other place
talon               its size, and the trump card while it lies at the bottom
legal actions       of the seat itself, when it is to move
==================  ===========================================================================================

The cards not seen lie in the talon or in hands of which not all cards are known. So with three seats or more an empty
talon does not mean that all is known.

In the open world all hands and the talon's order are known to all seats.
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
from cardkit.compiled.records import Field, length_of, record, tail_copier, where_field
from durak_env.actions import actions_of, actions_of_slots
from durak_env.cards import MAX_CARDS, SUITS, Card, Cards, bit, card_of, cards_of, count
from durak_env.game import (
    DEFENCE,
    GAME_OVER,
    NO_CARD,
    NO_SUIT,
    PUBLIC_FIELDS,
    STATES,
    Phase,
    legal_actions,
    mover,
    owned_fields,
    public_fields,
    seats_of,
    state_dtype,
    table_fields,
)
from durak_env.rules import Rules


def info_fields(seats: int, public: list[Field]) -> list[Field]:
    """The fields of the record of what one seat knows.

    So ordered they leave no gap before the public ones, which are copied as a block: `observe` writes every byte.
    """
    spare = (MAX_CARDS + seats + 2) % 8
    return [
        *owned_fields(seats),
        ("hand_sizes", np.uint8, seats),
        ("seat", np.uint8),  # whose knowledge this is
        ("open_world", np.uint8),
        *([("spare", np.uint8, 8 - spare)] if spare else []),
        ("unseen", np.uint64),  # cards whose place the seat does not know: in another hand or in the talon
        *public,
    ]


INFO = record(info_fields(2, PUBLIC_FIELDS), "durak")
"""All that one seat knows; fields shared with STATE mean the same, less what is hidden."""
INFOS = {seats: record(info_fields(seats, public_fields(seats, table_fields(seats))), "durak") for seats in STATES}
"""The same for the games of STATES, by the number of seats."""


def info_dtype(rules: Rules) -> np.dtype[Any]:
    """The record of what a seat knows in a game by these rules."""
    return INFO if rules.is_plain else INFOS[rules.num_players]


copy_public = tail_copier("known")


def _clear_spare(info: Info) -> None:
    for place in range(_spare_of(info)):
        info.spare[place] = 0


def _nothing(info: Info) -> None:
    pass


_spare_of = length_of("spare")
clear_spare = where_field("spare", _clear_spare, _nothing)
"""Write the bytes that mean nothing."""


@jit_inline
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write into ``info`` what ``seat`` knows of ``state``, and leave nothing of what the record held before.

    Compiled agents get a record by pointer. What one of them writes into it, the next that is told by it never sees.
    """
    to_move = state.phase != GAME_OVER and mover(state) == seat
    info.legal = state.legal if to_move else ZERO
    copy_public(state, info)
    clear_spare(info)
    for one in range(seats_of(state)):
        info.hand_sizes[one] = count(state.hands[one])
    info.seat = seat
    info.open_world = open_world
    if open_world:
        for one in range(seats_of(state)):
            info.hands[one] = state.hands[one]
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
    """Fill in the closed world's view of the hands and the talon."""
    hidden_talon = np.int64(state.talon_size)
    for place in range(MAX_CARDS):
        info.talon[place] = NO_CARD
    seen = state.hands[seat] | state.attacks | state.defences | state.discard
    if hidden_talon > 0 and state.trump_card != NO_CARD:
        info.talon[0] = state.trump_card
        seen |= bit(state.trump_card)
        hidden_talon -= 1
    for one in range(seats_of(state)):
        info.hands[one] = state.known[one]
        seen |= state.known[one]
    info.hands[seat] = state.hands[seat]
    info.unseen = state.deck & ~seen
    if hidden_talon == 0:
        place_unseen(info)


def _place_with_the_only_one(info: Info) -> None:
    places, place = 0, 0
    for one in range(seats_of(info)):
        if count(info.hands[one]) < np.int64(info.hand_sizes[one]):
            places += 1
            place = one
    if places == 1:
        info.hands[place] |= info.unseen
        info.unseen = ZERO


def _place_with_the_other(info: Info) -> None:
    info.hands[1 - np.int64(info.seat)] |= info.unseen
    info.unseen = ZERO


place_unseen = where_field("mover", _place_with_the_only_one, _place_with_the_other)
"""Put the unseen cards, none of which is in the talon, into the only hand that they can be in, if there is only one."""


@jit
def determinize_into(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` one of the states consistent with ``info``, each with the same probability."""
    copy_public(info, state)
    for place in range(MAX_CARDS):
        state.talon[place] = info.talon[place]
    for one in range(seats_of(info)):
        state.hands[one] = info.hands[one]
    if info.unseen != ZERO:
        bottom = np.int64(info.talon[0] != NO_CARD)
        top = lay_unseen(info.unseen, stream, state, bottom)
        fill_hands(info, state, top)
    state.legal = legal_actions(state)


def _fill_hands(info: Info, state: State, top: int) -> None:
    for one in range(seats_of(info)):
        top -= fill_hand(info, state, one, top - np.int64(info.hand_sizes[one]) + count(info.hands[one]), top)


def _fill_other_hand(info: Info, state: State, top: int) -> None:
    fill_hand(info, state, 1 - np.int64(info.seat), np.int64(info.talon_size), top)


fill_hands = where_field("mover", _fill_hands, _fill_other_hand)
"""Move the unseen cards above those of the talon, all that lie below ``top``, into the hands that they complete."""


@jit_inline
def fill_hand(info: Info, state: State, seat: Seat, bottom: int, top: int) -> int:
    """Move the cards from ``bottom`` to ``top`` of the talon into a hand; returns their number."""
    for place in range(bottom, top):
        state.hands[seat] |= bit(state.talon[place])
        state.talon[place] = NO_CARD
    return top - bottom


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
        if seat not in range(rules.num_players):
            raise ValueError(f"seat is {rules.seats_in_words}, not {seat!r}")
        states, infos = (
            np.zeros(1, state_dtype(rules)),
            np.zeros(1, info_dtype(rules)),
        )  # arrays, as records take 20 times longer to hand over
        states[0] = state
        observe_first(states, seat, open_world, infos)
        return cls(infos[0], copy(rules), plies)

    def copy(self) -> InformationSet:
        """An equal one that shares nothing with this one."""
        return InformationSet(self.record.copy(), copy(self.rules), self.plies)

    @property
    def seat(self) -> int:
        """Whose knowledge this is."""
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
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards known to be in each hand, by seat."""
        return tuple(map(cards_of, self.record.hands))

    @property
    def other_hand(self) -> tuple[Card, ...]:
        """The cards known to be in the other seat's hand.

        Raises:
            ValueError: there are several others.
        """
        if self.rules.num_players > 2:
            raise ValueError(f"{self.rules.num_players} seats have no one other hand: look at hands")
        return cards_of(self.record.hands[1 - self.seat])

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in several places: other hands, or the talon."""
        return cards_of(self.record.unseen)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Cards in each hand, by seat."""
        return tuple(map(int, self.record.hand_sizes))

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
    def defender(self) -> int:
        """The defender's seat."""
        return 1 - self.attacker if self.rules.is_plain else int(self.record.defender)

    @property
    def mover(self) -> int | None:
        """The seat to move; None once the game is over."""
        if self.phase == GAME_OVER:
            return None
        if self.rules.is_plain:
            return self.defender if self.phase == DEFENCE else self.attacker
        return int(self.record.mover)

    @property
    def idle(self) -> int:
        """How many bouts in a row were taken with nobody drawing; counted where a game can go in circles."""
        return 0 if self.rules.is_plain else int(self.record.idle)

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that have shown a trump to transfer."""
        bits = 0 if self.rules.is_plain else int(self.record.shown)
        return tuple(seat for seat in range(self.rules.num_players) if bits >> seat & 1)

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
        if not self.rules.is_plain:  # in which order seats went out matters, not when
            bouts = record["out_bout"]
            record["out_bout"] = np.searchsorted(np.unique(bouts[bouts > 0]), bouts, side="right")
        return record.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InformationSet):
            return NotImplemented
        return self.rules == other.rules and self.plies == other.plies and bytes(self.record) == bytes(other.record)

    def __hash__(self) -> int:
        return hash((self.key(), self.plies))


def determinize(info: InformationSet, rng: np.random.Generator) -> State:
    """A STATE drawn uniformly from those consistent with ``info``; in the open world the state itself."""
    state = np.zeros(1, state_dtype(info.rules))[0]
    determinize_into(info.record, streams_from(rng)[0], state)
    return state
