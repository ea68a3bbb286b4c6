"""Leaving a program at Ctrl-C: soon, with one line and the usual exit code, whatever it is doing.

Python hears of Ctrl-C once compiled code returns to it, and a search may take minutes. So a thread listens as well, and
ends the process where Python has not come to it in time. Nothing is lost by that: what is written to a store or a file
is there whole or not at all.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

EXIT_CODE = 128 + signal.SIGINT
GRACE_SECONDS = 1.0  # from Ctrl-C to the end of the process, for those who have something to put in order
_ERRORS = 2
_SHOW_CURSOR = "\x1b[?25h"


@contextmanager
def leaving_at_once(program: str) -> Iterator[None]:
    """End the process soon after Ctrl-C in the block; for the main thread, where nobody else listens to signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    departure = _Departure(program)
    departure.listen()
    try:
        yield
    except KeyboardInterrupt:
        departure.end()
    except SystemExit as end:
        if end.code == EXIT_CODE:
            departure.end()
        raise
    finally:
        departure.call_off()


class _Departure:
    """What happens from Ctrl-C on."""

    def __init__(self, program: str) -> None:
        self._program, self._told, self._called_off = program, False, threading.Event()
        self._telling = threading.RLock()  # nobody ends the process while another is about to say so
        self._hook, self._told_before = sys.unraisablehook, -1
        self._ear, self._mouth = socket.socketpair()
        self._mouth.setblocking(False)

    def listen(self) -> None:
        """Begin to listen."""
        threading.Thread(target=self._wait, daemon=True).start()
        self._told_before = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        self._hook, sys.unraisablehook = sys.unraisablehook, self._end_if_swallowed

    def call_off(self) -> None:
        """Listen no more, and leave the process to itself."""
        self._called_off.set()
        sys.unraisablehook = self._hook
        signal.set_wakeup_fd(self._told_before)
        self._mouth.close()  # which ends the thread

    def end(self) -> None:
        """Say so, and end the process without waiting for threads."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        self._tell()
        os._exit(EXIT_CODE)

    def _wait(self) -> None:
        with self._ear:
            while heard := self._ear.recv(1):
                if heard[0] == signal.SIGINT and not self._called_off.wait(GRACE_SECONDS):
                    self._tell()
                    os._exit(EXIT_CODE)

    def _end_if_swallowed(self, unraisable: Any) -> None:
        """Ctrl-C may come while Python is called by code that takes no exceptions, as a compiler does."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self.end()
        self._hook(unraisable)

    def _tell(self) -> None:
        """Straight to the system: whoever else writes may be waiting for a reader, and hold the stream."""
        with self._telling:
            if not self._told:
                self._told = True
                cursor = _SHOW_CURSOR if os.isatty(_ERRORS) else ""  # a progress bar may have hidden it
                with suppress(OSError):
                    os.write(_ERRORS, f"{cursor}{self._program}: interrupted\n".encode())
