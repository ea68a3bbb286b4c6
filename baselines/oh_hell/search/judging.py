"""Oh Hell!'s judge of exported choices: a searching agent. No position is solved."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.prng import streams_from
from cardkit.export.judging import Judgement
from oh_hell_env.information import InformationSet


def action_values(agent: Any, info: InformationSet, rng: np.random.Generator) -> Judgement:
    """The value of each action: the share of the way from the fewest points of the round to the most."""
    found = agent.analyse_from(info, streams_from(rng)[0]).found
    return Judgement({action: one.value for action, one in found.items() if one.value is not None}, exact=False)
