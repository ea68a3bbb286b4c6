"""Weights: what lives, cards in play and hands are worth to each role.

To the one-ply evaluator, EAI, a role has 25 numbers::

    own life | life of Sheriff, Deputy, Outlaw, Renegade | own assets | assets of an ally | assets of an enemy
        1                        4                             6               7                    7

Assets are, in this order: a volcanic (or Willy the Kid), barile, reach, mustang, mirino, the size of the hand, and, of
others, prigione. Reach and hand count by their size, the rest by being there. All 100 numbers make an individual.

HAI, which judges by lives alone, has the first 5 of each role, and a depth before all 20: 21 numbers.

Source: M. Daniláková, bachelor thesis, 2017, whose numbers are not printed; these are ours.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.jit import constants

NUM_ROLES = 4
LIFE_OF, OWN_ASSETS, ALLYS_ASSETS, ENEMYS_ASSETS, ROLE_SIZE = constants((1, 5, 11, 18, 25))
"""The beginnings of the parts of a role's numbers, and their count."""
LIFE_SIZE = OWN_ASSETS
"""The count of numbers that weigh lives."""
VOLCANIC_THERE, BARILE_THERE, REACH, MUSTANG_THERE, MIRINO_THERE, HAND_SIZE, PRIGIONE_THERE = constants(range(7))
INDIVIDUAL = NUM_ROLES * int(ROLE_SIZE)

LIFE = np.array(
    [
        [1.0, 0.0, 0.3, -0.6, -0.5],  # to the Sheriff: own, Sheriff's, Deputy's, Outlaw's, Renegade's
        [0.6, 1.0, 0.3, -0.6, -0.5],  # to a Deputy
        [0.6, -1.0, -0.5, 0.3, -0.4],  # to an Outlaw
        [1.0, -0.1, -0.5, -0.5, 0.0],  # to the Renegade
    ]
)
"""The worth of a life."""
_OWN = (0.2, 0.3, 0.05, 0.3, 0.2, 0.1)
_ALLYS = (0.1, 0.15, 0.02, 0.15, 0.1, 0.05, -0.3)


def default_weights() -> np.ndarray:
    """Return the individual that plays unless another one is given: float64 array of 100 numbers, role by role."""
    assets = np.array([*_OWN, *_ALLYS, *(-each for each in _ALLYS)])
    return np.concatenate([np.concatenate([life, assets]) for life in LIFE])
