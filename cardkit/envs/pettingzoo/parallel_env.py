"""A game as a PettingZoo ParallelEnv: in each step all seats act, and those not to move wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter
from typing import Any, ParamSpec, Protocol, overload

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import ParallelEnv

from cardkit.checks import check_choice
from cardkit.envs.env_arguments import ON_ILLEGAL, check_arguments, with_arguments_of
from cardkit.envs.pettingzoo.aec_env import GameAECEnv
from cardkit.game import action_id

Arguments = ParamSpec("Arguments")
Told = dict[str, Any]
"""Information by player."""


class GameParallelEnv(ParallelEnv[str, Any, Any]):
    """A view of a game's AEC environment, for libraries that step all agents at once.

    To wait is an action of its own, behind those of the game: the only legal one for each seat that is not to move. So
    no mask is empty. Observations and infos are those of `cardkit.envs.pettingzoo.aec_env.GameAECEnv`, with a mask that
    has this entry more.

    Args:
        game: the environment, which nobody else steps.
        illegal: what an illegal action does: ``terminate`` ends the game and leaves its player the least that a game
            pays, ``raise`` raises ValueError.

    Attributes:
        waiting: the id of the action.
        observation_spaces, action_spaces: of the players, by name.
        state_space: of `state`, if the game has one.
        why_illegal: the reasons of the last step's illegal actions, by player.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(self, game: GameAECEnv, illegal: str = "terminate") -> None:
        check_choice("illegal", illegal, ON_ILLEGAL)
        self.game, self.waiting = game, game.game.num_actions
        self._raise, self.why_illegal = illegal == "raise", {}
        self.metadata = {**game.metadata, "is_parallelizable": True}
        self.render_mode = game.render_mode
        self.possible_agents, self.agents = game.possible_agents, []
        seen = game.observation_space(self.possible_agents[0])
        if isinstance(seen, spaces.Dict):
            masks = spaces.Box(0, 1, (self.waiting + 1,), np.int8)
            seen = spaces.Dict({"observation": seen["observation"], "action_mask": masks})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces: Told = {player: spaces.Discrete(self.waiting + 1) for player in self.possible_agents}
        if hasattr(game, "state_space"):
            self.state_space = game.state_space

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of each player's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Discrete space of the action ids, to wait included."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """Start a game; takes the arguments of the AEC environment's reset."""
        self.game.reset(seed, options)
        self.agents, self.why_illegal = self.possible_agents[:], {}
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Any]) -> tuple[Told, Told, Told, Told, Told]:
        """Play the action of the seat to move; the others wait, by their action or without one.

        After an illegal action, ``illegal_action`` (True) stands in its player's info. After the end of a game, a step
        without actions returns empty dicts, which wrappers rely on.

        Returns:
            observations, rewards, terminations, truncations (never), infos, each by player.

        Raises:
            RuntimeError: no game is in progress.
            ValueError: an action is missing, out of range, or illegal with ``illegal="raise"``; the game is unchanged.
        """
        if not self.agents:
            if actions or not self.game.agents:
                raise RuntimeError("no game is in progress: call reset() first")
            return {}, {}, {}, {}, {}
        mover, numbers = self.game.agent_selection, self._numbers(actions)
        errors = {player: error for player, number in numbers.items() if (error := self._error(player, number))}
        if errors and self._raise:
            raise next(iter(errors.values()))
        self.why_illegal = {player: str(error) for player, error in errors.items()}
        if errors:
            return self._stopped()
        self.game.step(numbers[mover])
        game = self.game
        if game.terminations[mover]:
            self.agents = []
        told = self._observations(), dict(game.rewards), dict(game.terminations), dict(game.truncations)
        return *told, self._infos()

    def render(self) -> Any:
        """Draw the game, as the AEC environment renders it."""
        return self.game.render()

    def state(self) -> np.ndarray:
        """Return the full state as a vector, as the AEC environment's."""
        return self.game.state()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.game.close()

    def _numbers(self, actions: Mapping[str, Any]) -> dict[str, int]:
        """Return the action ids by player; raise ValueError if the one that counts is missing, or one is none."""
        if self.game.agent_selection not in actions:
            raise ValueError(f"the action of {self.game.agent_selection}, who is to move, is missing")
        for player in actions:
            self.game.observation_space(player)  # refuses a player that is unknown
        return {player: action_id(action, self.waiting + 1) for player, action in actions.items()}

    def _error(self, player: str, number: int) -> ValueError | None:
        """Make the error that says why a player's action is illegal; None if it is legal."""
        waits = number == self.waiting
        if player != self.game.agent_selection:
            told = f"{player} is not to move: its action must be {self.waiting}, got {number}"
            return None if waits else ValueError(told)
        if waits:
            return ValueError(f"{player} is to move: its action must not be {number}, which is to wait")
        return None if self.game.action_mask[number] else self.game.illegal_error(number)

    def _stopped(self) -> tuple[Told, Told, Told, Told, Told]:
        """End the game in which players have chosen illegal actions."""
        self.agents = []
        rewards: Told = dict.fromkeys(self.possible_agents, 0)
        rewards |= {player: self.game.illegal_reward(player) for player in self.why_illegal}
        infos = self._infos()
        for player in self.why_illegal:
            infos[player]["illegal_action"] = True
        ended, never = (dict.fromkeys(self.possible_agents, over) for over in (True, False))
        return self._observations(), rewards, ended, never, infos

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
        if not self.agents:  # an illegal action ends only this view of the game
            mask = np.zeros_like(mask)
        return np.append(mask, np.int8(not mask.any()))


class MakesParallel(Protocol[Arguments]):
    """A function that takes the arguments of a game's ``raw_env``, and ``illegal``."""

    @overload
    def __call__(self, *args: Arguments.args, **named: Arguments.kwargs) -> GameParallelEnv: ...

    @overload
    def __call__(self, *args: Any, illegal: str, **named: Any) -> GameParallelEnv: ...


def parallel(raw_env: Callable[Arguments, GameAECEnv]) -> MakesParallel[Arguments]:
    """Make the function ``parallel_env`` beside a module's ``raw_env``: it takes its arguments, and ``illegal``."""
    last = Parameter("illegal", Parameter.KEYWORD_ONLY, default="terminate", annotation=str)

    @with_arguments_of(raw_env, last)
    def parallel_env(*args: Any, illegal: str = last.default, **named: Any) -> GameParallelEnv:
        """Make an environment in which all seats act in each step; those not to move wait.

        Takes the arguments of `raw_env`, and makes a `cardkit.envs.pettingzoo.parallel_env.GameParallelEnv`.

        Args:
            illegal: what an illegal action does: ``terminate`` ends the game and leaves its player the least that a
                game pays, ``raise`` raises ValueError.
        """
        check_arguments(named, parallel_env)
        return GameParallelEnv(raw_env(*args, **named), illegal)

    return parallel_env
