"""Searches that know their opponent: a compiled agent that they ask for its plies."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.memory import LAYOUT
from cardkit.compiled.call import PLAYER
from durak_env.compiled_agents import CompiledAgent
from durak_env.knowledge import INFO


def parts_for(opponent: CompiledAgent | None) -> dict[str, np.ndarray]:
    """Return the parts behind the nodes of a search that knows its opponent; none if there is no opponent."""
    return {} if opponent is None else {"player": np.zeros(1, PLAYER), "opponent": opponent.memory}


class KnowingSearch(SearchAgent):
    """A search that knows its opponent.

    Attributes:
        opponent: whose plies it takes for granted.
    """

    def __init__(self, choose: Any, memory: np.ndarray, opponent: CompiledAgent) -> None:
        super().__init__(choose, memory)
        self.opponent = opponent
        self._meet()

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._meet()  # its address was that of another process

    def _meet(self) -> None:
        """Write where the opponent's compiled choice is."""
        search = LAYOUT.search(self.memory)
        player = self.memory[search.player_at :][: PLAYER.itemsize].view(PLAYER)[0]
        player.entry, player.length = self.opponent.entry_for(INFO), len(self.opponent.memory)
        self.memory[search.opponent_at :][: player.length] = self.opponent.memory  # an exact agent's has just changed
