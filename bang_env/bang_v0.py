"""Bang!, version 0, imported like any PettingZoo environment: ``from bang_env import bang_v0``."""

from bang_env.envs.aec_env import env, parallel_env, raw_env

__all__ = ["env", "parallel_env", "raw_env"]
