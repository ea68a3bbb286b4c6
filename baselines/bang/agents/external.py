"""Programs that play Bang!: what ``exec:`` tells them of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bang_env.actions import format_action, parse_action
from bang_env.cards import card_text
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
    record, seats = info.record, info.rules.num_players
    return {
        "seat": info.seat,
        "phase": info.phase.name.lower(),
        "turn": info.turn,
        "round": info.round,
        "cause": info.cause,
        "source": int(record.source) if record.source >= 0 else None,
        "roles": [None if role == "unknown" else role for role in info.roles],
        "characters": info.characters,
        "alive": info.alive,
        "lives": info.lives,
        "most_lives": info.most_lives,
        "hand": _texts(info.hand),
        "hand_sizes": info.hand_sizes,
        "tables": [_table(table) for table in info.tables],
        "pile": _texts(info.pile),
        "deck_size": info.deck_size,
        "may": list(map(_texts, info.possible)),
        "emporio": _texts(info.emporio),
        "looked": _texts(info.looked),
        "needed": int(record.needed),
        "bangs": int(record.shots),
        "attacks": record.attacks.reshape(seats, seats).tolist(),
        "plies": [[seat, _ply(action, info.rules, seat)] for seat, action in info.plies],
        "legal": [format_action(action, info.rules, info.seat) for action in info.legal_actions],
    }


def _ply(action: int, rules: Rules, seat: int) -> str:
    return LEAVES if action == LEFT else format_action(action, rules, seat)


def _texts(cards: Iterable[int]) -> list[str]:
    return list(map(card_text, cards))


def _table(laid: Mapping[str, int]) -> dict[str, str]:
    return {place: card_text(card) for place, card in laid.items()}


def read_action(text: str, info: InformationSet) -> int:
    """The action id of a text of the seat that is asked."""
    return parse_action(text, info.rules, info.seat)


CODEC = RulesCodec("bang", knowledge, read_action)
"""What programs hear of Bang!, and how their answers are read."""
