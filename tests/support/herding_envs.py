"""Environments of Herding."""

from __future__ import annotations

from typing import Any

from cardkit.envs.aec_env import GameAECEnv
from cardkit.envs.gym_env import GameEnv
from cardkit.envs.vector_env import GameVectorEnv
from tests.support.herding_encoding import HerdingEncoding
from tests.support.herding_game import Herding, compiled_random

GAME, ENCODING = Herding(), HerdingEncoding()


def aec() -> GameAECEnv:
    """Seat by seat."""
    return GameAECEnv(GAME, ENCODING)


def single(opponent: Any = None, **settings: Any) -> GameEnv:
    """One seat; the others play at random unless opponents are named."""
    if opponent is None and "opponents" not in settings:
        opponent = compiled_random()
    return GameEnv(GAME, ENCODING, opponent, **settings)


def vector(num_envs: int, opponent: Any = None, **settings: Any) -> GameVectorEnv:
    """Many games."""
    return GameVectorEnv(GAME, ENCODING, num_envs, opponent, **settings)
