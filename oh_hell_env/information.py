"""Information sets for people and for agents written in Python; `oh_hell_env.knowledge` decides their content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cardkit.known import KnownCards, fields
from cardkit.playing_cards import SUITS, Card, by_suit, card_of, cards_of
from oh_hell_env.action_errors import illegal_slot
from oh_hell_env.actions import BID, PLAY, actions_of, actions_of_slots, parse_action, texts_of_actions
from oh_hell_env.cards import NO_CARD, NO_SUIT, UNKNOWN_CARD, UNKNOWN_SUIT
from oh_hell_env.core.bidding import NO_BID, banned_bid
from oh_hell_env.core.records import SIZE_MASK, Info, Phase, State, state_dtype
from oh_hell_env.knowledge import info_dtype, observe_first
from oh_hell_env.rules import Rules


class Trick(NamedTuple):
    """A trick that is over.

    Attributes:
        leader: the seat that led.
        cards: in the order played.
        winner: the seat that won.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int


class Laid(NamedTuple):
    """A card on the table.

    Attributes:
        seat: that has played it.
        card: the card.
    """

    seat: int
    card: Card


class InformationSet(KnownCards):
    """A seat's knowledge, for people and for agents written in Python.

    `cardkit.known.Known` has its ``record``, ``rules`` and ``plies``.
    """

    __slots__ = ()

    record: Info
    rules: Rules

    state_dtype, info_dtype = staticmethod(state_dtype), staticmethod(info_dtype)
    observe_first = staticmethod(observe_first)
    GAME, PICTURES = "oh_hell_env.oh_hell:OhHell", "oh_hell_env.render"
    TOLD = fields(
        *("seat", "phase", "round", "schedule", "dealer", "leader", "hand", "hands", "hand_sizes", "unseen", "undealt"),
        *("trump", "turned", "banned", "won", "made", "scores", "trick", "tricks", "voids"),
        bids="called",
    )

    @property
    def mover(self) -> int | None:
        """The seat to move; None once the game is over."""
        return None if self.phase == Phase.OVER else int(self.record.mover)

    @property
    def phase(self) -> Phase:
        """The kind of ply that is due."""
        return Phase(int(self.record.phase))

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return int(self.record.dealer)

    @property
    def round(self) -> int:
        """The number of the round, from 0."""
        return int(self.record.round_number)

    @property
    def schedule(self) -> tuple[int, ...]:
        """The cards dealt to each seat, round by round."""
        return tuple(int(entry) & SIZE_MASK for entry in self.record.plan[: self.record.rounds])

    @property
    def hand_size(self) -> int:
        """The cards dealt to each seat in this round."""
        return int(self.record.hand_size)

    @property
    def undealt(self) -> int:
        """The number of cards that lie undealt, the turned card not counted."""
        return int(self.record.undealt)

    @property
    def trump(self) -> str | None:
        """The trump suit, ``c d h s``; None in a round without trumps; ``?`` while it is unknown."""
        suit = int(self.record.trump)
        return "?" if suit == UNKNOWN_SUIT else None if suit == NO_SUIT else SUITS[suit]

    @property
    def turned(self) -> Card | None:
        """The card that lies face up; None if there is none, or while it is unknown."""
        return None if self.record.turned in (NO_CARD, UNKNOWN_CARD) else card_of(self.record.turned)

    @property
    def bids(self) -> tuple[int, ...]:
        """The bids, by seat; -1 before the bid."""
        return tuple(map(int, self.record.bids))

    @property
    def called(self) -> tuple[int | None, ...]:
        """The bids, by seat; None before the bid."""
        return tuple(None if bid < 0 else bid for bid in self.bids)

    @property
    def won(self) -> tuple[int, ...]:
        """The tricks won in this round, by seat."""
        return tuple(map(int, self.record.won))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the rounds that are over, by seat."""
        return tuple(map(int, self.record.scores))

    @property
    def made(self) -> tuple[int, ...]:
        """The number of rounds made, by seat."""
        return tuple(map(int, self.record.made))

    @property
    def first_place(self) -> tuple[int, ...]:
        """The seats with the highest score."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))

    @property
    def leader(self) -> int:
        """The seat that leads this trick; while bidding, the first one."""
        return int(self.record.leader)

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return self._played(self.record.played - self.record.on_table, self.record.played)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The earlier tricks of this round: leader, cards in the order played, winner."""
        seats, leaders = self.rules.num_players, self.record.leaders
        return tuple(
            Trick(int(leaders[one]), self._played(one * seats, one * seats + seats), int(leaders[one + 1]))
            for one in range(int(self.record.tricks))
        )

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The cards on the table, in the order played, each with the seat that played it."""
        return self._laid(self.leader, self.trick)

    @property
    def last_laid(self) -> tuple[Laid, ...]:
        """The cards of the trick before, if it is of this round."""
        return self._laid(self.tricks[-1].leader, self.tricks[-1].cards) if self.tricks else ()

    @property
    def winning(self) -> int | None:
        """The seat with the best card of this trick, or of the one before; None before the round's first card."""
        return int(self.record.best_seat) if self.trick else self.leader if self.tricks else None

    @property
    def played_by(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat has played in this round, suit by suit, ranks ascending."""
        return tuple(map(cards_of, self.record.played_by))

    @property
    def voids(self) -> tuple[str, ...]:
        """The suits that each seat has failed to follow in this round, such as ``ch``, by seat."""
        return tuple(
            "".join(suit for place, suit in enumerate(SUITS) if bits >> place & 1) for bits in self.record.voids
        )

    @property
    def banned(self) -> int | None:
        """The bid that the hook denies the seat to move; None if there is none."""
        if self.phase != Phase.BID:
            return None
        bid = int(banned_bid(self.record, int(self.record.mover)))
        return None if bid == NO_BID else bid

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; none when it is not to move."""
        return actions_of(self._kind, self.record.legal, self.rules)

    def action_of(self, slot: int) -> int:
        """Return the action id of a legal slot.

        Raises:
            IllegalSlotError: it is not the slot of a legal action.
        """
        if not (0 <= slot < 64 and int(self.record.legal) >> slot & 1):
            raise illegal_slot(self, slot)
        return int(actions_of_slots(self.rules)[self._kind, slot])

    @property
    def legal_words(self) -> tuple[str, ...]:
        """The legal actions as text, cards by suit, trumps last."""
        texts = self.legal_texts
        return texts if self.phase != Phase.PLAY else by_suit(map(Card, texts), self.trump)

    def text_of(self, action: int, seat: int) -> str:
        """Write an action as text."""
        return texts_of_actions(self.rules)[action]

    @property
    def brief(self) -> str:
        """The rules in brief, and how plies are written."""
        from oh_hell_env.notation.brief import brief  # few ask

        return brief(self.rules)

    def action_named(self, text: str) -> int:
        """Return the action id of a text; raise ValueError if it has none. While bids are due a bare number is one."""
        is_bid = self.phase == Phase.BID and isinstance(text, str) and text.strip().isdecimal()
        return parse_action(f"b{text.strip()}" if is_bid else text, self.rules)

    def _laid(self, leader: int, cards: Sequence[Card]) -> tuple[Laid, ...]:
        return tuple(Laid((leader + place) % self.rules.num_players, card) for place, card in enumerate(cards))

    @property
    def _kind(self) -> int:
        return BID if self.phase == Phase.BID else PLAY

    def _played(self, first: int, end: int) -> tuple[Card, ...]:
        return tuple(card_of(slot) for slot in self.record.order[int(first) : int(end)])

    def key(self) -> bytes:
        """Return the present knowledge as bytes, without the count of plies: equal knowledge, equal keys."""
        record = self.record.copy()
        record["plies"] = 0
        return record.tobytes()


def determinize(info: InformationSet, rng: np.random.Generator) -> State:
    """Draw a STATE uniformly from those consistent with ``info``.

    In the open world it is the state itself, but for the deals of later rounds and the order of the undealt cards.
    """
    return info.determinize(rng).record
