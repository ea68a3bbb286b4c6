"""Lets a person play one seat of the AEC environment in its window, in the style of PettingZoo's manual policies."""

from __future__ import annotations

from typing import Any

from cardkit.checks import check_whole
from durak_env.envs.aec_env import raw_env
from durak_env.notation import parse_action


class ManualPolicy:
    """A person at the window: shows what the player knows, and returns the action that the person chooses.

    A click on a card or a word plays it; the keys t and d play take and done. Create it before the first reset: from
    then on the window hides what the player does not know. ::

        env = durak_v0.env(render_mode="human")
        manual_policy = durak_v0.ManualPolicy(env)
        env.reset()
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            if agent == manual_policy.agent:
                env.step(manual_policy(observation, agent))
            ...

    Args:
        env: an environment with ``render_mode="human"``.
        agent_id: the person's player: 0, 1, ...

    Attributes:
        agent: the player's name.

    Raises:
        ValueError: there is no such player, or the environment has no window.
    """

    def __init__(self, env: Any, agent_id: int = 0) -> None:
        game = env.unwrapped
        if not isinstance(game, raw_env) or game.render_mode != "human":
            raise ValueError(f'env must be a Durak environment with render_mode="human", got {env}')
        check_whole("agent_id", agent_id, 0, game.rules.num_players - 1)
        self.env, self.agent_id, self.agent = env, agent_id, game.possible_agents[agent_id]
        self._game = game
        game.render_seat = agent_id

    def __call__(self, observation: Any, agent: str) -> int | None:
        """The id of the action that the person chooses; None once the game is over.

        Raises:
            ValueError: it is another player's turn.
            SystemExit: the person has closed the window or pressed Escape.
        """
        if agent != self.agent:
            raise ValueError(f"agent must be {self.agent}, the person's player, got {agent!r}")
        if self._game.terminations[agent]:
            return None
        word = self._game.window.ask(self._game.information_set(agent))
        if word is None:
            raise SystemExit
        return parse_action(word, self._game.rules)
