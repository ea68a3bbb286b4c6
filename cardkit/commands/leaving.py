"""Leaves a program soon after Ctrl-C, with one line and the usual exit code, whatever it is doing.

Python handles Ctrl-C only when compiled code returns, and a search may take minutes. So a thread listens as well, and
ends the process if Python has not done so in time. Nothing is lost: stores and files are written whole or not at all.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cardkit.files import give_up

EXIT_CODE = 128 + signal.SIGINT
GRACE_SECONDS = 1.0  # from Ctrl-C to the end of the process, for cleaning up
_ERRORS = 2
_SHOW_CURSOR = "\x1b[?25h"


@contextmanager
def leaving_at_once(program: str) -> Iterator[None]:
    """End the process soon after Ctrl-C in the block; use it in the main thread, if no other code handles signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    departure = _Departure(program)
    departure.listen()
    try:
        yield
    except KeyboardInterrupt:
        departure.end()
    except SystemError as error:
        if _is_interrupted_call(error):
            departure.end()
        raise
    except SystemExit as end:
        if end.code == EXIT_CODE:
            departure.end()
        raise
    finally:
        departure.call_off()


@contextmanager
def importing(program: str) -> Iterator[None]:
    """Make Ctrl-C in the block, in which a program imports its modules, end it with one line."""
    try:
        yield
    except KeyboardInterrupt:
        say_interrupted(program)
        raise


def say_interrupted(program: str | None = None) -> None:
    """Make Python end with one line, not a traceback, after a Ctrl-C that nothing handles.

    Args:
        program: its name; by default that of the file that runs then.
    """
    otherwise = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: Any) -> None:
        if issubclass(kind, KeyboardInterrupt):
            print(f"{program or Path(sys.argv[0]).name}: interrupted", file=sys.stderr)
        else:
            otherwise(kind, error, trace)

    sys.excepthook = hook


def _is_interrupted_call(error: BaseException | None) -> bool:
    """Return whether Ctrl-C came while compiled code called Python: Python reports a result with an exception set."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


class _Departure:
    """The end of a process after Ctrl-C."""

    def __init__(self, program: str) -> None:
        self._program, self._told, self._called_off = program, False, threading.Event()
        self._telling = threading.RLock()  # no thread ends the process while another prints the message
        self._hook, self._told_before = sys.unraisablehook, -1
        self._ear, self._mouth = socket.socketpair()
        self._mouth.setblocking(False)

    def listen(self) -> None:
        """Begin to listen."""
        threading.Thread(target=self._wait, daemon=True).start()
        self._told_before = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        self._hook, sys.unraisablehook = sys.unraisablehook, self._end_if_swallowed

    def call_off(self) -> None:
        """Stop listening, and leave the process alone."""
        self._called_off.set()
        sys.unraisablehook = self._hook
        signal.set_wakeup_fd(self._told_before)
        self._mouth.close()  # which ends the thread

    def end(self) -> None:
        """Print the message, and end the process without waiting for threads."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        self._exit()

    def _exit(self) -> None:
        self._tell()
        give_up()
        os._exit(EXIT_CODE)

    def _wait(self) -> None:
        with self._ear:
            while heard := self._ear.recv(1):
                if heard[0] == signal.SIGINT and not self._called_off.wait(GRACE_SECONDS):
                    self._exit()

    def _end_if_swallowed(self, unraisable: Any) -> None:
        """End the process if Ctrl-C came while Python was called by code that drops exceptions, such as a compiler."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self.end()
        self._hook(unraisable)

    def _tell(self) -> None:
        """Print the message through the system: another writer may be blocked on a reader and hold the stream."""
        with self._telling:
            if not self._told:
                self._told = True
                cursor = _SHOW_CURSOR if os.isatty(_ERRORS) else ""  # a progress bar may have hidden it
                with suppress(OSError):
                    os.write(_ERRORS, f"{cursor}{self._program}: interrupted\n".encode())
