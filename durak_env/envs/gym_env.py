"""Durak as a Gymnasium environment: one seat, an opponent inside."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from cardkit.checks import check_choice, check_flag
from durak_env.action_errors import action_id
from durak_env.actions import slots_of_actions
from durak_env.envs.batch_arrays import DISABLED, View
from durak_env.envs.env_arguments import OBSERVATIONS, ON_ILLEGAL, check_render_mode, choose_encoding
from durak_env.envs.game_batch import GameBatch
from durak_env.envs.opponents import OpponentPool
from durak_env.envs.reset_options import check_seed, deal_from_options
from durak_env.game import step
from durak_env.information import InformationSet
from durak_env.rules import Rules, RulesLike


class DurakEnv(gymnasium.Env[Any, Any]):
    """A learner at one seat against an opponent at the other.

    A step plays the learner's action and the opponent's plies up to the learner's next choice. The reward is 0 until
    the end, then 1 for a win, -1 for a loss, 0 for a draw, also when the game ends on the opponent's ply. ``info``
    holds ``action_mask`` (int8, 1 = legal), ``seat`` (the learner's) and ``opponent`` (its name).

    Args:
        opponent: a spec such as ``greedy``, an agent with ``act(info, rng)``, a callable ``policy(observation,
            action_mask)``, or a list of these, from which one is drawn for each game; see ``opponent_pool``.
        rules: which game, as `durak_env.rules.Rules.of` takes it; the 36-card game with trumps by default.
        open_world: whether both seats see all cards.
        seat: the learner's, 0 or 1; None: it alternates, the first after seeding drawn at random.
        observation: ``flat`` (the vector) or ``dict`` (``observation`` and ``action_mask``).
        encoding, dtype, history: see `durak_env.observation.Encoding`.
        illegal: what an illegal action does: ``terminate`` ends the episode with -1, ``raise`` raises ValueError.
        skip_forced: play the learner's plies that have a single legal action, but for a game's first.
        render_mode: None, ``ansi``, ``rgb_array`` or ``human``; shown is what the learner knows. A window shows every
            ply of a step, the opponent's too, ``metadata["render_fps"]`` of them a second.

    Raises:
        ValueError: an argument that is out of its range, named.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 2}

    def __init__(
        self,
        opponent: Any = "greedy",
        rules: RulesLike = None,
        open_world: bool = False,
        seat: int | None = None,
        observation: str = "flat",
        encoding: str | None = None,
        dtype: str = "float32",
        history: int = 16,
        illegal: str = "terminate",
        skip_forced: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_choice("observation", observation, OBSERVATIONS)
        check_choice("illegal", illegal, ON_ILLEGAL)
        check_flag("skip_forced", skip_forced)
        if opponent is None:
            raise ValueError("a single environment needs an opponent; self-play is for the vector environment")
        self.rules = Rules.of(rules)
        self.render_mode = check_render_mode(render_mode, self.metadata)
        self.encoding = choose_encoding(self.rules, open_world, encoding, dtype, history)
        self.observation_space = self.encoding.vector_space if observation == "flat" else self.encoding.dict_space
        self.action_space = spaces.Discrete(self.rules.num_actions)
        self._flat = observation == "flat"
        self._raise = illegal == "raise"
        self._batch = GameBatch(1, self.encoding, open_world, opponent, seat, skip_forced, DISABLED, recall=True)
        self._rows = np.arange(1)
        self._slots = np.zeros(1, np.int64)
        self._slot_of = slots_of_actions(self.rules).tolist()
        self._use(self._batch.new_view())
        self._opponent = ""  # in the game that is on
        self._window: Any = None

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use(self._view)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game; see `durak_env.envs.aec_env.raw_env.reset` for the options.

        Returns:
            observation and info.
        """
        deal = deal_from_options(options, self.rules)
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is not None or not self._batch.begun:
            self._batch.seed(0, self.np_random)
        self._batch.begin(self._rows, [deal])
        self._batch.look(self._rows, self._view)
        (self._opponent,) = self._batch.opponents(self._result["opponent"])
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action id, then the opponent's plies.

        Returns:
            observation, reward, terminated, truncated (never), info.

        Raises:
            RuntimeError: no game is on, an opponent has failed in it, or another thread is in a step.
            ValueError: an action out of range, or an illegal one where ``illegal="raise"``; the game is unchanged. Or
                the opponent has chosen what is not legal, and ``reset`` begins anew.
        """
        if not self._batch.begun or self._result["terminated"][0]:
            self._batch.check_ready()
            raise RuntimeError("no game is on: call reset() first")
        number = action_id(action, self.rules)
        legal = self._view.masks[0, number] == 1
        if self._raise and not legal:
            raise self._batch.illegal(0, number)
        self._slots[0] = self._slot_of[number]
        before = self._batch.games.states[0].copy() if self.render_mode == "human" else None
        self._batch.step(self._slots, self._view, self._view)
        info = self._info()
        if not legal:
            info["illegal_action"] = str(self._batch.illegal(0, number))
        self._show(before)
        return self._observation(), float(self._result["reward"][0]), bool(self._result["terminated"][0]), False, info

    @property
    def opponent_pool(self) -> OpponentPool:
        """The opponents, to be read and changed; a change holds for the games that begin afterwards."""
        assert self._batch.pool is not None
        return self._batch.pool

    def action_masks(self) -> np.ndarray:
        """The legal actions as bool of shape (actions,), as sb3-contrib's MaskablePPO asks for them."""
        self._batch.check_begun()
        return self._view.masks[0].astype(bool)

    def sample_action(self) -> int:
        """A uniform legal action, drawn in compiled code; 0 when the game is over."""
        self._batch.check_begun()
        return int(self._batch.sample_actions()[0])

    def information_set(self) -> InformationSet:
        """What the learner knows, for agents with ``act(info, rng)``."""
        self._batch.check_begun()
        return self._batch.information_set(0, int(self._batch.games.games[0].seat))

    def render(self) -> Any:
        """The learner's view: text, an image of shape (height, width, 3), or a window."""
        if self.render_mode is None:
            raise ValueError(f"no render_mode was given; give one of {', '.join(self.metadata['render_modes'])}")
        self._batch.check_begun()
        from durak_env.render import pictures as render

        if self.render_mode == "ansi":
            return render.render_text(self.information_set())
        if self.render_mode == "rgb_array":
            return render.render_rgb(self.information_set())
        self._show_in_window(self.information_set())
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _use(self, view: View) -> None:
        self._view = view
        self._result = {name: view.results[name] for name in ("reward", "terminated", "seat", "opponent")}

    def _observation(self) -> Any:
        vector = self._view.vectors[0].copy()
        return vector if self._flat else {"observation": vector, "action_mask": self._view.masks[0].copy()}

    def _info(self) -> dict[str, Any]:
        seat = int(self._result["seat"][0])
        return {"action_mask": self._view.masks[0].copy(), "seat": seat, "opponent": self._opponent}

    def _show(self, before: Any = None) -> None:
        """Show the game in a window, if there is one: every ply since the state ``before``, which is changed."""
        if self.render_mode != "human":
            return
        now = self.information_set()
        if before is not None:
            for ply in now.plies[int(before.plies) : -1]:
                step(before, self._slot_of[ply[1]])
                self._show_in_window(InformationSet.of(before, self.rules, now.seat, now.open_world))
        self._show_in_window(now)

    def _show_in_window(self, info: InformationSet) -> None:
        if self._window is None:
            from durak_env.render.window import Window

            self._window = Window()
        self._window.show(info, self.metadata["render_fps"])
