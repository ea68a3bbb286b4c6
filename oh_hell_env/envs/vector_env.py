"""Oh Hell as a native, batched Gymnasium vector environment."""

from __future__ import annotations

from typing import Any

from gymnasium.vector import AutoresetMode

from cardkit.envs.env_arguments import choose_encoding
from cardkit.envs.vector_env import GameVectorEnv
from oh_hell_env.core.records import PAYMENTS
from oh_hell_env.envs.gym_env import OPPONENT
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import RulesLike


class OhHellVectorEnv(GameVectorEnv, pictures="oh_hell_env.render"):
    """Many games at once; game i equals, ply by ply, a `oh_hell_env.envs.gym_env.OhHellEnv` seeded with ``seed + i``.

    With ``opponent=None`` the learner plays all seats (self-play): each step asks, in every game, the seat to move.
    ``infos["seat"]`` says whose observation it is, and ``rewards`` belong to the seat that acted: what it has won since
    its last ply. ``infos["returns"]`` holds what each seat has won so far, also at the end of a game.

    Infos, autoreset and further arguments are those of `cardkit.envs.vector_env.GameVectorEnv`; besides
    ``reset_mask``, ``reset`` takes the options of `oh_hell_env.envs.aec_env.raw_env.reset`.

    Args:
        rules: an argument of `oh_hell_env.rules.Rules.of`; by default four seats and rounds of 13, 12, ..., 1 cards.
        returns: ``points``, ``margin`` or ``win``; see `oh_hell_env.envs.aec_env.raw_env`.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int = 1,
        render_mode: str | None = None,
        opponents: Any = None,
    ) -> None:
        game = OhHell(rules, open_world, returns)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        more = autoreset_mode, copy, num_threads, render_mode, opponents
        super().__init__(game, chosen, num_envs, opponent, seat, observation, illegal, skip_forced, *more)
