"""The rules that vary: seats, the schedule of rounds, trumps, the dealer's bid, points, blind rounds, the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from re import fullmatch
from typing import Any

import numpy as np

from cardkit.checks import check_choice, check_whole
from cardkit.playing_cards import HIGHEST_RANK, LOWEST_RANK, SUITS
from cardkit.variant_rules import DeckRules
from cardkit.wording import quoted

FEWEST_SEATS, MOST_SEATS = 2, 7
MOST_ROUNDS = 64
MOST_IN_HAND = 13  # unless the rules ask for more
MOST_POINTS = 1000  # that a rule may give for a trick or a bid

TRUMPS = ("rotation", "turn_up", "random")
"""Where trumps come from: the values of ``trump``."""
SCORINGS = ("standard", "exact", "penalty")
"""What a bid that is missed pays: the values of ``scoring``."""
BLINDS = ("none", "half", "full")
"""What nobody knows before the last bid: the values of ``blind``."""
NO_TRUMPS = "-"


@dataclass(frozen=True, slots=True)
class Rules(DeckRules):
    """The rules that vary. The defaults are rounds of 13, 12, ..., 1 cards for four seats.

    Attributes:
        num_players: seats, 2..7.
        hand_size: cards dealt to each seat in the first round. None: 13, or as many as the deck gives each.
        rounds: number of rounds, 1..64. None: ``hand_size``.
        dynamic: whether each round has a card less, and after the round of one card a card more, up to ``hand_size``
            and down again. If not, each round has ``hand_size`` cards.
        hand_sizes: the cards of each round, instead of the three above: a list of at most 64 integers, or a text such
            as ``3-2-1``.
        trump: where trumps come from: a ``rotation`` of suits; the card that is ``turn_up`` after the deal; ``random``.
        trump_order: the rotation: letters of ``cdhs``, and ``-`` for a round without trumps. Suits that the deck lacks
            are left out.
        hook: whether the dealer may not bid what would make the bids add up to the number of tricks.
        scoring: ``standard`` (tricks count, and a bid that is made pays the bonus), ``exact`` (a bid that is missed
            pays nothing) or ``penalty`` (it costs ``points_per_trick`` for each trick too many or too few).
        bonus: points for a bid that is made, 0..1000.
        points_per_trick: points for a trick, 0..1000.
        blind: what nobody knows before the last bid: ``none``; ``half``: trumps; ``full``: the own hand.
        first_dealer: the seat that deals the first round. None: the last seat.
        start_rank: lowest rank of the deck, 2..14.
        num_suits: suits of the deck, 1..4.

    Raises:
        ValueError: a value is out of its range, the deck has too few cards, or the rules contradict each other.
    """

    num_players: int = 4
    hand_size: int | None = None
    rounds: int | None = None
    dynamic: bool = True
    hand_sizes: tuple[int, ...] | None = None
    trump: str = TRUMPS[0]
    trump_order: str = "hdsc"
    hook: bool = True
    scoring: str = SCORINGS[0]
    bonus: int = 10
    points_per_trick: int = 1
    blind: str = BLINDS[0]
    first_dealer: int | None = None
    start_rank: int = LOWEST_RANK
    num_suits: int = len(SUITS)

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, _plain(getattr(self, name)))
        check_whole("num_players", self.num_players, FEWEST_SEATS, MOST_SEATS)
        check_whole("start_rank", self.start_rank, LOWEST_RANK, HIGHEST_RANK)
        check_whole("num_suits", self.num_suits, 1, len(SUITS))
        for name in ("dynamic", "hook"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} must be True or False, got {quoted(getattr(self, name))}")
        for name, known in (("trump", TRUMPS), ("scoring", SCORINGS), ("blind", BLINDS)):
            check_choice(name, getattr(self, name), known)
        for name in ("bonus", "points_per_trick"):
            check_whole(name, getattr(self, name), 0, MOST_POINTS)
        if self.bonus == self.points_per_trick == 0:
            raise ValueError("bonus and points_per_trick must not both be 0: nothing would give points")
        if self.first_dealer is not None:
            check_whole("first_dealer", self.first_dealer, 0, self.num_players - 1)
        if self.blind == "half" and self.trump == "rotation":
            raise ValueError("blind='half' needs trump='turn_up' or 'random', since all know the rotation")
        self.check_deck_size()
        self._check_schedule()
        self._check_trump_order()

    def _check_schedule(self) -> None:
        if self.hand_sizes is None:
            if self.hand_size is not None:
                self._check_hand_size("hand_size", self.hand_size)
            if self.rounds is not None:
                check_whole("rounds", self.rounds, 1, MOST_ROUNDS)
            return
        for name in ("hand_size", "rounds", "dynamic"):
            if getattr(self, name) != self.__dataclass_fields__[name].default:
                raise ValueError(
                    f"{name} must be left out, since hand_sizes gives all rounds; got {name}={getattr(self, name)}"
                )
        object.__setattr__(self, "hand_sizes", _whole_list(self.hand_sizes))
        if not 1 <= len(self.hand_sizes) <= MOST_ROUNDS:
            raise ValueError(f"hand_sizes must have from 1 to {MOST_ROUNDS} rounds, got {len(self.hand_sizes)}")
        for size in self.hand_sizes:
            self._check_hand_size("hand_sizes", size)

    def _check_hand_size(self, name: str, size: int) -> None:
        most = self.most_in_hand
        whole = isinstance(size, int) and not isinstance(size, bool)
        if not whole or not 1 <= size <= most:
            parts = "be an integer" if name == "hand_size" else "hold integers"
            deck = f"{self.num_players} seats share {self.num_cards} cards"
            raise ValueError(f"{name} must {parts} from 1 to {most}, since {deck}; got {quoted(size)}")

    def _check_trump_order(self) -> None:
        letters = SUITS + NO_TRUMPS
        order = self.trump_order
        if not isinstance(order, str) or not order or set(order) - set(letters):
            raise ValueError(f"trump_order must be letters of {letters}, such as 'hdsc', got {quoted(order)}")
        if not self.rotation:
            suits = " ".join(self.suits)
            raise ValueError(f"trump_order must name a suit of the deck, {suits}, or '-', got {quoted(order)}")

    @property
    def suits(self) -> str:
        """The suits of the deck."""
        return SUITS[: self.num_suits]

    @property
    def most_in_hand(self) -> int:
        """The largest hand that the deck gives each seat."""
        return self.num_cards // self.num_players

    @property
    def num_actions(self) -> int:
        """Number of action ids: one a card, then one a bid, from 0 to the largest hand, whatever the schedule."""
        return self.num_cards + self.most_in_hand + 1

    @property
    def schedule(self) -> tuple[int, ...]:
        """The cards dealt to each seat, round by round."""
        if self.hand_sizes is not None:
            return self.hand_sizes
        first = min(MOST_IN_HAND, self.most_in_hand) if self.hand_size is None else self.hand_size
        rounds = first if self.rounds is None else self.rounds
        return tuple(_hand_size(first, number) if self.dynamic else first for number in range(rounds))

    @property
    def rotation(self) -> str:
        """The trump order without the suits that the deck lacks."""
        return "".join(letter for letter in self.trump_order if letter in self.suits + NO_TRUMPS)

    @property
    def dealer(self) -> int:
        """The seat that deals the first round."""
        return self.num_players - 1 if self.first_dealer is None else self.first_dealer

    @property
    def num_plies(self) -> int:
        """Number of plies of a game: each round has a bid and its cards of each seat."""
        return sum(self.num_players * (size + 1) for size in self.schedule)

    @property
    def points_range(self) -> tuple[int, int]:
        """The fewest and the most points that a seat can have in a whole game."""
        return self.points_range_from(0)

    def points_range_from(self, first: int) -> tuple[int, int]:
        """The fewest and the most points that the rounds from number ``first`` on can bring a seat."""
        rounds = self.schedule[first:]
        tricks = sum(rounds) * self.points_per_trick
        return -tricks if self.scoring == "penalty" else 0, tricks + self.bonus * len(rounds)

    def turns_up(self, round_number: int) -> bool:
        """Whether a card is turned up in a round: where the card names trumps, and the deal leaves one."""
        return self.trump == "turn_up" and self.num_players * self.schedule[round_number] < self.num_cards


RulesLike = Rules | Mapping[str, Any] | str | None
"""What `Rules.of` accepts."""


def _hand_size(first: int, number: int) -> int:
    """The cards of a round that goes down from ``first`` to 1, up again, and so on; the turning points come once."""
    if first == 1:
        return 1
    step = number % (2 * (first - 1))
    return first - step if step < first else step - first + 2


def _whole_list(sizes: Any) -> tuple[Any, ...]:
    """The parts of a list, or of a text with hyphens; a number is a list of one."""
    if isinstance(sizes, str):
        parts = [part.strip() for part in sizes.split("-")]
        if not all(fullmatch(r"\d{1,9}", part) for part in parts):
            raise ValueError(f"hand_sizes must be integers such as 3-2-1, got {quoted(sizes)}")
        return tuple(map(int, parts))
    if isinstance(sizes, int):
        return (sizes,)
    if not isinstance(sizes, Sequence):
        raise ValueError(f"hand_sizes must be a list of integers or a text such as '3-2-1', got {quoted(sizes)}")
    return tuple(map(_plain, sizes))


def _plain(value: Any) -> Any:
    """A value, of NumPy's integers as Python's, whose sums have no limit."""
    return int(value) if isinstance(value, np.integer) else value
