"""Search memory of Bang!: its fields beside those of every game, and how its searches finish a game."""

from __future__ import annotations

import numpy as np

from bang_env.actions import DISCARD_FIRST, NOTHING, SID_PAYS, WORDS
from bang_env.core.records import STATES
from bang_env.knowledge import INFOS
from bang_env.rules import MOST_SEATS
from baselines.bang.evaluation.playout import play_out_by_cards
from baselines.bang.evaluation.weights import INDIVIDUAL, LIFE_SIZE, NUM_ROLES
from cardkit.compiled.protocol import implement, play_out
from cardkit.compiled.records import Field
from cardkit.compiled.slot_code import WORD_SLOTS
from cardkit.search.memory import SearchMemory, Table, search_record

LAST = 1 << int(NOTHING) | sum(1 << slot for slot in range(int(DISCARD_FIRST), int(SID_PAYS)))
"""The slots that are tried last: to do nothing, and discards."""
SETTINGS: list[Field] = [
    ("weights", np.float64, INDIVIDUAL),  # of the one-ply evaluator
    ("life", np.float64, NUM_ROLES * int(LIFE_SIZE)),  # what lives are worth at the end of a playout, role by role
    ("horizon", np.int64),  # plies from the root where a playout ends, or its last ply begins; 0: the game's end
    ("playout", np.uint8),  # BY_CARDS or SPARING
    ("leaf", np.uint8),  # what judges then: LIVES, or the GAIN by the weights
    ("before", np.float64, MOST_SEATS),  # what the root is worth to each seat, in this determinization
    ("guesses", np.uint8),  # whether roles are guessed; else all that may be are as probable
    ("sums", np.float64, WORD_SLOTS * WORDS),  # by slot, an action's mean scores in all trees
]
SEARCHES = {seats: search_record("bang", seats, SETTINGS, WORDS) for seats in STATES}
"""Settings and work space of a search, by the number of seats."""

LAYOUT = SearchMemory(*(Table(INFOS[seats], STATES[seats], SEARCHES[seats]) for seats in STATES), last=LAST)
search_in, root_in, leaf_in = LAYOUT.search_in, LAYOUT.root_in, LAYOUT.leaf_in

for _search in SEARCHES.values():
    implement(play_out, _search, play_out_by_cards)
