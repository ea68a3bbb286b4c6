"""Bang! as a native, batched Gymnasium vector environment."""

from __future__ import annotations

from typing import Any

from gymnasium.vector import AutoresetMode

from bang_env.bang import Bang
from bang_env.envs.gym_env import OPPONENT
from bang_env.observation import Encoding
from bang_env.rules import RulesLike
from cardkit.envs.env_arguments import choose_encoding
from cardkit.envs.vector_env import GameVectorEnv


class BangVectorEnv(GameVectorEnv, pictures="bang_env.render"):
    """Many games at once; game i equals, ply by ply, a `bang_env.envs.gym_env.BangEnv` seeded with ``seed + i``.

    With ``opponent=None`` the learner plays all seats (self-play). Infos, autoreset and further arguments are those of
    `cardkit.envs.vector_env.GameVectorEnv`; besides ``reset_mask``, ``reset`` takes the options of
    `bang_env.envs.aec_env.raw_env.reset`.

    Args:
        rules: an argument of `bang_env.rules.Rules.of`; by default five seats.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int = 1,
        render_mode: str | None = None,
        opponents: Any = None,
    ) -> None:
        game = Bang(rules, open_world)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        more = autoreset_mode, copy, num_threads, render_mode, opponents
        super().__init__(game, chosen, num_envs, opponent, seat, observation, illegal, skip_forced, *more)
