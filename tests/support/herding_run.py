"""Self-play PPO on Herding: what a game has to bring for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.numpy import save_file

from baselines.networks.layers import tensors_of
from baselines.training.networks import layers_of
from baselines.training.run import to_the_end
from baselines.training.self_play.games import SeatGames
from baselines.training.self_play.ppo import PPO, PPOSettings
from tests.support.herding import MOST_POINTS
from tests.support.herding_encoding import HerdingEncoding
from tests.support.herding_game import Herding, compiled_random

SMALL: dict[str, Any] = {"games": 6, "steps": 4, "batch": 8, "hidden": 4, "critic_hidden": 4, "check_games": 5}


def games_of(settings: PPOSettings, opponent: Any = None) -> SeatGames:
    """Games of self-play, or against agents inside."""
    return SeatGames(Herding(), HerdingEncoding(), settings, opponent, unit=MOST_POINTS)


class HerdingRun(PPO[PPOSettings]):
    """A run of PPO in games of Herding."""

    @cached_property
    def games(self) -> SeatGames:
        return games_of(self.settings)

    @property
    def input(self) -> Mapping[str, Any]:
        return {"game": str(Herding())}

    def evaluate(self) -> dict[str, list[float]]:
        return {"random": won_against_random(self.settings, self.policy)}

    def write(self, path: Path) -> None:
        save_file(tensors_of(layers_of(self.policy)), path)


@torch.no_grad()
def won_against_random(settings: PPOSettings, outputs: Callable[[torch.Tensor], torch.Tensor]) -> list[float]:
    """What a seat that plays the legal action of the largest output wins among random players, and its interval."""
    games = games_of(replace(settings, games=settings.check_games), compiled_random())
    won, over = np.zeros(settings.check_games), np.zeros(settings.check_games, bool)
    while not over.all():
        inputs = games.observe()
        illegal = inputs[:, -games.num_actions :] == 0
        ends, received = games.step(outputs(inputs).masked_fill(illegal, -torch.inf).argmax(1).numpy())
        won += received.sum(axis=1) * ~over
        over |= ends
    mean, error = float(won.mean()), 2.33 * float(won.std()) / len(won) ** 0.5
    return [mean, mean - error, mean + error]


def small_run(folder: Path) -> str:
    """What a run of few choices has come to, for a comparison with the JIT off."""
    run = to_the_end(HerdingRun(PPOSettings(folder=str(folder), plies=100, check_every=2, **SMALL)))
    return repr([{name: value for name, value in row.items() if name != "seconds"} for row in run.log])
