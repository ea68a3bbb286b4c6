"""Programs that play Oh Hell!: what ``exec:`` tells them of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardkit.playing_cards import Card
from cardkit.programs.agent import ProgramAgent
from cardkit.programs.codec import RulesCodec
from cardkit.specs import runs_foreign_code
from oh_hell_env.information import InformationSet
from oh_hell_env.notation import format_action, parse_action


@runs_foreign_code
def program(command: str, /) -> ProgramAgent:
    """A program that is asked for its actions in JSON lines; see docs/kit/agent_protocol.md."""
    return ProgramAgent(command, CODEC)


def knowledge(info: InformationSet) -> dict[str, Any]:
    """An information set as a program receives it; cards and actions are text, what is not there is None."""
    return {
        "seat": info.seat,
        "phase": info.phase.name.lower(),
        "round": info.round,
        "schedule": info.schedule,
        "dealer": info.dealer,
        "leader": info.leader,
        "hand": _texts(info.hand),
        "hands": list(map(_texts, info.hands)),
        "hand_sizes": info.hand_sizes,
        "unseen": _texts(info.unseen),
        "undealt": info.undealt,
        "trump": info.trump,
        "turned": None if info.turned is None else str(info.turned),
        "bids": [None if bid < 0 else bid for bid in info.bids],
        "banned": info.banned,
        "won": info.won,
        "made": info.made,
        "scores": info.scores,
        "trick": _texts(info.trick),
        "tricks": [{"leader": one.leader, "cards": _texts(one.cards), "winner": one.winner} for one in info.tricks],
        "voids": info.voids,
        "plies": [[seat, format_action(action, info.rules)] for seat, action in info.plies],
        "legal": [format_action(action, info.rules) for action in info.legal_actions],
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


def read_action(text: str, info: InformationSet) -> int:
    """The action id of a text."""
    return parse_action(text, info.rules)


CODEC = RulesCodec("oh-hell", knowledge, read_action)
"""What programs hear of Oh Hell!, and how their answers are read."""
