"""Policies of Stable-Baselines3 and sb3-contrib as agents of Bang!: ``sb3:model.zip``."""

from __future__ import annotations

from baselines.bang.agents.batched_policy import BangPolicyAgent
from cardkit.learning.sb3_policy import SB3Policy, saved_policies


class BangSB3Agent(SB3Policy, BangPolicyAgent):
    __doc__ = SB3Policy.__doc__


sb3 = saved_policies(BangSB3Agent)
