"""Agents that play by the rules alone that their networks were trained on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from cardkit.agents import CompiledAgent
from cardkit.compiled.protocol import Stream


class TrainedAgent(CompiledAgent):
    """An agent that plays by the rules alone that its networks were trained on. A game has a subclass.

    Args:
        choose: the choice.
        memory: its memory.
        trained_on: the rules, for the same number of seats.
    """

    INFOS: ClassVar[Mapping[int, np.dtype[Any]]]
    """The dtypes of INFO records by the number of seats."""
    COMMAND: ClassVar[str]
    """The command that makes a policy for any rules."""

    def __init__(self, choose: Any, memory: np.ndarray, *trained_on: Any) -> None:
        super().__init__(choose, memory)
        self.info_dtypes = (self.INFOS[trained_on[0].num_players],)
        self.trained_on = trained_on

    def knows(self, rules: Any) -> bool:
        """Return whether one of the agent's networks was trained on these rules."""
        return rules in self.trained_on

    def prepare(self, rules: Any, open_world: bool) -> None:
        """Refuse rules that no network was trained on.

        Raises:
            ValueError: these are others.
        """
        if not self.knows(rules):
            known = " or ".join(map(str, self.trained_on))
            raise ValueError(
                f"it was trained on other rules than the game's: {known}, not {rules}; "
                f"`{self.COMMAND}` makes a policy for any rules"
            )

    def act_from(self, info: Any, stream: Stream) -> int:
        """Choose as `CompiledAgent.act_from` does, in games by the rules that the network was trained on.

        Raises:
            ValueError: these are others.
        """
        self.prepare(info.rules, open_world=False)
        return super().act_from(info, stream)
