"""Durak as a native, batched Gymnasium vector environment."""

from __future__ import annotations

from typing import Any

from gymnasium.vector import AutoresetMode

from cardkit.envs.env_arguments import choose_encoding
from cardkit.envs.vector_env import GameVectorEnv
from durak_env.durak import Durak
from durak_env.envs.gym_env import GREEDY
from durak_env.observation.encoding import Encoding
from durak_env.rules import RulesLike


class DurakVectorEnv(GameVectorEnv, pictures="durak_env.render"):
    """Many games at once; game i equals, ply by ply, a `durak_env.envs.gym_env.DurakEnv` seeded with ``seed + i``.

    With ``opponent=None`` the learner plays all seats (self-play): each step asks, in every game, the seat to move.
    ``infos["seat"]`` says whose observation it is, ``rewards`` belong to the seat that acted, and ``infos["returns"]``
    holds all seats' returns of games that have ended.

    Infos (arrays of numbers over the games): ``action_mask`` (int8, 1 = legal), ``seat``, ``opponent`` (its place in
    ``opponent_names``; in self-play ``returns`` instead), and in SAME_STEP mode Gymnasium's ``final_obs`` and
    ``final_info``, each with the mask ``_name`` of the rows that have it. Besides ``reset_mask``, ``reset`` takes the
    options of `durak_env.envs.aec_env.raw_env.reset`.

    Args:
        rules: an argument of `durak_env.rules.Rules.of`; by default the 36-card game with trumps.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int = 1,
        render_mode: str | None = None,
        opponents: Any = None,
    ) -> None:
        game = Durak(rules, open_world)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        more = autoreset_mode, copy, num_threads, render_mode, opponents
        super().__init__(game, chosen, num_envs, opponent, seat, observation, illegal, skip_forced, *more)
