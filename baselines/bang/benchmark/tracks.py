"""The track of Durak-Bench 1 that plays Bang!. It is frozen: another declaration is another version."""

from __future__ import annotations

from bang_env.bang import BY_TEAM, Bang
from bang_env.rules import Rules
from baselines.bang.benchmark.opponents import FILES
from cardkit.benchmark.track import Track, wins_of

RULES = Rules(num_players=5, max_rounds=100, free_discard=True, jail_skips=False, sid_saves=False)

TRACKS = {
    "E": Track(
        "Durak-Bench",
        "1",
        "E",
        "Bang! for five, by party",
        Bang(RULES, lineup=BY_TEAM),
        anchors=[(f"bench1-{name}",) for name in ("rai", "rair", "eai", "learned", "ismcts")],
        gate=("bench1-random",),
        files=FILES.digests,
        part=16,
        score=wins_of,
        even=1 / 3,
    )
}
"""The tracks by name. The agent plays each party of each deal once, against others that are alike."""
