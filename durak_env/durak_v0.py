"""Durak, version 0, imported like any PettingZoo environment: ``from durak_env import durak_v0``."""

from cardkit.envs.pettingzoo.parallel_env import parallel
from durak_env.envs.aec_env import env, raw_env
from durak_env.envs.manual_policy import ManualPolicy

parallel_env = parallel(raw_env)

__all__ = ["ManualPolicy", "env", "parallel_env", "raw_env"]
