"""Policies of Stable-Baselines3 and sb3-contrib as agents: ``sb3:model.zip``.

The agent rebuilds only the policy of a saved model, so any algorithm works whose policy gives every action a
probability (PPO, A2C, TRPO, MaskablePPO) or a value (DQN, QR-DQN). The agent itself excludes illegal actions, with the
same effect as MaskablePPO's mask. These files contain pickled Python objects: load only files that you trust.
"""

from __future__ import annotations

from collections.abc import Callable
from errno import ENOENT
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardkit.learning.batched_policy import BatchedPolicy
from cardkit.reading import used_as
from cardkit.specs.marks import runs_foreign_code
from cardkit.storage.origin import DISTRIBUTION

if TYPE_CHECKING:
    from stable_baselines3.common.policies import BasePolicy

SCORES: dict[str, Callable[[Any, Any], Any]] = {
    "get_distribution": lambda policy, observations: policy.get_distribution(observations).distribution.logits,
    "q_net": lambda policy, observations: policy.q_net(observations),
    "quantile_net": lambda policy, observations: policy.quantile_net(observations).mean(dim=1),
}
"""The scores of all actions, by an attribute of the policy: shape (observations, actions); higher is better."""


def load_sb3_policy(path: str, device: str = "cpu") -> BasePolicy:
    """Load the policy of a saved model.

    Raises:
        ImportError: Stable-Baselines3 or sb3-contrib is missing.
        ValueError: the file does not hold such a model.
    """
    try:
        import sb3_contrib  # noqa: F401 - the file may name its classes
        from stable_baselines3.common.save_util import load_from_zip_file
    except ImportError as error:
        raise ImportError(f"{path} needs the extra 'train' of {DISTRIBUTION}: {error}") from error
    if not any(Path(f"{path}{suffix}").exists() for suffix in ("", ".zip")):  # the library would name another file
        raise FileNotFoundError(ENOENT, strerror(ENOENT), path)
    with used_as(path, "a model of Stable-Baselines3"):
        if Path(path).exists() and not Path(path).is_file():
            raise ValueError("it is a folder or a device")
        data, parameters, _ = load_from_zip_file(path, device=device)
        if data is None or "policy" not in parameters or not isinstance(data.get("policy_class"), type):
            raise ValueError("it holds no policy")
        policy = data["policy_class"](
            data["observation_space"], data["action_space"], lambda _: 0.0, **data["policy_kwargs"]
        )
        policy.load_state_dict(parameters["policy"])
        policy.set_training_mode(False)
        return policy.to(device)


class SB3Policy(BatchedPolicy):
    """A policy of Stable-Baselines3, asked for one information set or for many at once.

    Args:
        policy: an object of the library; its observation space determines the encoding.
        deterministic: whether to play the best action or one drawn by the policy's probabilities.

    Raises:
        ValueError: the policy does not score actions, or has values where actions are to be drawn.
    """

    def __init__(self, policy: BasePolicy, deterministic: bool = True) -> None:
        known = [name for name in SCORES if hasattr(policy, name)]
        kind = type(policy).__name__
        if not known or hasattr(policy, "lstm_actor"):
            raise ValueError(f"a policy of type {kind} does not score every action of an observation")
        if not deterministic and known[0] != "get_distribution":
            raise ValueError(f"a policy of type {kind} has values, not probabilities: leave deterministic=True")
        super().__init__(self._ask, policy.observation_space, deterministic)
        self._policy, self._score = policy, SCORES[known[0]]

    def prepare(self, rules: Any, open_world: bool | None = None) -> None:
        """Find the encoding.

        Raises:
            ValueError: the policy was trained on other rules, or sees cards that its seat may not see.
        """
        if getattr(self._policy.action_space, "n", None) != rules.num_actions:
            raise ValueError(
                f"the policy's action space is {self._policy.action_space}, the rules {rules} need {rules.num_actions}"
            )
        super().prepare(rules, open_world)

    def _ask(self, observations: Any) -> np.ndarray:
        import torch

        with torch.no_grad():
            tensors, _ = self._policy.obs_to_tensor(observations)
            return self._score(self._policy, tensors).double().cpu().numpy()


def saved_policies(kind: type[SB3Policy]) -> Callable[..., SB3Policy]:
    """Make the agents of a game that play saved models, as a spec makes them.

    Args:
        kind: the game's subclass.
    """

    @runs_foreign_code
    def sb3(path: str, deterministic: bool = True, device: str = "cpu") -> SB3Policy:
        """Play by a model file of Stable-Baselines3 or sb3-contrib: its best legal action, or one drawn by probability.

        Args:
            path: the model's file, which holds pickled Python objects: load only what you trust.
            deterministic: whether the best legal action is played; else one is drawn by its probability.
            device: where torch computes, such as ``cuda``.

        Raises:
            ImportError, ValueError: as `load_sb3_policy`.
        """
        return kind(load_sb3_policy(str(path), device), deterministic)  # a file name may be a number

    return sb3
