"""PPO of TorchRL on the vector environment, against an agent or against itself, followed by a match.

``python examples/recipes/torchrl_ppo.py --steps 500000`` needs the extra ``recipes``; ``--rules num_players=4`` plays
Durak for four, and ``--game oh-hell`` plays Oh Hell! (`tables`). The masks arrive as an entry ``action_mask`` of the
tensordict, beside ``observation``; TorchRL's `MaskedCategorical` takes them from there.

The learner plays one seat and receives its own reward, even if the opponent's ply ends the game. With ``--opponent
self`` the learning policy also plays all other seats, as an agent.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from tables import Table, main
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import DTypeCastTransform, GymWrapper, RewardScaling, TransformedEnv
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

IN_KEYS: Any = {"logits": "logits", "mask": "action_mask"}  # by parameter, which TorchRL's annotations leave out
ROLLOUT, BATCH, EPOCHS = 32, 1024, 2  # steps of each game between two updates, steps per gradient, passes over them


def new_env(table: Table, games: int, opponent: object) -> TransformedEnv:
    """Make games in TorchRL's interface, which resets them itself and needs masks of dtype bool."""
    envs = gymnasium.make_vec(
        table.env_id,
        games,
        opponent=opponent,
        observation="dict",
        skip_forced=True,
        autoreset_mode="Disabled",
        **table.settings,
    )
    masks = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    env = TransformedEnv(GymWrapper(envs, categorical_action_encoding=True), masks)
    env.append_transform(RewardScaling(loc=0.0, scale=1 / table.unit))
    return env


class Learner:
    """PPO's updates of a policy and its critic."""

    def __init__(self, actor: ProbabilisticActor, critic: ValueOperator) -> None:
        self.loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
        self.optimizer = torch.optim.Adam(self.loss.parameters(), 5e-4)

    def learn(self, rows: TensorDict) -> None:
        """Learn from choices with their advantages, one a row."""
        for _ in range(EPOCHS):
            for some in torch.randperm(len(rows)).split(BATCH):
                losses = self.loss(rows[some])
                self.optimizer.zero_grad()
                torch.stack([losses[f"loss_{part}"] for part in ("objective", "critic", "entropy")]).sum().backward()
                torch.nn.utils.clip_grad_norm_(self.loss.parameters(), 0.5)
                self.optimizer.step()


def train(table: Table, steps: int, opponent: str, games: int, seed: int) -> Any:
    """Train for ``steps`` plies of the learner and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    torch.manual_seed(seed)
    one: Any = gymnasium.make(table.env_id, observation="dict", **table.settings)
    size, actions = one.observation_space["observation"].shape[0], int(one.action_space.n)
    network = MLP(size, actions, num_cells=[256, 256], activation_class=torch.nn.ReLU)

    @torch.no_grad()
    def scores(observations: dict[str, np.ndarray]) -> np.ndarray:
        return network(torch.from_numpy(observations["observation"])).numpy()

    itself = table.agent(scores, one.observation_space, deterministic=False)
    env = new_env(table, games, itself if opponent == "self" else opponent)
    env.set_seed(seed)
    actor = ProbabilisticActor(
        TensorDictModule(network, ["observation"], ["logits"]),
        in_keys=IN_KEYS,
        spec=env.full_action_spec_unbatched,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(MLP(size, 1, num_cells=[256, 256], activation_class=torch.nn.ReLU), ["observation"])
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    learner = Learner(actor, critic)
    collector = Collector(
        env, actor, frames_per_batch=games * ROLLOUT, total_frames=steps, auto_register_policy_transforms=True
    )
    for collected in collector:
        learner.learn(advantages(collected).reshape(-1))
    return table.agent(scores, one.observation_space)


if __name__ == "__main__":
    main(train, __doc__, steps=500_000, at_once=64, opponents=["self"])
