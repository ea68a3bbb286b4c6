"""A person can play one seat of an AEC environment in its window, in the style of PettingZoo's manual policies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic

from cardkit.checks import check_whole
from cardkit.envs.pettingzoo.aec_env import GameAECEnv
from cardkit.game import G
from cardkit.wording import quoted


class GameManualPolicy(ABC, Generic[G]):
    """A person's policy at the window: it shows the player's knowledge, and returns the person's action.

    Create it before the first reset: from then on the window hides what the player does not know.

    Args:
        env: an environment with ``render_mode="human"``.
        agent_id: the person's player: 0, 1, ...

    Attributes:
        environment: the class that ``env`` must have below its wrappers.
        agent: the player's name.

    Raises:
        ValueError: there is no such player, or the environment has no window.
    """

    environment: ClassVar[type[GameAECEnv]]

    def __init__(self, env: Any, agent_id: int = 0) -> None:
        game = env.unwrapped
        if not isinstance(game, self.environment) or game.render_mode != "human":
            raise ValueError(f'env must be {self.environment.metadata["name"]} with render_mode="human", got {env}')
        check_whole("agent_id", agent_id, 0, game.game.seats - 1)
        self.env, self.agent_id, self.agent = env, agent_id, game.possible_agents[agent_id]
        self._game = game
        game.render_seat = agent_id

    @abstractmethod
    def read(self, game: G, word: str) -> int:
        """Return the id of the action that the window's word stands for."""

    def __call__(self, observation: Any, agent: str) -> int | None:
        """Return the id of the action that the person chooses; None once the game is over.

        Raises:
            ValueError: it is another player's turn.
            SystemExit: the person has closed the window or pressed Escape.
        """
        if agent != self.agent:
            raise ValueError(f"agent must be {self.agent}, the person's player, got {quoted(agent)}")
        if self._game.terminations[agent]:
            return None
        word = self._game.window.ask(self._game.information_set(agent))
        if word is None:
            raise SystemExit
        return self.read(self._game.game, word)
