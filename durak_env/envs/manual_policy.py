"""A person can play one seat of the AEC environment in its window, in the style of PettingZoo's manual policies."""

from __future__ import annotations

from cardkit.envs.pettingzoo.manual_policy import GameManualPolicy
from durak_env.durak import Durak
from durak_env.envs.aec_env import raw_env
from durak_env.notation import parse_action


class ManualPolicy(GameManualPolicy):
    """A person's policy at the window: it shows the player's knowledge, and returns the person's action.

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

    environment = raw_env

    def read(self, game: Durak, word: str) -> int:
        """Return the id of a card or of a word such as ``take``."""
        return parse_action(word, game.rules)
