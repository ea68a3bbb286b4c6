"""A state of Bang! as plain Python values, for comparison with another implementation of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bang_env.actions import actions_in
from bang_env.cards import PLACES
from bang_env.characters import ROLE_LETTERS
from bang_env.core.records import NOBODY, Phase
from bang_env.information import cards_in
from cardkit.compiled.slots import as_int

PUBLIC = ("plies", "turns", "rounds", "shots", "needed", "turn", "pile_size", "deck_size", "looked_size", "winner")
NUMBERS = (*PUBLIC, "phase", "mover", "source")
LISTS = (
    *("roles", "characters", "lives", "most", "dead", "attacks"),
    *("hands", "tables", "deck", "pile", "emporio", "looked", "may"),
)


def described(state: Any, may_be: Callable[[Any, int], Any] = cards_in) -> dict[str, Any]:
    """Return all of a STATE record that the rules speak of. The deck is in drawing order, the top of the pile last.

    ``may_be(sets, place)`` tells one of the sets of cards that may be in a place.
    """
    fields = fields_of(state)
    seats, phase = len(fields["lives"]), Phase(fields["phase"])
    hands, may = fields["hands"], fields["may"]
    return {
        **{name: fields[name] for name in PUBLIC},
        "phase": phase.name.lower(),
        "mover": None if phase == Phase.OVER else fields["mover"],
        "source": None if fields["source"] == NOBODY else fields["source"],
        "legal": actions_in(as_int(state.legal)),
        "roles": "".join(ROLE_LETTERS[role] for role in fields["roles"]),
        "characters": tuple(fields["characters"]),
        "lives": tuple(fields["lives"]),
        "most": tuple(fields["most"]),
        "alive": tuple(not dead for dead in fields["dead"]),
        "hands": tuple(cards_in(hands, seat) for seat in range(seats)),
        "tables": tuple(
            {place: card - 1 for place, card in zip(PLACES[1:], row, strict=True) if card}
            for row in rows(fields["tables"], seats)
        ),
        "deck": tuple(fields["deck"][: fields["deck_size"]][::-1]),
        "pile": tuple(fields["pile"][: fields["pile_size"]]),
        "emporio": cards_in(fields["emporio"], 0),
        "looked": tuple(fields["looked"][: fields["looked_size"]]),
        "attacks": tuple(map(tuple, rows(fields["attacks"], seats))),
        "may": tuple(
            tuple(may_be(may, seat * (seats + 1) + place) for place in range(seats + 1)) for seat in range(seats)
        ),
    }


def fields_of(state: Any) -> dict[str, Any]:
    """Return the fields that the rules need, as plain numbers and lists: converting NumPy's one by one is slow."""
    values = dict(zip(state.dtype.names, state.item(), strict=True))
    return {name: values[name] for name in NUMBERS} | {name: values[name].tolist() for name in LISTS}


def rows(values: list[int], count: int) -> list[list[int]]:
    """Cut a list into ``count`` parts of equal length."""
    size = len(values) // count
    return [values[start : start + size] for start in range(0, len(values), size)]


def all_cards(state: Any) -> list[int]:
    """Return every card, wherever it is, in order; each should stand once."""
    told = described(state)
    tables = [card for table in told["tables"] for card in table.values()]
    hands = [card for hand in told["hands"] for card in hand]
    return sorted((*hands, *tables, *told["deck"], *told["pile"], *told["emporio"], *told["looked"]))
