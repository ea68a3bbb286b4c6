"""Self-play PPO on rounds of Oh Hell!."""

from __future__ import annotations

from typing import Any

from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.self_play.ppo import PPOSettings
from oh_hell_env import Encoding, OhHell
from oh_hell_env.agents.heuristic import random_agent
from tests.support.game_run import GameRun

ROUNDS = OhHell("hand_sizes=3")


class OhHellRun(GameRun):
    """A run of PPO in rounds of three cards; winnings are tens of points."""

    GAME = ROUNDS
    RANDOM = staticmethod(random_agent)

    @staticmethod
    def games_of(settings: PPOSettings, opponent: Any = None) -> SeatGames:
        """Return games of self-play, or against agents inside."""
        return SeatGames(ROUNDS, Encoding(ROUNDS.rules), settings, opponent, unit=10)
