"""What the searches of Oh Hell! keep in memory beside what those of any game do."""

from __future__ import annotations

import numpy as np

from baselines.oh_hell.evaluation.playout import play_out_round
from cardkit.compiled.protocol import implement, play_out
from cardkit.compiled.records import Field
from cardkit.search.memory import SearchMemory, Table, search_record
from cardkit.search.puct import puct_fields
from oh_hell_env.game import STATES
from oh_hell_env.information import INFOS
from oh_hell_env.rules import MOST_SEATS

SETTINGS: list[Field] = [
    ("weight", np.float64),  # of exploration, for points that are not scaled
    ("tree_depth", np.int64),  # plies; below them the tree does not grow
    ("noise", np.int64),  # of 256 plies of a playout that are random
    ("stop", np.int64),  # visits of an action at which a tree is left
    ("agree", np.int64),  # trees in a row that prefer the same card, after which it is played
    ("sums", np.float64, 64),  # by slot, an action's mean points in all trees
    ("playout", np.uint8),  # AVOIDING or AIMING
    ("voids", np.uint8),  # whether determinizations keep to the voids that seats have shown
    ("policy_at", np.int64),  # offset in the memory of the network that guides PUCT
    ("before", np.int32, MOST_SEATS),  # points of the rounds before, by seat, which only the network sees
]
SEARCHES = {
    seats: search_record("oh_hell", seats, [*SETTINGS, *puct_fields(INFOS[seats])])  # which ends with an INFO record
    for seats in STATES
}
"""Settings and work space of a search, by the number of seats."""

LAYOUT = SearchMemory(*(Table(INFOS[seats], STATES[seats], SEARCHES[seats]) for seats in STATES))
search_in, root_in, leaf_in = LAYOUT.search_in, LAYOUT.root_in, LAYOUT.leaf_in

for search in SEARCHES.values():
    implement(play_out, search, play_out_round)
