"""Runs another program and asks it one question per line, with a time limit.

Pipes carry its input, output and errors. `cardkit.processes.keeper` kills it and everything it started when the
`Program` is closed or garbage-collected, and when this process ends, even if it is killed.
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
MOST_WAITING = 100  # unrequested lines to buffer; more are not read
LAST_WORDS = 5  # last lines of its errors to report when it fails
LONGEST_WORDS = 300  # characters to report of each
GRACE_SECONDS = 0.3  # from the end of its input until it is killed


class ProgramError(ValueError):
    """A program did not answer as required."""


class Program:
    """A running program.

    Args:
        command: the command line, split as a shell would; no shell runs it.

    Raises:
        ProgramError: it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        try:
            self._process, self._lifeline = _start(shlex.split(command))
        except (OSError, ValueError) as error:
            raise ProgramError(f"program {shortened(repr(command))} cannot be started: {error}") from error
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=LAST_WORDS)
        self._listen(_read_lines, self._process.stdout, self._lines)
        self._ears = self._listen(_keep_lines, self._process.stderr, self._errors)
        self.close = weakref.finalize(self, _end, self._process, self._lifeline)

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a JSON object and return the one that the program answers; ``seconds`` limits both together.

        Raises:
            ProgramError: it ended, did not read the question or answer in time, or did not answer with JSON.
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
            line = None
        if line is None:
            raise self.error(self._end_in_words())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            said = line.decode(errors="replace")
            raise self.error(f"answered {said[:80]!r}, which is not a JSON object")
        return answer

    def error(self, what: str) -> ProgramError:
        """Close the program, and return the error that says what it did and quotes its last lines of errors."""
        self.close()
        self._ears.join(GRACE_SECONDS)
        words = " / ".join(printable(line.decode(errors="replace").strip()) for line in self._errors)
        told = f"; its last words: {words}" if words else ""
        return ProgramError(f"program {shortened(repr(self._command))} {shortened(what)}{told}")

    def _end_in_words(self) -> str:
        """Describe the end of the program, as its keeper tells it; too much output may be the cause."""
        flood = f"wrote {MOST_WAITING} lines unasked and " if self._lines.qsize() > MOST_WAITING else ""
        self._lifeline.settimeout(GRACE_SECONDS)
        try:
            code = int(self._lifeline.recv(1000))
        except (OSError, ValueError):  # it goes on without its pipes, or its keeper was killed
            return f"{flood}ended"
        how = f"was ended by {_signal_name(-code)}" if code < 0 else f"ended with exit code {code}"
        return flood + how

    def _send(self, line: bytes, deadline: float) -> None:
        """Write a line, as fast as the program reads it.

        Raises:
            TimeoutError: the program does not read in time.
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
    """Start a program under its keeper; return the keeper, and the lifeline that ends both when it is closed.

    Raises:
        OSError: the program cannot be started.
        ValueError: the command is empty.
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
    told = lifeline.recv(len(keeper.STARTED))  # no more: of a program that ends at once the exit code may follow
    if told != keeper.STARTED:
        told += lifeline.recv(1000)
        _end(process, lifeline)
        raise OSError(told.decode(errors="replace") or "its keeper was ended")
    assert process.stdin is not None
    os.set_blocking(process.stdin.fileno(), False)
    return process, lifeline


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"


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
    """Close the program's input; if it does not end, kill it and everything it started."""
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
    with suppress(ProcessLookupError, PermissionError):  # no process is left in the group
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
