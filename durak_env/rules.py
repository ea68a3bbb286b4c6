"""The rules that vary: sizes of the deck and of a hand, trumps, the limit on attack cards in a bout."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cardkit.spec_values import read_value
from cardkit.wording import shortened
from durak_env.cards import HIGHEST_RANK, LOWEST_RANK, RANKS, SUITS, Card

NO_LIMIT = 255
"""``max_attack_cards`` in a record without a limit; no deck has as many cards."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that vary. The defaults are the 36-card game with trumps.

    Attributes:
        start_rank: lowest rank of the deck, 2..14 (6: 36 cards, 2: 52 cards, 14: aces only).
        num_suits: suits of the deck, 1..4.
        hand_size: cards dealt to a hand, which also draws up to this number; 1 or more.
        include_trumps: whether there is a trump suit (and, where there is a talon, a face-up trump card).
        max_attack_cards: largest number of attack cards in a bout, 1 or more; None: only the defender's hand limits it.

    Raises:
        ValueError: a value is out of its range, or the deck has too few cards for two seats.
    """

    start_rank: int = 6
    num_suits: int = 4
    hand_size: int = 6
    include_trumps: bool = True
    max_attack_cards: int | None = None

    def __post_init__(self) -> None:
        _check_range("start_rank", self.start_rank, LOWEST_RANK, HIGHEST_RANK)
        _check_range("num_suits", self.num_suits, 1, len(SUITS))
        _check_range("hand_size", self.hand_size, 1, None)
        if not isinstance(self.include_trumps, bool):
            raise ValueError(f"include_trumps must be True or False, got {self.include_trumps!r}")
        if self.max_attack_cards is not None:
            _check_range("max_attack_cards", self.max_attack_cards, 1, None)
        if self.num_cards < 2:
            raise ValueError(
                f"a deck of {self.num_cards} card is too small for two seats: lower start_rank "
                f"({self.start_rank}) or raise num_suits ({self.num_suits})"
            )

    @classmethod
    def of(cls, rules: RulesLike) -> Rules:
        """Rules from any of their forms: `Rules`; a mapping such as ``{"start_rank": 9}``; a text such as
        ``standard`` or ``start_rank=9,hand_size=4``, as ``str(rules)`` writes it; None for the standard rules.

        Raises:
            ValueError: an unknown or repeated name, or a value out of its range.
        """
        if isinstance(rules, Rules):
            return rules
        if isinstance(rules, str):
            return cls._of_text(rules)
        if rules is not None and not isinstance(rules, Mapping):
            raise ValueError(
                f"rules must be Rules(...), a mapping or a text such as 'start_rank=9', got {shortened(repr(rules))}"
            )
        for name in rules or ():
            _check_name(name)
        return cls(**(rules or {}))

    @classmethod
    def _of_text(cls, text: str) -> Rules:
        values: dict[str, Any] = {}
        for part in [] if text.strip() == "standard" else text.split(","):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals:
                raise ValueError(f"{shortened(repr(part.strip()))} is not a rule: write 'standard' or name=value,...")
            _check_name(name)
            if name in values:
                raise ValueError(f"the rule {name!r} is given twice")
            values[name] = read_value(name, value, _KINDS[name])
        return cls(**values)

    def __copy__(self) -> Rules:
        """An equal object, made quickly: checked values need no second check."""
        twin = object.__new__(type(self))
        for name in Rules.__dataclass_fields__:
            object.__setattr__(twin, name, getattr(self, name))
        return twin

    @property
    def num_ranks(self) -> int:
        """Number of ranks in the deck."""
        return HIGHEST_RANK + 1 - self.start_rank

    @property
    def num_cards(self) -> int:
        """Number of cards in the deck."""
        return self.num_suits * self.num_ranks

    @property
    def num_actions(self) -> int:
        """Number of action ids: one per card, then TAKE, then DONE."""
        return self.num_cards + 2

    @property
    def take(self) -> int:
        """Action id of TAKE."""
        return self.num_cards

    @property
    def done(self) -> int:
        """Action id of DONE."""
        return self.num_cards + 1

    @property
    def dealt(self) -> tuple[int, int]:
        """Number of cards dealt to seat 0 and to seat 1."""
        if self.num_cards > 2 * self.hand_size:
            return self.hand_size, self.hand_size
        return self.num_cards - self.num_cards // 2, self.num_cards // 2

    @property
    def has_talon(self) -> bool:
        """Whether the deal leaves any cards."""
        return self.num_cards > 2 * self.hand_size

    @property
    def has_trump_card(self) -> bool:
        """Whether the talon's last card lies face up and names the trump suit."""
        return self.include_trumps and self.has_talon

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in the order of their ids."""
        return tuple(self._cards())

    def __str__(self) -> str:
        changed = {
            name: value for name, value in asdict(self).items() if value != Rules.__dataclass_fields__[name].default
        }
        return ",".join(f"{name}={value}" for name, value in changed.items()) or "standard"

    def _cards(self) -> Iterator[Card]:
        for suit in SUITS[: self.num_suits]:
            for rank in RANKS[self.start_rank - LOWEST_RANK :]:
                yield Card(rank + suit)


RulesLike = Rules | Mapping[str, Any] | str | None
"""What `Rules.of` accepts."""

_KINDS = typing.get_type_hints(Rules)


def _check_name(name: Any) -> None:
    if name not in _KINDS:
        raise ValueError(f"unknown rule {shortened(repr(name))}; the rules are {', '.join(_KINDS)}")


def _check_range(name: str, value: Any, low: int, high: int | None) -> None:
    wanted = f"of at least {low}" if high is None else f"from {low} to {high}"
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < low or (high is not None and value > high):
        raise ValueError(f"{name} must be an integer {wanted}, got {value!r}")
