"""A game as a Gymnasium environment: the learner has one seat, opponents are part of the environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from cardkit.checks import check_choice, check_flag
from cardkit.compiled.prng import streams_from
from cardkit.encoding import Encoding
from cardkit.envs.asking import plies_of
from cardkit.envs.batch_arrays import DISABLED, NUM_STREAMS, View
from cardkit.envs.env_arguments import (
    OBSERVATIONS,
    ON_ILLEGAL,
    TEXTS,
    GameEnvironment,
    check_render_mode,
    given_opponent,
    observation_space,
)
from cardkit.envs.game_batch import GameBatch
from cardkit.envs.opponents import OpponentPool
from cardkit.envs.pictures import Drawn
from cardkit.envs.reset_options import check_seed, start_from_options
from cardkit.game import Game, action_id
from cardkit.language.prompt import prompt
from cardkit.notation.records import play_ply


class GameEnv(GameEnvironment, Drawn, gymnasium.Env[Any, Any]):
    """A learner at one seat against an opponent, who plays all others, or against one at each other seat.

    A step plays the learner's action and the opponent's plies up to the learner's next choice. The reward is what the
    learner has won since the last one. ``info`` holds numbers alone: ``action_mask`` (int8, 1 = legal), ``seat`` (the
    learner's), ``opponent`` (its place in ``opponent_names``), and after an illegal action ``illegal_action`` (True).

    Args:
        game: the game to play.
        encoding: of the observations.

    Attributes:
        why_illegal: why the last action was illegal, in words; None if it was legal.

    Raises:
        ValueError: an argument is out of range.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        game: Game,
        encoding: Encoding,
        opponent: Any,
        seat: int | None = None,
        observation: str = "flat",
        illegal: str = "terminate",
        skip_forced: bool = False,
        render_mode: str | None = None,
        opponents: Any = None,
    ) -> None:
        check_choice("observation", observation, (*OBSERVATIONS, *TEXTS))
        check_choice("illegal", illegal, ON_ILLEGAL)
        check_flag("skip_forced", skip_forced)
        opponent = given_opponent(opponent, opponents)
        if opponent is None and opponents is None:
            raise ValueError("a single environment needs an opponent; self-play is for the vector environment")
        self.game, self.encoding = game, encoding
        self.render_mode = check_render_mode(render_mode, self.metadata)
        self.observation_space = observation_space(observation, encoding)
        self.action_space = spaces.Discrete(game.num_actions)
        self._form, self._num_actions = observation, game.num_actions
        self._raise = illegal == "raise"
        self._batch = GameBatch(
            1, game, encoding, opponent, seat, skip_forced, DISABLED, recall=True, opponents=opponents
        )
        self._rows = np.arange(1)
        self._actions = np.zeros(1, np.int64)
        self._use(self._batch.new_view())
        self.why_illegal: str | None = None
        self._opponent = 0  # in the game that is on
        self._shown = 0  # plies that a window has shown

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use(self._view)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game; the game defines the options.

        Returns:
            observation and info.
        """
        start = start_from_options(options, self.game)
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is not None or not self._batch.begun:
            self._batch.seed([0], streams_from(self.np_random, NUM_STREAMS))
        self._batch.begin(self._rows, self._view, () if start is None else (start,))
        self._opponent, self.why_illegal = self._batch.opponent(self._view.results["opponent"].item()), None
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action id, then the opponent's plies.

        Returns:
            observation, reward, terminated, truncated (never), info.

        Raises:
            RuntimeError: no game is in progress, an opponent has failed in it, or another thread is in a step.
            ValueError: an action out of range, or an illegal one with ``illegal="raise"``; the game is unchanged. Or
                the opponent chose an illegal action; call ``reset`` to start again.
        """
        self._check_on()
        number = action_id(action, self._num_actions)
        legal = self._mask.item(number) == 1
        if self._raise and not legal:
            raise self._batch.illegal(0, number)
        self._actions[0] = number
        before = self._batch.arrays.states[0].copy() if self.render_mode == "human" else None
        self._batch.step(self._actions, self._view, self._view)
        info = self._info()
        if not legal:
            info["illegal_action"], self.why_illegal = True, str(self._batch.illegal(0, number))
        if before is not None:
            self._show(before)
        return self._told(info)

    def withdraw(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Let the learner leave the game in place of an action; the opponents play on to its end.

        Returns:
            As `step`: the game is over.

        Raises:
            RuntimeError: as `step`.
            ValueError: the game does not say how it goes on without a seat, or as `step`.
        """
        self._check_on()
        before = self._batch.arrays.states[0].copy() if self.render_mode == "human" else None
        self._batch.withdraw(self._view)
        self._show(before)
        return self._told(self._info())

    @property
    def opponent_pool(self) -> OpponentPool:
        """The opponents; changes take effect in the games that begin afterwards.

        Raises:
            AttributeError: with ``opponents``.
        """
        return self._batch.opponent_pool

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of all opponents that there ever were, removed ones too, by their numbers in infos."""
        return self._batch.opponent_names

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as bool of shape (actions,), in the form that sb3-contrib's MaskablePPO requests."""
        self._batch.check_begun()
        return self._mask.astype(bool)

    def sample_action(self) -> int:
        """Draw a uniform legal action in compiled code; 0 when the game is over."""
        self._batch.check_begun()
        return int(self._batch.sample_actions()[0])

    def information_set(self) -> Any:
        """Return the learner's knowledge, for agents with ``act(info, rng)``."""
        self._batch.check_begun()
        return self._batch.information_set(0, int(self._batch.arrays.games[0].seat))

    def render(self) -> Any:
        """Draw the learner's view: text, an image of shape (height, width, 3), or a window."""
        self._check_render_mode_given()
        self._batch.check_begun()
        return self._draw(self.information_set())

    def close(self) -> None:
        """Close the window, if there is one."""
        self._close_window()

    def _check_on(self) -> None:
        if not self._batch.begun or self._terminated.item():
            self._batch.check_ready()
            raise RuntimeError("no game is in progress: call reset() first")

    def _told(self, info: dict[str, Any]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the results of a step."""
        return self._observation(), self._reward.item(), self._terminated.item(), False, info

    def _use(self, view: View) -> None:
        self._view, self._vector, self._mask = view, view.vectors[0], view.masks[0]
        # arrays of one, for `item()` takes half the time of `[0]`
        self._reward, self._terminated, self._seat = (view.results[name] for name in ("reward", "terminated", "seat"))

    def _observation(self) -> Any:
        if self._form in TEXTS:
            return prompt(self.information_set(), TEXTS[self._form])
        vector = self._vector.copy()
        return vector if self._form == "flat" else {"observation": vector, "action_mask": self._mask.copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "seat": self._seat.item(), "opponent": self._opponent}

    def _show(self, before: Any = None) -> None:
        """Show the game in a window, if there is one: every ply since the state ``before``, which this changes."""
        if self.render_mode != "human":
            return
        if before is not None:
            seat, plies = int(self._batch.arrays.games[0].seat), plies_of(self._batch.arrays, 0)
            for _, action in plies[self._shown : -1]:
                play_ply(self.game, before, action)
                self._draw(self.game.information_set(before, seat))
        self._shown = int(self._batch.arrays.games[0].plies)
        self._draw(self.information_set())
