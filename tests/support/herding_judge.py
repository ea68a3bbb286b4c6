"""An agent of Herding that tells the value of its actions, as chance says it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class Judge:
    """An agent that plays the first legal action and judges all."""

    def act(self, info: Any, rng: np.random.Generator) -> int:
        return int(info.legal_actions[0])

    def analyse(self, info: Any, rng: np.random.Generator) -> dict[int, float]:
        return {action: rng.random() for action in info.legal_actions}
