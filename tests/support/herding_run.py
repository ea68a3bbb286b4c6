"""Self-play PPO on Herding: the parts that a game has to bring for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardkit.learning.run import to_the_end
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.self_play.ppo import PPOSettings
from tests.support.game_run import GameRun
from tests.support.herding import MOST_POINTS
from tests.support.herding_encoding import HerdingEncoding
from tests.support.herding_game import Herding, compiled_random

SMALL: dict[str, Any] = {"games": 6, "steps": 4, "batch": 8, "hidden": 4, "critic_hidden": 4, "check_games": 5}


class HerdingRun(GameRun):
    """A run of PPO in games of Herding."""

    GAME = Herding()
    RANDOM = staticmethod(compiled_random)

    @staticmethod
    def games_of(settings: PPOSettings, opponent: Any = None) -> SeatGames:
        """Return games of self-play, or against agents inside."""
        return SeatGames(Herding(), HerdingEncoding(), settings, opponent, unit=MOST_POINTS)


def small_run(folder: Path) -> str:
    """Return the results of a run of few choices, for a comparison with the JIT off."""
    run = to_the_end(HerdingRun(PPOSettings(folder=str(folder), plies=100, check_every=2, **SMALL)))
    return repr([{name: value for name, value in row.items() if name != "seconds"} for row in run.log])
