"""Programs that play Bang!: what ``exec:`` tells them of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bang_env.actions import format_action, parse_action, seen_text
from bang_env.cards import card_text
from bang_env.core.records import CAUSES, Phase
from bang_env.information import InformationSet
from bang_env.notation.records import LEAVES
from bang_env.rules import Rules
from cardkit.compiled.protocol import LEFT
from cardkit.programs.agent import ProgramAgent
from cardkit.programs.codec import RulesCodec
from cardkit.specs import runs_foreign_code


@runs_foreign_code
def program(command: str, /) -> ProgramAgent:
    """A program that is asked for its actions in JSON lines; see docs/kit/agent_protocol.md."""
    return ProgramAgent(command, CODEC)


def knowledge(info: InformationSet) -> dict[str, Any]:
    """An information set as a program receives it; cards and actions are text, what is not known is None."""
    return {name: read(info) for name, (_, read) in FIELDS.items()}


def _ply(action: int, rules: Rules, seat: int) -> str:
    return LEAVES if action == LEFT else seen_text(action, rules, seat)


def _texts(cards: Iterable[int]) -> list[str]:
    return list(map(card_text, cards))


def _table(laid: Mapping[str, int]) -> dict[str, str]:
    return {place: card_text(card) for place, card in laid.items()}


def _ticked(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


FIELDS: dict[str, tuple[str, Callable[[InformationSet], Any]]] = {
    "seat": ("the own seat", lambda info: info.seat),
    "phase": (
        _ticked(phase.name.lower() for phase in Phase if phase != Phase.OVER),
        lambda info: info.phase.name.lower(),
    ),
    "turn": ("the seat whose turn it is", lambda info: info.turn),
    "round": ("the number of the round, from 1 on", lambda info: info.round),
    "cause": (f"what is to be answered: {_ticked(CAUSES)}", lambda info: info.cause),
    "source": (
        "the seat that asks for the answer, or null",
        lambda info: int(info.record.source) if info.record.source >= 0 else None,
    ),
    "roles": ("by seat, null while unknown", lambda info: [None if one == "unknown" else one for one in info.roles]),
    "characters": ("by seat", lambda info: info.characters),
    "alive": ("by seat, whether it plays on", lambda info: info.alive),
    "lives": ("by seat", lambda info: info.lives),
    "most_lives": ("by seat, what `lives` can reach", lambda info: info.most_lives),
    "hand": ("the own cards", lambda info: _texts(info.hand)),
    "hand_sizes": ("cards in each hand, by seat", lambda info: info.hand_sizes),
    "tables": ("by seat, what lies before it: place and card", lambda info: list(map(_table, info.tables))),
    "pile": ("the pile, its top last", lambda info: _texts(info.pile)),
    "deck_size": ("cards in the deck", lambda info: info.deck_size),
    "may": (
        "by seat, the cards that may be in its hand; last, those that may be in the deck. A card that is in one list "
        "alone is known there",
        lambda info: list(map(_texts, info.possible)),
    ),
    "emporio": ("the cards that lie open to pick from", lambda info: _texts(info.emporio)),
    "looked": ("the cards that Kit Carlson looks at", lambda info: _texts(info.looked)),
    "needed": ("the misses that are still needed against a shot", lambda info: info.needed),
    "bangs": ("the shots of this turn", lambda info: int(info.record.shots)),
    "attacks": ("by attacker, then by victim, how much one has attacked the other", lambda info: info.attacks),
    "plies": (
        f"seat and action of every ply since the deal; `{LEAVES}`: the seat has left; `back`: another seat puts a card "
        "back",
        lambda info: [[seat, _ply(action, info.rules, seat)] for seat, action in info.plies],
    ),
    "legal": (
        "the legal actions, as the reference writes them",
        lambda info: [format_action(action, info.rules, info.seat) for action in info.legal_actions],
    ),
}
"""What a question tells: the meaning of each field, and how it is read from what the seat knows."""


def read_action(text: str, info: InformationSet) -> int:
    """The action id of a text of the seat that is asked."""
    return parse_action(text, info.rules, info.seat)


CODEC = RulesCodec("bang", knowledge, read_action)
"""What programs hear of Bang!, and how their answers are read."""
