"""A game as a PettingZoo ParallelEnv: in each step all seats act, and those not to move wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ParamSpec

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import ParallelEnv

from cardkit.envs.env_arguments import with_arguments_of
from cardkit.envs.pettingzoo.aec_env import GameAECEnv
from cardkit.wording import quoted

Arguments = ParamSpec("Arguments")
Told = dict[str, Any]
"""By player."""


class GameParallelEnv(ParallelEnv[str, Any, Any]):
    """A view of a game's AEC environment, for libraries that step all agents at once.

    To wait is an action of its own, behind those of the game: the only legal one for each seat that is not to move. So
    no mask is empty. Observations and infos are those of `cardkit.envs.pettingzoo.aec_env.GameAECEnv`, with a mask that
    has this entry more.

    Args:
        game: the environment, which nobody else steps.

    Attributes:
        waiting: the id of the action.
        observation_spaces, action_spaces: of the players, by name.
    """

    def __init__(self, game: GameAECEnv) -> None:
        self.game, self.waiting = game, game.game.num_actions
        self.metadata = {**game.metadata, "is_parallelizable": True}
        self.render_mode = game.render_mode
        self.possible_agents, self.agents = game.possible_agents, []
        seen = game.observation_space(self.possible_agents[0])
        if isinstance(seen, spaces.Dict):
            masks = spaces.Box(0, 1, (self.waiting + 1,), np.int8)
            seen = spaces.Dict({"observation": seen["observation"], "action_mask": masks})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces: Told = {player: spaces.Discrete(self.waiting + 1) for player in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of each player's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """A Discrete space of the action ids, to wait included."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """Start a game; takes the arguments of the AEC environment's reset."""
        self.game.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Any]) -> tuple[Told, Told, Told, Told, Told]:
        """Play the action of the seat to move; the others wait, by their action or without one.

        Raises:
            RuntimeError: no game is in progress.
            ValueError: an action is not legal; the game is unchanged.
        """
        if not self.agents:
            raise RuntimeError("no game is in progress: call reset() first")
        mover = self.game.agent_selection
        for player, action in actions.items():
            if player != mover and action != self.waiting:
                raise ValueError(f"{player} is not to move: its action must be {self.waiting}, got {quoted(action)}")
        self.game.step(actions[mover])
        game = self.game
        if game.terminations[mover]:
            self.agents = []
        told = self._observations(), dict(game.rewards), dict(game.terminations), dict(game.truncations)
        return *told, self._infos()

    def render(self) -> Any:
        """The game, as the AEC environment renders it."""
        return self.game.render()

    def state(self) -> np.ndarray:
        """The full state as a vector, as the AEC environment's."""
        return self.game.state()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.game.close()

    def _observations(self) -> Told:
        seen = {player: self.game.observe(player) for player in self.possible_agents}
        for one in seen.values():
            if isinstance(one, dict):
                one["action_mask"] = self._with_waiting(one["action_mask"])
        return seen

    def _infos(self) -> Told:
        infos = self.game.infos
        return {player: {"action_mask": self._with_waiting(infos[player]["action_mask"])} for player in infos}

    def _with_waiting(self, mask: np.ndarray) -> np.ndarray:
        return np.append(mask, np.int8(not mask.any()))


def parallel(raw_env: Callable[Arguments, GameAECEnv]) -> Callable[Arguments, GameParallelEnv]:
    """The function ``parallel_env`` beside a module's ``raw_env``, whose arguments it takes."""

    @with_arguments_of(raw_env)
    def parallel_env(*args: Arguments.args, **named: Arguments.kwargs) -> GameParallelEnv:
        """All seats act in each step; those not to move wait.

        Takes the arguments of `raw_env`, and makes a `cardkit.envs.pettingzoo.parallel_env.GameParallelEnv`.
        """
        return GameParallelEnv(raw_env(*args, **named))

    return parallel_env
