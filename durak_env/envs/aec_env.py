"""Durak as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

from cardkit.envs.env_arguments import choose_encoding
from cardkit.envs.pettingzoo.aec_env import GameAECEnv, wrapped
from cardkit.envs.pettingzoo.parallel_env import parallel
from cardkit.pieces import OPEN
from durak_env.durak import Durak
from durak_env.observation.encoding import Encoding
from durak_env.rules import RulesLike


class raw_env(GameAECEnv, pictures="durak_env.render", name="durak_v0", has_manual_policy=True):  # noqa: N801
    """Durak, seat by seat, without wrappers.

    An observation is a dict of ``observation`` (see `durak_env.Encoding`) and ``action_mask``
    (int8, 1 = legal), or the vector alone; ``infos`` has the mask in both cases. A seat that is not to move has an
    all-zero mask. All players stay in ``agents`` until the end; one that is out is not selected again. Rewards are 0
    until the end, then -1 for the fool (with teams, for each of the team) and as much for the others together, or 0 for
    all in a draw.

    Args:
        rules: an argument of `durak_env.rules.Rules.of`; by default the 36-card game with trumps.

    Attributes:
        observation_spaces, action_spaces: of the players, by name.
        render_seat: the seat whose knowledge is rendered; None for all cards.

    Raises:
        ValueError: an argument is out of range, or the encoding is open in a closed world.
    """

    def __init__(
        self,
        rules: RulesLike = None,
        open_world: bool = False,
        render_mode: str | None = None,
        encoding: str | None = None,
        dtype: str = "float32",
        history: int = 16,
        observation: str = "dict",
    ) -> None:
        game = Durak(rules, open_world)
        whole = Durak(rules, open_world=True), Encoding(game.rules, OPEN, dtype)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        super().__init__(game, chosen, render_mode, observation, whole)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: restarts the stream of deals; without it the stream continues.
            options: ``deck`` (the whole deck in drawing order, as texts); with it ``trump_suit`` if no card is left to
                lie face up, and ``attacker`` (seat).

        Raises:
            ValueError: a bad seed or a deal that the rules do not allow.
        """
        super().reset(seed, options)


env = wrapped(raw_env)
parallel_env = parallel(raw_env)
