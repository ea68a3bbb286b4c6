"""A person can play one seat of the AEC environment in its window, in the style of PettingZoo's manual policies."""

from __future__ import annotations

from cardkit.envs.pettingzoo.manual_policy import GameManualPolicy
from oh_hell_env.actions import parse_action
from oh_hell_env.envs.aec_env import raw_env
from oh_hell_env.oh_hell import OhHell


class ManualPolicy(GameManualPolicy):
    """A person's policy at the window: it shows the player's knowledge, and returns the person's action.

    A click on a card or a number plays the card or bids the number; the keys 0 to 9 bid too. For its use and its
    arguments see `cardkit.envs.pettingzoo.manual_policy.GameManualPolicy`.
    """

    environment = raw_env

    def read(self, game: OhHell, word: str) -> int:
        """Return the id of a card or of a bid such as ``b3``."""
        return parse_action(word, game.rules)
