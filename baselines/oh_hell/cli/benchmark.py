"""``oh-hell benchmark``: the help of the kit's command, with the track of Oh Hell!."""

from __future__ import annotations

from cardkit.benchmark.command import text

TEXT = text(
    "The only track here is D, rounds of 13 to 1 for four. The others are those of `durak benchmark` and `bang "
    "benchmark`.",
    "{program} benchmark learned --track D",
)
