"""PPO of skrl on the vector environment, followed by a match.

``python examples/recipes/skrl_ppo.py --steps 200000`` needs the extra ``recipes``; ``--rules num_players=4`` plays
Durak for four, and ``--game oh-hell`` plays Oh Hell! (`tables`). skrl knows no masks. But it hands the policy whole
dict observations, flattened and stored for its updates; so the policy takes the mask out and lowers illegal logits.

The learner plays one seat and receives its own reward, even if an opponent's ply ends the game.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from skrl.agents.torch.ppo import PPO, PPO_CFG
from skrl.envs.wrappers.torch import wrap_env
from skrl.memories.torch import RandomMemory
from skrl.models.torch import CategoricalMixin, DeterministicMixin, Model
from skrl.trainers.torch import SequentialTrainer
from skrl.utils import set_seed
from skrl.utils.spaces.torch import unflatten_tensorized_space
from tables import Table, main
from torch import nn

ROLLOUT, BATCH = 32, 1024  # steps of each game between two updates, steps per gradient


def layers(entries: int, outputs: int) -> nn.Sequential:
    """Build a network of two hidden layers."""
    return nn.Sequential(nn.Linear(entries, 256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, outputs))


def entries_of(space: spaces.Dict) -> int:
    """Return the number of entries of an observation."""
    return int(np.prod(space["observation"].shape or ()))


class Policy(CategoricalMixin, Model):
    """A policy that yields the logits of all actions, minus infinity for those that are not legal."""

    def __init__(self, space: spaces.Dict, actions: spaces.Discrete) -> None:
        Model.__init__(self, observation_space=space, action_space=actions)
        CategoricalMixin.__init__(self)
        self.layers = layers(entries_of(space), int(actions.n))

    def compute(self, inputs: dict[str, Any], *roles: Any, role: str = "") -> tuple[torch.Tensor, dict[str, Any]]:
        """Compute the masked logits, as skrl asks for them; the role comes by its place or by its name."""
        seen = unflatten_tensorized_space(self.observation_space, inputs["observations"])
        logits = self.layers(seen["observation"])
        return logits.masked_fill(seen["action_mask"] == 0, torch.finfo(logits.dtype).min), {}


class Value(DeterministicMixin, Model):
    """A critic that estimates the return."""

    def __init__(self, space: spaces.Dict, actions: spaces.Discrete) -> None:
        Model.__init__(self, observation_space=space, action_space=actions)
        DeterministicMixin.__init__(self)
        self.layers = layers(entries_of(space), 1)

    def compute(self, inputs: dict[str, Any], *roles: Any, role: str = "") -> tuple[torch.Tensor, dict[str, Any]]:
        """Compute the estimate, as skrl asks for it; the role comes by its place or by its name."""
        seen = unflatten_tensorized_space(self.observation_space, inputs["observations"])
        return self.layers(seen["observation"]), {}


def train(table: Table, steps: int, opponent: str, games: int, seed: int) -> Any:
    """Train for ``steps`` plies of the learner and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    set_seed(seed)
    envs = gymnasium.make_vec(
        table.env_id,
        games,
        opponent=opponent,
        observation="dict",
        skip_forced=True,
        autoreset_mode="SameStep",
        **table.settings,
    )
    env = wrap_env(envs, wrapper="gymnasium", verbose=False)
    space: Any = env.observation_space
    actions: Any = env.action_space
    policy = Policy(space, actions)
    config = PPO_CFG(
        rollouts=ROLLOUT,
        learning_epochs=2,
        mini_batches=max(1, ROLLOUT * games // BATCH),
        discount_factor=1.0,
        learning_rate=5e-4,
        entropy_loss_scale=0.01,
        rewards_shaper=lambda rewards, *_: rewards / table.unit,
    )
    config.experiment.write_interval = config.experiment.checkpoint_interval = 0  # it writes no files
    learner = PPO(
        models={"policy": policy, "value": Value(space, actions)},
        memory=RandomMemory(memory_size=ROLLOUT, num_envs=games),
        cfg=config,
        observation_space=space,
        action_space=actions,
    )
    trainer = SequentialTrainer(
        env=env,
        agents=learner,
        cfg={"timesteps": max(ROLLOUT, steps // games), "headless": True, "disable_progressbar": True},
    )
    trainer.train()

    @torch.no_grad()
    def scores(observations: dict[str, np.ndarray]) -> np.ndarray:
        return policy.layers(torch.from_numpy(observations["observation"])).numpy()

    return table.agent(scores, envs.single_observation_space)


if __name__ == "__main__":
    main(train, __doc__, steps=200_000, at_once=64)
