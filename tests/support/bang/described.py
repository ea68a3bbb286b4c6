"""A state of Bang! as plain Python values, for comparison with another implementation of the rules."""

from __future__ import annotations

from typing import Any

from bang_env.actions import actions_in
from bang_env.cards import PLACES, TABLE_PLACES
from bang_env.characters import ROLE_LETTERS
from bang_env.core.records import NOBODY, Phase
from bang_env.information import cards_in
from cardkit.compiled.slots import as_int

PUBLIC = ("plies", "turns", "rounds", "shots", "needed", "turn", "pile_size", "deck_size", "looked_size", "winner")


def described(state: Any) -> dict[str, Any]:
    """All of a STATE record that the rules speak of. The deck is in drawing order, the top of the pile last."""
    seats = len(state.lives)
    phase = Phase(int(state.phase))
    tables, hands, may = state.tables.reshape(seats, TABLE_PLACES), state.hands, state.may
    return {
        **{name: int(getattr(state, name)) for name in PUBLIC},
        "phase": phase.name.lower(),
        "mover": None if phase == Phase.OVER else int(state.mover),
        "source": None if state.source == NOBODY else int(state.source),
        "legal": actions_in(as_int(state.legal)),
        "roles": "".join(ROLE_LETTERS[role] for role in state.roles),
        "characters": tuple(state.characters.tolist()),
        "lives": tuple(state.lives.tolist()),
        "most": tuple(state.most.tolist()),
        "alive": tuple(not dead for dead in state.dead),
        "hands": tuple(cards_in(hands, seat) for seat in range(seats)),
        "tables": tuple(
            {place: int(card) - 1 for place, card in zip(PLACES[1:], row, strict=True) if card} for row in tables
        ),
        "deck": tuple(state.deck[: state.deck_size][::-1].tolist()),
        "pile": tuple(state.pile[: state.pile_size].tolist()),
        "emporio": cards_in(state.emporio, 0),
        "looked": tuple(state.looked[: state.looked_size].tolist()),
        "attacks": tuple(map(tuple, state.attacks.reshape(seats, seats).tolist())),
        "may": tuple(
            tuple(cards_in(may, seat * (seats + 1) + place) for place in range(seats + 1)) for seat in range(seats)
        ),
    }


def all_cards(state: Any) -> list[int]:
    """Every card, wherever it is, in order; each should stand once."""
    told = described(state)
    tables = [card for table in told["tables"] for card in table.values()]
    hands = [card for hand in told["hands"] for card in hand]
    return sorted((*hands, *tables, *told["deck"], *told["pile"], *told["emporio"], *told["looked"]))
