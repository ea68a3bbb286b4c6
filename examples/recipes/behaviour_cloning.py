"""Behaviour cloning: a network learns which actions agents chose in exported games, followed by a match.

    durak export --agents smart --games 20000 --to games --seed 1
    python examples/recipes/behaviour_cloning.py games

needs the extras ``export`` and ``train``; ``--rules`` and ``--game`` are those of the export (`tables`). The network
never plays while it learns: it sees batches of observations, and the loss is the cross entropy of the chosen actions
among the legal ones. Games whose number ends in 9 are held out, to say how often it would have chosen the same.
"""

from __future__ import annotations

from itertools import chain, islice, repeat
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from tables import Parser, Table, positive
from torch import nn

from cardkit.export.dataset import Dataset

COLUMNS = "observation", "action_mask", "action", "game"
HELD_OUT = 10  # one game in so many


class Network(nn.Module):
    """Logits of all actions, given observations in bytes of this space; each entry counts as a share of its largest."""

    high: torch.Tensor

    def __init__(self, space: spaces.Box, actions: int) -> None:
        super().__init__()
        self.register_buffer("high", torch.from_numpy(np.maximum(space.high, 1).astype(np.float32)))
        layers = nn.Linear(space.shape[0], 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, actions)
        self.layers = nn.Sequential(*layers)

    def forward(self, observations: np.ndarray) -> torch.Tensor:
        return self.layers(torch.from_numpy(observations.astype(np.float32)) / self.high)


def logits_of(network: Network, batch: dict[str, np.ndarray]) -> torch.Tensor:
    """Return the network's logits of the legal actions, minus infinity elsewhere."""
    return network(batch["observation"]).masked_fill(torch.from_numpy(batch["action_mask"] == 0), -torch.inf)


def exported(folder: str, table: Table) -> Dataset:
    """Open the games of a folder.

    Raises:
        ValueError: it holds none, or those of another game or by other rules than the table's.
    """
    data = Dataset(folder)
    if data.manifest["game"] != str(table.game):
        raise ValueError(f"{folder} holds games of {data.manifest['game']}, not {table.game}: see --game and --rules")
    return data


def split(batch: dict[str, np.ndarray], held_out: bool) -> dict[str, np.ndarray]:
    """Return the choices of a batch that are held out, or the others."""
    kept = (batch["game"] % HELD_OUT == HELD_OUT - 1) == held_out
    return {name: array[kept] for name, array in batch.items()}


@torch.no_grad()
def agreement(network: Network, data: Dataset) -> float:
    """Return the rate at which the network chooses as the agents did, in the held out games of the first block."""
    batch = split(next(data.blocks(COLUMNS)), held_out=True)
    return float(np.mean(logits_of(network, batch).argmax(1).numpy() == batch["action"]))


def train(table: Table, data: Dataset, steps: int, size: int, seed: int) -> Any:
    """Train for ``steps`` batches of ``size`` choices and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    env: Any = gymnasium.make(
        table.env_id, dtype="uint8", **table.settings
    )  # which sees what the games were exported with
    network = Network(env.observation_space, data.manifest["actions"])
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    batches = chain.from_iterable(data.batches(size, rng, COLUMNS) for _ in repeat(None))
    for batch in islice(batches, steps):
        learnt = split(batch, held_out=False)
        chosen = torch.from_numpy(learnt["action"].astype(np.int64))
        loss = nn.functional.cross_entropy(logits_of(network, learnt), chosen)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"chooses as the agents did in {100 * agreement(network, data):.1f} % of the choices held out")

    @torch.no_grad()
    def scores(observations: np.ndarray) -> np.ndarray:
        return network(observations).numpy()

    return table.agent(scores, env.observation_space)


if __name__ == "__main__":
    parser = Parser(__doc__, steps=2000, opponent=False)
    parser.add_argument("folder", help="what `durak export --to` has written")
    parser.add_argument("--batch", type=positive, default=256, help="choices in a batch")
    chosen = parser.parse_args()
    table = parser.table(chosen)
    try:
        games = exported(chosen.folder, table)
    except (ValueError, ImportError, OSError) as error:
        parser.error(str(error))
    agent = train(table, games, chosen.steps, chosen.batch, chosen.seed)
    table.judge(agent, chosen.match_games, chosen.seed)
