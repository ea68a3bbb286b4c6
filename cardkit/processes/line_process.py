"""A program that runs beside this one and is asked one question a line, with a limit of time.

It has pipes for its input, output and errors. `cardkit.processes.keeper` ends it with all that it has started when the
`Program` is closed or forgotten, and when this process ends, also if that is killed.
"""

from __future__ import annotations

import json
import os
import queue
import select
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from cardkit.processes import keeper
from cardkit.wording import printable, shortened

LONGEST_LINE = 1 << 20
MOST_WAITING = 100  # lines that nobody asked for; more are not read
LAST_WORDS = 5  # lines of its errors that are told when it fails
LONGEST_WORDS = 300  # characters that are told of each
GRACE_SECONDS = 0.3  # from the end of its input to its being killed


class ProgramError(ValueError):
    """A program did not answer as it should."""


class Program:
    """A running program.

    Args:
        command: as one would type it; no shell reads it.

    Raises:
        ProgramError: it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        try:
            self._process, lifeline = _start(shlex.split(command))
        except (OSError, ValueError) as error:
            raise ProgramError(f"program {shortened(repr(command))} cannot be started: {error}") from error
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=LAST_WORDS)
        self._listen(_read_lines, self._process.stdout, self._lines)
        self._ears = self._listen(_keep_lines, self._process.stderr, self._errors)
        self.close = weakref.finalize(self, _end, self._process, lifeline)

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The program's next line, a JSON object, after it was sent one; the time is for both.

        Raises:
            ProgramError: it ended, did not read the question or said nothing in time, or nothing that is JSON.
        """
        deadline = time.monotonic() + seconds
        try:
            self._send(json.dumps(question, separators=(",", ":")).encode() + b"\n", deadline)
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            raise self.error(f"did not read its question in {seconds:g} s") from None
        except queue.Empty:
            raise self.error(f"gave no answer in {seconds:g} s") from None
        except OSError:
            raise self.error("ended") from None
        if line is None:
            raise self.error("ended")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            said = line.decode(errors="replace")
            raise self.error(f"answered {said[:80]!r}, which is no JSON object")
        return answer

    def error(self, what: str) -> ProgramError:
        """The error that says what the program did, and its last words; it is closed."""
        self.close()
        self._ears.join(GRACE_SECONDS)
        words = " / ".join(printable(line.decode(errors="replace").strip()) for line in self._errors)
        told = f"; its last words: {words}" if words else ""
        return ProgramError(f"program {shortened(repr(self._command))} {shortened(what)}{told}")

    def _send(self, line: bytes, deadline: float) -> None:
        """Write a line, as fast as the program reads it.

        Raises:
            TimeoutError: it does not read in time.
            OSError: it has ended.
        """
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        room = select.poll()
        room.register(pipe, select.POLLOUT)
        while line:
            if not room.poll(max(0.0, 1000 * (deadline - time.monotonic()))):
                raise TimeoutError
            line = line[os.write(pipe, line) :]

    @staticmethod
    def _listen(read: Any, *arguments: Any) -> threading.Thread:
        thread = threading.Thread(target=read, args=arguments, daemon=True)
        thread.start()
        return thread


def _start(command: list[str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """The keeper with a program that runs, and the lifeline that ends both when it is closed.

    Raises:
        OSError: the program cannot be started.
        ValueError: there is none.
    """
    if not command:
        raise ValueError("it is empty")
    lifeline, other_end = socket.socketpair()
    with other_end:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(keeper.__file__)), str(other_end.fileno()), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[other_end.fileno()],
            start_new_session=True,
        )
    told = lifeline.recv(1000)
    if told != keeper.STARTED:
        _end(process, lifeline)
        raise OSError(told.decode(errors="replace") or "its keeper was ended")
    assert process.stdin is not None
    os.set_blocking(process.stdin.fileno(), False)
    return process, lifeline


def _read_lines(output: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with output:
        while lines.qsize() < MOST_WAITING and (line := output.readline(LONGEST_LINE)):
            lines.put(line)
        lines.put(None)


def _keep_lines(errors: IO[bytes], lines: deque[bytes]) -> None:
    with errors:
        while line := errors.readline(LONGEST_LINE):
            lines.append(line[:LONGEST_WORDS])


def _end(process: subprocess.Popen[bytes], lifeline: socket.socket) -> None:
    """End the program: its input ends, and if that does not end it, it is killed with all that it started."""
    assert process.stdin is not None
    with suppress(OSError):  # it has ended
        process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE_SECONDS)
    with suppress(OSError):  # its other end has gone
        lifeline.shutdown(socket.SHUT_RDWR)  # also where a fork of this process holds it too
    lifeline.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(2 * keeper.LAST_SECONDS)
    with suppress(ProcessLookupError, PermissionError):  # nobody is left in it
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
