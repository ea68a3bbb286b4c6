"""The 185 actions of Bang! as tuples, in the order of their ids.

A target is the number of steps clockwise to it, dead seats counted.
"""

from __future__ import annotations

from typing import Any

from tests.support.bang.oracle.cards import KINDS, PLACES, REACH

Action = tuple[Any, ...]
PLAIN_PLAYS = (
    *("birra", "saloon", "diligenza", "wells_fargo", "gatling", "indiani", "emporio"),
    *("barile", "dinamite", "mirino", "mustang", *REACH),
)
"""The kinds that are played without a target."""
STEPS = range(1, 7)
ACTIONS: list[Action] = [
    ("end",),
    *(("play", kind) for kind in PLAIN_PLAYS),
    *((kind, steps) for kind in ("bang", "mancato", "duello", "prigione") for steps in STEPS),
    *((kind, steps, place) for kind in ("panico", "cat_balou") for steps in STEPS for place in PLACES),
    *(("discard", kind) for kind in KINDS),
    ("sid",),
    ("deck",),
    ("pile",),
    *(("from", steps) for steps in STEPS),
    *(("back", number) for number in range(3)),
    *(("pick", kind) for kind in KINDS),
    *(("answer", kind) for kind in ("bang", "mancato", "birra")),
    ("nothing",),
]
LEAVES = ("leaves",)
"""The ply of a seat that leaves the game; it is no action."""
ID_OF = {action: number for number, action in enumerate(ACTIONS)}
