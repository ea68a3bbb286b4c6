"""Bang! as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

from bang_env.bang import Bang
from bang_env.observation import OPEN, Encoding
from bang_env.rules import RulesLike
from cardkit.envs.env_arguments import choose_encoding
from cardkit.envs.pettingzoo.aec_env import GameAECEnv, wrapped
from cardkit.envs.pettingzoo.parallel_env import parallel


class raw_env(GameAECEnv, pictures="bang_env.render", name="bang_v0"):  # noqa: N801
    """Bang!, seat by seat, without wrappers. Every ply is asked, forced ones too; dead seats are asked for none.

    An observation is a dict of ``observation`` (see `bang_env.Encoding`) and ``action_mask`` (int8, 1 = legal), or
    the vector alone; ``infos`` has the mask in both cases. A seat that is not to move has an all-zero mask. The last
    ply pays 1 to each seat of the team that wins and -1 to all others.

    Args:
        rules: an argument of `bang_env.rules.Rules.of`; by default five seats.

    Attributes:
        observation_spaces, action_spaces: of the players, by name.
        render_seat: the seat whose knowledge is rendered; None for all cards.

    Raises:
        ValueError: an argument is out of range, or the encoding is open in a closed world.
    """

    def __init__(
        self,
        rules: RulesLike = None,
        render_mode: str | None = None,
        open_world: bool = False,
        encoding: str | None = None,
        dtype: str = "float32",
        history: int = 16,
        observation: str = "dict",
    ) -> None:
        game = Bang(rules, open_world)
        whole = Bang(rules, open_world=True), Encoding(game.rules, OPEN, dtype)
        chosen = choose_encoding(Encoding, game, encoding, dtype, history)
        super().__init__(game, chosen, render_mode, observation, whole)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: restarts the stream of deals; without it the stream continues.
            options: ``roles`` (letters of ``SDOR`` by seat), ``characters`` (numbers by seat) and ``deck`` (all cards
                in drawing order), together or not at all; with them ``chance``: what happens after the deal, in order.
                A list is the new deck of a reshuffle in drawing order, a number the card that is taken blindly. Once it
                is used up the stream of the seed goes on. An entry that does not fit is a ValueError of the step in
                which it is due, and ends the game; so is one that is left over, of the last step.

        Raises:
            ValueError: a bad seed, or options that contradict the rules or each other.
        """
        super().reset(seed, options)


env = wrapped(raw_env)
parallel_env = parallel(raw_env)
