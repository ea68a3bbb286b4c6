"""OpenSpiel's observer: a player's view as a text, and as pieces of one float32 tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from durak_env.observation.encoding import Encoding
from durak_env.openspiel.state import DurakState, Variant

PLIES = 64
"""The last plies that the information state's tensor shows."""


class DurakObserver:
    """An observer of states.

    The observation is that of `durak_env.Encoding`, which shows what a player sees now. The information state adds what
    the player can remember; in longer games the text alone holds all of it.

    ================  ============================  ==============================================================
    piece             shape                         meaning
    ================  ============================  ==============================================================
    player            (2,)                          whose view it is
    observation       (size of the encoding,)       what the player sees now; zeros during the deal
    arrivals          (plies + 1, cards)            own cards: the hand dealt, then those drawn after each of the
                                                    last plies
    plies             (plies, 2 + actions)          the last plies, the latest first: seat and action
    ================  ============================  ==============================================================

    Attributes:
        tensor: float32, all pieces one after the other.
        dict: the pieces by name, as views of it.
    """

    def __init__(self, variant: Variant, kind: pyspiel.IIGObservationType) -> None:
        self._variant, self._recalls = variant, kind.perfect_recall
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._encoding = Encoding(variant.rules)
        rules = variant.rules
        shapes: dict[str, tuple[int, ...]] = {"player": (2,)}
        if self._private:
            shapes["observation"] = (self._encoding.size,)
        if self._recalls and self._private:
            shapes["arrivals"] = (PLIES + 1, rules.num_cards)
        if self._recalls and kind.public_info:
            shapes["plies"] = (PLIES, 2 + rules.num_actions)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)}

    def set_from(self, state: DurakState, player: int) -> None:
        """Write the player's observation into ``tensor`` and ``dict``."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        info = state.information_set(player)
        if info is not None and "observation" in self.dict:
            self.dict["observation"][:] = self._encoding.observe(info)[0]
        if "arrivals" in self.dict:
            for row, cards in enumerate(state.arrivals[player][: PLIES + 1]):
                self.dict["arrivals"][row, list(cards)] = 1
        if "plies" in self.dict:
            for row, (seat, action) in enumerate(reversed(state.plies[-PLIES:])):
                self.dict["plies"][row, [seat, 2 + action]] = 1

    def string_from(self, state: DurakState, player: int) -> str:
        """Write the player's observation as a text."""
        if self._recalls and self._private:
            return state.remembered(player)
        info = state.information_set(player)
        if not self._private or info is None:
            return f"seat {player}, {len(state.plies)} plies"
        return f"seat {player}\n{info}"


def observer(variant: Variant, kind: Any = None) -> DurakObserver:
    """Make an observer of the kind that OpenSpiel asks for, by default of what is seen now."""
    return DurakObserver(variant, kind or pyspiel.IIGObservationType(perfect_recall=False))
