"""The content of a picture, made from a state or from what a seat knows. Text and drawings share it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardkit.playing_cards import Card, cards_of
from cardkit.render.card_text import by_suit
from cardkit.render.seats import Seated
from oh_hell_env.actions import texts_of_actions
from oh_hell_env.core.records import SIZE_MASK, STATES, Phase
from oh_hell_env.information import InformationSet
from oh_hell_env.rules import Rules

Hand = tuple[Card | None, ...]
Laid = tuple[tuple[int, Card], ...]
"""The cards of a trick in the order played, each with the seat that played it."""


@dataclass(frozen=True, slots=True)
class Scene(Seated):
    """A game as a picture shows it; None stands for a hidden card.

    Attributes:
        near: the seat at the lower edge.
        hands: by seat; cards by suit (trumps last) and rank, then the hidden cards.
        trick: the cards on the table.
        last_trick: the trick before, of the same round.
        winning: the seat whose card is the best of ``trick``, or of ``last_trick`` while the table is empty; None
            before the round's first card.
        trump_suit: ``c d h s``; None in a round without trumps; ``?`` while they are unknown.
        turned: the card that lies face up, if there is one and it is known.
        undealt: number of cards that lie undealt, the turned card not counted.
        bids: by seat; None before the bid.
        won: tricks won in this round, by seat.
        scores: points of the rounds that are over, by seat.
        made: rounds made, by seat.
        dealer: seat.
        round: number of the round, counted from 1.
        rounds: of the game.
        hand_size: cards dealt to each seat in this round.
        phase: what kind of ply is due.
        mover: seat to move; None once the game is over.
        legal: what the mover may play, as action texts, cards by suit; empty if the viewer may not know it.
        plies: actions played.
    """

    near: int
    hands: tuple[Hand, ...]
    trick: Laid
    last_trick: Laid
    winning: int | None
    trump_suit: str | None
    turned: Card | None
    undealt: int
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    scores: tuple[int, ...]
    made: tuple[int, ...]
    dealer: int
    round: int
    rounds: int
    hand_size: int
    phase: Phase
    mover: int | None
    legal: tuple[str, ...]
    plies: int

    @property
    def doing(self) -> str:
        """What is done now: ``bids``, ``trick 3``, ``game over``."""
        if self.phase == Phase.PLAY:
            return f"trick {sum(self.won) + 1}"
        return "bids" if self.phase == Phase.BID else "game over"

    @property
    def first_place(self) -> tuple[int, ...]:
        """The seats with the highest score."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))

    def standing(self, seat: int) -> tuple[str, ...]:
        """How a seat stands: ``("bid 3", "won 1", "24 points")``."""
        bid, score = self.bids[seat], self.scores[seat]
        return (
            *([] if bid is None else [f"bid {bid}", f"won {self.won[seat]}"]),
            f"{score} point{'' if score == 1 else 's'}",
        )


def scene_of(view: Any, seat: int | None = None) -> Scene:
    """The scene of an `InformationSet`, or of a STATE record.

    Args:
        view: what to show.
        seat: the seat whose knowledge of a state is shown; None shows all cards. Ignored for an information set.
    """
    if isinstance(view, InformationSet):
        return _scene(view, view.seat)
    if getattr(view, "dtype", None) not in STATES.values():
        raise TypeError(f"view must be an InformationSet or a STATE record, got {type(view).__name__}")
    if seat is None:
        to_move = 0 if view.phase == Phase.OVER else int(view.mover)
        return _scene(InformationSet.of(view, _rules_of(view), to_move, open_world=True), 0)
    return _scene(InformationSet.of(view, _rules_of(view), seat), seat)


def _scene(info: InformationSet, near: int) -> Scene:
    record = info.record
    trick, last_trick = _laid(info.leader, info.trick, info), _last_trick(info)
    return Scene(
        near=near,
        hands=tuple(_hand(info, seat) for seat in range(info.rules.num_players)),
        trick=trick,
        last_trick=last_trick,
        winning=int(record.best_seat) if trick else info.leader if last_trick else None,
        trump_suit=info.trump,
        turned=info.turned,
        undealt=info.undealt,
        bids=tuple(None if bid < 0 else bid for bid in info.bids),
        won=info.won,
        scores=info.scores,
        made=info.made,
        dealer=info.dealer,
        round=info.round + 1,
        rounds=len(info.schedule),
        hand_size=info.hand_size,
        phase=info.phase,
        mover=info.mover,
        legal=_legal(info),
        plies=int(record.plies),
    )


def _laid(leader: int, cards: tuple[Card, ...], info: InformationSet) -> Laid:
    return tuple(((leader + place) % info.rules.num_players, card) for place, card in enumerate(cards))


def _last_trick(info: InformationSet) -> Laid:
    if not info.tricks:
        return ()
    last = info.tricks[-1]
    return _laid(last.leader, last.cards, info)


def _hand(info: InformationSet, seat: int) -> Hand:
    known = info.hands[seat]
    return (*by_suit(known, info.trump), *[None] * (info.hand_sizes[seat] - len(known)))


def _legal(info: InformationSet) -> tuple[str, ...]:
    words = [texts_of_actions(info.rules)[action] for action in info.legal_actions]
    return tuple(words) if info.phase != Phase.PLAY else by_suit([Card(word) for word in words], info.trump)


def _rules_of(state: Any) -> Rules:
    """Rules with the seats, the deck and the schedule of a STATE record, which holds all that a picture shows else."""
    deck = cards_of(state.deck)
    return Rules(
        num_players=len(state.hands),
        hand_sizes=tuple(int(entry) & SIZE_MASK for entry in state.plan[: state.rounds]),
        start_rank=min(card.rank for card in deck),
        num_suits=len({card.suit for card in deck}),
    )
