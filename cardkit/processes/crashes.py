"""Errors that an agent's own code raised: a program that one of them ends shows its traceback."""

from __future__ import annotations


def mark_crash(error: Exception) -> None:
    """Say of an error that an agent's own code raised it; a program outside (``exec:``) has no traceback to show."""
    from cardkit.processes.line_process import ProgramError

    if not isinstance(error, ProgramError):
        error.__dict__["crash"] = True


def is_crash(error: BaseException) -> bool:
    """Return whether an agent's own code raised an error."""
    return "crash" in error.__dict__
