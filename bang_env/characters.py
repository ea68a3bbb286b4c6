"""The 16 characters, and the roles and teams of the seats."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.jit import constants

CHARACTERS = (
    "bart_cassidy",
    "black_jack",
    "calamity_janet",
    "el_gringo",
    "jesse_jones",
    "jourdonnais",
    "kit_carlson",
    "lucky_duke",
    "paul_regret",
    "rose_doolan",
    "pedro_ramirez",
    "sid_ketchum",
    "slab_the_killer",
    "suzy_lafayette",
    "vulture_sam",
    "willy_the_kid",
)
BART, BLACK_JACK, JANET, GRINGO, JESSE, JOURDONNAIS, KIT, LUCKY = constants(range(8))
PAUL, ROSE, PEDRO, SID, SLAB, SUZY, SAM, WILLY = constants(range(8, 16))
NUM_CHARACTERS = len(CHARACTERS)
LIVES_OF: Any = np.array([3 if character in (GRINGO, PAUL) else 4 for character in range(NUM_CHARACTERS)], np.int64)
"""The lives of each character."""

ROLES = ("sheriff", "deputy", "outlaw", "renegade", "unknown")
SHERIFF, DEPUTY, OUTLAW, RENEGADE, UNKNOWN = constants(range(len(ROLES)))
ROLE_LETTERS = "SDOR"
"""The roles in reset options and records."""
ROLES_IN_PLAY: Any = np.array([SHERIFF, RENEGADE, OUTLAW, OUTLAW, DEPUTY, OUTLAW, DEPUTY], np.int64)
"""The roles of n seats are the first n."""

TEAMS = ("law", "outlaws", "renegade")
LAW, OUTLAWS, LONER = constants(range(len(TEAMS)))
TEAM_OF: Any = np.array([LAW, LAW, OUTLAWS, LONER], np.int64)
"""The team of each role."""
