"""Searching agents that are exact in the endgame: their search chooses among the moves that keep the value."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.endgames.solver import best_moves, endgame_memory
from baselines.search.memory import INFO_AT, search_at
from cardkit.checks import chosen
from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from durak_env.information import INFO

_INFO_END = INFO_AT + INFO.itemsize
ENDGAMES = {"search": False, "exact": True}


def endgame_choice(endgame: str, default: str = "search") -> np.ndarray | None:
    """The memory that the parameter ``endgame`` of an agent, with its ``default``, asks for.

    Raises:
        ValueError: it is neither ``search`` nor ``exact``.
    """
    # Without the tablebase, whose address would hold in this process alone: copies of the memory serve anywhere.
    return endgame_memory(cards=0) if chosen("endgame", endgame, ENDGAMES, default) else None


@jit
def keeping_actions(info: Any, endgame: Any) -> Any:
    """The legal actions (a set of slots) that keep the value of the endgame; all where it is none or cannot be solved.

    Args:
        info: INFO of the seat to move.
        endgame: what `endgame_choice` gave, or a copy of it.
    """
    kept = best_moves(info, endgame) if info.talon_size == 0 else ZERO
    return kept if kept != ZERO else info.legal


@jit
def without_mistakes(info: Any, memory: Any) -> Any:
    """An INFO record, kept in the memory of `baselines.search.memory`, with the `keeping_actions` alone."""
    search = search_at(address_of(memory), 0)
    infos = memory[INFO_AT:_INFO_END].view(INFO)
    infos[0] = info
    infos[0].legal = keeping_actions(info, memory[search.endgame_at :])
    return infos[0]
