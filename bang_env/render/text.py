"""A game as text: what a seat knows, or everything."""

from __future__ import annotations

from typing import Any

from bang_env.information import InformationSet
from bang_env.rules import Rules


def render_text(view: Any) -> str:
    """What an information set holds; of a STATE record all roles and cards.

    Args:
        view: an information set, or a STATE record.
    """
    if isinstance(view, InformationSet):
        return view.text
    rules = Rules(num_players=len(view.hand_sizes))
    return InformationSet.of(view, rules, int(view.mover), open_world=True).text
