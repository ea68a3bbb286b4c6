"""The track of Durak-Bench 1 that plays Oh Hell!. It is frozen: another declaration is another version."""

from __future__ import annotations

from baselines.oh_hell.benchmark.opponents import FILES
from cardkit.benchmark.track import Track
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

RULES = Rules(
    num_players=4,
    hand_sizes=tuple(range(13, 0, -1)),
    trump="rotation",
    trump_order="hdsc",
    hook=True,
    scoring="standard",
    bonus=10,
    points_per_trick=1,
    blind="none",
    first_dealer=None,
    start_rank=2,
    num_suits=4,
)

TRACKS = {
    "D": Track(
        "Durak-Bench",
        "1",
        "D",
        "Oh Hell! for four, rounds of 13 to 1",
        OhHell(RULES),
        anchors=[("bench1-counting",), ("bench1-weighted",), ("bench1-learned",), ("bench1-ismcts",)],
        gate=("bench1-random",),
        files=FILES.digests,
        part=16,
    )
}
"""The tracks by name. The agent is alone among three alike."""
