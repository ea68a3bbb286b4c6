"""Errors as messages to a page."""

from __future__ import annotations

from cardkit.wording import LONGEST, shortened
from cardtable.errors import MessageError, refusal
from cardtable.questions import AgentError
from cardtable.searches import MOST_WAITING, BusyError, WorkerError
from cardtable.view import Json

LONGEST_TEXT = 4 * LONGEST
"""Characters of an error's text: what it quotes is shorter."""
REPORTED = (MessageError, BusyError, WorkerError, AgentError)
"""Errors that go to the page as messages."""


def error_message(error: Exception) -> Json:
    """Make the message about an error."""
    if isinstance(error, BusyError):
        error = refusal("searches", "busy", count=MOST_WAITING)
    if isinstance(error, WorkerError | AgentError):
        reason = error.reason if isinstance(error, WorkerError) else "agent"
        error = refusal(reason, "agent", detail=str(error))
    told = error if isinstance(error, MessageError) else MessageError(str(error), "internal")
    return {
        "type": "error",
        "code": told.code,
        "text": shortened(str(told), LONGEST_TEXT),
        "field": told.field,
        "reason": told.reason,
        "words": told.words,
    }
