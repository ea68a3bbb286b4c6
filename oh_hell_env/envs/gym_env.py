"""Oh Hell as a Gymnasium environment: the learner has one seat, opponents are part of the environment."""

from __future__ import annotations

from typing import Any

from cardkit.envs.env_arguments import DefaultOpponent, choose_encoding
from cardkit.envs.gym_env import GameEnv
from oh_hell_env.core.records import PAYMENTS
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import RulesLike

OPPONENT = DefaultOpponent("informed:version=2")


class OhHellEnv(GameEnv, pictures="oh_hell_env.render"):
    """A learner at one seat against an opponent at all others, or one at each.

    A step plays the learner's action and the opponents' plies up to the learner's next choice. The reward is what the
    learner has won since its last choice: the step in which a round ends pays the round. ``info`` holds ``action_mask``
    (int8, 1 = legal), ``seat`` (the learner's) and ``opponent`` (its place in ``opponent_names``). For the options of
    ``reset`` see `oh_hell_env.envs.aec_env.raw_env.reset`.

    Args:
        rules: an argument of `oh_hell_env.rules.Rules.of`; by default four seats and rounds of 13, 12, ..., 1 cards.
        returns: ``points``, ``margin`` or ``win``; see `oh_hell_env.envs.aec_env.raw_env`.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(
        self,
        opponent: Any = OPPONENT,
        rules: RulesLike = None,
        returns: str = PAYMENTS[0],
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
        game = OhHell(rules, open_world, returns)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        super().__init__(game, chosen, opponent, seat, observation, illegal, skip_forced, render_mode, opponents)
