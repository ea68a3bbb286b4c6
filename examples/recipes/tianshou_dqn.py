"""Double DQN of Tianshou 2 on the Gymnasium environment, followed by a match.

``python examples/recipes/tianshou_dqn.py --steps 100000`` needs the extra ``recipes``; ``--rules num_players=4`` plays
Durak for four, and ``--game oh-hell`` plays Oh Hell! (`tables`). Tianshou's Q-learning looks for
the masks in ``obs.mask``, beside ``obs.obs``, so `renamed` renames the environment's observations. Targets are masked
too, since Tianshou stores the masks of the next observations.

The learner plays one seat and receives its own reward, even if an opponent's ply ends the game. Tianshou's multi-agent
training would take the other seat's observation for the consequence of a choice.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation, TransformReward
from tables import Table, main
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

COLLECTED = 320  # steps between two updates


def new_env(table: Table, opponent: str) -> gymnasium.Env:
    """Make a game in Tianshou's interface."""
    env = gymnasium.make(table.env_id, opponent=opponent, observation="dict", skip_forced=True, **table.settings)
    env = TransformReward(env, lambda reward: float(reward) / table.unit)
    space: Any = env.observation_space
    actions: Any = env.action_space
    names = spaces.Dict({"obs": space["observation"], "mask": spaces.MultiBinary(int(actions.n))})
    return TransformObservation(env, renamed, names)


def renamed(observation: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Rename an observation as Tianshou expects."""
    return {"obs": observation["observation"], "mask": observation["action_mask"].astype(bool)}


def train(table: Table, steps: int, opponent: str, games: int, seed: int) -> Any:
    """Train for ``steps`` plies of the learner and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - Tianshou explores with NumPy's global generator
    envs = DummyVectorEnv([lambda: new_env(table, opponent)] * games)
    envs.seed(seed)
    one: Any = new_env(table, opponent)
    space = one.observation_space["obs"]
    network = Net(state_shape=space.shape, action_shape=one.action_space.n, hidden_sizes=[256, 256])
    policy = DiscreteQLearningPolicy(model=network, action_space=one.action_space, eps_training=0.1)
    algorithm = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=5e-4), gamma=1.0, n_step_return_horizon=3, target_update_freq=250
    )
    collector = Collector(algorithm, envs, VectorReplayBuffer(100_000, games), exploration_noise=True)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=COLLECTED,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=256,
            show_progress=False,
            verbose=False,
        )
    )

    @torch.no_grad()
    def scores(observations: np.ndarray) -> np.ndarray:
        return network(observations)[0].numpy()

    return table.agent(scores, space)


if __name__ == "__main__":
    main(train, __doc__, steps=100_000, at_once=32)
