"""PPO of RLlib (Ray) for all seats, in its multi-agent episodes, followed by a match.

RLlib needs other versions than this repository's tests, so the recipe has an environment of its own:
``examples/recipes/run_locked.sh rllib_all_seats --steps 200000``; ``--rules num_players=4`` plays Durak for four, and
``--game oh-hell`` plays Oh Hell! (`tables`). The masks arrive as ``action_mask`` beside
``observations``, the names that RLlib's `ActionMaskingTorchRLModule` looks for.

One policy plays all seats and learns from all. During the game only the seat to move gets an observation, with what it
has won since its last one. At the end all seats get their last observation and what is left of their own return,
whichever moved last. RLlib keeps an episode per seat, so a choice leads to the same seat's next choice and to its own
return.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune import register_env
from tables import TABLES, Parser, Table

ROLLOUT = 4096  # choices between two updates, plus those until the current games end
POLICY = "all_seats"


class AllSeats(MultiAgentEnv):
    """PettingZoo's environment in RLlib's interface; it plays plies with a single legal action by itself."""

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__()
        table = TABLES[settings.get("game", "durak")](settings.get("rules", "standard"))
        self.game, self.unit = table.raw_env(**table.settings), table.unit
        self.possible_agents = self.agents = self.game.possible_agents
        space: Any = self.game.observation_space("player_0")
        actions: Any = self.game.action_space("player_0")
        masks = spaces.Box(0, 1, (int(actions.n),), np.float32)
        seen = spaces.Dict({"observations": space["observation"], "action_mask": masks})
        self.observation_spaces: Any = dict.fromkeys(self.agents, seen)
        self.action_spaces: Any = dict.fromkeys(self.agents, actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Start a game. RLlib seeds an environment once."""
        self.game.reset(seed, options)
        self.have_chosen: set[str] = set()
        self.won = dict.fromkeys(self.agents, 0.0)  # by seat: since its last observation
        self._play_forced()
        return self._observations(), {}

    def step(self, action_dict: dict[Any, Any]) -> tuple[dict, dict, dict, dict, dict]:
        """Play the choice of the seat to move."""
        ((player, action),) = action_dict.items()
        self.have_chosen.add(player)
        self._play(int(action))
        self._play_forced()
        observations = self._observations()
        rewards = {one: self.won.pop(one) / self.unit for one in observations}
        self.won |= dict.fromkeys(rewards, 0.0)
        return observations, rewards, {"__all__": self.game.terminations[player]}, {"__all__": False}, {}

    def _play_forced(self) -> None:
        while np.count_nonzero(self.game.infos[self.game.agent_selection]["action_mask"]) == 1:
            self._play(self.game.sample_action())

    def _play(self, action: int | None) -> None:
        self.game.step(action)
        for player, reward in self.game.rewards.items():
            self.won[player] += float(reward)

    def _observations(self) -> dict[str, Any]:
        """Return the observation of the seat to move; after the game, of all seats that have made a choice."""
        player = self.game.agent_selection
        asked = self.have_chosen if self.game.terminations[player] else {player}
        return {one: renamed(self.game.observe(one)) for one in sorted(asked)}


def renamed(observation: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Rename one or many observations as RLlib's module expects."""
    return {"observations": observation["observation"], "action_mask": observation["action_mask"].astype(np.float32)}


def train(table: Table, settings: dict[str, Any], steps: int, games: int, seed: int) -> Any:
    """Train for ``steps`` choices of all seats together and return the policy as an agent."""
    torch.set_num_threads(1)  # more threads than free cores wait for each other; networks this small gain nothing
    register_env("all_seats", AllSeats)
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"fcnet_hiddens": [256, 256], "fcnet_activation": "relu", "head_fcnet_hiddens": []},
    )
    config = (
        PPOConfig()
        .environment("all_seats", env_config=settings, disable_env_checking=True)  # the check plays illegal actions
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda player, episode, **more: POLICY)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=games, batch_mode="complete_episodes")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .training(
            train_batch_size_per_learner=ROLLOUT,
            minibatch_size=1024,
            num_epochs=2,
            lr=5e-4,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
        )
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    done = 0
    while done < steps:
        done = algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"]
    policy: Any = algorithm.get_module(POLICY)

    @torch.no_grad()
    def scores(observations: dict[str, np.ndarray]) -> np.ndarray:
        tensors = {name: torch.from_numpy(part) for name, part in renamed(observations).items()}
        return policy.forward_inference({"obs": tensors})["action_dist_inputs"].numpy()

    return table.agent(scores, table.raw_env(**table.settings).observation_space("player_0"))


if __name__ == "__main__":
    parser = Parser(__doc__, steps=200_000, games_at_once=32, opponent=False)
    chosen = parser.parse_args()
    table, settings = parser.table(chosen), {"game": chosen.game, "rules": chosen.rules}
    agent = train(table, settings, chosen.steps, chosen.games_at_once, chosen.seed)
    table.judge(agent, chosen.match_games, chosen.seed)
