"""Search memory of Bang!: its fields beside those of every game."""

from __future__ import annotations

import numpy as np

from bang_env.actions import WORDS
from bang_env.core.records import STATES
from bang_env.knowledge import INFOS
from baselines.bang.evaluation.weights import INDIVIDUAL
from cardkit.compiled.records import Field
from cardkit.search.memory import SearchMemory, Table, search_record

SETTINGS: list[Field] = [
    ("weights", np.float64, INDIVIDUAL),  # of the one-ply evaluator
]
SEARCHES = {seats: search_record("bang", seats, SETTINGS, WORDS) for seats in STATES}
"""Settings and work space of a search, by the number of seats."""

LAYOUT = SearchMemory(*(Table(INFOS[seats], STATES[seats], SEARCHES[seats]) for seats in STATES))
search_in, root_in, leaf_in = LAYOUT.search_in, LAYOUT.root_in, LAYOUT.leaf_in
