"""Durak, version 0, imported like any PettingZoo environment: ``from durak_env import durak_v0``."""

from durak_env.envs.aec_env import env, parallel_env, raw_env
from durak_env.envs.manual_policy import ManualPolicy

__all__ = ["ManualPolicy", "env", "parallel_env", "raw_env"]
