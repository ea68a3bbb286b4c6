"""Oh Hell as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

from cardkit.envs.env_arguments import choose_encoding
from cardkit.envs.pettingzoo.aec_env import GameAECEnv, wrapped
from cardkit.envs.pettingzoo.parallel_env import parallel
from cardkit.pieces import OPEN
from oh_hell_env.core.records import PAYMENTS
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import RulesLike


class raw_env(GameAECEnv, pictures="oh_hell_env.render", name="oh_hell_v0", has_manual_policy=True):  # noqa: N801
    """Oh Hell, seat by seat, without wrappers.

    An observation is a dict of ``observation`` (see `oh_hell_env.Encoding`) and ``action_mask``
    (int8, 1 = legal), or the vector alone; ``infos`` has the mask in both cases. A seat that is not to move has an
    all-zero mask. The ply that ends a round rewards all players, and deals the next round. The rewards of a game add up
    to its returns.

    Args:
        rules: an argument of `oh_hell_env.rules.Rules.of`; by default four seats and rounds of 13, 12, ..., 1 cards.
        returns: ``points``, ``margin`` (points less the mean of the others') or ``win`` (at the end of the game, for
            the highest score).

    Attributes:
        observation_spaces, action_spaces: of the players, by name.
        render_seat: the seat whose knowledge is rendered; None for all cards.

    Raises:
        ValueError: an argument is out of range, or the encoding is open in a closed world.
    """

    def __init__(
        self,
        rules: RulesLike = None,
        returns: str = PAYMENTS[0],
        render_mode: str | None = None,
        open_world: bool = False,
        encoding: str | None = None,
        dtype: str = "float32",
        history: int = 16,
        observation: str = "dict",
    ) -> None:
        game = OhHell(rules, open_world, returns)
        whole = OhHell(rules, open_world=True, returns=returns), Encoding(game.rules, OPEN, dtype)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        super().__init__(game, chosen, render_mode, observation, whole)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: restarts the stream of deals; without it the stream continues.
            options: ``decks`` (for each round the whole deck as texts: the hands seat by seat, the turned card, the
                rest), and with random trumps ``trumps`` (a suit for each round).

        Raises:
            ValueError: a bad seed or a deal that the rules do not allow.
        """
        super().reset(seed, options)


env = wrapped(raw_env)
parallel_env = parallel(raw_env)
