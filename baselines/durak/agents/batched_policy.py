"""Policies of other libraries as agents of Durak: any function that scores all actions of an observation."""

from __future__ import annotations

import numpy as np

from cardkit.learning.batched_policy import BatchedPolicy
from durak_env.information import InformationSet
from durak_env.observation.encoding import Encoding


class PolicyAgent(BatchedPolicy):
    __doc__ = BatchedPolicy.__doc__

    ENCODING = Encoding

    def past_of(self, encoding: Encoding, info: InformationSet) -> np.ndarray:
        """Return the latest plies; see `BatchedPolicy.past_of`.

        Raises:
            ValueError: the information set does not hold its past plies.
        """
        if len(info.plies) != info.record.plies:
            raise ValueError("the policy needs past plies, which are not kept here")
        return super().past_of(encoding, info)
