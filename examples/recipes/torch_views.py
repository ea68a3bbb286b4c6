"""A policy in plain torch on tensors that share memory with the vector environment's arrays, followed by a match.

``python examples/recipes/torch_views.py --steps 200000`` needs torch alone; ``--rules num_players=4`` plays Durak for
four, and ``--game oh-hell`` plays Oh Hell! (`tables`). With ``copy=False`` the environment fills the same arrays in
each step, and `torch.from_numpy` copies nothing. So tensors that are made once show each new position.

The policy learns by its games' returns (REINFORCE, R. Williams, 1992), less the mean return of the batch.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from tables import Table, main
from torch import nn

ROLLOUT = 64  # steps of each game between two updates


class Views(NamedTuple):
    """The arrays of an environment's last step as tensors over the same memory."""

    observations: torch.Tensor
    masks: torch.Tensor
    rewards: torch.Tensor
    ended: torch.Tensor

    @classmethod
    def of(cls, envs: Any, seed: int) -> Views:
        """Start games in an environment with ``copy=False``, and share its arrays."""
        envs.reset(seed=seed)
        observations, rewards, ended, _, infos = envs.step(envs.sample_actions())
        return cls(*map(torch.from_numpy, (observations, infos["action_mask"], rewards, ended)))


def returns_of(rewards: torch.Tensor, ended: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return by step and game: the return of the game from then on, and whether the game has ended by the last step."""
    returns, known = torch.zeros_like(rewards), torch.zeros_like(ended)
    for step in reversed(range(len(rewards))):
        later = (returns[step + 1], known[step + 1]) if step + 1 < len(rewards) else (0.0, torch.tensor(False))
        returns[step] = rewards[step] + torch.where(ended[step], 0.0, torch.as_tensor(later[0]))
        known[step] = ended[step] | later[1]
    return returns, known


def train(table: Table, steps: int, opponent: str, games: int, seed: int) -> Any:
    """Train for ``steps`` plies of the learner and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    torch.manual_seed(seed)
    settings = {"opponent": opponent, "skip_forced": True, "autoreset_mode": "SameStep", "copy": False}
    envs: Any = gymnasium.make_vec(table.env_id, games, **settings, **table.settings)
    space, actions = envs.single_observation_space, int(envs.single_action_space.n)
    network = nn.Sequential(nn.Linear(space.shape[0], 256), nn.Tanh(), nn.Linear(256, actions))
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    views = Views.of(envs, seed)
    seen = torch.zeros(ROLLOUT, *views.observations.shape)
    legal = torch.zeros(ROLLOUT, *views.masks.shape, dtype=torch.bool)
    chosen = torch.zeros(ROLLOUT, games, dtype=torch.int64)
    rewards, ended = torch.zeros(ROLLOUT, games), torch.zeros(ROLLOUT, games, dtype=torch.bool)
    began = time.process_time()
    for _ in range(updates := max(1, steps // (ROLLOUT * games))):
        for step in range(ROLLOUT):
            seen[step], legal[step] = views.observations, views.masks
            with torch.no_grad():
                logits = network(seen[step]).masked_fill(~legal[step], -torch.inf)
            chosen[step] = torch.distributions.Categorical(logits=logits).sample()
            envs.step(chosen[step].numpy())
            rewards[step], ended[step] = views.rewards / table.unit, views.ended
        returns, known = returns_of(rewards, ended)
        logits = network(seen[known]).masked_fill(~legal[known], -torch.inf)
        taken = torch.distributions.Categorical(logits=logits).log_prob(chosen[known])
        loss = -(taken * (returns[known] - returns[known].mean())).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{updates * ROLLOUT * games / (time.process_time() - began):,.0f} steps a second of processor time")

    @torch.no_grad()
    def scores(observations: np.ndarray) -> np.ndarray:
        return network(torch.from_numpy(observations)).numpy()

    return table.agent(scores, space)


if __name__ == "__main__":
    main(train, __doc__, steps=200_000, at_once=64)
