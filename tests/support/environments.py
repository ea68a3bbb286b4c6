"""The environments of a game of the tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardkit.encoding import Encoding
from cardkit.envs.gym_env import GameEnv
from cardkit.envs.pettingzoo.aec_env import GameAECEnv
from cardkit.envs.vector_env import GameVectorEnv


class Environments(NamedTuple):
    """A factory of the environments of a game with one encoding."""

    game: Any
    encoding: Encoding
    random_agent: Callable[[], Any]

    def aec(self) -> GameAECEnv:
        """Make the environment that goes seat by seat."""
        return GameAECEnv(self.game, self.encoding)

    def single(self, opponent: Any = None, **settings: Any) -> GameEnv:
        """Make the environment of one seat; the others play at random unless opponents are named."""
        if opponent is None and "opponents" not in settings:
            opponent = self.random_agent()
        return GameEnv(self.game, self.encoding, opponent, **settings)

    def vector(self, num_envs: int, opponent: Any = None, **settings: Any) -> GameVectorEnv:
        """Make the environment of many games; self-play without an opponent."""
        return GameVectorEnv(self.game, self.encoding, num_envs, opponent, **settings)
