"""The content of a picture, made from a state or from what a seat knows. Text and drawings share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np

from cardkit.notation.records import result_of
from cardkit.playing_cards import SUITS, Card, cards_of
from cardkit.render.card_text import by_suit
from cardkit.render.seats import Seated
from cardkit.rules.recorded import recorded_rules
from durak_env.action_errors import transferred_card
from durak_env.cards import DONE_SLOT, SHOW_SLOT, TAKE_SLOT, TRANSFER_SLOTS
from durak_env.core.records import ATTACK, GAME_OVER, PHASES, STATE, STATES
from durak_env.core.seating import mover
from durak_env.information import InformationSet, determinize
from durak_env.rules import Rules

Pair = tuple[Card, Card | None]
Hand = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Scene(Seated):
    """A game as a picture shows it; None stands for a hidden card.

    Attributes:
        near: the seat at the lower edge.
        hands: by seat; cards by suit (trumps last) and rank, then the hidden cards.
        table: attack cards, each with the card that beats it or None.
        talon: in drawing order.
        discard: cards out of play.
        trump_suit: ``c d h s``; None without trumps.
        trump_card: the card dealt face up, wherever it is now; None if there was none.
        attacker: seat.
        defender: seat.
        phase: ATTACK .. GAME_OVER.
        mover: seat to move; None once the game is over.
        legal: what the mover may play, as action texts, cards by suit; empty if the viewer may not know it.
        bout: number of the bout, counted from 1.
        plies: actions played.
        returns: by seat, -1 for the fool; None during the game.
        sides: number of the side that each seat plays for.
        shown: the seats that have shown a trump to transfer.
        just_out: the seats that went out with the last bout, where more than two play.
    """

    near: int
    hands: tuple[Hand, ...]
    table: tuple[Pair, ...]
    talon: tuple[Card | None, ...]
    discard: tuple[Card, ...]
    trump_suit: str | None
    trump_card: Card | None
    attacker: int
    defender: int
    phase: int
    mover: int | None
    legal: tuple[str, ...]
    bout: int
    plies: int
    returns: tuple[float, ...] | None
    sides: tuple[int, ...]
    shown: tuple[int, ...]
    just_out: tuple[int, ...]

    @property
    def bottom_card(self) -> Card | None:
        """The trump card while it lies face up under the talon."""
        return self.talon[-1] if self.talon and self.talon[-1] == self.trump_card else None

    @property
    def phase_name(self) -> str:
        """``attack`` .. ``game over``."""
        return PHASES[self.phase]

    @property
    def card_to_beat(self) -> Card:
        """The oldest attack card that is not beaten; there must be one."""
        return next(attack for attack, defence in self.table if defence is None)

    def transferred_card(self, word: str) -> Card:
        """The card of ``>h`` or ``show``."""
        return transferred_card(word, self.table[0][0], self.trump_suit)

    def is_out(self, seat: int) -> bool:
        """Whether a seat has neither cards nor a talon to draw from."""
        return not self.talon and not self.hands[seat]

    def role(self, seat: int) -> str | None:
        """``attacker`` or ``defender`` of this bout; None for the other seats."""
        return {self.attacker: "attacker", self.defender: "defender"}.get(seat)

    def standing(self, seat: int) -> tuple[str, ...]:
        """The marks of a seat, at the end of the game with its result in place of its role."""
        if self.returns is None:
            return self.marks(seat)
        paid = self.returns[seat]
        result = "fool" if paid < 0 else "winner" if paid > 0 else "draw"
        return (result, *(mark for mark in self.marks(seat) if mark not in (self.role(seat), "out")))

    def marks(self, seat: int) -> tuple[str, ...]:
        """The words beside a seat's name: its role, its team, whether it is out or has shown a trump."""
        marks = {
            self.role(seat): self.role(seat) is not None,
            "out": self.seats > 2 and self.is_out(seat),
            f"team {self.sides[seat]}": len(set(self.sides)) < self.seats,
            "has shown": seat in self.shown,
        }
        return tuple(mark for mark, holds in marks.items() if mark and holds)


def scene_of(view: Any, seat: int | None = None) -> Scene:
    """The scene of an `InformationSet`, or of a STATE record.

    Args:
        view: what to show.
        seat: the seat whose knowledge of a state is shown; None shows all cards. Ignored for an information set.
    """
    if isinstance(view, InformationSet):
        return _scene(view, view.seat)
    if getattr(view, "dtype", None) not in (STATE, *STATES.values()):
        raise TypeError(f"view must be an InformationSet or a STATE record, got {type(view).__name__}")
    if seat is None:
        to_move = 0 if view.phase == GAME_OVER else int(mover(view))
        return _scene(InformationSet.of(view, rules_of(view), to_move, open_world=True), 0)
    return _scene(InformationSet.of(view, rules_of(view), seat), seat)


def _scene(info: InformationSet, near: int) -> Scene:
    record, rules, trumps = info.record, info.rules, info.trump_suit
    hands = tuple(_hand(known, size, trumps) for known, size in zip(info.hands, info.hand_sizes, strict=True))
    return Scene(
        near=near,
        hands=hands,
        table=tuple(zip_longest(info.attack_cards, info.defence_cards)),
        talon=info.talon,
        discard=info.discard,
        trump_suit=trumps,
        trump_card=info.trump_card,
        attacker=info.attacker,
        defender=info.defender,
        phase=info.phase,
        mover=info.mover,
        legal=_legal(info, hands),
        bout=int(record.bouts) + (info.phase == ATTACK),
        plies=int(record.plies),
        returns=_returns(info),
        sides=tuple(seat % rules.teams for seat in range(rules.num_players)),
        shown=info.shown,
        just_out=_just_out(info),
    )


def _hand(known: Sequence[Card], size: int, trumps: str | None) -> Hand:
    return (*by_suit(known, trumps), *[None] * (size - len(known)))


def _legal(info: InformationSet, hands: Sequence[Hand]) -> tuple[str, ...]:
    mask = int(info.record.legal)
    if not mask:
        return ()
    playable = [card for card in hands[info.seat] if card is not None and mask >> card.slot & 1]
    transfers = [f">{suit}" for suit, slot in zip(SUITS, TRANSFER_SLOTS, strict=True) if mask >> slot & 1]
    words = [word for word, slot in (("show", SHOW_SLOT), ("take", TAKE_SLOT), ("done", DONE_SLOT)) if mask >> slot & 1]
    return (*playable, *transfers, *words)


def _just_out(info: InformationSet) -> tuple[int, ...]:
    seats, record = info.rules.num_players, info.record
    if seats == 2 or info.phase not in (ATTACK, GAME_OVER):
        return ()
    return tuple(seat for seat in range(seats) if 0 < record.out_bout[seat] == record.bouts)


def _returns(info: InformationSet) -> tuple[float, ...] | None:
    """The returns that name the fool; all states that a seat thinks possible share them."""
    if info.phase != GAME_OVER:
        return None
    state = determinize(info, np.random.default_rng(0))
    if not info.rules.is_plain:
        state["by_places"] = False
    return result_of(state, len(state.hands))


def rules_of(state: Any) -> Rules:
    """The rules held by a STATE record."""
    deck, seats = cards_of(state.deck), len(state.hands)
    sides = 1 if state.dtype == STATE else seats // (seats - int(state.rivals[0]).bit_count())
    return Rules(
        start_rank=min(card.rank for card in deck),
        num_suits=len({card.suit for card in deck}),
        num_players=seats,
        num_teams=None if sides in (1, seats) else sides,
        **recorded_rules(Rules, state),
    )
