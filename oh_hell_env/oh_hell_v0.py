"""Oh Hell, version 0, imported like any PettingZoo environment: ``from oh_hell_env import oh_hell_v0``."""

from oh_hell_env.envs.aec_env import env, parallel_env, raw_env
from oh_hell_env.envs.manual_policy import ManualPolicy

__all__ = ["ManualPolicy", "env", "parallel_env", "raw_env"]
