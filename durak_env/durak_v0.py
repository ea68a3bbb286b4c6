"""Durak, version 0, as PettingZoo's environments are imported: ``from durak_env import durak_v0``."""

from durak_env.aec_env import env, raw_env
from durak_env.manual_policy import ManualPolicy

__all__ = ["ManualPolicy", "env", "raw_env"]
