"""Programs that play Durak: what ``exec:`` tells them of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardkit.playing_cards import Card
from cardkit.programs.agent import ProgramAgent
from cardkit.programs.codec import RulesCodec
from cardkit.specs import runs_foreign_code
from durak_env.core.records import PHASES
from durak_env.information import InformationSet
from durak_env.notation import format_action, parse_action


@runs_foreign_code
def program(command: str, /) -> ProgramAgent:
    """A program that is asked for its actions in JSON lines; see docs/kit/agent_protocol.md."""
    return ProgramAgent(command, CODEC)


def knowledge(info: InformationSet) -> dict[str, Any]:
    """An information set as a program receives it; cards and actions are text, unknown cards None."""
    table = [*map(str, info.defence_cards), *[None] * (len(info.attack_cards) - len(info.defence_cards))]
    two = info.rules.num_players == 2
    others = {"other_hand": _texts(info.other_hand)} if two else {"hands": list(map(_texts, info.hands))}
    known = {
        "seat": info.seat,
        "attacker": info.attacker,
        "phase": PHASES[info.phase],
        "hand": _texts(info.hand),
        **others,
        "unseen": _texts(info.unseen),
        "table": [[str(attack), defence] for attack, defence in zip(info.attack_cards, table, strict=True)],
        "discard": _texts(info.discard),
        "hand_sizes": info.hand_sizes,
        "talon_size": info.talon_size,
        "talon": [None if card is None else str(card) for card in info.talon],
        "trump_suit": info.trump_suit,
        "trump_card": None if info.trump_card is None else str(info.trump_card),
        "plies": [[seat, format_action(action, info.rules)] for seat, action in info.plies],
        "legal": [format_action(action, info.rules) for action in info.legal_actions],
    }
    return known if info.rules.is_plain else known | _at_table(info)


def _at_table(info: InformationSet) -> dict[str, Any]:
    """What only games of more than two seats or with transfers have."""
    record = info.record
    return {
        "defender": info.defender,
        "place": int(record.place),
        "shown": list(info.shown),
        "idle": info.idle,
        "out": record.out_bout.tolist(),
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


def read_action(text: str, info: InformationSet) -> int:
    """The action id of a text."""
    return parse_action(text, info.rules)


CODEC = RulesCodec("durak", knowledge, read_action)
"""What programs hear of Durak, and how their answers are read."""
