"""Policies of Stable-Baselines3 and sb3-contrib as agents of Durak: ``sb3:model.zip``."""

from __future__ import annotations

from baselines.durak.agents.batched_policy import PolicyAgent
from cardkit.learning.sb3_policy import SB3Policy, saved_policies


class SB3Agent(SB3Policy, PolicyAgent):
    __doc__ = SB3Policy.__doc__


sb3 = saved_policies(SB3Agent)
