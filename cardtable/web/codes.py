"""Codes with which the server closes a connection."""

TOO_MANY, TOO_SLOW, MOVED, TAKEN, GONE, FULL, NOT_TEXT = 4008, 4009, 4010, 4011, 4012, 1013, 1003
"""Too many messages or frames, or one too long; messages unread; another page has the place; the seat is taken; the
link leads nowhere any more; too many tables, or arrivals by a link; a message of bytes."""


class RefusedError(Exception):
    """Raised when the server refuses a connection.

    Attributes:
        code: of the connection's end.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
