"""A game as a native, batched Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode, VectorEnv

from cardkit.checks import check_choice, check_flag, check_whole
from cardkit.compiled.prng import streams_of
from cardkit.compiled.protocol import State
from cardkit.compiled.seed_words import first_words
from cardkit.encoding import Encoding
from cardkit.envs import batch_arrays
from cardkit.envs.batch_arrays import NUM_STREAMS, RUNNING, View
from cardkit.envs.batched_space import batched
from cardkit.envs.env_arguments import OBSERVATIONS, ON_ILLEGAL, GameEnvironment, check_render_mode, given_opponent
from cardkit.envs.game_batch import GameBatch
from cardkit.envs.opponents import OpponentPool
from cardkit.envs.pictures import PICTURE_MODES, Drawn
from cardkit.envs.reset_options import check_options, check_seed, start_from_options
from cardkit.game import Game
from cardkit.wording import quoted

_AUTORESET = {
    AutoresetMode.DISABLED: batch_arrays.DISABLED,
    AutoresetMode.NEXT_STEP: batch_arrays.NEXT_STEP,
    AutoresetMode.SAME_STEP: batch_arrays.SAME_STEP,
}

BY_GAME = ("information_set", "render")
"""Methods whose first argument is the index of a game."""
MOST_ENVS = 10_000_000
"""Limit of the games, which take memory."""


class GameVectorEnv(GameEnvironment, Drawn, VectorEnv[Any, Any, Any]):
    """Many games at once; game i equals, ply by ply, a `cardkit.envs.gym_env.GameEnv` seeded with ``seed + i``.

    With ``opponent=None`` the learner plays all seats (self-play): each step asks, in every game, the seat to move.
    ``infos["seat"]`` says whose observation it is, and ``rewards`` belong to the seat that acted: what it has won since
    its last reward. ``infos["returns"]`` holds what each seat has won so far.

    Infos (arrays of numbers over the games): ``action_mask`` (int8, 1 = legal), ``seat``, ``opponent`` (its place in
    ``opponent_names``; in self-play ``returns`` instead), and in SAME_STEP mode Gymnasium's ``final_obs`` and
    ``final_info``, each with the mask ``_name`` of the rows that have it. A callable opponent is called for one game at
    a time.

    Args:
        game: the game to play.
        encoding: of the observations.
        num_envs: how many games.
        autoreset_mode: ``NextStep``, ``SameStep`` or ``Disabled``, or Gymnasium's AutoresetMode.
        copy: return new arrays each step; False returns the same buffers again and is faster.
        num_threads: how many threads share the games; results do not depend on it.

    Raises:
        ValueError: an argument is out of range.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
    _modes, _fps = PICTURE_MODES, 1
    _spec: EnvSpec | None = None

    def __init__(
        self,
        game: Game,
        encoding: Encoding,
        num_envs: int,
        opponent: Any,
        seat: int | None = None,
        observation: str = "flat",
        illegal: str = "terminate",
        skip_forced: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int = 1,
        render_mode: str | None = None,
        opponents: Any = None,
    ) -> None:
        check_whole("num_envs", num_envs, 1, MOST_ENVS)
        check_choice("observation", observation, OBSERVATIONS)
        check_choice("illegal", illegal, ON_ILLEGAL)
        check_flag("skip_forced", skip_forced)
        check_flag("copy", copy)
        self.num_envs = num_envs
        self.game, self.encoding = game, encoding
        self.render_mode = check_render_mode(render_mode, self.metadata)
        self.copy = copy
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._flat = observation == "flat"
        self.single_observation_space = encoding.vector_space if self._flat else encoding.dict_space
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = batched(self.single_action_space, num_envs)
        self._raise = illegal == "raise"
        opponent, mode = given_opponent(opponent, opponents), _AUTORESET[self.autoreset_mode]
        self._batch = GameBatch(
            num_envs, game, encoding, opponent, seat, skip_forced, mode, num_threads, opponents=opponents
        )
        self._rows, self._all = np.arange(num_envs), np.ones(num_envs, bool)
        self._opponents = np.zeros(num_envs, np.int64)  # their places in `opponent_names`, by game
        self._use(self._batch.new_view())
        self._finals = self._batch.new_view() if self.autoreset_mode == AutoresetMode.SAME_STEP else self._view

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use(self._view)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | Sequence[dict[str, Any]] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games.

        Args:
            seed: game i is seeded with ``seed + i``, or with ``seed[i]``; without it the streams continue.
            options: ``reset_mask`` (bool array) to restart only some games, and the game's own options, which then
                apply to every row; or a list of such dicts, one for each row.
        """
        rows, starts = self._read_options(options)
        self._seed(rows, seed)
        if isinstance(seed, Sequence):
            self._np_random_seed = -1  # as Gymnasium tells a seed that is not one number
        elif seed is not None:
            super().reset(seed=check_seed(seed))
        view = self._batch.new_view() if self.copy else self._view
        self._batch.begin(rows, view, starts)
        self._use(view)
        self._note_opponents()
        infos = self._infos()
        if len(rows) < self.num_envs:
            infos.update({name: np.isin(self._rows, rows) for name in infos if name.startswith("_")})
        return self._observations(), infos

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play an action in every game; a game that is due to restart ignores its action.

        Raises:
            RuntimeError: before the first reset, after an opponent has failed, while another thread is in a step, or
                with autoreset disabled in a game that has ended.
            ValueError: actions of a wrong shape, out of range, or illegal with ``illegal="raise"``; or an opponent
                chose an illegal action; call ``reset`` to start again.
        """
        self._batch.check_ready()
        if self.autoreset_mode == AutoresetMode.DISABLED and (ended := self._ended()).any():
            raise RuntimeError(
                f"games {np.flatnonzero(ended).tolist()} have ended: reset them with options['reset_mask']"
            )
        checked = self._batch.check(actions, refuse_illegal=self._raise)
        view = self._next_view()
        self._batch.step(checked, view, self._finals)
        if not self._batch.opponents_are_one:
            self._note_opponents()
        infos = self._infos()
        rewards, terminated = self._results["reward"], self._results["terminated"]
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminated.any():
            self._add_finals(infos, np.flatnonzero(terminated))
        return self._observations(), rewards, terminated, np.zeros(self.num_envs, bool), infos

    @property
    def spec(self) -> EnvSpec | None:
        """The environment's specification for Gymnasium, in values that JSON holds; None if Gymnasium made none."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:  # pyright: ignore[reportIncompatibleVariableOverride] - see above
        if spec is not None and "autoreset_mode" in spec.kwargs:
            spec.kwargs["autoreset_mode"] = self.autoreset_mode.value
        self._spec = spec

    @property
    def opponent_pool(self) -> OpponentPool:
        """The opponents; changes take effect in the games that begin afterwards.

        Raises:
            AttributeError: in self-play, and with ``opponents``.
        """
        return self._batch.opponent_pool

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of all opponents that there ever were, removed ones too, by their numbers in infos.

        In self-play there are none.
        """
        return self._batch.opponent_names

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of all games as bool of shape (games, actions)."""
        self._batch.check_begun()
        return self._batch.action_masks()

    def sample_actions(self) -> np.ndarray:
        """Draw a uniform legal action in each game, in compiled code: int64 of shape (games,)."""
        self._batch.check_begun()
        return self._batch.sample_actions()

    def information_set(self, game: int) -> Any:
        """Return the knowledge of the seat to choose in a game; the plies since the deal are not kept.

        Raises:
            ValueError: there is no such game.
        """
        self._batch.check_begun()
        check_whole("game", game, 0, self.num_envs - 1)
        return self._batch.information_set(game, int(self._batch.arrays.games[game].seat))

    def render(self, game: int | None = None) -> Any:
        """Draw the learner's knowledge as text or an image of shape (height, width, 3): of one game, or a tuple of all.

        Raises:
            ValueError: no render_mode was given, or there is no such game.
        """
        self._check_render_mode_given()
        if game is None:
            return tuple(self.render(row) for row in range(self.num_envs))
        return self._draw(self.information_set(game))

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call ``action_masks``, ``information_set`` or ``render``, or read an attribute, for each game.

        Raises:
            AttributeError: nothing has that name, or the method cannot be called for each game.
        """
        return tuple(self.of_games(name, self._rows, *args, **kwargs))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute, once for each game, as from `call`."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Refuse: all games of a batch share their settings."""
        raise AttributeError(f"{name!r} cannot be set: all games of a batch share the settings given at creation")

    def of_games(self, name: str, games: Sequence[int] | np.ndarray, *args: Any, **kwargs: Any) -> Any:
        """Call a method or read an attribute for some of the games; see `call`."""
        if name == "action_masks":
            return self.action_masks(*args, **kwargs)[games]
        value = getattr(self, name)
        if name in BY_GAME:
            return [value(game, *args, **kwargs) for game in games]
        if callable(value):
            known = ", ".join(("action_masks", *BY_GAME))
            raise AttributeError(f"no method {name!r} can be called for each game; available: {known}")
        return [value] * len(games)

    @property
    def is_self_play(self) -> bool:
        """True if the learner plays all seats."""
        return self._batch.self_play

    @property
    def states(self) -> np.ndarray:
        """The current STATE records of the games, hidden cards included, for critics and records.

        The array is read-only. It changes with the games; copy a record before you play on it.
        """
        states = self._batch.arrays.states
        return np.frombuffer(memoryview(states.view(np.uint8)).toreadonly(), states.dtype)  # no flag makes it writable

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self._batch.close()

    def _ended(self) -> np.ndarray:
        return self._batch.arrays.games["outcome"] != RUNNING

    def _read_options(self, options: Any) -> tuple[np.ndarray, list[State | None]]:
        """Return the games to restart, and a deal for each, None for a random one."""
        if isinstance(options, Sequence) and not isinstance(options, str):
            if len(options) != self.num_envs:
                raise ValueError(f"options must have one dict for each of {self.num_envs} games, got {len(options)}")
            given = {id(one): one for one in options}  # usually the same dict for all games
            starts = {key: start_from_options(one, self.game) for key, one in given.items()}
            return self._rows, [starts[id(one)] for one in options]
        options = check_options(options, self.game)
        rows = self._rows_to_reset(options.pop("reset_mask", None))
        return rows, [start_from_options(options, self.game)] * len(rows)

    def _rows_to_reset(self, mask: Any) -> np.ndarray:
        if mask is None:
            return self._rows
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
            raise ValueError(
                f"reset_mask must be a bool array of shape ({self.num_envs},) with at least one True, got {mask!r}"
            )
        if not self._batch.begun:
            raise RuntimeError("no game has begun: call reset() without a reset_mask first")
        return self._rows[mask]

    def _seed(self, rows: np.ndarray, seed: Any) -> None:
        if seed is None and self._batch.begun:
            return
        seeds = _seeds(seed, self.num_envs)
        anew = [row for row in rows.tolist() if seeds[row] is not None or not self._batch.begun]
        words = first_words([seeds[row] for row in anew], NUM_STREAMS)  # those of a single environment
        self._batch.seed(anew, streams_of(words.ravel()))

    def _next_view(self) -> View:
        if self.copy:
            self._use(self._batch.new_view())
        else:
            self._everywhere[:] = True  # a caller may have written to it
        return self._view

    def _use(self, view: View) -> None:
        self._view = view
        others = "returns" if self._batch.self_play else "opponent"
        self._results = {name: view.results[name] for name in ("reward", "terminated", "seat", "opponent")}
        self._everywhere = self._all.copy()
        told = {"action_mask": view.masks, "seat": self._results["seat"]}
        told[others] = view.returns if self._batch.self_play else self._opponents
        self._told = told | {f"_{name}": self._everywhere for name in told}

    def _observations(self) -> Any:
        view = self._view
        return view.vectors if self._flat else {"observation": view.vectors, "action_mask": view.masks}

    def _infos(self) -> dict[str, Any]:
        return self._told.copy()

    def _note_opponents(self) -> None:
        """Update the numbers of the opponents."""
        if not self._batch.self_play:
            self._opponents = self._batch.opponents(self._results["opponent"])
            self._opponents.flags.writeable = False  # it is returned again as long as there is one opponent
            self._told["opponent"] = self._opponents

    def _add_finals(self, infos: dict[str, Any], rows: np.ndarray) -> None:
        where = np.isin(self._rows, rows)
        observations = np.full(self.num_envs, None, object)
        for row in rows:
            vector, mask = self._finals.vectors[row].copy(), self._finals.masks[row].copy()
            observations[row] = vector if self._flat else {"observation": vector, "action_mask": mask}
        infos["final_obs"], infos["_final_obs"] = observations, where
        infos["final_info"] = {
            "action_mask": self._finals.masks * where[:, None],
            "seat": self._finals.results["seat"] * where,
        }
        if not self._batch.self_play:
            numbers = infos["final_info"]["opponent"] = np.zeros(self.num_envs, np.int64)
            numbers[rows] = self._batch.opponents(self._finals.results["opponent"][rows])
        infos["final_info"] |= {f"_{name}": where for name in infos["final_info"]}
        infos["_final_info"] = where


def _autoreset_mode(mode: str | AutoresetMode) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(known.value for known in AutoresetMode)
        raise ValueError(f"autoreset_mode must be one of {known}, got {quoted(mode)}") from None


def _seeds(seed: Any, count: int) -> list[int | None]:
    if seed is None:
        return [None] * count
    if isinstance(seed, Sequence) and not isinstance(seed, str):
        if len(seed) != count:
            raise ValueError(f"seed must have one entry for each of {count} games, got {len(seed)}")
        return [None if one is None else check_seed(one) for one in seed]
    first = check_seed(seed)
    return list(range(first, first + count))
