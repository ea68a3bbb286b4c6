"""The prompt for a choice: the rules in brief, all that the seat sees, and the form of the answer."""

from __future__ import annotations

from functools import lru_cache

from cardkit.known import Known
from cardkit.language.card_names import ORDINARY, CardNames

FORM = "End your answer with a line of this form, your ply in place of the dots:\nply: ..."


def prompt(info: Known, legal: bool = True, names: CardNames = ORDINARY) -> str:
    """Put a choice in words for a language model, from the seat's information set alone.

    Args:
        info: the knowledge of the seat. Unless it is to move, no ply is asked for.
        legal: whether to list the legal plies.
        names: of ranks and suits.
    """
    asked = info.to_move
    if asked and not legal:
        info = info.copy()
        info.record["legal"] = 0
    parts = [_opening(info.brief, info.seat, names), names.shown(str(info))]
    return "\n\n".join([*parts, FORM] if asked else parts)


@lru_cache
def _opening(brief: str, seat: int, names: CardNames) -> str:
    return names.shown(f"{brief}\n\nYou are seat {seat}.".lstrip())
