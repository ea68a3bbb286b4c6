"""Errors of the table: an English text, and a reason that the page translates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.wording import LONGEST, shortened

LONGEST_DETAIL = 3 * LONGEST
"""Characters of what a parser says; it may list all agents."""
REASONS = {
    "agent": "{detail}",
    "agent_foreign": "agent {spec!r} runs code of its own, and others reach this table: allow it by --agent",
    "agent_unfit": "{detail}",
    "agents_only": "only a game that was played at this table can be played again",
    "all_cards": "all cards can be analysed only where all are shown",
    "clock_waits": "with a clock, the others cannot wait: choose what happens once time is up",
    "deal": "{detail}",
    "deal_field": "a deal has no {name!r}",
    "game_goes_on": "the game is still in progress",
    "games": "games must be 1 to {most:,}, got {got}",
    "name_label": "the table itself uses this name for agents or for players without a name: choose another name",
    "name_taken": "somebody at this table has this name already, or one that looks like it",
    "no_time": "your time is up",
    "no_withdrawal": "this game does not go on without a seat",
    "nothing_to_undo": "there is nothing to take back",
    "no_analysis": "this game has no analysis",
    "no_file": "the program was started without a file of records",
    "nothing_to_agree": "there is no request to accept",
    "no_game": "no game has begun",
    "no_seat": "seat {seat} cannot be given to anybody else",
    "no_store": "the program was started without a tournament's store",
    "no_text": "there is no text to open",
    "not_host": "only the host of this table may do that",
    "not_in_rooms": "this is not possible at a table with friends",
    "not_your_turn": "it is not your turn",
    "number": "number must be 1 to {most}, got {got}",
    "only_watching": "a spectator has no seat",
    "overtaken": "another message has taken the place of this one before it was carried out",
    "ply": "ply must be 0 to {most}, got {got}",
    "record": "{detail}",
    "record_foreign": "records of this game hold its states as they are: open only your own, as the file that the "
    "program is started with",
    "record_early": "the record shows all cards: it is available after the game",
    "review_early": "a game can be reviewed once it is over",
    "rooms_only": "this is possible only at a table with friends",
    "rooms": "there are {most} tables with friends already",
    "rules": "{detail}",
    "searches": "too many requests: {count} searches are waiting",
    "seat_taken": "this seat is not free: choose another",
    "seats": "seats must be {fewest} to {most}, got {got}",
    "seed": "seed must be an integer of at least 0, got {got!r}",
    "seats_of_host": "only one seat can be yours",
    "stand_in": "an agent must stand in for who stays away, got {got!r}",
    "stale": "the game is at ply {now}, not {got}",
    "taken_back": "plies were taken back or another game has begun: see the position, and choose again",
    "wish_withdrawn": "this wish to take plies back was withdrawn",
    "view_early": "other cards are shown once the game is over",
    "wish_waits": "another seat wishes to take plies back: answer that first",
    "worker_ended": "{detail}; try again, or choose another agent",
    "worker_failed": "{detail}",
    "worker_slow": "{detail}; try again, or choose another agent",
}
"""Errors that people at the page may see, in English, by their reason. A ``detail`` comes from a parser or a worker."""


class MessageError(ValueError):
    """A message that cannot be carried out.

    Attributes:
        code: what kind of error it is.
        field: the part of the message that is wrong, such as ``seats.1``; None for the whole.
        reason: a key of `REASONS`; None for what only the program of a page can have got wrong.
        words: what the reason speaks of.
    """

    def __init__(
        self,
        text: str,
        code: str = "message",
        field: str | None = None,
        reason: str | None = None,
        words: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(text)
        self.code, self.field, self.reason, self.words = code, field, reason, dict(words or {})


def refusal(reason: str, code: str = "message", field: str | None = None, /, **words: Any) -> MessageError:
    """Make the error of a reason.

    Args:
        reason: a key of `REASONS`.
        code, field: as `MessageError` has them.
        words: what the reason speaks of.
    """
    short = {name: _shortened(name, value) for name, value in words.items()}
    return MessageError(REASONS[reason].format(**short), code, field, reason, short)


def _shortened(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return shortened(value, LONGEST_DETAIL if name == "detail" else LONGEST)
