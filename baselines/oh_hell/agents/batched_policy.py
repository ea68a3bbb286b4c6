"""Policies of other libraries as agents of Oh Hell!: any function that scores all actions of an observation."""

from __future__ import annotations

from cardkit.learning.batched_policy import BatchedPolicy
from oh_hell_env.observation.encoding import Encoding


class OhHellPolicyAgent(BatchedPolicy):
    __doc__ = BatchedPolicy.__doc__

    ENCODING = Encoding
