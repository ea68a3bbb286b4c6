"""``durak tune``: the kit's command for the share of greedy opponents left behind."""

from __future__ import annotations

from cardkit.commands.app import NO_TEXT
from cardkit.commands.tune import Against, Aim, Purpose, tune

TEXT = f"""{tune.__doc__ or NO_TEXT}
Example: durak tune "mcts:c=0.3..2.0,limit=30" --against greedy --trials 30 --games 200 --store tune.db
"""


def purpose(against: Against = ["greedy"], aim: Aim = "share") -> Purpose:  # noqa: B006 - Typer copies it
    """Return the aim of tuning."""
    return Purpose(against, aim)
