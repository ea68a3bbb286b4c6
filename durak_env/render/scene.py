"""The content of a picture, made from a state or from what a seat knows. Text and drawings share it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from durak_env.cards import DONE_SLOT, TAKE_SLOT, Card, cards_of
from durak_env.game import ATTACK, DEFENCE, GAME_OVER, NO_LIMIT, PHASES, STATE, mover, returns
from durak_env.information import InformationSet
from durak_env.rules import Rules

Pair = tuple[Card, Card | None]


@dataclass(frozen=True, slots=True)
class Scene:
    """A game as a picture shows it; None stands for a hidden card.

    Attributes:
        near: the seat at the lower edge.
        hands: of seat 0 and seat 1; cards by suit (trumps last) and rank, then the hidden cards.
        table: attack cards, each with the card that beats it or None.
        talon: in drawing order.
        discard: cards out of play.
        trump_suit: ``c d h s``; None without trumps.
        trump_card: the card dealt face up, wherever it is now; None if there was none.
        attacker: seat.
        phase: ATTACK .. GAME_OVER.
        mover: seat to move; None once the game is over.
        legal: what the mover may play, as card texts, ``take`` and ``done``; empty if the viewer may not know it.
        bout: number of the bout, counted from 1.
        plies: actions played.
        returns: of seat 0 and seat 1; None during the game.
    """

    near: int
    hands: tuple[tuple[Card | None, ...], tuple[Card | None, ...]]
    table: tuple[Pair, ...]
    talon: tuple[Card | None, ...]
    discard: tuple[Card, ...]
    trump_suit: str | None
    trump_card: Card | None
    attacker: int
    phase: int
    mover: int | None
    legal: tuple[str, ...]
    bout: int
    plies: int
    returns: tuple[int, int] | None

    @property
    def bottom_card(self) -> Card | None:
        """The trump card while it lies face up under the talon."""
        return self.talon[-1] if self.talon and self.talon[-1] == self.trump_card else None

    @property
    def phase_name(self) -> str:
        """``attack`` .. ``game over``."""
        return PHASES[self.phase]


def scene_of(view: Any, seat: int | None = None) -> Scene:
    """The scene of an `InformationSet`, or of a STATE record.

    Args:
        view: what to show.
        seat: the seat whose knowledge of a state is shown; None shows all cards. Ignored for an information set.
    """
    if isinstance(view, InformationSet):
        return _scene(view, view.seat)
    if getattr(view, "dtype", None) != STATE:
        raise TypeError(f"view must be an InformationSet or a STATE record, got {type(view).__name__}")
    if seat is None:
        to_move = 0 if view.phase == GAME_OVER else int(mover(view))
        return _scene(InformationSet.of(view, _rules_of(view), to_move, open_world=True), 0)
    return _scene(InformationSet.of(view, _rules_of(view), seat), seat)


def _scene(info: InformationSet, near: int) -> Scene:
    record, over = info.record, info.phase == GAME_OVER
    return Scene(
        near=near,
        hands=(_hand(info, 0), _hand(info, 1)),
        table=tuple(zip_longest(info.attack_cards, info.defence_cards)),
        talon=info.talon,
        discard=info.discard,
        trump_suit=info.trump_suit,
        trump_card=info.trump_card,
        attacker=info.attacker,
        phase=info.phase,
        mover=None if over else info.attacker ^ (info.phase == DEFENCE),
        legal=_legal(info),
        bout=int(record.bouts) + (info.phase == ATTACK),
        plies=int(record.plies),
        returns=(int(returns(record, 0)), int(returns(record, 1))) if over else None,
    )


def _hand(info: InformationSet, seat: int) -> tuple[Card | None, ...]:
    known = cards_of(info.record.hands[seat])
    trumps_last = sorted(known, key=lambda card: (card[1] == info.trump_suit, card.suit, card.rank))
    return (*trumps_last, *[None] * (info.hand_sizes[seat] - len(known)))


def _legal(info: InformationSet) -> tuple[str, ...]:
    mask = int(info.record.legal)
    playable = tuple(card for card in _hand(info, info.seat) if card is not None and mask >> card.slot & 1)
    return (*playable, *["take"] * (mask >> TAKE_SLOT & 1), *["done"] * (mask >> DONE_SLOT & 1))


def _rules_of(state: Any) -> Rules:
    """The rules held by a STATE record."""
    deck = cards_of(state.deck)
    return Rules(
        start_rank=min(card.rank for card in deck),
        num_suits=len({card.suit for card in deck}),
        hand_size=int(state.full_hand),
        include_trumps=bool(state.include_trumps),
        max_attack_cards=None if state.max_attack_cards == NO_LIMIT else int(state.max_attack_cards),
    )
