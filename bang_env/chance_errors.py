"""The faults of the chance that a game was given, in words."""

from __future__ import annotations

from bang_env.core.records import LIST, NOTHING_GIVEN, State
from cardkit.wording import counted


def misfit_in_words(state: State) -> str:
    """Describe the entry that does not fit or lacks, where it is due, what it must be and what it was."""
    due, given = int(state.due), int(state.refused)
    if due < LIST:
        wanted = f"the card that is taken blindly from the hand of seat {due}"
    else:
        wanted = f"the pile in its new order, a list of {counted(due - LIST, 'card')}"
    return f"entry {int(state.misfit)} of chance must be {wanted}; {_given(given, due)}"


def _given(given: int, due: int) -> str:
    if given == NOTHING_GIVEN:
        return "it is lacking"
    if given < LIST:
        return f"got card {given}{', which is not in that hand' if due < LIST else ''}"
    told = f"got a list of {counted(given - LIST, 'card')}"
    return f"{told}, which is not the pile" if given == due else told


def too_much_chance(happened: int, used_by: str) -> str:
    """Say that more chance is given than happens."""
    return f"chance has more entries than the {happened} that the {used_by}"
