"""Opponents of every kind, for the tests of the Gymnasium and the vector environment."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from durak_env.agents import heuristic
from durak_env.information import InformationSet


class Lowest:
    """An agent in Python: the legal action with the lowest id; it keeps what it saw."""

    def __init__(self) -> None:
        self.seen: list[InformationSet] = []

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        assert isinstance(rng, np.random.Generator)
        self.seen.append(info)
        return info.legal_actions[0]


class Chancy:
    """An agent in Python that plays by its random numbers."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return int(rng.choice(info.legal_actions))


def highest(observation: np.ndarray, mask: np.ndarray) -> Any:
    """Choose by observation and mask."""
    return np.flatnonzero(mask)[-1]


OPPONENTS = {
    "spec": "greedy",
    "compiled": heuristic.smart(),
    "object": Lowest(),
    "chancy": Chancy(),
    "callable": highest,
    "pool": ["greedy", "uniform"],
    "mixed-pool": ["random", Lowest(), highest, [heuristic.smart(), Chancy()]],
}
each_opponent = pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)


def legal_of(info: dict[str, Any]) -> list[int]:
    return np.flatnonzero(info["action_mask"]).tolist()


def play_out(env: Any, info: dict[str, Any], rng: random.Random) -> tuple[float, dict[str, Any]]:
    """Play random legal actions to the end; return the last reward and info."""
    reward, terminated = 0.0, not info["action_mask"].any()
    while not terminated:
        assert reward == 0.0
        _, reward, terminated, truncated, info = env.step(rng.choice(legal_of(info)))
        assert truncated is False
    return reward, info
