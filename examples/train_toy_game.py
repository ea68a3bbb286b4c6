"""Train a network for the toy game by self-play, with the kit's PPO: what a game has to bring for it.

    python examples/train_toy_game.py --folder runs/toy

Prints at each checkpoint what a seat that plays the network wins among random players; by chance it is a third.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.numpy import save_file
from toy_game import Encoding, Middle, random_agent

from cardkit.arena.match import play_match
from cardkit.learning.batched_policy import BatchedPolicy
from cardkit.learning.layers import tensors_of
from cardkit.learning.networks import layers_of
from cardkit.learning.run import main
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.self_play.ppo import PPO, PPOSettings

GAME = Middle()


class Policy(BatchedPolicy):
    """A network as an agent."""

    ENCODING = Encoding


class ToyRun(PPO[PPOSettings]):
    """A run of PPO in games of Middle."""

    @cached_property
    def games(self) -> SeatGames:
        """The games of self-play."""
        return SeatGames(GAME, Encoding(GAME), self.settings)

    @property
    def input(self) -> Mapping[str, Any]:
        """The facts that tell the network's input from any other."""
        return {"game": GAME.NAME}

    def player(self) -> Policy:
        """Return the agent that plays the present network."""

        @torch.no_grad()
        def scores(seen: dict[str, np.ndarray]) -> np.ndarray:
            inputs = np.concatenate([seen["observation"], seen["action_mask"]], axis=1, dtype=np.float32)
            return self.policy(torch.from_numpy(inputs)).numpy()

        return Policy(scores, Encoding(GAME).dict_space)

    def evaluate(self) -> dict[str, list[float]]:
        """Measure the network's return among random players, with its interval."""
        result = play_match(GAME, [self.player(), random_agent(), random_agent()], self.settings.check_games, seed=1)
        return {"random": [float(result.mean_returns[0]), *result.return_interval()]}

    def write(self, path: Path) -> None:
        """Write the network's file."""
        save_file(tensors_of(layers_of(self.policy)), path)


if __name__ == "__main__":
    main(ToyRun, PPOSettings)
