"""PPO of TorchRL on the vector environment, against an agent or against itself, followed by a match.

``python examples/recipes/torchrl_ppo.py --steps 500000`` needs the extra ``recipes``. The masks arrive as an entry
``action_mask`` of the tensordict, beside ``observation``; TorchRL's `MaskedCategorical` takes them from there.

The learner plays one seat and receives its own reward, even if the opponent's ply ends the game. With ``--opponent
self`` the learning policy also plays the other seat, as an agent.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from baselines import PolicyAgent, play_match

GAME = "durak_env/Durak-v0"
IN_KEYS: Any = {"logits": "logits", "mask": "action_mask"}  # by parameter, which TorchRL's annotations leave out
ROLLOUT, BATCH, EPOCHS = 32, 1024, 2  # steps of each game between two updates, steps per gradient, passes over them


def new_env(games: int, opponent: object) -> TransformedEnv:
    """Games in TorchRL's interface: it resets them itself and needs masks of dtype bool."""
    envs = gymnasium.make_vec(
        GAME, games, opponent=opponent, observation="dict", skip_forced=True, autoreset_mode="Disabled"
    )
    env = GymWrapper(envs, categorical_action_encoding=True)
    return TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))


def train(steps: int, opponent: str, games: int, seed: int) -> PolicyAgent:
    """Train for ``steps`` plies of the learner; returns the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    torch.manual_seed(seed)
    one: Any = gymnasium.make(GAME, observation="dict")
    size, actions = one.observation_space["observation"].shape[0], int(one.action_space.n)
    network = MLP(size, actions, num_cells=[256, 256], activation_class=torch.nn.ReLU)

    @torch.no_grad()
    def scores(observations: dict[str, np.ndarray]) -> np.ndarray:
        return network(torch.from_numpy(observations["observation"])).numpy()

    itself = PolicyAgent(scores, one.observation_space, deterministic=False)
    env = new_env(games, itself if opponent == "self" else opponent)
    env.set_seed(seed)
    actor = ProbabilisticActor(
        TensorDictModule(network, ["observation"], ["logits"]),
        in_keys=IN_KEYS,
        spec=env.full_action_spec_unbatched,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(MLP(size, 1, num_cells=[256, 256], activation_class=torch.nn.ReLU), ["observation"])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), 5e-4)
    collector = Collector(
        env, actor, frames_per_batch=games * ROLLOUT, total_frames=steps, auto_register_policy_transforms=True
    )
    for collected in collector:
        advantages(collected)
        rows = collected.reshape(-1)
        for _ in range(EPOCHS):
            for some in torch.randperm(len(rows)).split(BATCH):
                losses = loss(rows[some])
                optimizer.zero_grad()
                torch.stack([losses[f"loss_{part}"] for part in ("objective", "critic", "entropy")]).sum().backward()
                torch.nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    return PolicyAgent(scores, one.observation_space)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--opponent", default="random", help="a spec, or self")
    parser.add_argument("--games-at-once", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match-games", type=int, default=400)
    chosen = parser.parse_args()
    agent = train(chosen.steps, chosen.opponent, chosen.games_at_once, chosen.seed)
    for other in ("random", "greedy"):
        print(play_match(agent, other, games=chosen.match_games, seed=chosen.seed))
