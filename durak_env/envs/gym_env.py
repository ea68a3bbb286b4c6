"""Durak as a Gymnasium environment: the learner has one seat, opponents are part of the environment."""

from __future__ import annotations

from typing import Any

from cardkit.envs.env_arguments import DefaultOpponent, choose_encoding
from cardkit.envs.gym_env import GameEnv
from durak_env.durak import Durak
from durak_env.observation.encoding import Encoding
from durak_env.rules import RulesLike

GREEDY = DefaultOpponent("greedy")


class DurakEnv(GameEnv, pictures="durak_env.render"):
    """A learner at one seat against an opponent at all others, or one at each.

    A step plays the learner's action and the opponents' plies up to the learner's next choice. The reward is 0 until
    the end, then the learner's return, even if the game ends on another seat's ply: -1 for the fool, 0 in a draw, else
    1 in a game of two and 1/(n-1) in a game of n. ``info`` holds ``action_mask`` (int8, 1 = legal), ``seat`` (the
    learner's) and ``opponent`` (its place in ``opponent_names``). For the options of ``reset`` see
    `durak_env.envs.aec_env.raw_env.reset`.

    Args:
        rules: an argument of `durak_env.rules.Rules.of`; by default the 36-card game with trumps.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(
        self,
        opponent: Any = GREEDY,
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
        opponents: Any = None,
    ) -> None:
        game = Durak(rules, open_world)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        super().__init__(game, chosen, opponent, seat, observation, illegal, skip_forced, render_mode, opponents)
