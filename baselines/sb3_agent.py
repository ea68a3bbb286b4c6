"""Models of Stable-Baselines3 and sb3-contrib as agents. Needs the extra ``train``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from durak_env.information import InformationSet
from durak_env.observation import CLOSED, Encoding
from durak_env.rules import Rules


def sb3(path: str, encoding: str = CLOSED) -> MaskableAgent:
    """A model that sb3-contrib's MaskablePPO has saved: its most probable legal action; needs the extra train."""
    from sb3_contrib import MaskablePPO

    if not Path(path).is_file():
        raise ValueError(f"path={path!r} is no file")
    return MaskableAgent(MaskablePPO.load(path, device="cpu"), encoding)


class MaskableAgent:
    """Plays a MaskablePPO model.

    Args:
        model: that was trained on the flat observations of a Durak environment.
        encoding: of these observations.
    """

    def __init__(self, model: Any, encoding: str = CLOSED) -> None:
        self._model, self._name = model, encoding

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """The most probable legal action; nothing is drawn.

        Raises:
            ValueError: the model was trained on observations of another shape.
        """
        vector, mask = _encoding(info.rules, self._name).observe(info)
        if self._model.observation_space.shape != vector.shape:
            raise ValueError(
                f"this model was trained on observations of shape {self._model.observation_space.shape}, "
                f"those of this game have {vector.shape}: other rules or another encoding"
            )
        return int(self._model.predict(vector, action_masks=mask.astype(bool), deterministic=True)[0])


@lru_cache
def _encoding(rules: Rules, name: str) -> Encoding:
    return Encoding(rules, name)
