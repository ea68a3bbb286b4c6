"""Policies of other libraries as agents of Durak: any function that scores all actions of an observation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardkit.encoding import PAST
from cardkit.learning.batched_policy import BatchedPolicy
from cardkit.pieces import HISTORY
from durak_env.information import InformationSet
from durak_env.observation.encoding import Encoding
from durak_env.observation.pieces import WORDS
from durak_env.observation.writer import write_observation


class PolicyAgent(BatchedPolicy):
    __doc__ = BatchedPolicy.__doc__

    ENCODING = Encoding

    def write(
        self, encoding: Encoding, infos: Sequence[InformationSet], vectors: np.ndarray, masks: np.ndarray
    ) -> None:
        """`BatchedPolicy.write`, in compiled code row by row.

        Raises:
            ValueError: the encoding shows past plies, which an information set does not hold.
        """
        layout, work, no_past = encoding.layout, np.zeros(1, WORDS), np.zeros(1, PAST)[0]
        for row, info in enumerate(infos):
            past = _past(encoding, info) if encoding.name == HISTORY else no_past
            write_observation(info.record, past, layout, work, vectors[row : row + 1], masks[row : row + 1])


def _past(encoding: Encoding, info: InformationSet) -> object:
    if len(info.plies) != info.record.plies:
        raise ValueError("the policy needs past plies, which are not kept here")
    return encoding.past_of(info)
