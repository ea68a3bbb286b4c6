"""Policies of other libraries as agents of Bang!: any function that scores all actions of an observation."""

from __future__ import annotations

from bang_env.observation.encoding import Encoding
from cardkit.learning.batched_policy import BatchedPolicy


class BangPolicyAgent(BatchedPolicy):
    __doc__ = BatchedPolicy.__doc__

    ENCODING = Encoding
