"""Durak as a Gymnasium environment: one seat, an opponent inside."""

from __future__ import annotations

from typing import Any

from cardkit.envs.gym_env import GameEnv
from durak_env.durak import Durak
from durak_env.envs.env_arguments import choose_encoding
from durak_env.envs.pictures import PICTURES
from durak_env.rules import RulesLike


class DurakEnv(GameEnv):
    """A learner at one seat against an opponent at the other.

    A step plays the learner's action and the opponent's plies up to the learner's next choice. The reward is 0 until
    the end, then 1 for a win, -1 for a loss, 0 for a draw, also when the game ends on the opponent's ply. ``info``
    holds ``action_mask`` (int8, 1 = legal), ``seat`` (the learner's) and ``opponent`` (its name). For the options of
    ``reset`` see `durak_env.envs.aec_env.raw_env.reset`.

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
    pictures = PICTURES

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
        game = Durak(rules, open_world)
        super().__init__(
            game,
            choose_encoding(game, encoding, dtype, history),
            opponent,
            seat,
            observation,
            illegal,
            skip_forced,
            render_mode,
        )
        self.rules = game.rules
