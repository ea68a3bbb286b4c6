"""``durak benchmark``: the help of the kit's command, with Durak's tracks."""

from __future__ import annotations

from cardkit.benchmark.command import text

TEXT = text(
    "Tracks: A is Durak for two with 36 cards, B small games that are solved exactly, C Durak for four. D and E are "
    "those of `oh-hell benchmark` and `bang benchmark`.",
    "{program} benchmark greedy --track A",
)
