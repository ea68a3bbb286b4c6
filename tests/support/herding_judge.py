"""An agent of Herding that tells what its actions are worth: what chance says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class Judge:
    """Plays the first legal action."""

    def act(self, info: Any, rng: np.random.Generator) -> int:
        return int(info.legal_actions[0])

    def analyse(self, info: Any, rng: np.random.Generator) -> dict[int, float]:
        return {action: rng.random() for action in info.legal_actions}
