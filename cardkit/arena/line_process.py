"""A program that runs beside this one and is asked one question a line, with a limit of time.

It has pipes for its input, output and errors, and on POSIX systems a process group of its own, so that whatever it
starts ends with it. It is ended when the `Program` is closed or forgotten, and when this process ends; should this
process be killed, the program comes to the end of its input.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import weakref
from collections import deque
from contextlib import suppress
from typing import IO, Any

LONGEST_LINE = 1 << 20
MOST_WAITING = 100  # lines that nobody asked for; more are not read
LAST_WORDS = 5  # lines of its errors that are told when it fails
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
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise ProgramError(f"program {command!r} cannot be started: {error}") from error
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=LAST_WORDS)
        self._input, output, errors = self._process.stdin, self._process.stdout, self._process.stderr
        self._listen(_read_lines, output, self._lines)
        self._ears = self._listen(_keep_lines, errors, self._errors)
        self.close = weakref.finalize(self, _end, self._process)

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The program's next line, a JSON object, after it was sent one.

        Raises:
            ProgramError: it ended, said nothing in time, or nothing that is JSON.
        """
        assert self._input is not None
        try:
            self._input.write(json.dumps(question, separators=(",", ":")) + "\n")
            self._input.flush()
            line = self._lines.get(timeout=seconds)
        except OSError:
            raise self.error("ended") from None
        except queue.Empty:
            raise self.error(f"gave no answer in {seconds:g} s") from None
        if line is None:
            raise self.error("ended")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self.error(f"answered {line[:80]!r}, which is no JSON object")
        return answer

    def error(self, what: str) -> ProgramError:
        """The error that says what the program did, and its last words; it is closed."""
        self.close()
        self._ears.join(GRACE_SECONDS)
        words = " / ".join(line.strip() for line in self._errors)
        return ProgramError(f"program {self._command!r} {what}" + (f"; its last words: {words}" if words else ""))

    @staticmethod
    def _listen(read: Any, *arguments: Any) -> threading.Thread:
        thread = threading.Thread(target=read, args=arguments, daemon=True)
        thread.start()
        return thread


def _read_lines(output: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    with output:
        while lines.qsize() < MOST_WAITING and (line := output.readline(LONGEST_LINE)):
            lines.put(line)
        lines.put(None)


def _keep_lines(errors: IO[str], lines: deque[str]) -> None:
    with errors:
        while line := errors.readline(LONGEST_LINE):
            lines.append(line)


def _end(process: subprocess.Popen[str]) -> None:
    """End the program: its input ends, and if that does not end it, it is killed with all that it started."""
    assert process.stdin is not None
    with suppress(OSError):  # it has ended, and what was to be sent is lost
        process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE_SECONDS)
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # nobody is left in it
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
