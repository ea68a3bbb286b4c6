"""The rules that vary in a game, as a frozen dataclass: made from a mapping or a text, and written as text."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Self

from cardkit.dealing.ranks import HIGHEST_RANK
from cardkit.specs.values import read_value
from cardkit.wording import meant, quoted

if typing.TYPE_CHECKING:
    from cardkit.playing_cards import Card


class VariantRules:
    """The features of any game's rules: a frozen dataclass with slots, in which all have defaults.

    Its ``__post_init__`` checks them.
    """

    __slots__ = ()
    __dataclass_fields__: typing.ClassVar[dict[str, Any]]
    NAMED: typing.ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Rules by name, each with what it changes of the standard rules."""

    @classmethod
    def of(cls, rules: Any) -> Self:
        """Make rules from any of their forms.

        The forms are rules; a mapping such as ``{"start_rank": 9}``; a text such as ``standard`` or
        ``start_rank=9,hand_size=4``, as ``str(rules)`` writes it; and None for the standard rules. A text may begin
        with one of the names in ``NAMED``, which the rest changes.

        Raises:
            ValueError: an unknown or repeated name, or a value out of its range.
        """
        if isinstance(rules, cls):
            return rules
        if isinstance(rules, str):
            return cls(**cls.values_of(rules))
        if rules is not None and not isinstance(rules, Mapping):
            first = next(iter(cls.__dataclass_fields__.values()))
            example = f"{first.name}={first.default}"
            raise ValueError(f"rules must be Rules(...), a mapping or a text such as {example!r}, got {quoted(rules)}")
        for name in rules or ():
            _check_name(cls, name)
        return cls(**(rules or {}))

    @classmethod
    def values_of(cls, text: str) -> dict[str, Any]:
        """Read the values that a text gives to rules by name, whether they go together or not; see `of`."""
        named = {"standard": {}, **cls.NAMED}
        first, _, rest = text.partition(",")
        base = named.get(first.strip())
        parts = text.split(",") if base is None else rest.split(",") if rest else []
        values: dict[str, Any] = {}
        for part in parts:
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if name in named and not equals:
                raise ValueError(
                    f"{name!r} names a whole set of rules: one alone, which comes first; then name=value,..."
                )
            if not equals:
                known = ", ".join(map(repr, named))
                raise ValueError(f"{quoted(part.strip())} is not a rule: write {known} or name=value,...")
            _check_name(cls, name)
            if name in values:
                raise ValueError(f"the rule {name!r} is given twice")
            values[name] = read_value(name, value, _kinds(cls)[name])
        return {**(base or {}), **values}

    def __new__(cls, *_: Any, **named: Any) -> Self:
        for name in named:
            _check_name(cls, name)
        return object.__new__(cls)

    def __copy__(self) -> Self:
        """Make an equal object quickly: checked values need no second check."""
        twin = object.__new__(type(self))
        for name in self.__dataclass_fields__:
            object.__setattr__(twin, name, getattr(self, name))
        return twin

    def __str__(self) -> str:
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        changed = {name: value for name, value in values.items() if value != self.__dataclass_fields__[name].default}
        return ",".join(f"{name}={_text(value)}" for name, value in changed.items()) or "standard"


class SeatRules(VariantRules):
    """Rules of a game for ``num_players`` seats."""

    __slots__ = ()
    num_players: int

    def check_seat(self, seat: Any) -> None:
        """Raise ValueError unless this is the number of a seat."""
        if isinstance(seat, bool | float) or seat not in range(self.num_players):
            raise ValueError(f"seat must be {self.seats_in_words}, got {quoted(seat)}")

    @property
    def seats_in_words(self) -> str:
        """The seats as errors name them: ``0 or 1``."""
        *first, last = map(str, range(self.num_players))
        return f"{', '.join(first)} or {last}"


class DeckRules(SeatRules):
    """Rules of a game with playing cards: the first ``num_suits`` suits from ``start_rank`` to the ace."""

    __slots__ = ()
    start_rank: int
    num_suits: int

    def check_deck_size(self) -> None:
        """Raise ValueError unless there is a card for each seat."""
        if self.num_cards < self.num_players:
            cards = "1 card" if self.num_cards == 1 else f"{self.num_cards} cards"
            raise ValueError(
                f"a deck of {cards} is too small for {self.num_players} seats: lower start_rank "
                f"({self.start_rank}) or num_players, or raise num_suits ({self.num_suits})"
            )

    @property
    def num_ranks(self) -> int:
        """The number of ranks in the deck."""
        return HIGHEST_RANK + 1 - self.start_rank

    @property
    def num_cards(self) -> int:
        """The number of cards in the deck."""
        return self.num_suits * self.num_ranks

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in the order of their ids."""
        from cardkit.playing_cards import deck_of

        return deck_of(self.start_rank, self.num_suits)


@lru_cache
def _kinds(rules: type) -> Mapping[str, Any]:
    """Return the rules' annotations, by name."""
    hints = typing.get_type_hints(rules)
    return {name: hints[name] for name in rules.__dataclass_fields__}  # type: ignore[attr-defined]


def _check_name(rules: type, name: Any) -> None:
    if name not in _kinds(rules):
        known = _kinds(rules)
        raise ValueError(f"unknown rule {quoted(name)};{meant(name, known)} the rules are {', '.join(known)}")


def _text(value: Any) -> str:
    """Write a value as text without a comma: a tuple's parts with hyphens between them."""
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)
