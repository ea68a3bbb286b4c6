"""Information sets for people and for agents written in Python; `bang_env.knowledge` decides their content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from bang_env.actions import actions_in, parse_action, seen_text
from bang_env.cards import NUM_CARDS, PLACES, TABLE_PLACES, card_text
from bang_env.characters import CHARACTERS, ROLES
from bang_env.core import seats as seating
from bang_env.core.records import CAUSES, Info, Phase, State, state_dtype
from bang_env.determinization import determinize_into
from bang_env.knowledge import INFOS, info_dtype, observe, observe_first
from bang_env.rules import Rules
from cardkit.compiled.protocol import NOBODY
from cardkit.compiled.slots import as_int
from cardkit.game import IllegalSlotError
from cardkit.known import Known, fields, plain
from cardkit.wording import counted

__all__ = ["INFOS", "InformationSet", "cards_in", "determinize", "determinize_into", "info_dtype", "observe"]

CARDS = frozenset(("hand", "tables", "pile", "emporio", "looked", "possible", "all_hands"))
"""The properties of an information set whose numbers are cards."""


def cards_in(sets: Any, place: int) -> tuple[int, ...]:
    """Return the cards of a set, ascending."""
    return _cards_of(int(sets[2 * place]) | int(sets[2 * place + 1]) << 64)


@lru_cache(1 << 14)  # the same sets are asked for ply after ply
def _cards_of(number: int) -> tuple[int, ...]:
    return tuple(card for card in range(NUM_CARDS) if number >> card & 1)


class InformationSet(Known):
    """A seat's knowledge, for people and for agents written in Python. Cards are numbers, see `bang_env.cards`.

    `cardkit.known.Known` has its ``record``, ``rules`` and ``plies``.
    """

    __slots__ = ()

    record: Info
    rules: Rules

    state_dtype, info_dtype = staticmethod(state_dtype), staticmethod(info_dtype)
    observe_first = staticmethod(observe_first)
    GAME, PICTURES = "bang_env.bang:Bang", "bang_env.render"
    TOLD = fields(
        *("seat", "phase", "turn", "round", "cause", "source", "characters", "alive", "lives", "most_lives", "hand"),
        *("hand_sizes", "tables", "pile", "deck_size", "emporio", "looked", "needed", "bangs", "attacks"),
        roles="known_roles",
        may="possible",
    )

    def told(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return some properties as an object of JSON, cards as text."""
        return {name: plain(getattr(self, one), card_text if one in CARDS else int) for name, one in names.items()}

    def text_of(self, action: int, seat: int) -> str:
        """Write an action of a seat as text; ``back`` if another seat puts a card back."""
        return seen_text(action, self.rules, seat)

    @property
    def brief(self) -> str:
        """The rules in brief, and how plies are written."""
        from bang_env.notation.brief import brief  # few ask

        return brief(self.rules)

    def action_named(self, text: str) -> int:
        """Return the action id of a text of the seat that is asked; raise ValueError if it has none."""
        return parse_action(text, self.rules, self.seat)

    @property
    def phase(self) -> Phase:
        """The kind of ply that is due."""
        return Phase(int(self.record.phase))

    @property
    def mover(self) -> int | None:
        """The seat that is asked; None once the game is over."""
        return None if self.phase == Phase.OVER else int(self.record.mover)

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.record.turn)

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return int(self.record.rounds)

    @property
    def cause(self) -> str:
        """The cause of the answer that a seat is asked for: ``bang gatling indiani duello dinamite none``."""
        return CAUSES[int(self.record.cause)]

    @property
    def source(self) -> int | None:
        """The seat that asks for the answer; None if there is none."""
        return int(self.record.source) if self.record.source >= 0 else None

    @property
    def bangs(self) -> int:
        """The shots of this turn."""
        return int(self.record.shots)

    @property
    def known_roles(self) -> tuple[str | None, ...]:
        """The roles by seat; None while unknown."""
        return tuple(None if role == "unknown" else role for role in self.roles)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles by seat: ``sheriff``, ``deputy``, ``outlaw``, ``renegade`` or ``unknown``."""
        return tuple(ROLES[role] for role in self.record.roles)

    @property
    def characters(self) -> tuple[str, ...]:
        """The characters by seat."""
        return tuple(CHARACTERS[character] for character in self.record.characters)

    @property
    def lives(self) -> tuple[int, ...]:
        """The lives by seat."""
        return tuple(map(int, self.record.lives))

    @property
    def most_lives(self) -> tuple[int, ...]:
        """The lives to which birra can bring a seat back, by seat."""
        return tuple(map(int, self.record.most))

    @property
    def alive(self) -> tuple[bool, ...]:
        """The seats that are not dead, as truth values by seat."""
        return tuple(not dead for dead in self.record.dead)

    @property
    def hand(self) -> tuple[int, ...]:
        """The own hand; empty for spectators."""
        return () if self.seat == NOBODY else cards_in(self.record.hands, self.seat)

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards known of each hand from looking at it: the own one, in the open world all. See `possible`."""
        hands = self.record.hands
        return tuple(cards_in(hands, seat) for seat in range(self.rules.num_players))

    @property
    def all_hands(self) -> tuple[tuple[int | None, ...], ...]:
        """Each hand, by seat: the cards of ``hands``, then None for each other one."""
        return tuple(
            (*known, *[None] * (size - len(known))) for known, size in zip(self.hands, self.hand_sizes, strict=True)
        )

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Cards in each hand, by seat."""
        return tuple(map(int, self.record.hand_sizes))

    @property
    def possible(self) -> tuple[tuple[int, ...], ...]:
        """The cards that may be in each hand, by seat, and last in the deck. One that stands once is known there.

        All are empty for spectators.
        """
        may = self.record.may
        return tuple(cards_in(may, place) for place in range(self.rules.num_players + 1))

    @property
    def tables(self) -> tuple[dict[str, int], ...]:
        """The cards that lie before each seat, by place: ``gun barile mirino mustang dinamite prigione``."""
        laid = self.record.tables.reshape(-1, TABLE_PLACES)
        return tuple({name: int(card) - 1 for name, card in zip(PLACES[1:], row, strict=True) if card} for row in laid)

    @property
    def pile(self) -> tuple[int, ...]:
        """The pile, its top last."""
        return tuple(map(int, self.record.pile[: self.record.pile_size]))

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return int(self.record.deck_size)

    @property
    def deck(self) -> tuple[int, ...] | None:
        """The deck in drawing order, in the open world; None in the closed one."""
        return tuple(map(int, self.record.deck[: self.deck_size][::-1])) if self.open_world else None

    @property
    def emporio(self) -> tuple[int, ...]:
        """The cards that lie open to pick from."""
        return cards_in(self.record.emporio, 0)

    @property
    def looked(self) -> tuple[int, ...]:
        """The cards that the seat, Kit Carlson, looks at."""
        size = int(self.record.looked_size)
        cards = tuple(map(int, self.record.looked[:size]))
        return cards if self.open_world or len(set(cards)) == size else ()

    @property
    def reach(self) -> int:
        """The distance at which the seat shoots; 0 for spectators."""
        return 0 if self.seat == NOBODY else int(seating.reach(self.record, self.seat))

    @property
    def distances(self) -> tuple[int | None, ...]:
        """The distance of each seat from the own one; None for the own, and where one of the two is dead or NOBODY."""
        alive, own = self.alive, self.seat
        if own == NOBODY:
            return (None,) * self.rules.num_players
        return tuple(
            int(seating.distance(self.record, own, seat)) if seat != own and alive[seat] and alive[own] else None
            for seat in range(self.rules.num_players)
        )

    @property
    def attacks(self) -> tuple[tuple[int, ...], ...]:
        """The weight of each seat's attacks on each other one, by attacker, then by victim."""
        return tuple(tuple(map(int, row)) for row in self.record.attacks.reshape(self.rules.num_players, -1))

    @property
    def needed(self) -> int:
        """The misses that are still needed against a shot."""
        return int(self.record.needed)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; none when it is not to move."""
        return actions_in(as_int(self.record.legal))

    def action_of(self, slot: int) -> int:
        """Return the action id of a legal slot, which is the same number.

        Raises:
            IllegalSlotError: it is not the slot of a legal action.
        """
        if slot not in self.legal_actions:
            legal = " ".join(map(str, self.legal_actions)) or "none"
            raise IllegalSlotError(f"slot {slot} is not a legal action of seat {self.seat}; legal: {legal}")
        return int(slot)

    @property
    def text(self) -> str:
        """All of it as lines of text, without the plies."""
        lines = [f"seat {self.seat}, round {self.round}, turn of seat {self.turn}, {self.phase.name.lower()}"]
        lines += (self._seat_text(seat, far) for seat, far in enumerate(self.distances))
        if self.open_world:
            lines += (f"hand of seat {seat}: {_listed(hand)}" for seat, hand in enumerate(self.hands))
        else:
            lines.append(f"hand: {_listed(self.hand)}")
        if self.emporio:
            lines.append(f"emporio: {_listed(self.emporio)}")
        if self.looked:
            lines.append(f"looked at: {_listed(self.looked)}")
        top = card_text(self.pile[-1]) if self.pile else "empty"
        lines.append(f"deck: {self.deck_size} cards; top of the pile: {top}")
        if self.to_move:
            lines.append(f"legal: {', '.join(self.legal_texts)}")
        else:
            lines.append("the game is over" if self.mover is None else f"seat {self.mover} is to move")
        return "\n".join(lines)

    def lives_text(self, seat: int) -> str:
        """Write the lives of a seat: ``3/4 lives``, or ``dead``."""
        return f"{self.lives[seat]}/{self.most_lives[seat]} lives" if self.alive[seat] else "dead"

    def _seat_text(self, seat: int, far: int | None) -> str:
        """Describe a seat's open cards and its distance; of the own seat, its range."""
        parts = [self.characters[seat], self.roles[seat], self.lives_text(seat), counted(self.hand_sizes[seat], "card")]
        if far is not None:
            parts += [f"{far} away", "in reach"][: 1 + (far <= self.reach)]
        elif seat == self.seat and self.alive[seat]:
            parts.append(f"reach {self.reach}")
        laid = f"; before it {_listed(self.tables[seat].values())}" if self.tables[seat] else ""
        return f"seat {seat}: {', '.join(parts)}{laid}"


def _listed(cards: Iterable[int]) -> str:
    return ", ".join(map(card_text, cards)) or "empty"


def determinize(info: InformationSet, rng: np.random.Generator) -> State:
    """Draw a STATE uniformly from those consistent with ``info``; in the open world only coming chance differs."""
    return info.determinize(rng).record
