"""Durak as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from cardkit.checks import check_choice
from durak_env.action_errors import action_id
from durak_env.envs.env_arguments import OBSERVATIONS, check_render_mode, choose_encoding
from durak_env.envs.play import OVER, Play
from durak_env.envs.reset_options import check_seed, deal_from_options, game_streams
from durak_env.information import InformationSet
from durak_env.observation import OPEN, Encoding
from durak_env.rules import Rules, RulesLike

PLAYERS = ("player_0", "player_1")


def env(
    rules: RulesLike = None,
    open_world: bool = False,
    render_mode: str | None = None,
    encoding: str | None = None,
    dtype: str = "float32",
    history: int = 16,
    observation: str = "dict",
) -> AECEnv[Any, Any, Any]:
    """The environment with PettingZoo's standard wrappers: an illegal action ends the game, -1 for its player.

    Takes the arguments of `raw_env`.
    """
    wrapped: Any = raw_env(rules, open_world, render_mode, encoding, dtype, history, observation)
    wrapped = _TerminateIllegal(wrapped, illegal_reward=-1)
    wrapped = AssertOutOfBoundsWrapper(wrapped)
    return OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's name
    """Two-player Durak, seat by seat, without wrappers.

    An observation is a dict of ``observation`` (shape and meaning: `durak_env.observation`) and ``action_mask``
    (int8, 1 = legal), or the vector alone; the mask stands in ``infos`` in any case. The seat that is not to move has
    an all-zero mask. Rewards are 0 until the end, then 1 for the winner and -1 for the fool, or 0 and 0.

    Args:
        rules: which game, as `durak_env.rules.Rules.of` takes it; the 36-card game with trumps by default.
        open_world: whether both players see all cards.
        render_mode: None, ``ansi``, ``rgb_array`` or ``human``.
        encoding: ``closed``, ``open`` or ``history``; by default ``closed`` or ``open`` as the world is.
        dtype: ``float32`` or ``uint8``.
        history: plies in the ``history`` encoding.
        observation: ``dict`` (``observation`` and ``action_mask``) or ``flat`` (the vector), which wrappers of arrays
            such as SuperSuit's want.

    Attributes:
        observation_spaces, action_spaces: of the players by their names.

    Raises:
        ValueError: an argument that is out of its range, named, or the open encoding in a closed world.

    Attributes:
        render_seat: the seat whose knowledge is rendered; None for all cards.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "rgb_array", "human"],
        "name": "durak_v0",
        "is_parallelizable": False,
        "render_fps": 2,
        "has_manual_policy": True,
    }

    def __init__(
        self,
        rules: RulesLike = None,
        open_world: bool = False,
        render_mode: str | None = None,
        encoding: str | None = None,
        dtype: str = "float32",
        history: int = 16,
        observation: str = "dict",
    ) -> None:
        super().__init__()
        check_choice("observation", observation, OBSERVATIONS)
        self.rules = Rules.of(rules)
        self.render_mode = check_render_mode(render_mode, self.metadata)
        self.encoding = choose_encoding(self.rules, open_world, encoding, dtype, history)
        self.possible_agents = list(PLAYERS)
        self.agents: list[str] = []
        self._play = Play(self.encoding, open_world)
        self._state_encoding = Encoding(self.rules, OPEN, dtype)
        self._flat = observation == "flat"
        space = self.encoding.vector_space if self._flat else self.encoding.dict_space
        self.observation_spaces = dict.fromkeys(PLAYERS, space)
        self.action_spaces = {player: spaces.Discrete(self.rules.num_actions) for player in PLAYERS}
        self.state_space = self._state_encoding.vector_space
        self._streams: np.ndarray | None = None  # of the deals and of sample_action
        self._no_action = np.zeros(self.rules.num_actions, np.int8)
        self.render_seat: int | None = None
        self._window: Any = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of either player's observations."""
        return self.observation_spaces[PLAYERS[_seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Discrete: a card each, then TAKE, then DONE."""
        return self.action_spaces[PLAYERS[_seat(agent)]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: begins the stream of deals anew; without it the stream goes on.
            options: ``deck`` (the whole deck in drawing order, texts), with it ``trump_suit`` where no card is left to
                lie face up, and ``attacker`` (seat).

        Raises:
            ValueError: a bad seed or a deal that the rules do not allow.
        """
        deal = deal_from_options(options, self.rules)
        if seed is not None:
            self._streams = game_streams(check_seed(seed), 2)
        elif self._streams is None:
            self._streams = game_streams(None, 2)
        self._play.begin(self._streams[0], deal)
        self.agents = list(PLAYERS)
        self.rewards = dict.fromkeys(PLAYERS, 0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self._skip_agent_selection = None
        self._turn_to(self._play.seat)
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play the action id of the player to move; None for a player whose game is over.

        Raises:
            RuntimeError: before the first reset or after both players are done.
            ValueError: the action is not legal; the message names the card and the rule, the game is unchanged.
        """
        if not self.agents:
            raise RuntimeError("no game is on: call reset() first")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        player = self.agent_selection
        self._play.act(action)
        self._cumulative_rewards[player] = 0
        if self._play.seat == OVER:
            self._end()
        else:
            self._turn_to(self._play.seat)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """What a player sees, in new arrays."""
        seat = _seat(agent)
        self._check_begun()
        vector, mask = self._seen if seat == self._play.seat else self._play.observe(seat)
        return vector.copy() if self._flat else {"observation": vector.copy(), "action_mask": mask.copy()}

    def state(self) -> np.ndarray:
        """The whole truth as a vector: the open encoding from seat 0's side, shape of ``state_space``."""
        self._check_begun()
        return self._state_encoding.observe(InformationSet.of(self._play.state, self.rules, 0, True))[0]

    def information_set(self, agent: str) -> InformationSet:
        """What a player knows, for agents with ``act(info, rng)``."""
        seat = _seat(agent)
        self._check_begun()
        return self._play.information_set(seat)

    def sample_action(self) -> int | None:
        """A uniform legal action of the player to move, drawn in compiled code; None when the game is over."""
        self._check_begun()
        assert self._streams is not None
        return None if self._play.seat == OVER else self._play.sample_action(self._streams[1])

    def render(self) -> str | np.ndarray | None:
        """The game, with all cards shown unless ``render_seat`` is set.

        Returns:
            text, an image of shape (height, width, 3), or None where a window shows it, for 1 / ``render_fps`` seconds.
        """
        self._check_begun()
        if self.render_mode is None:
            raise ValueError(f"no render_mode was given; give one of {', '.join(self.metadata['render_modes'])}")
        from durak_env.render import pictures as render

        seat = self.render_seat
        view = self._play.state if seat is None else self._play.information_set(seat)
        if self.render_mode == "ansi":
            return render.render_text(view)
        if self.render_mode == "rgb_array":
            return render.render_rgb(view)
        self.window.show(view, self.metadata["render_fps"])
        return None

    @property
    def window(self) -> Any:
        """The `durak_env.render.window.Window` of ``render_mode="human"``, which opens when it is first needed."""
        if self._window is None:
            from durak_env.render.window import Window

            self._window = Window()
        return self._window

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _turn_to(self, seat: int) -> None:
        self.agent_selection = PLAYERS[seat]
        self._seen = self._play.observe(seat)
        masks = (self._seen[1], self._no_action) if seat == 0 else (self._no_action, self._seen[1])
        self.infos = {player: {"action_mask": mask.copy()} for player, mask in zip(PLAYERS, masks, strict=True)}

    def _end(self) -> None:
        self.agent_selection = PLAYERS[1 - _seat(self.agent_selection)]
        for seat, player in enumerate(PLAYERS):
            self.rewards[player] = self._play.returns(seat)
            self._cumulative_rewards[player] += self.rewards[player]
            self.terminations[player] = True
            self.infos[player] = {"action_mask": self._no_action.copy()}

    def _check_begun(self) -> None:
        if self._streams is None:
            raise RuntimeError("no game has begun: call reset() first")


class _TerminateIllegal(TerminateIllegalWrapper[str, Any, Any]):
    """PettingZoo's wrapper; by itself it asks the mask that the player was given, and may have written into."""

    def step(self, action: Any) -> None:
        """Play an action, or end the game if it is illegal.

        Raises:
            ValueError: it is no action id.
        """
        game: Any = self.env
        self._prev_obs = {"action_mask": game._seen[1]}
        if isinstance(action, bool):  # which would index a mask in another way
            action_id(action, game.rules)
        super().step(action)


def _seat(agent: str) -> int:
    if agent not in PLAYERS:
        raise ValueError(f"unknown agent {agent!r}; the agents are {' and '.join(PLAYERS)}")
    return PLAYERS.index(agent)
