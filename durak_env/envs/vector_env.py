"""Durak as a native, batched Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from durak_env.envs import batch_arrays
from durak_env.envs.batch_arrays import RUNNING, View
from durak_env.envs.env_arguments import (
    OBSERVATIONS,
    ON_ILLEGAL,
    check_choice,
    check_flag,
    check_whole,
    choose_encoding,
)
from durak_env.envs.game_batch import GameBatch
from durak_env.envs.reset_options import check_options, check_seed, deal_from_options
from durak_env.information import InformationSet
from durak_env.rules import Rules

_AUTORESET = {
    AutoresetMode.DISABLED: batch_arrays.DISABLED,
    AutoresetMode.NEXT_STEP: batch_arrays.NEXT_STEP,
    AutoresetMode.SAME_STEP: batch_arrays.SAME_STEP,
}


class DurakVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once; game i equals, ply by ply, a `durak_env.envs.gym_env.DurakEnv` seeded with ``seed + i``.

    With ``opponent=None`` it is played by both seats (self-play): each step asks, in every game, the seat to move.
    ``infos["seat"]`` says whose observation it is, ``rewards`` belong to the seat that acted, and ``infos["returns"]``
    holds both seats' returns where a game has ended.

    Infos (arrays over the games): ``action_mask`` (int8, 1 = legal), ``seat``, in self-play ``returns``, and in the
    mode SAME_STEP ``final_obs`` and ``final_info`` as Gymnasium has them, each with its ``_name`` of the rows it holds
    for.

    Args:
        num_envs: games.
        autoreset_mode: ``NextStep``, ``SameStep`` or ``Disabled``, or Gymnasium's AutoresetMode.
        copy: return new arrays each step; False returns the same buffers again and is faster.
        num_threads: threads that share the games; results do not depend on it.
        opponent, rules, open_world, seat, observation, encoding, dtype, history, illegal, skip_forced: as for
            `durak_env.envs.gym_env.DurakEnv`; a callable opponent is asked game by game.

    Raises:
        ValueError: an argument that is out of its range, named.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        opponent: Any = "greedy",
        rules: Rules | None = None,
        open_world: bool = False,
        seat: int | None = None,
        observation: str = "flat",
        encoding: str | None = None,
        dtype: str = "float32",
        history: int = 16,
        illegal: str = "terminate",
        skip_forced: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int = 1,
        render_mode: None = None,
    ) -> None:
        check_whole("num_envs", num_envs, 1)
        if render_mode is not None:
            raise ValueError("the vector environment draws nothing: render a single environment")
        check_choice("observation", observation, OBSERVATIONS)
        check_choice("illegal", illegal, ON_ILLEGAL)
        check_flag("skip_forced", skip_forced)
        check_flag("copy", copy)
        self.num_envs = num_envs
        self.rules = Rules() if rules is None else rules
        self.render_mode = None
        self.copy = copy
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.encoding = choose_encoding(self.rules, open_world, encoding, dtype, history)
        self._flat = observation == "flat"
        self.single_observation_space = self.encoding.vector_space if self._flat else self.encoding.dict_space
        self.single_action_space = spaces.Discrete(self.rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._self_play = opponent is None
        self._raise = illegal == "raise"
        mode = _AUTORESET[self.autoreset_mode]
        self._batch = GameBatch(num_envs, self.encoding, open_world, opponent, seat, skip_forced, mode, num_threads)
        self._rows, self._everywhere = np.arange(num_envs), np.ones(num_envs, bool)
        self._use(self._batch.new_view())
        self._finals = self._batch.new_view() if self.autoreset_mode == AutoresetMode.SAME_STEP else self._view

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use(self._view)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games.

        Args:
            seed: game i is seeded with ``seed + i``, or with ``seed[i]``; without it the streams go on.
            options: ``reset_mask`` (bool array) to start only some games anew, and those of
                `durak_env.envs.aec_env.raw_env.reset`, then for every game.
        """
        options = check_options(options)
        rows = self._rows_to_reset(options.pop("reset_mask", None))
        deal = deal_from_options(options, self.rules)
        self._seed(rows, seed)
        self._batch.begin(rows, deal)
        view = self._next_view()
        self._batch.look(self._rows, view)
        infos = self._infos()
        if len(rows) < self.num_envs:
            infos.update({f"_{name}": np.isin(self._rows, rows) for name in infos})
        return self._observations(), infos

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play an action in every game; where a game is due to begin anew, its action is ignored.

        Raises:
            RuntimeError: before the first reset, or with autoreset disabled in a game that has ended.
            ValueError: actions of a wrong shape, out of range, or illegal where ``illegal="raise"``.
        """
        self._batch.check_begun()
        if self.autoreset_mode == AutoresetMode.DISABLED and (ended := self._ended()).any():
            raise RuntimeError(
                f"games {np.flatnonzero(ended).tolist()} have ended: reset them with options['reset_mask']"
            )
        slots = self._batch.check(actions, refuse_illegal=self._raise)
        view = self._next_view()
        self._batch.step(slots, view, self._finals)
        infos = self._infos()
        rewards, terminated = self._results["reward"], self._results["terminated"]
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminated.any():
            self._add_finals(infos, np.flatnonzero(terminated))
        return self._observations(), rewards, terminated, np.zeros(self.num_envs, bool), infos

    def action_masks(self) -> np.ndarray:
        """The legal actions of all games as bool of shape (games, actions)."""
        self._batch.check_begun()
        return self._view.masks.astype(bool)

    def sample_actions(self) -> np.ndarray:
        """A uniform legal action in each game, drawn in compiled code: int64 of shape (games,)."""
        self._batch.check_begun()
        return self._batch.sample_actions()

    def information_set(self, game: int) -> InformationSet:
        """What the seat asked in a game knows; the plies since the deal are not kept."""
        self._batch.check_begun()
        return self._batch.information_set(game, int(self._batch.games.games[game].seat))

    @property
    def states(self) -> np.ndarray:
        """The STATE records of the games as they are now, hidden cards and all: for critics and records, to be read."""
        return self._batch.games.states

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self._batch.close()

    def _ended(self) -> np.ndarray:
        return self._batch.games.games["outcome"] != RUNNING

    def _rows_to_reset(self, mask: Any) -> np.ndarray:
        if mask is None:
            return self._rows
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
            raise ValueError(
                f"reset_mask is a bool array of shape ({self.num_envs},) with at least one True, not {mask!r}"
            )
        if not self._batch.begun:
            raise RuntimeError("no game has begun: call reset() without a reset_mask first")
        return self._rows[mask]

    def _seed(self, rows: np.ndarray, seed: Any) -> None:
        if seed is None and self._batch.begun:
            return
        seeds = _seeds(seed, self.num_envs)
        for row in rows:
            if seeds[row] is not None or not self._batch.begun:
                self._batch.seed(int(row), seeding.np_random(seeds[row])[0])

    def _next_view(self) -> View:
        if self.copy:
            self._use(self._batch.new_view())
        return self._view

    def _use(self, view: View) -> None:
        self._view = view
        self._results = {name: view.results[name] for name in ("reward", "terminated", "seat", "returns")}
        told = {"action_mask": view.masks, "seat": self._results["seat"]}
        if self._self_play:
            told["returns"] = self._results["returns"]
        self._told = told | {f"_{name}": self._everywhere for name in told}

    def _observations(self) -> Any:
        view = self._view
        return view.vectors if self._flat else {"observation": view.vectors, "action_mask": view.masks}

    def _infos(self) -> dict[str, Any]:
        return self._told.copy()

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
        infos["final_info"] |= {f"_{name}": where for name in infos["final_info"]}
        infos["_final_info"] = where


def _autoreset_mode(mode: str | AutoresetMode) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(known.value for known in AutoresetMode)
        raise ValueError(f"autoreset_mode is one of {known}, not {mode!r}") from None


def _seeds(seed: Any, count: int) -> list[int | None]:
    if seed is None:
        return [None] * count
    if isinstance(seed, Sequence) and not isinstance(seed, str):
        if len(seed) != count:
            raise ValueError(f"one seed a game is wanted: {count}, not {len(seed)}")
        return [None if one is None else check_seed(one) for one in seed]
    return [check_seed(seed) + number for number in range(count)]
