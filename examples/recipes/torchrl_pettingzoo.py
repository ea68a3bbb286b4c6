"""PPO of TorchRL in self-play on PettingZoo's environment, followed by a match.

``python examples/recipes/torchrl_pettingzoo.py --steps 200000`` needs the extra ``recipes``; ``--rules num_players=4``
plays Durak for four, and ``--game oh-hell`` plays Oh Hell! (`tables`). TorchRL's wrapper observes every seat after each
ply and pays every seat its own reward, even if another seat's ply ends the game. So the advantages of a seat run along
the plies of all, and the policy learns from those of the seat to move, which ``mask`` marks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from tables import Parser, Table
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper, RewardScaling, SerialEnv, TransformedEnv
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives.value import GAE
from torchrl_ppo import IN_KEYS, Learner

GROUP, OBSERVATION = "seats", ("observation", "observation")  # keys: of all seats, of what each of them observes
ROLLOUT = 128  # plies of each game between two updates


def new_env(table: Table) -> TransformedEnv:
    """Make a game in TorchRL's interface, whose seats are one group."""
    game = table.raw_env(**table.settings)
    env = PettingZooWrapper(game, use_mask=True, group_map={GROUP: game.possible_agents})
    return TransformedEnv(env, RewardScaling(loc=0.0, scale=1 / table.unit, in_keys=[(GROUP, "reward")]))


def actor_of(network: torch.nn.Module, *group: str) -> ProbabilisticActor:
    """Make the policy of a network; a group's name stands before the keys of its observations."""
    keys: Any = {name: (*group, key) for name, key in IN_KEYS.items()}
    return ProbabilisticActor(
        TensorDictModule(network, [(*group, *OBSERVATION)], [(*group, "logits")]),
        in_keys=keys,
        out_keys=[(*group, "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=(*group, "action_log_prob"),
    )


def critic_of(values: torch.nn.Module, *group: str) -> ValueOperator:
    """Make the critic of a network, under the policy's keys."""
    return ValueOperator(values, [(*group, *OBSERVATION)], [(*group, "state_value")])


def train(table: Table, steps: int, games: int, seed: int) -> Any:
    """Train for ``steps`` plies of all seats together and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    torch.manual_seed(seed)
    env = SerialEnv(games, lambda: new_env(table))
    env.set_seed(seed)
    space = table.raw_env(**table.settings).observation_space("player_0")
    size, actions = space["observation"].shape[0], space["action_mask"].shape[0]
    network = MLP(size, actions, num_cells=[256, 256], activation_class=torch.nn.ReLU)
    values = MLP(size, 1, num_cells=[256, 256], activation_class=torch.nn.ReLU)
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=critic_of(values, GROUP))
    advantages.set_keys(
        **{key: (GROUP, key) for key in ("reward", "done", "terminated", "advantage", "value_target")},
        value=(GROUP, "state_value"),
    )
    learner = Learner(actor_of(network), critic_of(values))
    for collected in Collector(env, actor_of(network, GROUP), frames_per_batch=games * ROLLOUT, total_frames=steps):
        seats = advantages(collected)[GROUP]
        learner.learn(seats[seats["mask"]])

    @torch.no_grad()
    def scores(observations: dict[str, np.ndarray]) -> np.ndarray:
        return network(torch.from_numpy(observations["observation"])).numpy()

    return table.agent(scores, space)


if __name__ == "__main__":
    parser = Parser(__doc__, steps=200_000, games_at_once=16, opponent=False)
    chosen = parser.parse_args()
    table = parser.table(chosen)
    agent = train(table, chosen.steps, chosen.games_at_once, chosen.seed)
    table.judge(agent, chosen.match_games, chosen.seed)
