"""``bang benchmark``: the help of the kit's command, with the track of Bang!."""

from __future__ import annotations

from cardkit.benchmark.command import text

TEXT = text(
    "The only track here is E, five players by party: the law, the Outlaws and the Renegade. The others are those of "
    "`durak benchmark` and `oh-hell benchmark`.",
    "{program} benchmark learned --track E",
)
