"""Agents that play by the rules alone that their networks were trained on."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.agents import CompiledAgent
from cardkit.compiled.protocol import Stream


class TrainedAgent(CompiledAgent):
    """An agent that plays by the rules alone that its networks were trained on.

    Args:
        choose: the choice.
        memory: its memory.
        info: the dtype of the INFO records of games by these rules.
        trained_on: the rules, for the same number of seats.
        command: that makes a policy for any rules, for the error.
    """

    def __init__(self, choose: Any, memory: np.ndarray, info: np.dtype[Any], *trained_on: Any, command: str) -> None:
        super().__init__(choose, memory)
        self.info_dtypes = (info,)
        self.trained_on, self.command = trained_on, command

    def prepare(self, rules: Any, open_world: bool) -> None:
        """Refuse rules that no network was trained on.

        Raises:
            ValueError: these are others.
        """
        if rules not in self.trained_on:
            known = " or ".join(map(str, self.trained_on))
            raise ValueError(
                f"it was trained on other rules than the game's: {known}, not {rules}; "
                f"`{self.command}` makes a policy for any rules"
            )

    def act_from(self, info: Any, stream: Stream) -> int:
        """`CompiledAgent.act_from`, in games by the rules that the network was trained on.

        Raises:
            ValueError: these are others.
        """
        self.prepare(info.rules, open_world=False)
        return super().act_from(info, stream)
