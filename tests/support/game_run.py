"""Self-play PPO on any game: the parts of a run, in small."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.numpy import save_file

from cardkit.game import Game
from cardkit.learning.layers import tensors_of
from cardkit.learning.networks import layers_of
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.self_play.ppo import PPO, PPOSettings


class GameRun(PPO[PPOSettings]):
    """A run of PPO that is judged by a seat's winnings among random players."""

    GAME: Game
    RANDOM: Any
    """Makes the random player."""

    @staticmethod
    @abstractmethod
    def games_of(settings: PPOSettings, opponent: Any = None) -> SeatGames:
        """Return games of self-play, or against agents inside."""

    @cached_property
    def games(self) -> SeatGames:
        return self.games_of(self.settings)

    @property
    def input(self) -> Mapping[str, Any]:
        return {"game": str(self.GAME)}

    def evaluate(self) -> dict[str, list[float]]:
        return {"random": self.won_against_random(self.settings, self.learnt)}

    def player(self) -> Any:
        raise NotImplementedError  # nothing plays its file

    def write(self, path: Path) -> None:
        save_file(tensors_of(layers_of(self.learnt)), path)

    @classmethod
    @torch.no_grad()
    def won_against_random(cls, settings: PPOSettings, outputs: Callable[[torch.Tensor], torch.Tensor]) -> list[float]:
        """Return the winnings of a seat that plays the legal action of the largest output, and their interval."""
        games = cls.games_of(replace(settings, games=settings.check_games), cls.RANDOM())
        won, over = np.zeros(settings.check_games), np.zeros(settings.check_games, bool)
        while not over.all():
            inputs = games.observe()
            illegal = inputs[:, -games.num_actions :] == 0
            ends, received = games.step(outputs(inputs).masked_fill(illegal, -torch.inf).argmax(1).numpy())
            won += received.sum(axis=1) * ~over
            over |= ends
        mean, error = float(won.mean()), 2.33 * float(won.std()) / len(won) ** 0.5
        return [mean, mean - error, mean + error]
