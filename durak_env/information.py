"""Information sets for people and for agents written in Python; `durak_env.knowledge` decides their content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import zip_longest
from typing import Any, Self

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.protocol import NOBODY
from cardkit.known import KnownCards, fields
from cardkit.notation.records import result_of
from cardkit.playing_cards import SUITS, Card, by_suit, card_of, cards_of
from durak_env.action_errors import action_text, illegal_slot, laid_cards, transferred_card
from durak_env.actions import actions_of, actions_of_slots
from durak_env.core.records import (
    ATTACK,
    DEFENCE,
    GAME_OVER,
    NO_CARD,
    NO_SUIT,
    PHASES,
    Info,
    Phase,
    State,
    state_dtype,
)
from durak_env.evidence.told import Evidence, evidence_of, heeding, log_of
from durak_env.knowledge import info_dtype, observe_first
from durak_env.rules import PLAIN_ALONE, Rules


class InformationSet(KnownCards):
    """A seat's knowledge, for people and for agents written in Python.

    `cardkit.known.Known` has its ``record``, ``rules`` and ``plies``.

    Attributes:
        first_trump: the slot of the lowest trump in the own first hand; NO_TRUMP if it had none, NO_CARD if that is not
            known. It is known of the plain game only.
    """

    __slots__ = ("first_trump",)

    record: Info
    rules: Rules
    first_trump: int

    state_dtype, info_dtype = staticmethod(state_dtype), staticmethod(info_dtype)
    observe_first = staticmethod(observe_first)
    GAME, PICTURES = "durak_env.durak:Durak", "durak_env.render"
    TOLD = fields(
        *("seat", "attacker", "hand", "unseen", "discard", "hand_sizes", "talon_size", "talon", "trump_suit"),
        *("trump_card",),
        phase="phase_name",
        table="pairs",
    )
    AT_TABLE = fields("defender", "place", "shown", "idle", out="out_bouts")
    """Told besides of games of more than two seats or with transfers."""

    def __init__(
        self, record: Any, rules: Rules, plies: Sequence[tuple[int, int]] = (), first_trump: int = NO_CARD
    ) -> None:
        super().__init__(record, rules, plies)
        self.first_trump = first_trump

    @classmethod
    def of(
        cls,
        state: protocol.State,
        rules: Rules,
        seat: int,
        open_world: bool = False,
        plies: Sequence[tuple[int, int]] = (),
    ) -> Self:
        """Return the knowledge that ``seat`` has of ``state``.

        Raises:
            ValueError: the game has no such seat.
        """
        known = super().of(state, rules, seat, open_world, plies)
        if rules.is_plain:
            known.first_trump = int(state["first_trumps"][seat])
        return known

    def copy(self) -> InformationSet:
        """Copy the knowledge; the copy shares nothing with it."""
        return type(self)(self.record.copy(), copy(self.rules), self.plies, self.first_trump)

    @property
    def evidence(self) -> Evidence:
        """The rules' evidence about the other hand, given all plies of the game; nothing if no card is hidden.

        Raises:
            ValueError: it is not the plain game of two seats, or the plies are not all known.
        """
        return evidence_of(self.evidence_log()[0])

    def with_evidence(self) -> InformationSet:
        """Copy the knowledge into a record of type EVIDENT_INFO, by which `determinize` heeds the evidence.

        Raises:
            ValueError: it is not the plain game of two seats, or the plies are not all known.
        """
        return type(self)(heeding(self.record, self.evidence_log()), copy(self.rules), self.plies, self.first_trump)

    def evidence_log(self) -> np.ndarray:
        """Return what `evidence` tells as an array of one LOG record; it is empty if no card is hidden.

        Raises:
            ValueError: it is not the plain game of two seats, or the plies are not all known.
        """
        if not self.rules.is_plain:
            raise ValueError(f"evidence is counted for {PLAIN_ALONE}; the rules are {self.rules}")
        if len(self.plies) != int(self.record.plies):
            raise ValueError(
                f"evidence needs all plies of the game: it has had {int(self.record.plies)}, but plies has "
                f"{len(self.plies)}"
            )
        return log_of(self.record, self.rules, self.plies, self.first_trump)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InformationSet):
            return NotImplemented
        return self.first_trump == other.first_trump and super().__eq__(other)

    __hash__ = KnownCards.__hash__

    @property
    def other_hand(self) -> tuple[Card, ...]:
        """The cards known to be in the other seat's hand.

        Raises:
            ValueError: there are several others.
        """
        if not self._has_other_hand:
            seats = f"not of {self.rules.num_players}" if self.rules.num_players > 2 else "and one of them"
            raise ValueError(f"other_hand needs a game of two seats, {seats}: use hands")
        return cards_of(self.record.hands[1 - self.seat])

    @property
    def _has_other_hand(self) -> bool:
        return self.rules.num_players == 2 and self.seat != NOBODY

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards of this bout in the order played."""
        return tuple(card_of(slot) for slot in self.record.table[: self.record.table_size])

    @property
    def attack_cards(self) -> tuple[Card, ...]:
        """The attack cards of this bout in the order played."""
        return laid_cards(self.record, self.record.attacks)

    @property
    def defence_cards(self) -> tuple[Card, ...]:
        """The defence cards of this bout in the order played; the i-th beats the i-th attack card."""
        return laid_cards(self.record, self.record.defences)

    @property
    def pairs(self) -> tuple[tuple[Card, Card | None], ...]:
        """The attack cards of this bout in the order played, each with the card that beats it, or None."""
        return tuple(zip_longest(self.attack_cards, self.defence_cards))

    @property
    def card_to_beat(self) -> Card:
        """The oldest attack card that is not beaten; there must be one."""
        return self.attack_cards[len(self.defence_cards)]

    @property
    def bout(self) -> int:
        """The number of the bout, from 1."""
        return int(self.record.bouts) + (self.phase == ATTACK)

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
    def bottom_card(self) -> Card | None:
        """The trump card while it lies face up under the talon."""
        lies_there = self.talon_size and self.record.talon[0] == self.record.trump_card != NO_CARD
        return self.trump_card if lies_there else None

    @property
    def hands_by_suit(self) -> tuple[tuple[Card | None, ...], ...]:
        """Each hand, by seat: the cards known to be in it, by suit, trumps last; then None for each other one."""
        return tuple(by_suit(hand, self.trump_suit) for hand in self.all_hands)

    @property
    def trump_suit(self) -> str | None:
        """The trump suit, ``c d h s``; None without trumps."""
        return None if self.record.trump_suit == NO_SUIT else SUITS[self.record.trump_suit]

    def is_trump(self, card: Card) -> bool:
        """Return whether a card is of the trump suit."""
        return card[1] == self.trump_suit

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
    def place(self) -> int:
        """The seat where the defender defends, another one only in teams; counted only where a table needs it."""
        return int(self.record.place)

    @property
    def sides(self) -> tuple[int, ...]:
        """The number of the side that each seat plays for."""
        return tuple(seat % self.rules.teams for seat in range(self.rules.num_players))

    @property
    def out_bouts(self) -> tuple[int, ...]:
        """The bout with which each seat went out, 0 while it is in; counted only where a table needs it."""
        return tuple(map(int, self.record.out_bout))

    @property
    def just_out(self) -> tuple[int, ...]:
        """The seats that went out with the last bout, once it is over and where more than two play."""
        if self.rules.num_players == 2 or self.phase not in (ATTACK, GAME_OVER):
            return ()
        return tuple(seat for seat, bout in enumerate(self.out_bouts) if 0 < bout == int(self.record.bouts))

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have neither cards nor a talon to draw from."""
        return () if self.talon_size else tuple(seat for seat, size in enumerate(self.hand_sizes) if not size)

    @property
    def results(self) -> tuple[str, ...] | None:
        """The result of each seat, ``fool``, ``winner`` or ``draw``; None during the game."""
        if self.phase != GAME_OVER:
            return None
        state = determinize(self, np.random.default_rng(0))  # all states that the seat thinks possible share them
        if not self.rules.is_plain:
            state["by_places"] = False
        paid = result_of(state, self.rules.num_players)
        return tuple("fool" if one < 0 else "winner" if one > 0 else "draw" for one in paid or ())

    @property
    def idle(self) -> int:
        """The number of idle bouts in a row, in which cards were taken and none drawn afterwards.

        It is counted only where a game can go in circles.
        """
        return 0 if self.rules.is_plain else int(self.record.idle)

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that have shown a trump to transfer."""
        bits = 0 if self.rules.is_plain else int(self.record.shown)
        return tuple(seat for seat in range(self.rules.num_players) if bits >> seat & 1)

    @property
    def phase(self) -> Phase:
        """The kind of ply that is due."""
        return Phase(int(self.record.phase))

    @property
    def phase_name(self) -> str:
        """The kind of ply: ``attack``, ``defence``, ``throw-in``, ``throw-in after take`` or ``game over``."""
        return PHASES[self.phase]

    @property
    def legal_words(self) -> tuple[str, ...]:
        """The legal actions as text: cards by suit, trumps last, then transfers, then taking and being done."""
        rules, actions = self.rules, self.legal_actions
        cards = by_suit((rules.deck[one] for one in actions if one < rules.take), self.trump_suit)
        others = (self.text_of(one, self.seat) for one in actions[len(cards) :])
        return (*cards, *sorted(others, key=lambda word: word in ("take", "done")))

    @property
    def brief(self) -> str:
        """The rules in brief, and how plies are written."""
        from durak_env.notation.brief import brief  # few ask

        return brief(self.rules)

    def text_of(self, action: int, seat: int) -> str:
        """Write an action as text."""
        return action_text(action, self.rules)

    def action_named(self, text: str) -> int:
        """Return the action id of a text; raise ValueError if it has none."""
        from durak_env.notation.words import parse_action  # which knows the game

        return parse_action(text, self.rules)

    def transferred_card(self, text: str) -> Card:
        """Return the card that ``>h`` lays or ``show`` shows in reply to the attack."""
        return transferred_card(text, self.attack_cards[0], self.trump_suit)

    def _fields(self) -> Mapping[str, str]:
        others = fields("other_hand" if self._has_other_hand else "hands")
        return {**self.TOLD, **others} if self.rules.is_plain else {**self.TOLD, **others, **self.AT_TABLE}

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; none when it is not to move."""
        return actions_of(self.record.legal, self.rules)

    def action_of(self, slot: int) -> int:
        """Return the action id of a legal slot.

        Raises:
            IllegalSlotError: it is not the slot of a legal action.
        """
        if not (0 <= slot < 64 and int(self.record.legal) >> slot & 1):
            raise illegal_slot(self, slot)
        return int(actions_of_slots(self.rules)[slot])

    def _draw(self, stream: protocol.Stream, state: protocol.State) -> None:
        super()._draw(stream, state)
        if self.rules.is_plain:
            state["first_trumps"][self.seat] = self.first_trump

    def key(self) -> bytes:
        """Return the present knowledge as bytes, without counters of bouts and plies: equal knowledge, equal keys."""
        record = self.record.copy()
        record["bouts"] = record["plies"] = 0
        if not self.rules.is_plain:  # in which order seats went out matters, not when
            bouts = record["out_bout"]
            record["out_bout"] = np.searchsorted(np.unique(bouts[bouts > 0]), bouts, side="right")
        return record.tobytes()


def determinize(info: InformationSet, rng: np.random.Generator) -> State:
    """Draw a STATE uniformly from those consistent with ``info``.

    In the open world it is the state itself, but for the other first hand.

    Consistent with the record of ``info``; after `InformationSet.with_evidence`, with the whole game.
    """
    return info.determinize(rng).record
