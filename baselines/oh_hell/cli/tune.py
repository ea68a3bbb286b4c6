"""``oh-hell tune``: the kit's command for the lead in points over version 2 of informed."""

from __future__ import annotations

from cardkit.commands.app import NO_TEXT
from cardkit.commands.tune import Against, Aim, Purpose, tune

TEXT = f"""{tune.__doc__ or NO_TEXT}
Example: oh-hell tune "informed:version=3,threshold=0.3..0.9,weight_5=0..1,weight_6=0..1" --trials 120 --games 2000
"""


def purpose(against: Against = ["informed:version=2"], aim: Aim = "lead") -> Purpose:  # noqa: B006 - Typer copies it
    """Return the aim of tuning."""
    return Purpose(against, aim)
