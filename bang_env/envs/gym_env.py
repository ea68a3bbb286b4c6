"""Bang! as a Gymnasium environment: the learner has one seat, opponents are part of the environment."""

from __future__ import annotations

from typing import Any

from bang_env.bang import Bang
from bang_env.observation import Encoding
from bang_env.rules import RulesLike
from cardkit.envs.env_arguments import DefaultOpponent, choose_encoding
from cardkit.envs.gym_env import GameEnv

OPPONENT = DefaultOpponent("rair")


class BangEnv(GameEnv, pictures="bang_env.render"):
    """A learner at one seat against an opponent at all others, or one at each.

    A step plays the learner's action and the opponents' plies up to the learner's next choice. The last one pays 1 if
    the learner's team wins, else -1. ``info`` holds ``action_mask`` (int8, 1 = legal), ``seat`` (the learner's) and
    ``opponent`` (its place in ``opponent_names``). For the options of ``reset`` see `bang_env.envs.aec_env.raw_env`.

    Args:
        rules: an argument of `bang_env.rules.Rules.of`; by default five seats.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(
        self,
        opponent: Any = OPPONENT,
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
        game = Bang(rules, open_world)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        super().__init__(game, chosen, opponent, seat, observation, illegal, skip_forced, render_mode, opponents)
