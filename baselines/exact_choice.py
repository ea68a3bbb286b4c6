"""Searching agents that are exact in the endgame: their search chooses among the moves that keep the value."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.endgame import best_moves, endgame_memory
from baselines.parameters import chosen
from baselines.uct import INFO_AT, NODES_AT, search_at
from durak_env.bits import ZERO, address_of
from durak_env.information import INFO
from durak_env.jit import jit

ENDGAMES = {"search": False, "exact": True}


def endgame_choice(endgame: str) -> np.ndarray | None:
    """The memory that the parameter ``endgame`` of an agent asks for.

    Raises:
        ValueError: it is neither ``search`` nor ``exact``.
    """
    return endgame_memory(cards=0) if chosen("endgame", endgame, ENDGAMES, "search") else None


@jit
def without_mistakes(info: Any, memory: Any) -> Any:
    """An INFO record whose legal actions are those that keep the value of the endgame; all if it cannot be solved."""
    search = search_at(address_of(memory), 0)
    kept = ZERO
    if info.talon_size == 0:
        kept = best_moves(info, memory[search.endgame_at :])
    infos = memory[INFO_AT:NODES_AT].view(INFO)
    infos[0] = info
    if kept != ZERO:
        infos[0].legal = kept
    return infos[0]
