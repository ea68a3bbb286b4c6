"""Policies of Stable-Baselines3 and sb3-contrib as agents of Oh Hell!: ``sb3:model.zip``."""

from __future__ import annotations

from baselines.oh_hell.agents.batched_policy import OhHellPolicyAgent
from cardkit.learning.sb3_policy import SB3Policy, saved_policies


class OhHellSB3Agent(SB3Policy, OhHellPolicyAgent):
    __doc__ = SB3Policy.__doc__


sb3 = saved_policies(OhHellSB3Agent)
