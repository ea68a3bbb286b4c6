"""Complete deals: all that chance decides, so that a game can be repeated or replayed from its record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bang_env.cards import NUM_CARDS
from bang_env.characters import NUM_CHARACTERS, ROLE_LETTERS, ROLES_IN_PLAY
from bang_env.core.records import LIST, MOST_GIVEN, State, new_states
from bang_env.game import begin
from bang_env.rules import Rules
from cardkit.checks import listed
from cardkit.wording import quoted

Chance = tuple[int | tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """All that chance decides in a game.

    Attributes:
        roles: a letter of ``SDOR`` for each seat.
        characters: their numbers, by seat.
        deck: all cards in drawing order; seat 0 is dealt all of its hand first.
        chance: what happens after the deal, in order: the new deck of a reshuffle in drawing order, or the card that is
            taken blindly.
    """

    roles: str
    characters: tuple[int, ...]
    deck: tuple[int, ...]
    chance: Chance = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "characters", _numbers("characters", self.characters, NUM_CHARACTERS))
        object.__setattr__(self, "deck", _numbers("deck", self.deck, NUM_CARDS))
        object.__setattr__(self, "chance", _chance(self.chance))

    @classmethod
    def from_options(cls, rules: Rules, options: Mapping[str, Any]) -> Deal | None:
        """Read the deal from an environment's reset options; None if they give none.

        Raises:
            ValueError: the options contradict the rules or each other.
        """
        given = {name: options[name] for name in ("roles", "characters", "deck") if options.get(name) is not None}
        if not given:
            if options.get("chance") is not None:
                raise ValueError("option 'chance' needs the options 'roles', 'characters' and 'deck'")
            return None
        lacking = [repr(name) for name in ("roles", "characters", "deck") if name not in given]
        if lacking:
            raise ValueError(f"option {next(iter(given))!r} needs {' and '.join(lacking)}: give the whole deal or none")
        chance = options.get("chance")
        deal = cls(given["roles"], given["characters"], given["deck"], () if chance is None else chance)
        deal.check(rules)
        return deal

    def check(self, rules: Rules) -> None:
        """Raise ValueError, naming the problem, unless the deal fits the rules."""
        seats = rules.num_players
        wanted = "".join(sorted(ROLE_LETTERS[role] for role in ROLES_IN_PLAY[:seats]))
        if not isinstance(self.roles, str) or len(self.roles) != seats or "".join(sorted(self.roles)) != wanted:
            raise ValueError(f"roles must be the letters {wanted} in the order of the seats, got {quoted(self.roles)}")
        if len(self.characters) != seats or len(set(self.characters)) != seats:
            raise ValueError(f"characters must be {seats} different ones, got {quoted(list(self.characters))}")
        if sorted(self.deck) != list(range(NUM_CARDS)):
            twice = sorted({card for card in self.deck if self.deck.count(card) > 1})
            lacking = sorted(set(range(NUM_CARDS)) - set(self.deck))
            raise ValueError(f"deck must hold each of the {NUM_CARDS} cards once; twice: {twice}, lacking: {lacking}")
        size = sum(1 if isinstance(entry, int) else len(entry) + 1 for entry in self.chance)
        if size > MOST_GIVEN:
            raise ValueError(f"chance must take {MOST_GIVEN:,} bytes or fewer, one a card and one a list; got {size:,}")

    def lay_out(self, rules: Rules) -> Any:
        """Make the STATE record at the start of the game; chance after what is given follows from no stream yet.

        Raises:
            ValueError: the deal does not fit the rules.
        """
        self.check(rules)
        state = new_states(rules)[0]
        state.roles[:] = [ROLE_LETTERS.index(letter) for letter in self.roles]
        state.characters[:] = self.characters
        state.deck[:] = self.deck[::-1]
        given = [number for entry in self.chance for number in _bytes_of(entry)]
        state.given[: len(given)] = given
        state.given_length = len(given)
        begin(state)
        return state


def capture_deal(start: State, rules: Rules) -> Deal:
    """Read the deal of a game that has just begun, with the chance that it is fed."""
    roles = "".join(ROLE_LETTERS[role] for role in start.roles)
    return Deal(roles, tuple(start.characters.tolist()), tuple(start.dealt.tolist()), chance_in(start))


def _bytes_of(entry: int | tuple[int, ...]) -> Iterable[int]:
    return (entry,) if isinstance(entry, int) else (LIST + len(entry), *entry)


def chance_in(start: State) -> Chance:
    """Read the chance that a start is fed, entry by entry."""
    found: list[int | tuple[int, ...]] = []
    given = start.given[: int(start.given_length)].tolist()
    place = 0
    while place < len(given):
        number = given[place]
        size = max(0, number - LIST)
        found.append(number if number < LIST else tuple(given[place + 1 : place + 1 + size]))
        place += 1 + size
    return tuple(found)


def _numbers(name: str, values: Any, end: int) -> tuple[int, ...]:
    """Return a list of at most ``end`` numbers below ``end`` as a tuple."""
    numbers = listed(name, values, end, f"numbers from 0 to {end - 1}")
    for number in numbers:
        whole = isinstance(number, int | np.integer) and not isinstance(number, bool)
        if not whole or not 0 <= number < end:
            raise ValueError(f"{name} must hold numbers from 0 to {end - 1}, got {quoted(number)}")
    return tuple(map(int, numbers))


def _chance(values: Any) -> Chance:
    """Return the entries: cards and lists of different cards.

    They fit the game or not: that shows when they happen.
    """
    entries = listed("chance", values, MOST_GIVEN, "cards and of lists of cards")
    return tuple(_entry(f"entry {number} of chance", entry) for number, entry in enumerate(entries, 1))


def _entry(name: str, entry: Any) -> int | tuple[int, ...]:
    if isinstance(entry, int | np.integer) and not isinstance(entry, bool):
        return _numbers(name, [entry], NUM_CARDS)[0]
    cards = _numbers(name, entry, NUM_CARDS) if isinstance(entry, Iterable) and not isinstance(entry, str) else ()
    if not cards or len(set(cards)) != len(cards):
        raise ValueError(f"{name} must be a card, or a list of different cards, got {quoted(entry)}")
    return cards
