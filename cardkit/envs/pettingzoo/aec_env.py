"""A game as a PettingZoo AEC environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from cardkit.checks import check_choice, check_whole
from cardkit.compiled.protocol import reseed
from cardkit.encoding import Encoding
from cardkit.envs.batch_arrays import DEALS, DISABLED, NUM_STREAMS, SAMPLES, View
from cardkit.envs.env_arguments import (
    OBSERVATIONS,
    TEXTS,
    GameEnvironment,
    check_render_mode,
    observation_space,
    with_arguments_of,
)
from cardkit.envs.game_batch import GameBatch
from cardkit.envs.pictures import Drawn
from cardkit.envs.reset_options import check_seed, game_streams, start_from_options
from cardkit.game import Game, action_id
from cardkit.language.prompt import prompt
from cardkit.wording import quoted

Arguments = ParamSpec("Arguments")


class GameAECEnv(GameEnvironment, Drawn, AECEnv[str, Any, Any]):
    """A game seat by seat, without wrappers: a batch of one, in self-play.

    An observation is a dict of ``observation`` and ``action_mask`` (int8, 1 = legal), or the vector alone; ``infos``
    has the mask in both cases. A seat that is not to move has an all-zero mask. After each step ``rewards`` holds what
    each player won in it.

    Args:
        game: the game to play.
        encoding: of the observations.
        render_mode: None, or one of ``metadata["render_modes"]``.
        observation: ``dict`` (``observation`` and ``action_mask``) or ``flat`` (the vector), which array wrappers such
            as SuperSuit's need; ``text`` or ``text_without_legal``, see `cardkit.language.prompt.prompt`.
        whole: the game in the open world, and the encoding of `state`; None: the environment has no state.

    Attributes:
        observation_spaces, action_spaces: of the players, by name.
        state_space: of `state`.
        action_mask: of the player to move; do not write to it.

    Raises:
        ValueError: an argument is out of range.
    """

    metadata: dict[str, Any] = {"render_modes": [], "is_parallelizable": False}

    def __init__(
        self,
        game: Game,
        encoding: Encoding,
        render_mode: str | None = None,
        observation: str = "dict",
        whole: tuple[Game, Encoding] | None = None,
    ) -> None:
        super().__init__()
        check_choice("observation", observation, (*OBSERVATIONS, *TEXTS))
        self.game, self.encoding = game, encoding
        self.render_mode = check_render_mode(render_mode, self.metadata)
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self._form, space = observation, observation_space(observation, encoding)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {player: spaces.Discrete(game.num_actions) for player in self.possible_agents}
        self._whole = whole
        if whole is not None:
            self.state_space = whole[1].vector_space
        self._batch = GameBatch(1, game, encoding, None, None, False, DISABLED, recall=True)
        self._view, self._other_view = self._batch.new_view(), self._batch.new_view()
        self._use(self._view)
        self._rows, self._actions = np.arange(1), np.zeros(1, np.int64)
        self._seats = {player: seat for seat, player in enumerate(self.possible_agents)}
        self._num_actions = game.num_actions
        self._returns = [0.0] * game.seats
        self._no_action = np.zeros(game.num_actions, np.int8)
        self._render_seat: int | None = None

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use(self._view)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of each player's observations."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Discrete space of the action ids."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: restarts the stream of deals; without it the stream continues.
            options: the game's reset options.

        Raises:
            ValueError: a bad seed or a deal that the rules do not allow.
        """
        start = start_from_options(options, self.game)
        if seed is not None or not self._batch.begun:
            self._seed(None if seed is None else check_seed(seed))
        self._begin(start)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._returns = self._paid.tolist()
        self._turn_to(self._to_move)
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play the action id of the player to move; None for a player whose game is over.

        Raises:
            RuntimeError: before the first reset or after all players are done.
            ValueError: the action is not legal; the message names the rule, and the game is unchanged.
        """
        if not self.agents:
            raise RuntimeError("no game is in progress: call reset() first")
        player = self.agent_selection
        if self.terminations[player]:
            self._was_dead_step(action)
            return
        number = action_id(action, self._num_actions)
        if not self.action_mask.item(number):
            raise self.illegal_error(number)
        self._actions[0] = number
        self._batch.step(self._actions, self._view, self._view)
        self._go_on(player)

    def illegal_reward(self, agent: str) -> float:
        """Return the pay of a player for an illegal action: it brings its return to the lowest of a game."""
        return self.game.return_range[0] - self._returns[self._seat(agent)]

    def illegal_error(self, action: int) -> ValueError:
        """Make the error that says why an action id is illegal for the player to move."""
        return self._batch.illegal(0, action)

    def withdraw(self) -> None:
        """Let the player to move leave the game in place of an action; the others play on, and it is asked no more.

        It stays among the players, and is paid as the game says.

        Raises:
            RuntimeError: no game is in progress.
            ValueError: the game does not say how it goes on without a seat.
        """
        if not self.agents or self._over:
            raise RuntimeError("no game is in progress: call reset() first")
        player = self.agent_selection
        self._batch.withdraw(self._view)
        self._go_on(player)

    def _go_on(self, player: str) -> None:
        """Pay, and turn to the next player, after a ply of ``player``."""
        self._pay(player)
        if self._over:
            self._end()
        else:
            self._turn_to(self._to_move)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """Return a player's observation, in new arrays."""
        if self._form in TEXTS:
            return prompt(self.information_set(agent), TEXTS[self._form])
        seat, view = self._seat(agent), self._view
        self._batch.check_begun()
        if seat != self._to_move:
            view = self._other_view
            self._batch.observe_from(0, seat, view)
        vector = view.vectors[0].copy()
        return vector if self._form == "flat" else {"observation": vector, "action_mask": view.masks[0].copy()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the values of `pettingzoo.AECEnv.last` for the player to move."""
        self._batch.check_begun()
        return super().last(observe)

    def state(self) -> np.ndarray:
        """Return the full state as a vector: the open encoding as seat 0 sees it, with the shape of ``state_space``."""
        self._batch.check_begun()
        if self._whole is None:
            raise NotImplementedError(f"{self.metadata.get('name', 'this game')} has no encoding of its full state")
        game, encoding = self._whole
        return encoding.observe(game.information_set(self._batch.arrays.states[0], 0))[0]

    def information_set(self, agent: str) -> Any:
        """Return a player's knowledge, for agents with ``act(info, rng)``."""
        seat = self._seat(agent)
        self._batch.check_begun()
        return self._batch.information_set(0, seat)

    def sample_action(self) -> int | None:
        """Draw a uniform legal action of the player to move in compiled code; None when the game is over."""
        self._batch.check_begun()
        return None if self._over else int(self._batch.sample_actions()[0])

    def render(self) -> Any:
        """Draw the game, with all cards shown unless ``render_seat`` is set.

        Returns:
            Text, an image of shape (height, width, 3), or None if a window shows it, for 1 / ``render_fps`` seconds.
        """
        self._batch.check_begun()
        self._check_render_mode_given()
        seat = self._render_seat
        return self._draw(self._batch.arrays.states[0] if seat is None else self._batch.information_set(0, seat))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._close_window()

    @property
    def render_seat(self) -> int | None:
        """The seat whose knowledge is rendered; None for all cards."""
        return self._render_seat

    @render_seat.setter
    def render_seat(self, seat: int | None) -> None:
        if seat is not None:
            check_whole("render_seat", seat, 0, self.game.seats - 1)
        self._render_seat = seat

    @property
    def _to_move(self) -> int:
        """The seat to move; once the game is over, the seat that moved last."""
        return self._mover.item()

    @property
    def _over(self) -> bool:
        return self._terminated.item()

    def _use(self, view: View) -> None:
        """Look up the arrays that each ply reads: `item()` of one takes half the time of two indices."""
        self.action_mask, self._paid = view.masks[0], view.returns[0]
        self._mover, self._terminated = view.results["seat"], view.results["terminated"]

    def _seed(self, seed: int | None) -> None:
        streams = np.zeros(NUM_STREAMS, self._batch.arrays.streams.dtype)
        streams[[DEALS, SAMPLES]] = game_streams(seed, 2)
        self._batch.seed([0], streams)

    def _begin(self, start: Any) -> None:
        """Start a game from the given deal, which draws nothing from the stream, or from a drawn one."""
        before = self._batch.arrays.streams[DEALS].copy()
        self._batch.begin(self._rows, self._view, [start])
        if start is not None:
            self._batch.arrays.streams[DEALS] = before
            reseed(self._batch.arrays.states[0], self._batch.arrays.streams[DEALS, 0])

    def _turn_to(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]
        self.infos = {
            player: {"action_mask": (self.action_mask if one == seat else self._no_action).copy()}
            for player, one in self._seats.items()
        }

    def _pay(self, player: str) -> None:
        """Give each player the reward of the step in which ``player`` acted."""
        self._cumulative_rewards[player] = 0
        returns = self._paid.tolist()
        if returns == self._returns and not any(self.rewards.values()):
            return
        for other, now, before in zip(self.possible_agents, returns, self._returns, strict=True):
            gain = now - before
            self.rewards[other] = int(gain) if gain.is_integer() else gain
            self._cumulative_rewards[other] += self.rewards[other]
        self._returns = returns

    def _end(self) -> None:
        after = (self._to_move + 1) % len(self.possible_agents)
        self.agent_selection = self.possible_agents[after]
        for player in self.possible_agents:
            self.terminations[player] = True
            self.infos[player] = {"action_mask": self._no_action.copy()}

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):  # what cannot be looked up is no name
            raise ValueError(f"unknown agent {quoted(agent)}; the agents are {_listed(self.possible_agents)}") from None


def with_wrappers(game: GameAECEnv) -> AECEnv[Any, Any, Any]:
    """Put an environment in PettingZoo's standard wrappers.

    An illegal action ends the game; its player returns the least that a game pays.
    """
    wrapped: Any = _TerminateIllegal(game, illegal_reward=0)  # which each step sets
    wrapped = AssertOutOfBoundsWrapper(wrapped)
    return OrderEnforcingWrapper(wrapped)


def wrapped(make: Callable[Arguments, GameAECEnv]) -> Callable[Arguments, AECEnv[Any, Any, Any]]:
    """Make the function ``env`` beside a module's ``raw_env``: it takes its arguments, and wraps what it makes."""

    @with_arguments_of(make)
    def env(*args: Arguments.args, **named: Arguments.kwargs) -> AECEnv[Any, Any, Any]:
        """Make the environment in PettingZoo's standard wrappers.

        An illegal action ends the game; its player returns the least that a game pays.

        Takes the arguments of `raw_env`.
        """
        return with_wrappers(make(*args, **named))

    return env


class _TerminateIllegal(TerminateIllegalWrapper[str, Any, Any]):
    """PettingZoo's TerminateIllegalWrapper, reading the game's own mask: players may overwrite their copy."""

    def step(self, action: Any) -> None:
        """Play an action, or end the game if it is illegal.

        Raises:
            ValueError: it is not an action id.
        """
        game: Any = self.env
        self._prev_obs = {"action_mask": game.action_mask}
        self._illegal_value = game.illegal_reward(game.agent_selection)
        if not game.terminations[game.agent_selection]:  # PettingZoo asserts this, which python -O leaves out
            action_id(action, game.game.num_actions)
        super().step(action)


def _listed(names: list[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} and {last}"
