"""The rules that vary: seats, the schedule of rounds, trumps, the dealer's bid, points, blind rounds, the deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from numbers import Integral
from re import fullmatch
from typing import Any

from cardkit.checks import listed
from cardkit.dealing.ranks import HIGHEST_RANK, LOWEST_RANK, MAX_CARDS, SUITS
from cardkit.rules.declared import check_rules, choices_of, rule, with_attributes
from cardkit.rules.variant_rules import DeckRules
from cardkit.wording import quoted

FEWEST_SEATS, MOST_SEATS = 2, 7
MOST_ROUNDS = 64
MOST_IN_HAND = 13  # unless the rules ask for more
MOST_POINTS = 1000  # that a rule may give for a trick or a bid

NO_TRUMPS = "-"


@with_attributes
@dataclass(frozen=True, slots=True)
class Rules(DeckRules):
    """The rules that vary. The defaults are rounds of 13, 12, ..., 1 cards for four seats.

    Raises:
        ValueError: a value is out of its range, the deck has too few cards, or the rules contradict each other.
    """

    num_players: int = rule(4, low=FEWEST_SEATS, high=MOST_SEATS, say="seats", aliases=["--players"], page=False)
    hand_size: int | None = rule(
        None,
        low=1,
        high=MAX_CARDS // FEWEST_SEATS,
        none="13, or as many as the deck gives",
        say="cards dealt to each seat in the first round",
    )
    rounds: int | None = rule(None, low=1, high=MOST_ROUNDS, none="as many as hand_size", say="rounds of a game")
    dynamic: bool = rule(True, say="a card less each round down to one, then a card more")
    hand_sizes: tuple[int, ...] | None = rule(
        None, none="these three decide", say="cards of each round, such as 3-2-1, instead of these three", page=False
    )
    trump: str = rule(
        "rotation",
        choices={
            "rotation": "a suit after the other",
            "turn_up": "the card turned up after the deal",
            "random": "drawn",
        },
        say="where trumps come from",
        record="u1",
        record_as="trump_rule",
    )
    trump_order: str = rule(
        "hdsc", say="trumps of the rounds in rotation, - for none; suits that the deck lacks are left out", page=False
    )
    hook: bool = rule(
        True,
        say="the dealer's bid may not make the bids add up to the tricks",
        record="u1",
    )
    scoring: str = rule(
        "standard",
        choices={
            "standard": "tricks count, and a bid that is made pays the bonus",
            "exact": "a bid that is missed pays nothing",
            "penalty": "it costs points_per_trick for each trick too many or too few",
        },
        say="points of a missed bid",
        record="u1",
    )
    bonus: int = rule(10, low=0, high=MOST_POINTS, say="points for a bid that is made", record="i4")
    points_per_trick: int = rule(1, low=0, high=MOST_POINTS, say="points for a trick", record="i4")
    blind: str = rule(
        "none",
        choices={"none": "nothing", "half": "trumps", "full": "the own hand"},
        say="unknown before the last bid",
        record="u1",
    )
    first_dealer: int | None = rule(
        None, low=0, high=MOST_SEATS - 1, none="the last", say="the seat that deals the first round", page=False
    )
    start_rank: int = rule(LOWEST_RANK, low=LOWEST_RANK, high=HIGHEST_RANK, say="lowest rank of the deck")
    num_suits: int = rule(len(SUITS), low=1, high=len(SUITS), say="suits of the deck", record="u1")

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, _plain(getattr(self, name)))
        check_rules(self)
        if self.bonus == self.points_per_trick == 0:
            raise ValueError("bonus and points_per_trick must not both be 0: nothing would give points")
        if self.first_dealer is not None and self.first_dealer >= self.num_players:
            last = self.num_players - 1
            raise ValueError(f"first_dealer must be an integer from 0 to {last}, got {self.first_dealer}")
        if self.blind == "half" and self.trump == "rotation":
            raise ValueError("blind='half' needs trump='turn_up' or 'random', since all know the rotation")
        self.check_deck_size()
        self._check_schedule()
        self._check_trump_order()

    def _check_schedule(self) -> None:
        if self.hand_sizes is None:
            if self.hand_size is not None:
                self._check_hand_size("hand_size", self.hand_size)
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
        """The number of action ids: one a card, then one a bid, from 0 to the largest hand, whatever the schedule."""
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
    def spelled_out(self) -> Rules:
        """The rules with nothing left to other options: rules that play alike are equal in this form."""
        return replace(
            self,
            hand_size=None,
            rounds=None,
            dynamic=True,
            hand_sizes=self.schedule,
            trump_order=self.rotation if self.trump == "rotation" else NO_TRUMPS,
            first_dealer=self.dealer,
        )

    @property
    def num_plies(self) -> int:
        """The number of plies of a game: each round has a bid and its cards of each seat."""
        return sum(self.num_players * (size + 1) for size in self.schedule)

    @property
    def points_range(self) -> tuple[int, int]:
        """The fewest and the most points that a seat can have in a whole game."""
        return self.points_range_from(0)

    def points_range_from(self, first: int) -> tuple[int, int]:
        """Return the fewest and the most points that the rounds from number ``first`` on can bring a seat."""
        rounds = self.schedule[first:]
        tricks = sum(rounds) * self.points_per_trick
        return -tricks if self.scoring == "penalty" else 0, tricks + self.bonus * len(rounds)


TRUMPS, SCORINGS, BLINDS = (choices_of(Rules, name) for name in ("trump", "scoring", "blind"))
RulesLike = Rules | Mapping[str, Any] | str | None
"""The values that `Rules.of` accepts."""


def _hand_size(first: int, number: int) -> int:
    """Return the cards of a round of a schedule from ``first`` to 1, up again, and so on; turning points come once."""
    if first == 1:
        return 1
    step = number % (2 * (first - 1))
    return first - step if step < first else step - first + 2


def _whole_list(sizes: Any) -> tuple[Any, ...]:
    """Return the parts of a list, or of a text with hyphens; a number is a list of one."""
    if isinstance(sizes, str):
        parts = [part.strip() for part in sizes.split("-")]
        if not all(fullmatch(r"[0-9]{1,9}", part) for part in parts):
            raise ValueError(f"hand_sizes must be integers such as 3-2-1, got {quoted(sizes)}")
        return tuple(map(int, parts))
    if isinstance(sizes, int):
        return (sizes,)
    return tuple(map(_plain, listed("hand_sizes", sizes, MOST_ROUNDS, "integers or a text such as '3-2-1'")))


def _plain(value: Any) -> Any:
    """Return a value, of NumPy's integers as Python's, whose sums have no limit."""
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else value
